"""The edits of a plan: roster, waves, reminders, texts."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Slot

from encounter_gui.gui.encounters.plan.plan_document import PlanDocument
from encounter_gui.gui.encounters.plan.plan_view import NamedParty
from encounter_gui.gui.encounters.plan.recruit_finder import RecruitFinder
from encounter_gui.play.prep import plan_edits
from encounter_gui.rules.model.prepared import EncounterPlan, Handout, Recruit, Reminder, Wave


class PlanEditor(QObject):
    """Every edit is one step of the plan's undo history."""

    def __init__(
        self,
        document: PlanDocument,
        recruits: RecruitFinder,
        parties: Callable[[], Sequence[NamedParty]],
    ) -> None:
        """Takes the plan, what finds creatures by their names, and what returns the parties there are."""
        super().__init__(document)
        self._document = document
        self._recruits = recruits
        self._parties = parties

    @property
    def _plan(self) -> EncounterPlan:
        return self._document.plan

    @Slot(str)
    def type_roster(self, text: str) -> bool:
        """Adds the lines of a typed roster, and its party; returns whether all of it could be read."""

        def add() -> None:
            recruits, party = self._recruits.typed_with_party(text, self._parties())
            plan = plan_edits.with_more(self._plan, recruits)
            if party is not None:
                plan = structs.replace(plan, party=party)
            self._change(plan, "roster")

        return self._document.attempt(add)

    @Slot(tuple)
    def drop(self, keys: tuple[str, ...]) -> bool:
        """Adds creatures of the library, one each; returns whether that was possible."""
        return self._document.attempt(lambda: self.add(self._recruits.of_keys(keys)))

    def replace_plan(self, plan: EncounterPlan, what: str) -> None:
        """Stores another plan; ``what`` says what was changed."""
        self._change(plan, what)

    def add(self, recruits: Iterable[Recruit]) -> None:
        """Adds recruits; one that differs in nothing from a line raises that line's count."""
        self._change(plan_edits.with_more(self._plan, recruits), "roster")

    @Slot(int, object)
    def set_recruit(self, place: int, recruit: Recruit) -> None:
        """Replaces the recruit at a place."""
        self._change(plan_edits.with_recruit(self._plan, place, recruit), "roster")

    def set_recruits(self, recruits: Mapping[int, Recruit]) -> None:
        """Replaces the recruits at some places, as one step."""
        plan = self._plan
        for place, recruit in recruits.items():
            plan = plan_edits.with_recruit(plan, place, recruit)
        self._change(plan, "roster")

    @Slot(int)
    def remove_recruit(self, place: int) -> None:
        """Removes a line of the roster."""
        self._change(plan_edits.without_recruit(self._plan, place), "roster")

    @Slot(int, int)
    def move_recruit(self, place: int, by: int) -> None:
        """Moves a line of the roster up or down."""
        self._change(plan_edits.with_recruit_moved(self._plan, place, by), "roster")

    @Slot(int, int)
    def to_wave(self, place: int, wave: int) -> None:
        """Moves a line of the roster into a wave; one past the last makes a new wave."""
        name = self.new_wave_name()
        self._change(plan_edits.with_recruit_waiting(self._plan, place, wave, name), "waves")

    @Slot(int, object)
    def set_wave(self, place: int, wave: Wave) -> None:
        """Replaces the wave at a place; one past the last adds it."""
        self._change(plan_edits.with_wave(self._plan, place, wave), "waves")

    @Slot(int)
    def remove_wave(self, place: int) -> None:
        """Removes a wave."""
        self._change(plan_edits.without_wave(self._plan, place), "waves")

    def new_wave_name(self) -> str:
        """Returns a name that no wave has yet."""
        name = self._recruits.text_of("gui.encounters.wave_name")
        return plan_edits.free_wave_name(self._plan, name)

    @Slot(object)
    def set_reminders(self, reminders: Sequence[Reminder]) -> None:
        """Replaces the reminders."""
        self._change(structs.replace(self._plan, reminders=tuple(reminders)), "reminders")

    @Slot(object)
    def set_handouts(self, handouts: Sequence[Handout]) -> None:
        """Replaces the handouts."""
        self._change(structs.replace(self._plan, handouts=tuple(handouts)), "handouts")

    @Slot(str, str, str)
    def write(self, folder: str, read_aloud: str, notes: str) -> None:
        """Sets the texts of the plan."""
        plan = structs.replace(
            self._plan, folder=folder.strip(), read_aloud=read_aloud, notes=notes
        )
        self._change(plan, "notes")

    def _change(self, plan: EncounterPlan, what: str) -> None:
        if self._document.is_open:
            self._document.change(plan, self._recruits.text_of(f"gui.encounters.did.{what}"))
