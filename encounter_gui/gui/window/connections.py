"""Connects the parts of the window with the controllers: state goes down, intents come up, neighbours never meet."""

from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from encounter_gui.core.ids import ROOT, CombatantId, EntryId
from encounter_gui.core.messages import say
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.events import CombatantAdded
from encounter_gui.encounter.values import Value
from encounter_gui.gui.control.acceptance import Refused
from encounter_gui.gui.control.actions import Situation
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.log_presenter import LogPresenter
from encounter_gui.gui.control.next_effects import NextEffects
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.control.view_updates import ViewUpdates
from encounter_gui.gui.correction.correction_controller import CorrectionController
from encounter_gui.gui.correction.correction_field import on_screen
from encounter_gui.gui.timeline.history_bar import HistoryMark
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import LABEL

if TYPE_CHECKING:  # made when they are first needed
    from encounter_gui.gui.command_line.palette_controller import PaletteController
    from encounter_gui.gui.command_line.preview import Reading
    from encounter_gui.gui.command_line.runner import CommandRunner
    from encounter_gui.gui.damage.damage_controller import DamageController
    from encounter_gui.gui.damage.damage_panel import DamagePanel


class Connections(QObject):
    """Makes the controllers of the window's parts, and connects their signals."""

    def __init__(
        self, window: MainWindow, controller: EncounterController, resources: UiResources
    ) -> None:
        """Takes the window and the controller of the encounter."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._texts = resources.texts
        self.views = ViewUpdates(controller, self)
        self.next_effects = NextEffects(controller, self)
        self.attack = AttackController(controller, self)
        self.log = LogPresenter(controller, self)
        self.prompts = PromptController(controller, window.log.prompt, resources.texts)
        self.corrections = CorrectionController(controller, window, resources.icons, self)
        self._join_views()
        self._join_table()
        self._join_bench()
        self._join_log()
        window.damage_made.connect(self._join_changes)
        window.actions_of["command"].triggered.connect(self._open_command)
        self._before_command: QWidget | None = None
        self._situation = Situation()
        window.actions_of.use(self._situation)
        window.undo_target.released.connect(self._fit_again)

    @property
    def controller(self) -> EncounterController:
        """The controller of the encounter."""
        return self._controller

    @cached_property
    def commands(self) -> "CommandRunner":
        """What reads and carries out the lines of the palette."""
        from encounter_gui.gui.command_line.runner import CommandRunner

        made, window = CommandRunner(self._controller), self._window
        made.ask_leaving = window.ask_leaving
        return made

    @cached_property
    def palette(self) -> "PaletteController":
        """The controller of the palette."""
        from encounter_gui.gui.command_line.palette_controller import PaletteController

        panel, controller = self._window.command, self._controller
        palette = PaletteController(panel, self.commands, controller, self._texts, self)
        panel.opened.connect(self._enter_command)
        panel.closed.connect(self._leave_command)
        palette.read.connect(self._preview)
        return palette

    @cached_property
    def damage(self) -> "DamageController":
        """The controller of changes by hand."""
        from encounter_gui.gui.damage.damage_controller import DamageController

        return DamageController(self._controller, self)

    @Slot()
    def activate(self) -> None:
        """Fills all parts of the window, once its table can be seen."""
        self.views.activate()
        self.log.activate()
        self.attack.activate()
        self.prompts.activate()
        self.next_effects.activate()

    def _join_views(self) -> None:
        window, views = self._window, self.views
        views.rows_changed.connect(window.table.show_rows)
        views.heading_changed.connect(window.turn_bar.show_heading)
        self.next_effects.changed.connect(window.turn_bar.show_effects)
        views.timeline_changed.connect(window.timeline.show_timeline)
        views.combatant_view_changed.connect(window.status.show_view)
        views.body_changed.connect(window.status.show_body)
        views.action_options_changed.connect(window.status.show_actions)
        window.status.follow_changed.connect(views.follow)
        window.status.seen_changed.connect(views.show_panel)
        window.status.relieve_requested.connect(self._relieve)
        window.status.note_written.connect(self._write_note)
        window.status.action_requested.connect(self._act)
        window.status.value_typed.connect(self._set_value)
        window.status.edit_left.connect(window.table.setFocus)
        window.status.struck.connect(self._strike)
        window.status.hit_left.connect(window.table.setFocus)
        self._controller.situation_changed.connect(self._fit)
        self._controller.closing.connect(self._end_typing)
        self._controller.context_changed.connect(self._say_kept)

    def _join_table(self) -> None:
        table, timeline = self._window.table, self._window.timeline
        table.selection_changed.connect(self._controller.select)
        table.selected_again.connect(self.attack.follow_again)
        table.combatant_selected.connect(self.views.show_combatant)
        table.combatant_selected.connect(self._select_slot)
        table.group_toggled.connect(self.views.toggle_group)
        table.members_wanted.connect(self.views.pick)
        table.opened.connect(self._open_sheet)
        table.entered.connect(self._window.enter_bench)
        table.left.connect(self._leave_table)
        bar = self._window.filter_bar
        self._window.actions_of["filter"].triggered.connect(bar.begin)
        bar.changed.connect(self.views.filter)
        bar.left.connect(self._window.table.setFocus)
        self.views.filtered.connect(table.show_hidden)
        self.views.filtered.connect(self._count_shown)
        self._controller.closing.connect(bar.dismiss)
        table.reordered.connect(self._controller.reorder)
        timeline.combatant_picked.connect(self._pick)
        timeline.reordered.connect(self._controller.reorder)
        timeline.scrubbed.connect(self._scrub)
        self._controller.turn_moved.connect(self._follow_turn)
        self._controller.performed.connect(self._select_new)
        self._controller.awaited.connect(self._window.log.prompt.take_focus)

    def _join_bench(self) -> None:
        bench, shown = self.attack, self._window.attack_panel
        bench.choices_changed.connect(shown.set_choices)
        bench.form_changed.connect(shown.show_bench)
        shown.is_by_hand = bench.is_by_hand
        bench.odds_changed.connect(shown.show_odds)
        bench.target_changed.connect(self._window.table.mark_target)
        bench.target_changed.connect(self._window.status.aim_at)
        bench.odds_changed.connect(self._window.status.show_odds)
        bench.refused.connect(shown.show_refusal)
        shown.choices_changed.connect(bench.set_choices)
        bench.steps_changed.connect(shown.show_steps)
        bench.told_changed.connect(shown.show_told)
        shown.typed_ahead.connect(bench.take_typed)
        shown.answer_requested.connect(self._window.log.prompt.take_focus)
        shown.digit_typed.connect(self._window.log.prompt.type_digit)
        shown.overdue.connect(self._controller.second_frame.flush)
        shown.resolved.connect(bench.resolve)
        shown.one_requested.connect(bench.turn_to_one)
        self._window.actions_of["volley"].triggered.connect(self._turn_to_many)
        shown.finished.connect(self._leave_bench)

    @Slot()
    def _turn_to_many(self) -> None:
        """Shows the attack of many, and takes the keyboard there."""
        self.attack.turn_to_many()
        self._window.enter_bench()

    @Slot(object)
    def _join_changes(self, panel: "DamagePanel") -> None:
        window, damage = self._window, self.damage
        panel.edited.connect(damage.show_plan)
        panel.apply_requested.connect(damage.apply)
        panel.dismissed.connect(damage.end)
        panel.dismissed.connect(self._end_change)
        panel.row_chosen.connect(self._show_target)
        panel.extended.connect(self._extend_change)
        damage.shown_changed.connect(panel.show_damage)
        damage.changes_changed.connect(window.table.preview)
        damage.changes_changed.connect(window.status.show_changes)
        damage.sentences_changed.connect(window.status.show_consequences)
        damage.refused.connect(panel.show_complaint)
        damage.done.connect(panel.close_done)
        damage.done.connect(self._end_change)
        damage.done.connect(self._controller.await_table)
        self._controller.closing.connect(panel.dismiss)

    def _join_log(self) -> None:
        panel = self._window.log
        self.log.rows_changed.connect(panel.log.show_rows)
        self._window.actions_of["log_search"].triggered.connect(panel.begin_search)
        self._controller.closing.connect(panel.search.dismiss)
        self.log.history_changed.connect(self._show_history)
        panel.log.explained.connect(self._explain)
        self._window.strip_place.moved.connect(self.prompts.keep_notices)
        panel.log.correction_requested.connect(self._correct_in_log)
        panel.explanation.correction_requested.connect(self._correct_step)
        self._window.attack_panel.set_up.dice.correction_requested.connect(self._correct_waiting)
        self._controller.corrected.connect(self._show_corrected)
        panel.log.rewind_requested.connect(self._controller.move_head)
        self._window.actions_of["prompt"].triggered.connect(self.prompts.recall)
        self._window.actions_of["waive"].triggered.connect(panel.prompt.waive.click)
        self._window.regions.use_entrance("strip", self.prompts.recall)
        panel.prompt.left.connect(self._leave_strip)
        heading = self._window.turn_bar.heading
        self.prompts.owed_changed.connect(heading.show_owed)
        heading.owed.clicked.connect(self.prompts.show_all)
        self._controller.rollers_changed.connect(self._mark_rollers)
        self._controller.context_changed.connect(self._mark_rollers)

    @Slot()
    def _open_command(self) -> None:
        self.palette.open()

    @Slot(object)
    def _fit(self, situation: Situation) -> None:
        self._situation = situation
        self._window.undo_target.use_situation(situation)
        self._window.show_live(situation.is_live or not situation.is_open)
        self._window.attack_panel.setEnabled(situation.is_live)

    @Slot()
    def _fit_again(self) -> None:
        self._fit(self._situation)

    @Slot()
    def _say_kept(self) -> None:
        session = self._controller.session
        head = session.log.head
        at = session.log.entry(head).at if head != ROOT else ""
        time = f"{datetime.fromisoformat(at).astimezone():%H:%M}" if at else ""
        said = (
            self._texts.text_of("gui.kept", time=time)
            if time
            else self._texts.text_of("gui.kept.new")
        )
        self._window.kept.say(said)

    @Slot()
    def _mark_rollers(self) -> None:
        """Shows at the names who rolls for those that differ from their side."""
        if self._controller.is_open:
            rollers, state = self._controller.rollers, self._controller.session.state
            self._window.table.mark_rollers(rollers.differing(state))

    @Slot()
    def _leave_bench(self) -> None:
        """After an attack the keyboard is in the table, unless dice of the table are asked for."""
        if self._window.regions.current == "bench":
            self._window.table.setFocus()

    @Slot(bool)
    def _leave_strip(self, is_answered: bool) -> None:
        """After an answer the keyboard is on the plan or in the table, unless the bench has the next dice."""
        if not is_answered:
            self._window.attack_panel.let_go()
        if is_answered and self._window.attack_panel.go_on():
            return
        if not (is_answered and self._window.enter_cover()):
            self._window.table.setFocus()

    @Slot(str)
    def _open_sheet(self, _who: str) -> None:
        self._window.status.show_tab("sheet")

    @Slot(tuple)
    def _follow_turn(self, acting: tuple[CombatantId, ...]) -> None:
        """Selects who acts now, the first who can, unless the game master is at work on several; nobody who is out."""
        if acting and len(self._controller.selected) <= 1:
            system, context = self._controller.system, self._controller.context
            able = (each.id for each in system.taking_part(context))
            first = next((who for who in able if who in acting), None)
            if first is None:
                out = {row.who for row in system.rows(context) if row.is_out}
                first = next((who for who in acting if who not in out), None)
            if first is not None:
                self._window.table.select([first])

    @Slot(object)
    def _select_new(self, entry: Entry) -> None:
        """Selects who has just joined: what comes next is mostly about them."""
        new = [event.combatant.id for event in entry.events if isinstance(event, CombatantAdded)]
        if new:
            self._window.table.select(new)

    @Slot(str)
    def _pick(self, who: str) -> None:
        self._window.table.select([CombatantId(who)])

    @Slot()
    def _leave_table(self) -> None:
        """Escape in the rows shows everybody again; where all are shown, what is owed may wait."""
        if self._window.filter_bar.is_on:
            self._window.filter_bar.dismiss()
        else:
            self._window.log.prompt.dismiss()

    @Slot(int, int, object)
    def _count_shown(self, shown: int, count: int, _hidden: object) -> None:
        self._window.filter_bar.show_count(shown, count)

    @Slot(str)
    def _select_slot(self, who: str) -> None:
        select = partial(self._window.timeline.select_combatant, CombatantId(who))
        self._controller.second_frame.put("slot", select)

    @Slot(int)
    def _scrub(self, place: int) -> None:
        entry = self.log.entry_at(place)
        self._controller.view_entry(ROOT if entry is None else entry)

    @Slot(int, tuple, int, bool)
    def _show_history(
        self,
        kept: int,
        marks: tuple[HistoryMark, ...],
        place: int,
        is_live: bool,
    ) -> None:
        self._window.timeline.show_history(kept, marks, place, is_live=is_live)
        self._window.log.log.select_entry(None if is_live else self.log.entry_at(place))

    @Slot(int)
    def _explain(self, entry: int) -> None:
        title, lines = self.log.explanation(EntryId(entry))
        self._window.log.explanation.show_explanation(title, lines, entry)

    @Slot(int, str)
    def _correct_in_log(self, entry: int, step: str) -> None:
        """Opens the field over a die of the log."""
        place_of = self._window.log.log.place_of_die
        self.corrections.open(EntryId(entry), step, lambda at: place_of(EntryId(entry), at))

    @Slot(int, str)
    def _correct_step(self, entry: int, step: str) -> None:
        """Opens the field over a line of the explanation."""
        explanation = self._window.log.explanation
        self.corrections.open(EntryId(entry), step, explanation.place_of_step)

    @Slot(int, QWidget)
    def _correct_waiting(self, place: int, cell: QWidget) -> None:
        """Opens the field over a roll of the attack that is under way."""
        where = on_screen(cell)
        self.corrections.open_waiting(place, lambda _: where)

    @Slot(object)
    def _show_corrected(self, again: EntryId) -> None:
        """Shows what all comes to now: the log its newest line, an open explanation the numbers worked out again."""
        self._window.log.log.scrollToTop()
        if not self._window.log.explanation.isHidden():
            self._explain(again)

    @Slot(object)
    def _act(self, command: Command) -> None:
        """What a quick action rolls can be a real die as well: the strip asks, and blank leaves it to the app."""
        if self._controller.start(command, ask=True):
            self._controller.await_table()

    @Slot(str, str, object, bool)
    def _set_value(self, who: str, key: str, to: Value, is_beyond: bool) -> None:
        self._controller.perform(
            do.Correct(who=CombatantId(who), number=key, to=to, anyway=is_beyond)
        )

    @Slot(str, str, int, bool)
    def _strike(
        self,
        who: str,
        place: str,
        damage: int,
        is_settled: bool,
    ) -> None:
        """A blow by hand; on several selected it is a change by hand. A refused one is explained where it was typed.

        ``is_settled``: what the wound demands is rolled at once.
        """
        selected = self._controller.selected
        if len(selected) > 1 and who in selected:
            self._window.status.body_page.end_hit()
            from encounter_gui.gui.damage.damage_plan import DamagePlan

            self._window.begin_damage(DamagePlan(targets=selected, text=str(damage), place=place))
            return
        result = self._controller.strike(CombatantId(who), place, damage)
        if isinstance(result, Refused):
            self._window.status.body_page.refuse_hit(result.sentence)
        else:
            self._window.status.body_page.end_hit()
            if is_settled:
                self._controller.settle_next()
            self._controller.await_table()

    @Slot(str, str)
    def _relieve(self, who: str, key: str) -> None:
        whose = (CombatantId(who),)
        if key.startswith(LABEL):
            self._controller.perform(do.Label(who=whose, text=key.removeprefix(LABEL), on=False))
        else:
            self._controller.perform(do.Relieve(who=whose, condition=key))

    @Slot(str, str)
    def _write_note(self, who: str, text: str) -> None:
        self._controller.perform(do.Note(text=text, who=CombatantId(who)))

    @Slot()
    def _end_typing(self) -> None:
        """A field hands on what was typed when the keyboard leaves it; later there is nobody to take it."""
        focus = QApplication.focusWidget()
        if focus is not None and self._window.isAncestorOf(focus):
            focus.clearFocus()
        self._window.status.notes.hand_on()  # text dropped into it came without the keyboard

    @Slot()
    def _enter_command(self) -> None:
        """Remembers whether the line was opened from the plan: whoever plays on it goes on there afterwards."""
        focus = QApplication.focusWidget()
        is_on_plan = self._window.regions.region_of(focus) == "field"
        self._before_command = focus if is_on_plan else None

    @Slot()
    def _leave_command(self) -> None:
        before = self._before_command
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        else:
            self._window.table.setFocus()

    @Slot(int, str)
    def _extend_change(self, step: int, share: str) -> None:
        """The change by hand reaches as many as are selected now."""
        from encounter_gui.gui.damage.damage_panel import share_named

        window = self._window
        targets = window.table.extend(step)
        window.damage.aim_at(targets, share_named(share), window.table.selected_crowds())

    @Slot()
    def _end_change(self) -> None:
        self._window.status.show_standing("")
        self._window.end_change()
        self._window.table.select_group_again()
        foremost = self._controller.selected[:1]
        self.views.show_combatant(foremost[0] if foremost else "")

    @Slot(str)
    def _show_target(self, who: str) -> None:
        """The panel of the selected follows the row of the change by hand; it says which of them that is."""
        plan = self._window.damage.plan
        if not self._window.shows_damage or who not in plan.targets:
            return
        place, count = plan.targets.index(CombatantId(who)) + 1, len(plan.targets)
        standing = self._texts.text(say("gui.damage.standing", place=place, count=count))
        self._window.status.show_standing(standing if count > 1 else "")
        self.views.show_combatant(who)

    @Slot(object)
    def _preview(self, reading: "Reading") -> None:
        self._window.table.preview(reading.changes)
