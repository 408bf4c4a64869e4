"""Starts the planned encounter: party, roster and waves join it, and its first rolls are asked for."""

from collections.abc import Callable

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.party_controller import PartyController
from encounter_gui.gui.encounters.plan.plan_document import PlanDocument
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.staging import (
    AskedFor,
    StagingContext,
    Totals,
    asked_for,
    draw_recruits,
    staging_context,
    start_command,
    wave_command,
)
from encounter_gui.rules.model.commands import Join
from encounter_gui.rules.model.prepared import EncounterPlan, Wave

_MOST_STEPS = 3
"""How often Next is pressed until somebody acts or dice are asked for."""


class TotalsAsked(Struct, frozen=True, kw_only=True):
    """The combatants whose hit points are typed before they join, and what lets them join then."""

    combatants: tuple[AskedFor, ...]
    go: Callable[[Totals], None]


class StagingController(QObject):
    """Lets planned combatants join the encounter."""

    selection_wanted = Signal(tuple)
    """``tuple[CombatantId, ...]``: the combatants to be selected after others have joined."""
    started = Signal()
    """The encounter has begun; dice may be asked for."""
    totals_wanted = Signal(object)
    """``TotalsAsked``: hit points are to be typed before combatants join."""

    def __init__(
        self,
        controller: EncounterController,
        document: PlanDocument,
        parties: PartyController,
        library: Callable[[], CreatureRepository],
    ) -> None:
        """Takes the controller of the encounter, the plan, the parties, and what returns the open creatures."""
        super().__init__(document)
        self._controller = controller
        self._document = document
        self._parties = parties
        self._library = library

    # ---- the beginning

    @Slot()
    def start(self) -> None:
        """Lets party and roster join, begins the encounter, and asks for its first rolls."""
        if not self._document.is_open or self._controller.session.state.stage != "ready":
            return
        if self._document.is_joined or self._document.attempt(self._join_roster):
            self._begin()

    def start_planned(self) -> bool:
        """Starts the encounter if planned combatants have not joined yet; returns whether that was so."""
        is_due = (
            self._document.is_open
            and self._controller.is_live
            and not self._is_empty
            and self._controller.session.state.stage == "ready"
            and not self._document.is_joined
        )
        if is_due:
            self.start()
        return is_due

    @property
    def _is_empty(self) -> bool:
        plan = self._document.plan
        return not plan.recruits and plan.party is None

    def _join_roster(self) -> bool:
        """Returns whether the encounter can begin: not while hit points are being typed."""
        if self._is_empty and self._controller.session.state.combatants:
            return True  # the combatants were added by hand
        recruits = draw_recruits(self._staging(), self._document.plan.recruits)
        plan = structs.replace(self._document.plan, recruits=recruits)

        def join(totals: Totals) -> bool:
            return self._perform_start(plan, totals)

        def join_and_begin(totals: Totals) -> None:
            if not self._document.is_joined and self._document.attempt(lambda: join(totals)):
                self._begin()

        return self._with_totals(asked_for(self._staging(), recruits), join, join_and_begin)

    def _perform_start(self, plan: EncounterPlan, totals: Totals) -> bool:
        party = self._parties.party()
        if self._controller.perform(start_command(self._staging(), plan, party, totals)):
            self._document.record_joined()
        return True

    def _begin(self) -> None:
        if self._controller.waits_for is None:  # else the first dice are asked for already
            self._press_next()
        # All who joined are selected now, and the selection would not follow the turn.
        self.selection_wanted.emit(self._controller.context.state.acting[:1])
        self.started.emit()

    def _press_next(self) -> None:
        controller = self._controller
        for _ in range(_MOST_STEPS):
            head = controller.session.log.head
            controller.step()
            is_stuck = controller.session.log.head == head
            if controller.waits_for is not None or controller.context.state.acting or is_stuck:
                return

    # ---- waves

    @Slot(int)
    def send_wave(self, place: int) -> bool:
        """Lets a wave join now, or once its hit points are typed; returns whether it has joined."""
        return self._document.attempt(lambda: self._send(self._document.plan.waves[place]))

    def _send(self, planned: Wave) -> bool:
        wave = structs.replace(planned, recruits=draw_recruits(self._staging(), planned.recruits))

        def join(totals: Totals) -> bool:
            return self._perform_wave(wave_command(self._staging(), wave, totals))

        def join_later(totals: Totals) -> None:
            self._document.attempt(lambda: join(totals))

        return self._with_totals(asked_for(self._staging(), wave.recruits), join, join_later)

    def _perform_wave(self, command: Join) -> bool:
        selected = self._controller.selected
        has_joined = bool(self._controller.perform(command))
        if has_joined:
            self.selection_wanted.emit(selected)
        return has_joined

    # ---- how

    def _with_totals(
        self,
        asked: tuple[AskedFor, ...],
        join: Callable[[Totals], bool],
        join_later: Callable[[Totals], None],
    ) -> bool:
        """Joins at once if no hit points are to be typed, else asks for them and returns False."""
        if not asked:
            return join({})
        encounter = self._document.encounter

        def go(totals: Totals) -> None:
            if self._document.is_open and self._document.encounter == encounter:
                join_later(totals)

        self.totals_wanted.emit(TotalsAsked(combatants=asked, go=go))
        return False

    def _staging(self) -> StagingContext:
        return staging_context(self._controller.session, self._library())
