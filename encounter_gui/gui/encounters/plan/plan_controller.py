"""The plan of the open encounter: stored with every change, which can be undone."""

from collections.abc import Callable, Mapping

from msgspec import structs
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.encounter.values import Combatant, EncounterStatus
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.party_controller import PartyController
from encounter_gui.gui.encounters.plan.plan_document import PlanDocument
from encounter_gui.gui.encounters.plan.plan_editor import PlanEditor
from encounter_gui.gui.encounters.plan.plan_progress import PlanProgress
from encounter_gui.gui.encounters.plan.plan_view import PlanView
from encounter_gui.gui.encounters.plan.recruit_finder import RecruitFinder
from encounter_gui.gui.encounters.plan.roster_lines import heads, hit_dice, lines_of
from encounter_gui.gui.encounters.plan.staging_controller import StagingController
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.later_waves import LaterWaves, later_waves
from encounter_gui.play.prep.prepared_places import Places, with_places
from encounter_gui.play.prep.rosters import overlays
from encounter_gui.play.prep.staging import expected_at_start, staging_context, threat_sum
from encounter_gui.rules.model.commands import Remove
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Wave


class PlanController(QObject):
    """Everything that is prepared for the open encounter, by topic, and the view of it."""

    planned_changed = Signal(object)
    """``PlanView | None``: what is prepared for the open encounter; None if none is open.

    Not emitted for changes of the encounter while the panel is hidden.
    """
    expected_changed = Signal(tuple)
    """``tuple[Combatant, ...]``: who joins when the encounter begins; nobody once it has."""
    moment_changed = Signal()
    """The encounter or the plan has changed: something of the plan may be due."""

    def __init__(
        self,
        controller: EncounterController,
        library: Callable[[], CreatureRepository],
        parent: QObject | None = None,
    ) -> None:
        """Takes the controller of the encounter, and what returns the creatures of the open campaign."""
        super().__init__(parent)
        self._controller = controller
        self.document = PlanDocument(controller, self)
        self.progress = PlanProgress(controller, self.document)
        self.recruits = RecruitFinder(controller, library)
        self.parties = PartyController(
            controller, self.document, self.recruits, library, self.expected_now
        )
        self.editor = PlanEditor(self.document, self.recruits, self.parties.parties)
        self.staging = StagingController(controller, self.document, self.parties, library)
        self._library = library
        self._is_shown = False
        self._shown_status: tuple[EncounterId, EncounterStatus] | None = None
        self.document.changed.connect(self.tell)
        controller.context_changed.connect(self._follow)
        controller.closed.connect(self._clear)

    def open(self, campaign: OpenCampaign, encounter: EncounterId) -> None:
        """Opens the plan of an encounter.

        Raises:
            SaveError: the plan cannot be read.
        """
        self.document.open(campaign, encounter)

    @Slot()
    def _clear(self) -> None:
        self.document.close()
        self.planned_changed.emit(None)
        self.expected_changed.emit(())

    @property
    def plan(self) -> EncounterPlan:
        """The plan."""
        return self.document.plan

    @property
    def is_open(self) -> bool:
        """Whether an encounter is open."""
        return self.document.is_open

    @property
    def library(self) -> CreatureRepository:
        """The creatures of the open campaign."""
        return self._library()

    @Slot(bool)
    def show(self, is_shown: bool) -> None:
        """Sets whether the panel is visible: a hidden plan costs a running encounter next to nothing."""
        self._is_shown = is_shown
        if is_shown:
            self.tell()

    @Slot()
    def tell(self) -> None:
        """Emits the view of the plan again: the encounter, the plan or the library has changed."""
        if self.is_open:
            self._shown_status = self._status
            self.planned_changed.emit(self._plan_view())
            self.expected_changed.emit(self._expected(self.plan))
            self.moment_changed.emit()

    @Slot()
    def _follow(self) -> None:
        """Emits the view after a change of the encounter only if it is shown, or has begun or ended."""
        if not self.is_open:
            return
        if self._is_shown or self._shown_status != self._status or self._is_before_start:
            self.tell()
        else:
            self.moment_changed.emit()

    @property
    def _is_before_start(self) -> bool:
        """Whether who is planned is still to join."""
        return self._controller.session.state.stage == "ready" and not self.document.is_joined

    def expected_with(self, changes: Mapping[int, Recruit]) -> tuple[Combatant, ...]:
        """Returns who would join if some lines of the roster, by their places, were others."""
        return self._expected(self._with(changes))

    def threat_with(self, changes: Mapping[int, Recruit]) -> int:
        """Returns the sum of threats if some lines of the roster were others; 0 where the game has none."""
        return self._threat(self._with(changes))

    def later_waves(self) -> LaterWaves | None:
        """Returns the waves that are still to come; None: there are none."""
        if not self.is_open:
            return None
        path = self._controller.session.log.path()
        return later_waves(self.plan, path, self.recruits.name_of)

    def _with(self, changes: Mapping[int, Recruit]) -> EncounterPlan:
        recruits = tuple(changes.get(at, each) for at, each in enumerate(self.plan.recruits))
        return structs.replace(self.plan, recruits=recruits)

    def place(self, places: Places) -> None:
        """Has some of those who are prepared stand elsewhere on the plan of the encounter."""
        after = with_places(self.plan, self.parties.party(), self.expected_now(), places)
        self.editor.replace_plan(after, "places")

    def expected_now(self) -> tuple[Combatant, ...]:
        """Returns who joins when the encounter begins; nobody once it has."""
        return self._expected(self.plan)

    def _expected(self, plan: EncounterPlan) -> tuple[Combatant, ...]:
        party = self.parties.party()
        if not self._is_before_start:
            return ()
        staging = staging_context(self._controller.session, self.library)
        return expected_at_start(staging, self.document.encounter, plan, party)

    def remove_present(self, who: CombatantId) -> None:
        """Takes somebody out who was added to the table before the encounter has begun."""
        self._controller.perform(Remove(who=(who,)))

    @property
    def _status(self) -> tuple[EncounterId, EncounterStatus]:
        return self.document.encounter, self._controller.session.state.stage

    def _plan_view(self) -> PlanView:
        plan, state = self.plan, self._controller.session.state
        ruleset = self._controller.session.game.ruleset
        found = tuple(self.recruits.item_of(each) for each in plan.recruits)
        entries = tuple(item.value if item is not None else None for item in found)
        party = self.parties.party()
        waves = [self._wave_text(wave) for wave in plan.waves]
        come = self.progress.waves_come()
        present = tuple(state.combatants.values()) if self._is_before_start else ()
        return PlanView(
            encounter=self.document.encounter,
            title=self.document.title,
            ruleset=ruleset,
            plan=plan,
            stage=state.stage,
            is_joined=self.document.is_joined,
            lines=tuple(lines_of(plan, entries, waves, party, come, ruleset, present)),
            parties=self.parties.parties(),
            overlays=overlays(ruleset),
            heads=heads(plan, party),
            threat=self._threat(plan),
            hit_dice=hit_dice(plan, entries),
            on_table=len(state.combatants),
            has_characters=bool(state.combatants or plan.recruits),
            undo_text=self.document.steps.undoText(),
            redo_text=self.document.steps.redoText(),
            entries=entries,
        )

    def _wave_text(self, wave: Wave) -> str:
        return ", ".join(f"{each.count} × {self.recruits.name_of(each)}" for each in wave.recruits)

    def _threat(self, plan: EncounterPlan) -> int:
        try:
            return threat_sum(staging_context(self._controller.session, self.library), plan)
        except AppError:
            return 0  # the line of a creature that is gone says so
