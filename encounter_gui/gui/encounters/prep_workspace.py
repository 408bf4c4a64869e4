"""Connects the encounter panel with the plan; asks before something is removed or overwritten."""

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.gui.dialogs.frame import question_box
from encounter_gui.gui.encounters.encounter_list import EncounterList
from encounter_gui.gui.encounters.encounter_panel import EncounterPanel
from encounter_gui.gui.encounters.hit_points_dialog import HitPointsDialog
from encounter_gui.gui.encounters.party_dialog import PartyDialog
from encounter_gui.gui.encounters.plan.plan_controller import PlanController
from encounter_gui.gui.encounters.plan.plan_prompts import PlanPrompts
from encounter_gui.gui.encounters.plan.plan_view import Line, PlanView, roster_text, stepped_count
from encounter_gui.gui.encounters.plan.staging_controller import TotalsAsked
from encounter_gui.gui.encounters.read_aloud import ReadAloudDialog
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.prep.staging import Totals
from encounter_gui.rules.model.prepared import Recruit, Wave


class PrepWorkspace(QObject):
    """Changes the plan on the panel's signals, and shows the plan in the panel."""

    def __init__(
        self,
        window: MainWindow,
        panel: EncounterPanel,
        plans: PlanController,
        fights: EncounterList,
        prompts: PlanPrompts,
        resources: UiResources,
    ) -> None:
        """Takes the window, its encounter panel, the plan, the list of encounters, and the prompts of the plan."""
        super().__init__(window)
        self._window = window
        self._panel = panel
        self._plans = plans
        self._fights = fights
        self._prompts = prompts
        self._texts = resources.texts
        self._plan_view: PlanView | None = None
        self._trouble = ""
        self._asked: TotalsAsked | None = None
        self._of_party: tuple[str, ...] = ()
        self._join()
        self._join_later()

    def _join(self) -> None:
        panel, plans = self._panel, self._plans
        plans.planned_changed.connect(self._show)
        panel.seen_changed.connect(plans.show)
        self._fights.changed.connect(panel.fights.show_fights)
        self._fights.refused.connect(self._say)
        self._fights.renamed.connect(plans.tell)
        plans.document.filed.connect(self._fights.tell)
        plans.document.refused.connect(self._say)
        plans.staging.totals_wanted.connect(self._ask_totals)
        self._prompts.reading_wanted.connect(self._read_aloud)
        panel.titled.connect(self._call)
        panel.typed.connect(self._type)
        panel.party_chosen.connect(plans.parties.choose_party)
        panel.party_save_requested.connect(lambda: self.ask_party_of(()))
        panel.party_remove_requested.connect(self._ask_remove_party)
        panel.start_requested.connect(plans.staging.start)
        panel.undo_requested.connect(plans.document.undo)
        panel.redo_requested.connect(plans.document.redo)
        panel.roster.dropped.connect(self._drop)
        panel.roster.stepped.connect(self._step)
        panel.roster.removed.connect(self._remove)
        panel.roster.moved.connect(lambda line, by: self._plans.editor.move_recruit(line.place, by))
        panel.form.changed.connect(plans.editor.set_recruit)
        panel.form.to_wave_requested.connect(plans.editor.to_wave)
        panel.form.update_requested.connect(self._ask_update)
        panel.form.into_library_requested.connect(self._ask_into_library)
        panel.notes.written.connect(plans.editor.write)
        panel.handouts.handouts_changed.connect(plans.editor.set_handouts)
        panel.fights.duplicated.connect(self._fights.duplicate)
        panel.fights.renamed.connect(self._fights.rename)
        panel.fights.removed.connect(self._ask_remove)
        panel.fights.opened.connect(self._fights.open_requested)

    def _join_later(self) -> None:
        later, plans = self._panel.later, self._plans
        later.wave_added.connect(self._add_wave)
        later.wave_changed.connect(plans.editor.set_wave)
        later.wave_removed.connect(plans.editor.remove_wave)
        later.wave_typed.connect(self._type_wave)
        later.wave_dropped.connect(self._drop_on_wave)
        later.wave_sent.connect(plans.staging.send_wave)
        later.reminders_changed.connect(plans.editor.set_reminders)

    # ---- showing

    @Slot(object)
    def _show(self, plan_view: PlanView | None) -> None:
        self._plan_view = plan_view
        self._panel.show_planned(plan_view)
        if plan_view is not None:
            rosters = tuple(self._roster(wave) for wave in plan_view.plan.waves)
            come = frozenset(self._plans.progress.waves_come())
            said = frozenset(self._plans.progress.reminders_said(self._prompts.note))
            self._panel.later.show_planned(plan_view, rosters, come, said)

    def _roster(self, wave: Wave) -> str:
        return roster_text(wave.recruits, map(self._plans.recruits.name_of, wave.recruits))

    @Slot(object)
    def _say(self, error: AppError) -> None:
        """A refusal stands where it was typed, or in the strip."""
        self._trouble = self._texts.text(error.message)
        is_typed = self._panel.isVisible() and self._panel.add.text()
        if is_typed or self._window.is_prep:
            self._panel.show_tab("roster")
            self._panel.show_trouble(self._trouble)
        else:
            self._window.log.prompt.show_error(self._trouble)

    @Slot(object)
    def _ask_totals(self, asked: TotalsAsked) -> None:
        self._asked = asked
        dialog = HitPointsDialog(asked.combatants, self._texts, self._window)
        dialog.typed.connect(self._have_totals)
        dialog.open()

    @Slot(object)
    def _have_totals(self, totals: Totals) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            asked.go(totals)

    @Slot(str)
    def _read_aloud(self, text: str) -> None:
        ReadAloudDialog(text, self._texts, self._window).show()

    # ---- the roster

    @Slot(str)
    def _call(self, name: str) -> None:
        if self._plan_view is not None:
            self._fights.rename(int(self._plan_view.encounter), name)

    @Slot(str)
    def _type(self, text: str) -> None:
        if self._plans.editor.type_roster(text):
            self._panel.typed_in()

    @Slot(tuple)
    def _drop(self, keys: tuple[str, ...]) -> None:
        if self._plans.editor.drop(keys):
            self._panel.roster.select_last()

    @Slot(object, int)
    def _step(self, line: Line, by: int) -> None:
        recruit = self._plans.plan.recruits[line.place]
        count = stepped_count(recruit.count, by)
        self._plans.editor.set_recruit(line.place, structs.replace(recruit, count=count))

    @Slot(object)
    def _remove(self, line: Line) -> None:
        match line.kind:
            case "party":
                self._plans.parties.choose_party(None)
            case "recruit":
                self._plans.editor.remove_recruit(line.place)
            case "wave":
                self._plans.editor.remove_wave(line.place)
            case "present":
                if line.who is not None:
                    self._plans.remove_present(line.who)

    # ---- waves

    @Slot()
    def _add_wave(self) -> None:
        wave = Wave(name=self._plans.editor.new_wave_name(), round=2)
        self._plans.editor.set_wave(len(self._plans.plan.waves), wave)
        if self._panel.later.waves:
            self._panel.later.waves[-1].who.setFocus()

    @Slot(int, str)
    def _type_wave(self, place: int, text: str) -> None:
        if not self._plans.is_open:  # there is nobody to ask what the words mean
            return
        try:
            recruits = self._plans.recruits.typed(text)
        except AppError as error:
            self._say(error)
            return
        self._put_into_wave(place, recruits)

    @Slot(int, tuple)
    def _drop_on_wave(self, place: int, keys: tuple[str, ...]) -> None:
        try:
            more = self._plans.recruits.of_keys(keys)
        except AppError as error:
            self._say(error)
            return
        self._put_into_wave(place, (*self._plans.plan.waves[place].recruits, *more))

    def _put_into_wave(self, place: int, recruits: tuple[Recruit, ...]) -> None:
        """Who was in it before keeps what was said of them here."""
        wave = self._plans.plan.waves[place]
        before = {(each.creature, each.own): each for each in wave.recruits}
        kept = tuple(
            structs.replace(before.get((each.creature, each.own), each), count=each.count)
            for each in recruits
        )
        self._plans.editor.set_wave(place, structs.replace(wave, recruits=kept))

    # ---- parties

    @Slot(tuple)
    def ask_party_of(self, keys: tuple[str, ...]) -> None:
        """Asks what the party of these creatures is called; of none: of the player characters of the encounter."""
        if not self._plans.is_open:
            return
        self._of_party = keys
        names = [party.name for party in self._plans.parties.parties()]
        dialog = PartyDialog(names, self._texts, self._window)
        dialog.named.connect(self._save_party)
        dialog.open()

    @Slot(str)
    def _save_party(self, name: str) -> None:
        if self._of_party:
            self._plans.parties.save_creatures(name, self._of_party)
        else:
            self._plans.parties.save_party(name)

    @Slot(int)
    def _ask_remove_party(self, row: int) -> None:
        party = self._plans.parties.party()
        name = party.name if party is not None else ""
        words = "gui.encounters.ask_remove_party", name, "gui.encounters.remove"
        self._ask(*words, lambda: self._plans.parties.remove_party(row))

    # ---- copy and library

    @Slot(int)
    def _ask_update(self, place: int) -> None:
        name = self._plans.recruits.name_of(self._plans.plan.recruits[place])
        words = "gui.encounters.ask_update", name, "gui.encounters.update"
        self._ask(*words, lambda: self._update(place))

    def _update(self, place: int) -> None:
        recruit = self._plans.plan.recruits[place]
        self._plans.editor.set_recruit(place, structs.replace(recruit, sheet={}))

    @Slot(int)
    def _ask_into_library(self, place: int) -> None:
        name = self._plans.recruits.name_of(self._plans.plan.recruits[place])
        words = "gui.encounters.ask_into", name, "gui.encounters.into"
        self._ask(*words, lambda: self._write_into_library(place))

    def _write_into_library(self, place: int) -> None:
        recruit = self._plans.plan.recruits[place]
        item = self._plans.recruits.item_of(recruit)
        if item is None or not item.is_own:
            return
        creature = item.value.creature
        changed = replace(creature, sheet={**creature.sheet, **recruit.sheet})
        try:
            self._plans.library.change({item.key: structs.replace(item.value, creature=changed)})
        except AppError as error:
            self._say(error)
            return
        self._plans.editor.set_recruit(place, structs.replace(recruit, sheet={}))

    @Slot(int)
    def _ask_remove(self, encounter: int) -> None:
        name = self._fights.name_of(encounter)
        words = "gui.encounters.ask_delete", name, "gui.encounters.delete"
        self._ask(*words, lambda: self._fights.remove(encounter))

    def _ask(self, text: str, name: str, button: str, act: Callable[[], object]) -> None:
        """Asks, and acts if the answer is the button."""
        box = question_box(
            self._window,
            "encounter_question",
            self._texts.text_of(text, name=name),
            keep=self._texts.text_of("gui.cancel"),
            act=self._texts.text_of(button),
        )
        box.accepted.connect(act)
        box.open()
