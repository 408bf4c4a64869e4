"""A clumsy game master: clicks, types and answers at random, the same way every time for the same seed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTextEdit,
    QToolButton,
    QTreeView,
    QWidget,
)

from encounter_gui.app.program import Program
from encounter_gui.gui.control.actions import ACTIONS
from encounter_gui.play.session.rollers import ROLLERS, SIDES, Rollers
from encounter_gui.rules.model.commands import Add, Rename
from encounter_gui.rules.view import ObligationView

Key, Button, Modifier = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier

_LONG = "Aleksandra Wiśniewska-Szczebrzeszyńska " * 6
NAMES = (
    "Łucja Żółć",
    "東京の夜警 三号",
    "ガンマ",
    "O'Neil & Söhne <b>x</b>",
    _LONG,
    "  ",
    "%s {who} *bold*",
    "🦾 arm",
)
"""What people are called, and worse."""

WORDS = (
    *NAMES, "", "-7", "+4", "=5", "12", "0", "-1", "999999", "x", "6 2 3", "3,4", "1", "2d6+3", "d%", "²", "٣",
    "torso", "torso 12", "head 5", "4 ganger", "3 x ganger", "ganger", "a", "1 2 c stunned 2", "3.5", "10/10", "#tag",
    "hp>5", "system:cwn", '"open', "round 2", "r3", "\t", "50%", "1d10", "—",
)  # fmt: skip
"""What is typed into whatever takes text."""

LINES = (
    "1 -5", "1 2 3 -12", "2 +4", "1 =3", "1 c stunned 2", "1 c prone", "2 c", "c", "99 -3",
    "add 2 ganger", "add 4", "add nobody", "note ようこそ", "note", "undo 2", "undo", "redo",
    "redo 3", "next", "back", "next 2", "undo 0", "-3", "+", "=", "² -3", "1 c x 1²", "undo ²",
    "add ² a", "declare run", "1 declare hide", "attack", "1 -9999999", "1 1 -1", "move 5",
    "1 move 7", "1 stand", "help", "1 aim", "1 note", "1 dodge", "1 2 reload", "-", "- 5", "1 -0",
    "٣ -2", "1 2 3 -7", "1 raw -7", "1 hp =12", "2 -2d6", "1 -12 left arm", "2 c stunned 2 rounds", "5 -1d6+2",
    "1 sub 4 ap 2", "all -3",
)  # fmt: skip
"""What is typed into the command field."""

KEYS = (
    Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_PageDown, Key.Key_PageUp,
    Key.Key_Return, Key.Key_Escape, Key.Key_Tab, Key.Key_Backtab, Key.Key_Space, Key.Key_Delete, Key.Key_Backspace,
    Key.Key_F2, Key.Key_F6, Key.Key_N, Key.Key_B, Key.Key_D, Key.Key_E, Key.Key_W, Key.Key_L, Key.Key_A, Key.Key_V,
    Key.Key_Minus, Key.Key_Plus, Key.Key_Equal, Key.Key_3, Key.Key_Slash,
)  # fmt: skip
"""Keys that do something somewhere."""

MODIFIERS = (
    Modifier.NoModifier, Modifier.NoModifier, Modifier.NoModifier, Modifier.ControlModifier, Modifier.ShiftModifier,
    Modifier.AltModifier,
)  # fmt: skip

NEVER = {"quit", "close"}
"""Actions that end everything."""


BY_HAND = Rollers(by_side=dict.fromkeys(SIDES, "hand"))
"""Everybody's dice are typed at the table."""

Deeds = tuple[tuple[int, Callable[[], str]], ...]
"""What is done, and how often of all."""


class Monkey:
    """One pair of clumsy hands."""

    def __init__(self, program: Program, seed: int, folder: Path, *, plays: bool = False) -> None:
        """Takes the window, the seed, and a folder where files may be written.

        ``plays``: it does what is done in the middle of a fight and little else, and types the dice of most.
        """
        self.program = program
        self._plays = plays
        self.random = Random(seed)
        self.folder = folder
        self.steps: list[str] = []
        self._deeds = self._playing if plays else self._anything

    @property
    def _anything(self) -> Deeds:
        return (
            (8, self.trigger),
            (4, self.press_key),
            (5, self.command_line),
            (8, self.click_row),
            (5, self.change_by_hand),
            (10, self.answer),
            (14, self.use_bench),
            (8, self.act),
            (5, self.hit_body),
            (4, self.scrub),
            (2, self.drag_slot),
            (6, self.go_on),
            (9, self.poke_somewhere),
            (4, self.click_anywhere),
            (2, self.use_menu),
            (2, self.add_somebody),
            (1, self.name_somebody),
            (1, self.resize),
            (2, self.undo_some),
            (1, self.change_rollers),
            (3, self.open_large),
        )

    @property
    def _playing(self) -> Deeds:
        return (
            (20, self.answer),
            (18, self.shoot),
            (6, self.use_bench),
            (10, self.go_on),
            (6, self.hit_somebody),
            (6, self.open_large),
            (6, self.command_line),
            (3, self.press_key),
            (4, self.change_by_hand),
            (2, self.act),
            (1, self.poke_somewhere),
            (3, self.click_row),
            (2, self.undo_some),
            (1, self.change_rollers),
            (1, self.scrub),
            (1, self.add_somebody),
        )

    @property
    def window(self) -> QWidget:
        """The main window."""
        return self.program.window

    def step(self) -> None:
        """Does one thing; what lies over the window is dealt with first, mostly."""
        over = _over(self.window)
        if self._plays and not self.program.controller.is_live and self.random.random() < 0.7:
            self.program.controller.view_head()
        self.steps.append("…")
        # A file dialog has windows of its own, which wait for an answer: nothing is typed into it.
        if over is not None and (isinstance(over, QFileDialog) or self.random.random() < 0.8):
            said = self.deal_with(over)
        else:
            weights = [weight for weight, _ in self._deeds]
            _, deed = self.random.choices(self._deeds, weights)[0]
            self.steps[-1] = deed.__name__
            said = deed()
        self.steps[-1] = said
        settle()

    def leave(self) -> None:
        """Puts away what lies over the window."""
        for each in QApplication.topLevelWidgets():
            if each is not self.window and each.isVisible():
                each.close()
        settle()

    # ---- what lies over the window

    def deal_with(self, over: QWidget) -> str:
        """Answers a dialog, a menu or an open list."""
        chance = self.random.random()
        name = f"{type(over).__name__} «{over.windowTitle()}»"
        match over:
            case QMenu():
                return self.choose_in(over)
            case QFileDialog():
                return self.pick_file(over)
            case QMessageBox():
                button = self.random.choice(over.buttons())
                button.click()
                return f"{name}: {button.text()}"
            case QDialog() if (
                "Print" in type(over).__name__ and type(over).__name__ != "PrintWindow"
            ):
                over.reject()
                return f"{name}: cancel"
            case _ if chance < 0.12 or over.windowType() == Qt.WindowType.Popup:
                QTest.keyClick(over, Key.Key_Escape)
                return f"{name}: Esc"
            case QDialog() if chance < 0.22:
                over.close()
                return f"{name}: close"
            case _:
                return f"{name}: {self.poke(over)}"

    def choose_in(self, menu: QMenu) -> str:
        """Chooses in an open menu, or puts it away."""
        actions = [each for each in menu.actions() if self._may(each) and each.menu() is None]
        if not actions or self.random.random() < 0.3:
            menu.close()
            return "menu: put away"
        action = self.random.choice(actions)
        said = f"menu: {action.text()}"
        menu.close()
        action.trigger()
        return said

    def pick_file(self, dialog: QFileDialog) -> str:
        """Cancels, or takes a file in the folder that is for it."""
        if self.random.random() < 0.5:
            dialog.reject()
            return "file: cancel"
        files = sorted(each for each in self.folder.iterdir() if each.is_file())
        if dialog.acceptMode() == QFileDialog.AcceptMode.AcceptOpen:
            path = self.random.choice(files)
        else:
            path = self.folder / self.random.choice(
                ("new.encounter", "é 東京", "list.csv", "x.pdf", "y.md")
            )
        signals = dialog.fileSelected, dialog.filesSelected
        dialog.hide()
        # Not through the dialog's own list: a folder in it would only be entered.
        signals[0].emit(str(path))
        signals[1].emit([str(path)])
        dialog.reject()
        return f"file: {path.name}"

    def _may(self, action: QAction) -> bool:
        name = action.objectName().removeprefix("action_")
        return action.isEnabled() and not action.isSeparator() and name not in NEVER

    # ---- deeds

    def trigger(self) -> str:
        """Uses any action that can be used."""
        actions = self.program.window.actions_of
        free = [
            each.id for each in ACTIONS if each.id not in NEVER and actions[each.id].isEnabled()
        ]
        wanted = self.random.choice(free)
        if wanted == "paste_creatures":
            QApplication.clipboard().setText(self.random.choice(PASTED))
        actions[wanted].trigger()
        return f"action {wanted}"

    def press_key(self) -> str:
        """Presses a key wherever the keyboard is."""
        key, modifier = self.random.choice(KEYS), self.random.choice(MODIFIERS)
        widget = QApplication.focusWidget() or self.window
        QTest.keyClick(widget, key, modifier)
        return f"key {modifier.name} {key.name} in {type(widget).__name__}"

    def command_line(self) -> str:
        """Types a line into the command field."""
        panel, line = self.program.window.command, self.random.choice(LINES)
        panel.open("")
        panel.line.setText(line)
        panel.edited.emit(line)
        QTest.keyClick(panel.line, Key.Key_Return)
        if self.random.random() < 0.7:
            panel.leave()
        return f"line {line!r}"

    def click_row(self) -> str:
        """Clicks a combatant in the table."""
        table = self.program.window.table
        return "nobody" if not table.rows.rowCount() else self._click_item(table)

    def change_by_hand(self) -> str:
        """Types a change of the selected."""
        window, text = (
            self.program.window,
            self.random.choice(("7", "0", "99", "x", "", "3²", "1000000", "12")),
        )
        if not window.actions_of["damage"].isEnabled():
            return "change: nobody"
        sign = self.random.choice("-+=")
        window.begin_change(sign)
        type_text(QApplication.focusWidget(), text)
        key = self.random.choice((Key.Key_Return, Key.Key_Return, Key.Key_Escape))
        QTest.keyClick(QApplication.focusWidget() or window, key)
        return f"change {sign}{text} {key.name}"

    def answer(self) -> str:
        """Answers whatever the strip asks, well or badly."""
        prompt = self.program.window.log.prompt
        if not prompt.isVisible():
            return "nothing asked"
        question = prompt.state.question
        chance = self.random.random()
        if chance < (0.04 if self._plays else 0.12):
            prompt.dismiss()
            return "strip: put off"
        if question is not None and question.options:
            free = [each for each in prompt.option_buttons if each.isEnabled()]
            if not free:
                return "strip: no choice is free"
            button = self.random.choice(free)
            button.click()
            return f"strip: {button.text()}"
        if question is not None and chance < 0.7:
            faces = [
                self.random.randint(*_range(each))
                for each in question.requests
                for _ in range(each.count)
            ]
            is_good = chance < (0.65 if self._plays else 0.45)
            text = " ".join(map(str, faces)) if is_good else self.random.choice(WORDS)
            prompt.field.setFocus()
            prompt.field.setText(text)
            prompt.field.textEdited.emit(text)
            QTest.keyClick(prompt.field, Key.Key_Return)
            return f"strip: typed {text!r}"
        owed = prompt.state.owed.items
        if owed and prompt.state.foremost == "owed" and chance < 0.8:
            return self.answer_owed(owed[0].test)
        if prompt.button.isVisible():
            prompt.button.click()
            return f"strip: {prompt.text!r}"
        return "strip: read"

    def answer_owed(self, test: ObligationView) -> str:
        """Types the dice of what is owed first, waives it, or goes to another."""
        prompt, chance = self.program.window.log.prompt, self.random.random()
        if chance < 0.1:
            QTest.keyClick(prompt.field, Key.Key_Tab)
            return "strip: another"
        if chance < 0.2 and prompt.waive.isVisible():
            prompt.waive.click()
            return f"strip: waived {test.title}"
        if test.rolls and prompt.field.isVisible():
            faces = [
                self.random.randint(*_range(each)) for each in test.rolls for _ in range(each.count)
            ]
            prompt.field.setFocus()
            prompt.field.clear()
            type_text(prompt.field, " ".join(map(str, faces)))
            QTest.keyClick(prompt.field, Key.Key_Return)
            return f"strip: {test.title} {faces}"
        if prompt.button.isVisible():
            prompt.button.click()
        return f"strip: {test.title}"

    def use_bench(self) -> str:
        """Chooses on the bench, types its dice, or resolves what is on it."""
        panel = self.program.window.attack_panel
        if not panel.isVisible() or not panel.isEnabled():
            return "no bench"
        chance = self.random.random()
        inputs = [each for each in panel.set_up.dice.inputs if each.isVisible()]
        if inputs and chance < 0.25:
            field = self.random.choice(inputs)
            text = self.random.choice((*WORDS, "1", "2", "3", "4", "5", "6", "8", "10", "20"))
            field.setFocus()
            field.clear()
            type_text(field, text)
            if chance < 0.15:
                QTest.keyClick(field, Key.Key_Return)
            return f"bench dice {text!r}"
        if chance < 0.4:
            QTest.keyClick(panel, Key.Key_Return, Modifier.ControlModifier)
            button = next(
                (b for b in panel.findChildren(QAbstractButton) if b.property("primary") == "true"),
                None,
            )
            if button is not None and button.isEnabled():
                button.click()
            return "bench: resolve"
        return f"bench: {self.poke(panel)}"

    def act(self) -> str:
        """Uses one of the quick actions, in the row or in the menu."""
        quick = self.program.window.status.quick_actions
        if self.random.random() < 0.5:
            quick.menu.aboutToShow.emit()
            free = [
                each for each in quick.menu.actions() if each.isEnabled() and not each.isSeparator()
            ]
            if not free:
                return "no quick actions"
            action = self.random.choice(free)
            said = action.text()
            action.trigger()
            return f"quick {said!r}"
        free = [each for each in quick.buttons if each.isVisible() and each.isEnabled()]
        if not free:
            return "no quick buttons"
        button = self.random.choice(free)
        said = button.text()
        button.click()
        return f"quick button {said!r}"

    def hit_body(self) -> str:
        """Clicks a place of the body, or anything else at the right, and types into it."""
        status = self.program.window.status
        if not status.isVisible():
            return "no panel"
        if self.random.random() < 0.5:
            return f"panel: {self.poke(status)}"
        body = status.body
        count = body.model().rowCount()
        if not body.isVisible() or not count:
            return f"panel: {self.poke(status)}"
        said = self._click_item(body)
        if self.random.random() < 0.5:
            return said
        text = self.random.choice(("5", "12", "0", "-3", "x", "99", "torso 4", "²"))
        if self.program.window.begin_hit() and QApplication.focusWidget() is not None:
            type_text(QApplication.focusWidget(), text)
            key = self.random.choice((Key.Key_Return, Key.Key_Return, Key.Key_Escape))
            QTest.keyClick(QApplication.focusWidget() or status, key)
        return f"{said}, blow {text!r}"

    def shoot(self) -> str:
        """Has whoever acts attack somebody from the bench, and answers some of what that asks."""
        controller, dice = self.program.controller, self.program.window.attack_panel.set_up.dice
        others = [
            who
            for who in controller.context.state.combatants
            if who not in controller.context.state.acting
        ]
        if not others:
            return "nobody to shoot"
        target = self.random.choice(others)
        self.program.window.table.select([target])
        settle()
        if not dice.resolve.isVisible() or not dice.resolve.isEnabled():
            return f"no shot at {target}"
        dice.resolve.click()
        if self.program.connections.attack._doubted is not None:
            dice.resolve.click()  # whoever is out of the fight is asked about first
        said = [self.answer() for _ in range(self.random.randint(0, 4)) if controller.is_open]
        return f"shot at {target}; {'; '.join(said)}"

    def hit_somebody(self) -> str:
        """Clicks a place of anybody's body and types a number that hurts."""
        table, window = self.program.window.table, self.program.window
        if not table.rows.rowCount():
            return "nobody"
        who = self.random.choice(list(self.program.controller.context.state.combatants))
        table.select([who])
        text = f"{self.random.choice(('', 'torso ', 'la', 'head '))}{self.random.randint(3, 25)}"
        if not window.actions_of["hit"].isEnabled() or not window.begin_hit():
            return f"no body of {who}"
        type_text(QApplication.focusWidget(), text)
        QTest.keyClick(QApplication.focusWidget() or window, Key.Key_Return)
        return f"{who} hit by hand {text!r}"

    def scrub(self) -> str:
        """Looks back along the history, and mostly returns."""
        bar = next(iter(self.program.window.timeline.findChildren(QAbstractSlider)), None)
        bars = [
            b
            for b in self.program.window.timeline.findChildren(QAbstractSlider)
            if "History" in type(b).__name__
        ]
        bar = bars[0] if bars else bar
        if bar is None or not bar.isEnabled():
            return "no history"
        places = [
            self.random.randint(0, max(0, bar.width() - 1))
            for _ in range(self.random.randint(1, 3))
        ]
        for x in places:
            QTest.mouseClick(bar, Button.LeftButton, pos=QPoint(x, bar.height() // 2))
        if self.random.random() < 0.6:
            self.program.controller.view_head()
            return f"scrub {places}, live"
        return f"scrub {places}"

    def drag_slot(self) -> str:
        """Drags somebody along the turn order."""
        strip = next((v for v in self.program.window.timeline.findChildren(QAbstractItemView)
                      if hasattr(v, "reordered")), None)  # fmt: skip
        if strip is None or not strip.isVisible() or not strip.model().rowCount():
            return "no order"
        port = strip.viewport()
        rect = strip.visualRect(
            strip.model().index(self.random.randrange(strip.model().rowCount()), 0)
        )
        end = QPoint(self.random.randint(0, port.width()), self.random.randint(0, port.height()))
        QTest.mousePress(port, Button.LeftButton, pos=rect.center())
        if self.random.random() < 0.2:
            self.program.controller.undo() if self.program.controller.session.can_undo else None
        QTest.mouseMove(port, (rect.center() + end) / 2)
        QTest.mouseMove(port, end)
        QTest.mouseRelease(port, Button.LeftButton, pos=end)
        return f"drag {rect.center().toTuple()} {end.toTuple()}"

    def go_on(self) -> str:
        """Moves the fight on; most of what waits is rolled by the app."""
        if not self.program.window.actions_of["next"].isEnabled():
            self.program.controller.view_head()
        self.program.window.actions_of["next"].trigger()
        prompt = self.program.window.log.prompt
        if prompt.isVisible() and prompt.button.isVisible() and self.random.random() < 0.8:
            prompt.button.click()
        return "next"

    def poke_somewhere(self) -> str:
        """Does something with anything in the window that can be used."""
        return self.poke(self.window)

    def click_anywhere(self) -> str:
        """Clicks at a point, whatever is there."""
        window = self.window
        point = QPoint(
            self.random.randrange(window.width()), self.random.randrange(window.height())
        )
        widget = window.childAt(point) or window
        button = self.random.choice((Button.LeftButton, Button.LeftButton, Button.RightButton))
        local = widget.mapFrom(window, point)
        if _is_trap(widget):
            return "better not"
        said = f"click {point.toTuple()} {button.name} {type(widget).__name__}"
        self.steps[-1] = said
        if isinstance(widget, QAbstractButton):
            return f"{said} {self._press(widget)}"
        if button == Button.RightButton:
            from PySide6.QtGui import QContextMenuEvent

            event = QContextMenuEvent(
                QContextMenuEvent.Reason.Mouse, local, widget.mapToGlobal(local)
            )
            QApplication.sendEvent(widget, event)
        elif self.random.random() < 0.2:
            QTest.mouseDClick(widget, button, pos=local)
        else:
            QTest.mouseClick(widget, button, pos=local)
        return said

    def use_menu(self) -> str:
        """Chooses in a menu inside another."""
        menu = self.program.window.menus[
            self.random.choice(("recent", "encounters", "side", "theme", "docks"))
        ]
        free = [each for each in menu.actions() if self._may(each)]
        if not free:
            return "empty menu"
        action = self.random.choice(free)
        said = action.text()
        action.trigger()
        return f"menu {said}"

    def add_somebody(self) -> str:
        """Has a few of the ruleset's creatures join."""
        controller = self.program.controller
        creatures = controller.context.ruleset.creatures
        if not creatures:
            return "no creatures"
        creature = self.random.choice(creatures).key
        count = self.random.choice((1, 1, 1, 2, 3))
        controller.perform(Add(creature=creature, count=count))
        return f"add {count} {creature}"

    def name_somebody(self) -> str:
        """Gives somebody a name that is hard on the window."""
        controller = self.program.controller
        names = list(controller.context.state.combatants)
        if not names:
            return "nobody to name"
        who, name = self.random.choice(names), self.random.choice(NAMES)
        controller.perform(Rename(who=who, name=name))
        return f"name {who} {name[:20]!r}"

    def resize(self) -> str:
        """Makes the window small or wide."""
        size = self.random.choice(((1024, 700), (1366, 768), (860, 560), (1920, 1080)))
        self.window.resize(*size)
        return f"resize {size}"

    def undo_some(self) -> str:
        """Undoes and redoes a few times."""
        controller = self.program.controller
        back = self.random.randint(1, 6)
        for _ in range(back):
            if controller.session.can_undo:
                controller.undo()
        forth = self.random.randint(0, back)
        for _ in range(forth):
            if controller.session.can_redo:
                controller.redo()
        return f"undo {back} redo {forth}"

    def change_rollers(self) -> str:
        """Has others roll for a side from now on; mostly players type their dice."""
        if self.random.random() < 0.7:
            self.program.controller.set_rollers(BY_HAND)
            return "the table types all dice"
        side, roller = self.random.choice(("pc", "foe")), self.random.choice(ROLLERS)
        controller = self.program.controller
        controller.set_rollers(controller.rollers.with_side(side, roller))
        return f"{side}: {roller}"

    def open_large(self) -> str:
        """Opens what is typed into for many at once: initiative, declarations, the damage of all that are selected."""
        window = self.program.window
        wanted = self.random.choice(("initiative", "declare", "damage"))
        if wanted == "damage":
            window.table.selectAll()
        if not window.actions_of[wanted].isEnabled():
            return f"{wanted} is closed"
        window.actions_of[wanted].trigger()
        settle()
        for _ in range(self.random.randint(1, 6)):
            field = QApplication.focusWidget()
            if field is None or isinstance(field, QFileDialog):
                break
            type_text(field, str(self.random.randint(1, 12)))
            key = self.random.choice((Key.Key_Tab, Key.Key_Tab, Key.Key_Down, Key.Key_Return))
            QTest.keyClick(QApplication.focusWidget() or window, key)
        QTest.keyClick(QApplication.focusWidget() or window, Key.Key_Return)
        return f"{wanted} typed"

    # ---- widgets of any kind

    def poke(self, root: QWidget) -> str:
        """Does what one does with it to anything usable inside a widget."""
        free = [each for each in root.findChildren(QWidget) if _is_usable(each)]
        if not free:
            return "nothing to use"
        widget = self.random.choice(free)
        name = widget.accessibleName() or (
            widget.text() if isinstance(widget, QAbstractButton) else ""
        )
        said = f"{type(widget).__name__} «{name[:40]}»"
        self.steps[-1] = said
        return f"{said} {self._use(widget)}"

    def _use(self, widget: QWidget) -> str:
        match widget:
            case QAbstractButton():
                return self._press(widget)
            case QComboBox() | QTabBar() | QAbstractSlider() | QAbstractSpinBox():
                return self._choose(widget)
            case QLineEdit() | QPlainTextEdit() | QTextEdit():
                return self._write(widget)
            case QAbstractItemView() if not isinstance(widget, QHeaderView):
                return self._click_item(widget)
            case _:
                pick = self.random
                point = QPoint(
                    pick.randrange(max(1, widget.width())), pick.randrange(max(1, widget.height()))
                )
                QTest.mouseClick(widget, Button.LeftButton, pos=point)
                return f"at {point.toTuple()}"

    def _press(self, button: QAbstractButton) -> str:
        menu = button.menu() if isinstance(button, QToolButton | QPushButton) else None
        if menu is not None:  # a click waits in a loop of its own until the menu is gone
            menu.aboutToShow.emit()
            return self.choose_in(menu)
        QTest.mouseClick(button, Button.LeftButton)
        return "click"

    def _choose(self, widget: QComboBox | QTabBar | QAbstractSlider | QAbstractSpinBox) -> str:
        pick = self.random
        match widget:
            case QComboBox():
                if not widget.count():
                    return "empty"
                row = pick.randrange(widget.count())
                widget.setCurrentIndex(row)
                widget.activated.emit(row)
                return f"row {row}"
            case QTabBar():
                widget.setCurrentIndex(pick.randrange(max(1, widget.count())))
                return "tab"
            case QAbstractSlider():
                widget.setValue(pick.randint(widget.minimum(), widget.maximum()))
                return f"value {widget.value()}"
            case _:
                pick.choice((widget.stepUp, widget.stepDown))()
                return "step"

    def _write(self, widget: QLineEdit | QPlainTextEdit | QTextEdit) -> str:
        pick = self.random
        text = pick.choice(WORDS)
        if not isinstance(widget, QLineEdit):
            if not widget.isReadOnly():
                type_text(widget, text)
            return "text"
        widget.setFocus()
        if pick.random() < 0.7:
            widget.selectAll()
        type_text(widget, text)
        key = pick.choice((None, Key.Key_Return, Key.Key_Return, Key.Key_Tab, Key.Key_Escape))
        if key is not None:
            QTest.keyClick(widget, key)
        return f"{text[:30]!r} {key}"

    def _click_item(self, view: QAbstractItemView) -> str:
        model, pick = view.model(), self.random
        if model is None or not model.rowCount():
            return "empty list"
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
        index = model.index(pick.randrange(model.rowCount()), pick.randrange(max(1, columns)))
        if isinstance(view, QTreeView) and pick.random() < 0.5 and model.rowCount(index):
            index = model.index(pick.randrange(model.rowCount(index)), 0, index)
        view.scrollTo(index)
        rect = view.visualRect(index)
        modifier = pick.choice((*MODIFIERS[:3], Modifier.ControlModifier, Modifier.ShiftModifier))
        click = QTest.mouseDClick if pick.random() < 0.1 else QTest.mouseClick
        said = f"item {index.row()},{index.column()} {modifier.name}"
        click(view.viewport(), Button.LeftButton, modifier, rect.center())
        focus = QApplication.focusWidget()
        if pick.random() < 0.15 and focus is not None:
            type_text(focus, pick.choice(WORDS)[:40])
            QTest.keyClick(QApplication.focusWidget() or focus, Key.Key_Return)
        return said


PASTED = (
    "Ganger\nHP 12\nAC 13", '{"name": "Rat", "hp": 4}', "name,hp\nŻółw,12\n,\n東京,x", "{", "",
    "\0", "[]", "[1]", "null", "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |", "<b>x</b>" * 50,
    '{"encounter_gui": 1}', "```statblock\nname: X\n```", "---\nname: x\n---\ntext",
)  # fmt: skip
"""What lies on the clipboard."""


def settle() -> None:
    """Lets the window do what it has put off, and frees what it has dropped."""
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def type_text(widget: QWidget | None, text: str) -> None:
    """Types letter by letter; what no keyboard has comes as a whole, as an input method gives it."""
    for letter in text[:60]:
        # The widget may be gone after any letter.
        target = QApplication.focusWidget() or widget
        if target is None:
            return
        if letter.isascii():
            QTest.keyClicks(target, letter)
        else:
            _insert(target, letter)


def _insert(widget: QWidget, text: str) -> None:
    from PySide6.QtGui import QInputMethodEvent

    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(widget, event)


def _range(request: object) -> tuple[int, int]:
    lowest = getattr(request, "lowest", 1)
    return lowest, lowest + getattr(request, "sides", 6) - 1


def _over(window: QWidget) -> QWidget | None:
    """Returns what lies over the window and wants to be dealt with."""
    popup = QApplication.activePopupWidget()
    if popup is not None:
        return popup
    modal = QApplication.activeModalWidget()
    if modal is not None:
        return modal
    shown = [
        each
        for each in QApplication.topLevelWidgets()
        if each.isVisible() and isinstance(each, QDialog)
    ]
    return shown[-1] if shown else None


def _is_usable(widget: QWidget) -> bool:
    if not widget.isVisible() or not widget.isEnabled() or _is_trap(widget):
        return False
    if isinstance(
        widget, QAbstractButton | QComboBox | QLineEdit | QPlainTextEdit | QTextEdit | QTabBar
    ):
        return True
    if isinstance(widget, QAbstractItemView | QAbstractSlider | QAbstractSpinBox):
        return True
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def _is_trap(widget: QWidget) -> bool:
    """Whether this is part of a file dialog, which could delete files, or the menu bar, which opens real menus."""
    top = widget.window()
    return isinstance(top, QFileDialog) or type(widget).__name__ in ("QMenuBar", "QSizeGrip")


def told(steps: Sequence[str]) -> str:
    """Returns the steps as a text."""
    return "\n".join(f"{number:5} {step}" for number, step in enumerate(steps))
