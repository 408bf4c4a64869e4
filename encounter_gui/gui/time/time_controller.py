"""Shows the time between fights while that is what is open, and lets it pass as is asked there."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Running
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.dialogs.frame import question_box
from encounter_gui.gui.time.coming_rows import ComingRows
from encounter_gui.gui.time.still_open.open_items import Deed, OpenItem, open_items
from encounter_gui.gui.time.still_open.open_panel import StillOpen
from encounter_gui.gui.time.time_lines import TimeLine, lines_of
from encounter_gui.gui.time.time_page import TimePage
from encounter_gui.gui.widgets.link_row import Link
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.engine.time.running import CONDITION, REMINDER
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view.scene.time import RunningRow

if TYPE_CHECKING:
    from encounter_gui.gui.window.main_window import MainWindow, UiResources

_LONGEST = 7 * clock.DAY
"""Time passes no longer than this until something is over, in seconds."""

_NAME = 22
"""Letters of a name on the button that opens the sheet."""


class TimeMeans(Struct, frozen=True, kw_only=True):
    """How the time between fights is opened, and how the fight that was open before."""

    open: Callable[[], None]
    leave: Callable[[], None]


class TimeController(QObject):
    """Shows page, tab and rows of the time between fights; what is done there are commands of that time."""

    def __init__(
        self,
        window: "MainWindow",
        controller: EncounterController,
        prompts: PromptController,
        resources: "UiResources",
        means: TimeMeans,
    ) -> None:
        """Takes the window, the controllers of encounter and prompts, texts with the theme, and how time is opened."""
        super().__init__(window)
        self._window, self._controller, self._prompts = window, controller, prompts
        self._texts, self._means = resources.texts, means
        icons, texts = resources.icons, resources.texts
        self.page = TimePage(icons, texts)
        self.still_open = StillOpen(icons, texts)
        self.coming = ComingRows(icons, texts)
        self._opened: tuple[CombatantId, ...] | None = None
        self._asked: Callable[[tuple[str, ...]], None] | None = None
        self._before: EncounterState | None = None
        window.take_time(self.page, self.still_open, self.coming, lambda: self.page.whole_height)
        self._join()

    def _join(self) -> None:
        controller, page = self._controller, self.page
        controller.context_changed.connect(self.look)
        controller.rollers_changed.connect(self.look)
        controller.closed.connect(self._leave)
        self._window.actions_of["time"].triggered.connect(self.toggle)
        page.height_changed.connect(self._window.share_out)
        page.head.pass_requested.connect(self.pass_time)
        page.head.next_requested.connect(self._window.actions_of["next"].trigger)
        page.head.reminder_requested.connect(self._ask_reminder)
        page.list.opened.connect(self._open)
        page.list.end_requested.connect(self._ask_end)
        page.list.until_over_requested.connect(self._pass_until_over)
        page.list.chosen.connect(self._select)
        page.list.fold_requested.connect(self._fold)
        page.list.left.connect(self._window.log.prompt.dismiss)
        page.foot.end_requested.connect(self._end_current)
        page.ask.answered.connect(self._answered)
        self.still_open.done.connect(self._do)
        self.still_open.roll_requested.connect(self._roll_all)
        self.still_open.waive_all_requested.connect(self._ask_waive_all)
        self.still_open.sheet_requested.connect(self._show_sheet)

    # ---- opening and closing

    @Slot()
    def toggle(self) -> None:
        """Opens the time between fights, or the fight again that was open before."""
        if self._controller.is_open and self._controller.is_between:
            self._means.leave()
        else:
            self.open()
        self._window.actions_of["time"].setChecked(self._window.is_time)

    def open(self) -> None:
        """Opens the time between fights, with the keyboard in what runs."""
        if self._window.is_prep:
            self._window.actions_of["prep"].trigger()
        self._means.open()
        if self._window.is_time:
            self.page.take_focus()

    @Slot()
    def look(self) -> None:
        """Shows the time between fights as it is now, or puts the page away where a fight is open."""
        controller = self._controller
        if not controller.is_open or not controller.is_between:
            self._leave()
            return
        context, system = controller.context, controller.system
        view = system.time(context)
        rollers = [
            controller.rollers.of_combatant(context.state, row.who[0] if row.who else None)
            for row in view.rows
        ]
        self._say_reminders(context.state)
        self.page.show_time(view, lines_of(view, rollers, self._opened))
        self.coming.show_view(view)
        tests = system.owed(context)
        items = open_items(
            context,
            tests,
            [controller.roller_of(each) for each in tests],
            system.open_things(context),
            view,
        )
        rolled = sum(controller.is_rolled_by_next(each) for each in tests)
        self.still_open.show_items(items, rolled)
        self.still_open.show_party(_party(context))
        from_fight = self._texts.text_of("gui.time.open.from", fight=view.fight)
        self._window.status.show_origin(from_fight if view.fight else "")
        if not self._window.is_time:
            self._window.show_time(is_shown=True)
            self._select(self.page.list.current)
            self.page.take_focus()

    def _say_reminders(self, now: EncounterState) -> None:
        """Says beside the field what the time that has passed reminds of: in the log it is one of many things."""
        before, self._before = self._before, now
        if before is None or now.clock == before.clock:
            return
        still = {each.key for each in now.running if each.kind == REMINDER}
        passed = [
            each.key
            for each in before.running
            if each.kind == REMINDER
            and before.clock < each.due <= now.clock
            and each.key not in still
        ]
        if passed:
            self.page.head.show_reminders(passed)
        else:
            self.page.head.show_refusal("")

    @Slot()
    def _leave(self) -> None:
        self._opened = self._asked = self._before = None
        if self._window.is_time:
            self.page.ask.hide()
            self.page.foot.show()
            self.page.head.clear()
            self._window.show_time(is_shown=False)

    # ---- letting time pass

    def _refusal(self, command: do.Command) -> str:
        """Returns why a command is refused now, with the id of its rule; empty: it is not."""
        return self._controller.system.dry_run(self._controller.context).why_not(command)

    @Slot(object)
    def pass_time(self, command: do.PassTime) -> None:
        """Lets time pass; what is refused is said beside the field."""
        if not self._controller.is_live:
            return
        refused = self._refusal(command)
        if refused:
            self.page.head.show_refusal(refused)
            return
        self.page.head.show_refusal("")
        if self._controller.start(command, ask=True):
            self.page.head.field.clear()
            self.page.take_focus()
            self._controller.await_table()

    @Slot(object)
    def _pass_until_over(self, line: TimeLine) -> None:
        """Lets time pass until something runs no more, in one step; a week at most."""
        row, last = line.row, line.now + _LONGEST

        def following(context: RulesContext) -> do.Command | None:
            due = _due(context, row)
            if due is None or due > last:
                return None
            until = f"day {clock.day_of(due)} {clock.time_text(due, has_seconds=True)}"
            return do.PassTime(until=until)

        if self._controller.is_live and self._controller.go_on_with(following):
            self._controller.await_table()

    # ---- the rows

    @Slot(object)
    def _select(self, line: TimeLine | None) -> None:
        """Whoever something runs for is the selected one: what is done by hand is done to them."""
        if self._window.is_time and line is not None and line.row.who:
            self._window.table.select(line.row.who)

    @Slot(object)
    def _open(self, line: TimeLine) -> None:
        """Opens what a line stands for, or who it is on the sheet."""
        if line.is_head:
            self._fold(line, not line.is_open)
        elif line.row.who:
            self._select(line)
            self._show_sheets()

    @Slot(object)
    def _show_sheet(self, who: CombatantId) -> None:
        """Shows somebody's sheet, whether anything runs for them or not."""
        self._window.table.select((who,))
        self._show_sheets()

    def _show_sheets(self) -> None:
        self._window.show_side(None)
        self._window.status.show_tab("sheet")

    @Slot(object, bool)
    def _fold(self, line: TimeLine, is_opened: bool) -> None:
        if line.is_head or line.is_inner:
            self._opened = line.row.who if is_opened else None
            self.look()

    @Slot()
    def _end_current(self) -> None:
        line = self.page.list.current
        if line is not None:
            self._ask_end(line)

    @Slot(object)
    def _ask_end(self, line: TimeLine) -> None:
        """Asks why something ends by the game master's word; what only ends with its cause says so at once."""
        if line.is_head:
            self._fold(line, True)
            return
        text_of = self._texts.text_of
        what = ": ".join(part for part in (line.row.names, line.row.what) if part)
        commands = _ends(line.row, "")

        def end(typed: tuple[str, ...]) -> None:
            self._end(_ends(line.row, typed[0]))

        title, action = text_of("gui.time.end.title", what=what), text_of("gui.time.end.act")
        self._ask(title, ("gui.time.end.reason",), action, end)
        refused = "" if line.row.can_end else self._refusal(commands[0])
        if refused:
            self.page.ask.show_refusal(refused)

    def _end(self, commands: Sequence[do.Command]) -> None:
        refused = self._refusal(commands[0])
        if refused:
            self.page.ask.show_refusal(refused)
            return
        self.page.end_asking()
        self._controller.perform_each(commands)

    @Slot()
    def _ask_reminder(self) -> None:
        hints = ("gui.time.reminder.what", "gui.time.reminder.when")
        title = self._texts.text_of("gui.time.reminder.title")
        self._ask(title, hints, self._texts.text_of("gui.time.reminder.act"), self._remind)

    def _remind(self, typed: tuple[str, ...]) -> None:
        text, when = typed
        is_span = clock.kind_of(when) == "for"
        command = do.Remind(text=text, for_=when if is_span else "", until="" if is_span else when)
        refused = self._refusal(command)
        if refused:
            self.page.ask.show_refusal(refused, 1 if text and when else 0 if not text else 1)
            return
        self.page.end_asking()
        self._controller.perform(command)

    def _ask(
        self,
        title: str,
        hints: Sequence[str],
        action: str,
        then: Callable[[tuple[str, ...]], None],
    ) -> None:
        if self._controller.is_live:
            self._asked = then
            self.page.begin_asking(title, [self._texts.text_of(each) for each in hints], action)

    @Slot(tuple)
    def _answered(self, typed: tuple[str, ...]) -> None:
        if self._asked is not None and self._controller.is_live:
            self._asked(typed)

    # ---- what is still open

    @Slot(object, str, str)
    def _do(self, item: OpenItem, deed: Deed, note: str) -> None:
        controller = self._controller
        if not controller.is_live:
            return
        if deed == "waive":
            controller.perform(
                do.Waive(ids=item.ids, things=() if item.ids else item.keys, note=note)
            )
        elif not item.ids:
            controller.perform(do.Settle(things=item.keys))
        elif deed == "roll":
            controller.settle(item.ids, (None,) * item.rolls)
        else:
            self._prompts.answer_first(item.ids)

    @Slot()
    def _roll_all(self) -> None:
        if self._controller.is_live:
            self._controller.roll_what_the_program_owes()

    @Slot()
    def _ask_waive_all(self) -> None:
        """Asks once whether all that is open is to be waived."""
        items = [row.item for row in self.still_open.rows if row.item.may_waive]
        things = tuple(key for item in items for key in item.keys)
        if not things or not self._controller.is_live:
            return
        text_of = self._texts.text_of
        question = question_box(
            self._window,
            "waive_all_question",
            text_of("gui.time.open.ask_waive", count=len(items)),
            keep=text_of("gui.time.open.keep"),
            act=text_of("gui.time.open.waive"),
            help_text="\n".join(each.words for each in items[:12]),
        )
        question.accepted.connect(lambda: self._controller.perform(do.Waive(things=things)))
        question.open()


def _party(context: RulesContext) -> list[Link]:
    """Returns everybody who came out of the fights: the party first, then who is with it, then the others."""
    sides = ("pc", "ally", "neutral", "foe")
    there = sorted(context.state.combatants.values(), key=lambda each: sides.index(each.side))
    return [
        (name if len(name) <= _NAME else f"{name[: _NAME - 1].rstrip()}…", who)
        for name, who in ((each.name, each.id) for each in there)
    ]


def _due(context: RulesContext, row: RunningRow) -> int | None:
    """Returns when something is due now; None: it runs no more for the first it runs for."""
    if not row.who:
        running: Sequence[Running] = context.state.running
    else:
        combatant = context.state.combatants.get(row.who[0])
        if combatant is None:
            return None
        if row.kind == CONDITION:
            condition = combatant.condition(row.key)
            until = condition.until if condition is not None else None
            return until.at if until is not None else None
        running = combatant.running
    found = (each.due for each in running if (each.kind, each.key) == (row.kind, row.key))
    return next(found, None)


def _ends(row: RunningRow, note: str) -> tuple[do.Command, ...]:
    """Returns the commands that end something, one for each it runs for."""
    return tuple(
        do.EndRunning(running=row.kind, key=row.key, who=who, note=note)
        for who in row.who or (None,)
    )
