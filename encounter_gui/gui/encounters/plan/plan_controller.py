"""The plan of the open encounter: kept with every change, staged when the fight starts, followed while it is played."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import CombatantId, EncounterId, RulesetId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import EncounterStatus
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_progress import is_noted, reminders_said, waves_come
from encounter_gui.gui.encounters.plan.plan_view import NamedParty, PlanView
from encounter_gui.gui.encounters.plan.roster_lines import heads, hit_dice, lines_of, name_of
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep import plan_edits
from encounter_gui.play.prep.creature_repository import CreatureRepository, LibraryItem, key_of
from encounter_gui.play.prep.rosters import overlays, parse_roster
from encounter_gui.play.prep.staging import (
    AskedFor,
    StagingContext,
    Totals,
    asked_for,
    drawn,
    party_of,
    staging_context,
    start_command,
    threat_sum,
    wave_command,
)
from encounter_gui.rules.model.prepared import EncounterPlan, Party, Recruit, Reminder, Wave
from encounter_gui.rules.model.ruleset import Ruleset

_STARTED = "plan.started"
_MOST_STEPS = 3
_MOST_UNDONE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsAsked:
    """Those whose totals are typed before they join, and what has them join then."""

    combatants: tuple[AskedFor, ...]
    go: Callable[[Totals], None]


class PlanController(QObject):
    """Everything that is prepared in the open campaign. What it tells has been kept already."""

    planned_changed = Signal(object)
    """``PlanView | None``: what is prepared for the open encounter; None: none is open. Not while nobody looks."""
    moment_changed = Signal()
    """Something has happened in the encounter, or its plan is another: something of the plan may be due."""
    refused = Signal(object)
    """``AppError``: what could not be done."""
    selection_wanted = Signal(tuple)
    """``tuple[CombatantId, ...]``: who is to be selected again after others have joined."""
    started = Signal()
    """The fight has begun; dice may be waited for."""
    totals_wanted = Signal(object)
    """``TotalsAsked``: somebody's hit points are typed; they join when they are."""
    filed = Signal()
    """The encounter is in another folder."""

    def __init__(
        self,
        controller: EncounterController,
        library: Callable[[], CreatureRepository],
        parent: QObject | None = None,
    ) -> None:
        """Takes the desk the fight is played on, and what returns the open campaign's library."""
        super().__init__(parent)
        self._library = library
        self._controller = controller
        self._campaign: OpenCampaign | None = None
        self._encounter = EncounterId(0)
        self._plan = EncounterPlan()
        self._past: list[EncounterPlan] = []
        self._is_active = False
        self._is_shown = False
        self._told_stage: tuple[EncounterId, EncounterStatus] | None = None
        controller.context_changed.connect(self._follow)
        controller.closed.connect(self._clear)

    def open(self, campaign: OpenCampaign, encounter: EncounterId) -> None:
        """Takes the encounter that has been opened, and its campaign.

        Raises:
            SaveError: the plan cannot be read.
        """
        self._campaign, self._encounter = campaign, encounter
        self._past = []
        if self._is_active:
            self._read()

    def activate(self) -> None:
        """Starts to tell: before the first paint nobody looks."""
        if not self._is_active:
            self._is_active = True
            if self._campaign is not None and self._controller.is_open:
                self._read()

    def _read(self) -> None:
        self._plan = self.campaign.prepared.plan(self._encounter)
        self._tell()

    @Slot()
    def _clear(self) -> None:
        self._campaign = None
        self._plan = EncounterPlan()
        self.planned_changed.emit(None)

    # ---- questions

    @property
    def plan(self) -> EncounterPlan:
        """What is prepared."""
        return self._plan

    @property
    def library(self) -> CreatureRepository:
        """The library of the open campaign."""
        return self._library()

    @property
    def campaign(self) -> OpenCampaign:
        """The open campaign."""
        if self._campaign is None:
            raise LookupError("no campaign is open")
        return self._campaign

    @property
    def is_open(self) -> bool:
        """Whether an encounter is open."""
        return self._campaign is not None and self._controller.is_open and self._is_active

    @property
    def is_joined(self) -> bool:
        """Whether the roster has joined already, and that was not undone."""
        said = self.campaign.setting(f"{_STARTED}.{self._encounter}") if self._campaign else ""
        path = self._controller.session.log.path()
        return bool(said) and any(str(entry.id) == said for entry in path)

    def recruits_of(self, text: str) -> tuple[Recruit, ...]:
        """Returns the recruits a line such as ``1d4+1 gangers, 1 lieutenant`` names.

        Raises:
            RuleError: nobody is called so, or it is for another game.
        """
        found: list[Recruit] = []
        for part in re.split(r"[,;\n]", text):
            if part.strip().casefold() == self._word("gui.encounters.pcs"):
                found += self._characters()
            else:
                found += parse_roster(part, self.library, self._ruleset.id)
        return tuple(self._fitting(each) for each in found)

    def _characters(self) -> Iterable[Recruit]:
        """The campaign's own player characters of this game, which one word stands for."""
        for item in self.library.creatures:
            if item.is_own and item.entry.kind == "pc" and item.ruleset == self._ruleset.id:
                yield Recruit(creature=item.entry.creature.key, own=item.row)

    def _word(self, key: str) -> str:
        return self._controller.session.game.texts.text_of(key)

    def recruits_of_keys(self, keys: Iterable[str]) -> tuple[Recruit, ...]:
        """Returns one recruit for each creature of the library.

        Raises:
            RuleError: one of them is for another game.
        """
        found = [item for key in keys if (item := self.library.one(key)) is not None]
        for item in found:
            self._check(item)
        return tuple(
            Recruit(creature=library_item.entry.creature.key, own=library_item.row)
            for library_item in found
        )

    def shelved(self, recruit: Recruit) -> LibraryItem | None:
        """Returns what the library holds of a recruit; None: no longer anything."""
        return self.library.one(key_of(recruit, self._ruleset.id))

    def name_of(self, recruit: Recruit) -> str:
        """Returns what a recruit is called in the roster."""
        item = self.shelved(recruit)
        return name_of(recruit, item.entry if item is not None else None)

    def _fitting(self, recruit: Recruit) -> Recruit:
        item = self.shelved(recruit)
        if item is None:  # shipped with another game
            raise refuse("prep.nobody_called", name=recruit.creature)
        self._check(item)
        return recruit

    def _check(self, item: LibraryItem) -> None:
        if item.ruleset != self._ruleset.id:
            raise refuse(
                "gui.encounters.other_ruleset", name=item.entry.name, ruleset=self._ruleset.name
            )

    @property
    def _ruleset(self) -> Ruleset:
        return self._controller.session.game.ruleset

    # ---- changing the plan

    def change(self, plan: EncounterPlan) -> bool:
        """Keeps another plan; returns whether it could be kept."""
        if not self.is_open or plan == self._plan:
            return False
        before = self._plan
        if not self._keep(plan):
            return False
        self._past = [*self._past, before][-_MOST_UNDONE:]
        self._tell()
        if plan.folder != before.folder:
            self.filed.emit()
        return True

    @Slot()
    def undo(self) -> bool:
        """Takes the last change of the plan back; returns whether there was one."""
        if not self._past or not self._keep(self._past[-1]):
            return False
        self._past.pop()
        self._tell()
        self.filed.emit()
        return True

    def _keep(self, plan: EncounterPlan) -> bool:
        try:
            self.campaign.prepared.put_plan(self._encounter, plan)
        except AppError as error:
            self.refused.emit(error)
            return False
        self._plan = plan
        return True

    @Slot(str)
    def type_roster(self, text: str) -> bool:
        """Adds the lines of a typed roster; returns whether all of it could be read."""
        return self._try(lambda: self.add(self.recruits_of(text)))

    @Slot(tuple)
    def drop(self, keys: tuple[str, ...]) -> bool:
        """Adds creatures of the library, one each; more of those that are there already."""
        return self._try(lambda: self.add(self.recruits_of_keys(keys)))

    def add(self, recruits: Iterable[Recruit]) -> None:
        """Adds recruits; one that differs in nothing from a line that is there makes that line longer."""
        self.change(plan_edits.with_more(self._plan, recruits))

    @Slot(int, object)
    def set_recruit(self, place: int, recruit: Recruit) -> None:
        """Puts another recruit in a place."""
        self.change(plan_edits.with_recruit(self._plan, place, recruit))

    @Slot(int)
    def remove_recruit(self, place: int) -> None:
        """Takes a line out."""
        self.change(plan_edits.without_recruit(self._plan, place))

    @Slot(int, int)
    def move_recruit(self, place: int, by: int) -> None:
        """Moves a line up or down."""
        self.change(plan_edits.with_recruit_moved(self._plan, place, by))

    @Slot(int, int)
    def to_wave(self, place: int, wave: int) -> None:
        """Moves a line of the roster into a wave; one past the last makes a new wave."""
        name = self.new_wave_name()
        self.change(plan_edits.with_recruit_waiting(self._plan, place, wave, name))

    @Slot(int, object)
    def set_wave(self, place: int, wave: Wave) -> None:
        """Puts another wave in a place; one past the last adds it."""
        self.change(plan_edits.with_wave(self._plan, place, wave))

    @Slot(int)
    def remove_wave(self, place: int) -> None:
        """Takes a wave out."""
        self.change(plan_edits.without_wave(self._plan, place))

    @Slot(object)
    def set_reminders(self, reminders: Sequence[Reminder]) -> None:
        """Puts other reminders into the plan."""
        self.change(structs.replace(self._plan, reminders=tuple(reminders)))

    @Slot(str, str, str)
    def write(self, folder: str, read_aloud: str, notes: str) -> None:
        """Keeps the texts of the plan."""
        self.change(
            structs.replace(self._plan, folder=folder.strip(), read_aloud=read_aloud, notes=notes)
        )

    def new_wave_name(self) -> str:
        """Returns a name no wave has yet."""
        return plan_edits.free_wave_name(self._plan, self._word("gui.encounters.wave_name"))

    # ---- parties

    def parties(self) -> tuple[NamedParty, ...]:
        """Returns the parties of this game."""
        return tuple(
            NamedParty(row=each.row, name=each.party.name, count=len(each.party.members))
            for each in self.campaign.prepared.parties()
            if each.ruleset == self._ruleset.id
        )

    def party(self) -> Party | None:
        """Returns the party of the plan."""
        row = self._plan.party
        kept = self.campaign.prepared.parties() if row is not None else ()
        return next((each.party for each in kept if each.row == row), None)

    @Slot(object)
    def choose_party(self, row: int | None) -> None:
        """Puts a party into the plan; None: none."""
        self.change(structs.replace(self._plan, party=row))

    @Slot(str)
    def save_party(self, name: str) -> None:
        """Keeps the player characters as they stand as a party; one of that name is brought up to date."""
        party = party_of(name, self._controller.session.state)
        if not party.members:
            self.refused.emit(refuse("gui.encounters.no_characters"))
            return
        row = next((each.row for each in self.parties() if each.name == name), None)
        self._try(lambda: self.campaign.prepared.put_party(RulesetId(self._ruleset.id), party, row))
        self._tell()

    @Slot(int)
    def remove_party(self, row: int) -> None:
        """Removes a party; plans that had it go without."""
        self._try(lambda: self.campaign.prepared.remove_party(row))
        if self._plan.party == row:
            self.choose_party(None)
        self._tell()

    # ---- the fight

    @Slot()
    def start(self) -> None:
        """Has party and roster join, begins the fight, and asks for its first rolls."""
        if not self.is_open or self._controller.session.state.stage != "ready":
            return
        if not self.is_joined and not self._try(self._join):
            return
        self._go_on()

    def _go_on(self) -> None:
        if self._controller.waits_for is None:  # else its first dice are asked for already
            self._begin()
        # Everybody who joined is selected now, and the turn would not be followed.
        self.selection_wanted.emit(self._controller.context.state.acting[:1])
        self.started.emit()

    def start_planned(self) -> bool:
        """Starts the fight if somebody is planned who has not joined yet; returns whether that was so."""
        is_due = (
            self.is_open
            and self._controller.is_live
            and not self._is_empty
            and self._controller.session.state.stage == "ready"
            and not self.is_joined
        )
        if is_due:
            self.start()
        return is_due

    def _join(self) -> bool:
        """Returns whether the fight can begin: not while totals are being typed."""
        if self._is_empty and self._controller.session.state.combatants:
            return True  # who fights was put on the table by hand
        plan = structs.replace(self._plan, recruits=drawn(self._staging(), self._plan.recruits))
        those = asked_for(self._staging(), plan.recruits)
        if not those:
            self._have_join(plan, {})
            return True
        encounter = self._encounter

        def go(totals: Totals) -> None:
            is_same = self.is_open and self._encounter == encounter and not self.is_joined
            if is_same and self._try(lambda: self._have_join(plan, totals)):
                self._go_on()

        self.totals_wanted.emit(TotalsAsked(combatants=those, go=go))
        return False

    def _have_join(self, plan: EncounterPlan, totals: Totals) -> None:
        if self._controller.perform(start_command(self._staging(), plan, self.party(), totals)):
            head = self._controller.session.log.head
            self.campaign.keep_setting(f"{_STARTED}.{self._encounter}", str(head))

    @property
    def _is_empty(self) -> bool:
        return not self._plan.recruits and self._plan.party is None

    def _begin(self) -> None:
        for _ in range(_MOST_STEPS):
            head = self._controller.session.log.head
            self._controller.step()
            is_stuck = self._controller.session.log.head == head
            if (
                self._controller.waits_for is not None
                or self._controller.context.state.acting
                or is_stuck
            ):
                return

    @Slot(int)
    def send_wave(self, place: int) -> bool:
        """Has a wave join now, or once its totals are typed; returns whether it did."""
        return self._try(lambda: self._send(self._plan.waves[place]))

    def _send(self, planned: Wave) -> bool:
        wave = structs.replace(planned, recruits=drawn(self._staging(), planned.recruits))
        those = asked_for(self._staging(), wave.recruits)
        if not those:
            return self._have_come(wave, {})
        encounter = self._encounter

        def go(totals: Totals) -> None:
            if self.is_open and self._encounter == encounter:
                self._try(lambda: self._have_come(wave, totals))

        self.totals_wanted.emit(TotalsAsked(combatants=those, go=go))
        return False

    def _have_come(self, wave: Wave, totals: Totals) -> bool:
        selected = self._controller.selected
        has_come = self._controller.perform(wave_command(self._staging(), wave, totals))
        if has_come:
            self.selection_wanted.emit(selected)
        return has_come

    def _staging(self) -> StagingContext:
        return staging_context(self._controller.session, self.library)

    # ---- telling

    @Slot(bool)
    def show(self, is_shown: bool) -> None:  # noqa: FBT001 - a slot
        """Says whether anybody looks: a plan that is not shown costs an encounter that is played next to nothing."""
        self._is_shown = is_shown
        if is_shown:
            self._tell()

    @Slot()
    def _follow(self) -> None:
        """Tells what an encounter that goes on means for the plan: all of it only where it is looked at."""
        if not self.is_open:
            return
        if self._is_shown or self._told_stage != self._stage:
            self._tell()
        else:
            self.moment_changed.emit()

    @property
    def _stage(self) -> tuple[EncounterId, EncounterStatus]:
        return self._encounter, self._controller.session.state.stage

    @Slot()
    def _tell(self) -> None:
        if self.is_open:
            self._told_stage = self._stage
            self.planned_changed.emit(self._plan_view())
            self.moment_changed.emit()

    def tell(self) -> None:
        """Tells again what is prepared: the library it draws from may have changed."""
        self._tell()

    def _plan_view(self) -> PlanView:
        plan, state = self._plan, self._controller.session.state
        found = tuple(self.shelved(each) for each in plan.recruits)
        entries = tuple(item.entry if item is not None else None for item in found)
        party = self.party()
        waves = [self._wave_words(wave) for wave in plan.waves]
        title = next(
            (each.name for each in self.campaign.encounters() if each.id == self._encounter), ""
        )
        return PlanView(
            encounter=self._encounter,
            title=title,
            ruleset=self._ruleset,
            plan=plan,
            stage=state.stage,
            is_joined=self.is_joined,
            lines=tuple(lines_of(plan, entries, waves, party, self.waves_come(), self._ruleset)),
            parties=self.parties(),
            overlays=overlays(self._ruleset),
            heads=heads(plan, party),
            threat=self._threat(plan),
            hit_dice=hit_dice(plan, entries),
            on_table=len(state.combatants),
            can_undo=bool(self._past),
            entries=entries,
        )

    def _wave_words(self, wave: Wave) -> str:
        return ", ".join(f"{each.count} × {self.name_of(each)}" for each in wave.recruits)

    def _threat(self, plan: EncounterPlan) -> int:
        try:
            return threat_sum(self._staging(), plan)
        except AppError:
            return 0  # the line of whoever is gone says so

    # ---- what has come and was said

    def waves_come(self) -> set[int]:
        """Returns the places of the waves that have joined."""
        return waves_come(self._plan, self._path()) if self._plan.waves else set()

    def reminders_said(self, note: Callable[[str], str]) -> set[int]:
        """Returns the places of the reminders that were said; ``note`` returns a reminder's line in the log."""
        return reminders_said(self._plan, self._path(), note) if self._plan.reminders else set()

    def is_noted(self, note: str) -> bool:
        """Returns whether the log has a line."""
        return is_noted(self._path(), note)

    def _path(self) -> Sequence[Entry]:
        return self._controller.session.log.path()

    def out(self) -> frozenset[CombatantId]:
        """Returns who is out of the fight."""
        if not any(each.falls for each in self._plan.reminders):
            return frozenset()
        rows = self._controller.system.rows(self._controller.context)
        return frozenset(row.who for row in rows if row.is_out)

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            return act() is not False
        except AppError as error:
            self.refused.emit(error)
            return False
