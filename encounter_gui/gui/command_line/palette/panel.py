"""The open command field: one line to do and to find; below it what the line would do, and what was found."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Way
from encounter_gui.gui.command_line.palette.columns import GROUP, SIDE
from encounter_gui.gui.command_line.palette.foot import Foot
from encounter_gui.gui.command_line.palette.legend_row import LegendRow
from encounter_gui.gui.command_line.palette.line import CommandLine
from encounter_gui.gui.command_line.palette.preview_rows import PreviewRows
from encounter_gui.gui.command_line.palette.result_list import ResultList, Row
from encounter_gui.gui.command_line.preview import Reading
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip

_WIDTH, _RIGHT, _TOP = 744, 8, 28
_LEAST_LIST = 72
_INPUT = 42
_BUTTON_ROW = 34
_MOST_KEPT = 50
_Key = Qt.Key
_Modifier = Qt.KeyboardModifier
_WAYS: dict[Qt.KeyboardModifier, Way] = {
    _Modifier.AltModifier: "show",
    _Modifier.ShiftModifier: "add",
    _Modifier.ControlModifier: "open",
}


class CommandPanel(QFrame):
    """Lies over the top right corner of the window while it is open. Enter does; Esc leaves nothing behind."""

    edited = Signal(str)
    opened = Signal()
    submitted = Signal(str)
    """The line is to be carried out."""
    chosen = Signal(object, str)
    """``Found, Way``: a result is to be done, shown, added or opened."""
    help_requested = Signal()
    closed = Signal()
    """Closed by the keyboard, or by what was done: the keyboard is free."""
    left = Signal()
    """Closed, because something else was clicked at."""
    history_changed = Signal(tuple)
    """``tuple[str, ...]``: the lines that were carried out, the oldest first."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes the window it lies over as its parent."""
        super().__init__(parent)
        self._over = parent
        self._icons = icons
        self._texts = texts
        self._earlier: tuple[str, ...] = ()
        self._at = 0
        self._recalled = ""
        self._is_in_list = False
        self._reading = Reading()
        self._shown_for = ""
        self._is_painted = False
        self._targets = ""
        self.setObjectName("command_panel")
        self.setAutoFillBackground(True)
        self.line = CommandLine(icons, self)
        self.count = QLabel(self)
        self.said = QLabel(self)
        self.legend = LegendRow(icons, self)
        self.rows = PreviewRows(icons, texts.text_of("gui.palette.group.command"), self)
        self.apply = ShortcutButton(icons, "↵", self)
        self._tab = QLabel(self)
        self._undo = QLabel(self)
        self._button_row = QWidget(self)
        self.list = ResultList(icons, texts, self)
        self._foot = Foot(icons, texts, self)
        self._lay_out()
        self._connect()
        self.hide()

    # ---- opening and closing

    def open(self, text: str = "") -> None:
        """Opens it over the window, with a line to go on typing."""
        self.setFixedWidth(min(_WIDTH, self._over.width() - 2 * _RIGHT))
        self._at, self._recalled = len(self._earlier), ""
        self.opened.emit()
        self.show()
        self.raise_()
        # Any reason but a key: for those the line would select what it begins with, and typing replace it.
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._write(text)

    def offer(self, text: str) -> None:
        """Writes a whole line into it, once it is open, that Enter carries out and typing replaces."""
        self._write(text)
        self.line.selectAll()

    def accepted(self) -> None:
        """Remembers the line and closes: it has been carried out."""
        text = self.line.text().strip()
        if text and text not in self._earlier[-1:]:
            self._earlier = (*self._earlier, text)[-_MOST_KEPT:]
            self.history_changed.emit(self._earlier)
        self.leave()

    @Slot()
    def leave(self) -> None:
        """Closes it; the line is forgotten."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    @property
    def history(self) -> tuple[str, ...]:
        """The lines that were carried out, the oldest first."""
        return self._earlier

    def set_history(self, lines: tuple[str, ...]) -> None:
        """Takes the lines that were carried out before."""
        self._earlier = lines[-_MOST_KEPT:]

    # ---- what it shows

    @property
    def reading(self) -> Reading:
        """What the line would do."""
        return self._reading

    @property
    def is_seen(self) -> bool:
        """Whether what was found for the line has been painted: before, Enter does nothing of it."""
        return self._is_painted

    @Slot(object)
    def show_reading(self, reading: Reading) -> None:
        """Shows what the line would do; what was found for it is shown next."""
        self._reading = reading
        self.legend.show_reading(reading)
        self.rows.show_reading(reading)
        self._button_row.setVisible(bool(reading.button))
        self._undo.setVisible(reading.is_kept)
        self.apply.show_words(reading.button)
        self.apply.setEnabled(bool(reading.button))
        self._say(reading.error or reading.hint, is_wrong=bool(reading.error))

    def show_results(self, rows: tuple[Row, ...], best: int, count: str, targets: str = "") -> None:
        """Shows what was found for the line as it stands.

        Args:
            rows: what was found.
            best: the row Enter does unless the line itself does something; -1: none.
            count: how many were found, in words.
            targets: the words of the line that name whom it is about.
        """
        self._is_in_list, self._is_painted = False, False
        self._shown_for, self._targets = self.line.text(), targets
        chosen = -1 if self._reading.button else best
        if chosen >= 0:
            title = rows[chosen][1].found.title
            self._say(self._texts.text_of("gui.palette.will", title=title), is_wrong=False)
        elif self._reading.unknown:
            found = self._texts.text_of("gui.palette.searched")
            is_found = bool(rows) and not self._reading.is_bound
            self._say(found if is_found else self._reading.unknown, is_wrong=False)
        self.list.show_rows(rows, chosen)
        self._tell_row()
        self.count.setText(count)
        self._place()

    def show_ghost(self, ghost: str) -> None:
        """Shows what Tab adds to the line."""
        self.line.show_ghost(ghost)
        text = self.line.text() + ghost
        self._tab.setText(self._texts.text_of("gui.palette.completes", line=text) if ghost else "")

    def _say(self, words: str, *, is_wrong: bool) -> None:
        role = "status.danger" if is_wrong else "text.muted"
        colour_label(self.said, self._icons.theme, role)
        self.said.setProperty("role", "danger" if is_wrong else "")
        self.said.setText(words)
        self.said.setToolTip(plain_tip(words))
        self.said.setVisible(bool(words))

    # ---- keys

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event) or super().eventFilter(watched, event)
        if isinstance(event, QFocusEvent) and _is_left_by_mouse(event):
            QTimer.singleShot(0, self, self._leave_to_the_mouse)
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        """Returns whether a key of the line is one of the palette's."""
        match event.key():
            case _Key.Key_Up:
                self._step(-1)
            case _Key.Key_Down:
                self._step(1)
            case _Key.Key_Tab if self.line.ghost:
                self._write(self.line.text() + self.line.ghost)
            case _Key.Key_Tab if self._reading.instead:
                self._write(self._reading.instead)
            case _Key.Key_Return | _Key.Key_Enter:
                self._enter(event.modifiers())
            case _Key.Key_Escape:
                self.leave()
            case _Key.Key_F1:
                self.help_requested.emit()
            case _:
                return False
        return True

    def _step(self, step: int) -> None:
        """Moves through the results, or before them through the lines carried out earlier."""
        place, last = self.list.place, self.list.results.rowCount() - 1
        is_recalling = self._recalled != "" and self.line.text() == self._recalled
        if step < 0 and self._is_in_list:
            self._choose(place - 1, is_in_list=place > 0 or not self._reading.button)
        elif step < 0 or is_recalling:
            self._recall(step)
        elif place < last:
            self._choose(place + 1, is_in_list=True)

    def _choose(self, place: int, *, is_in_list: bool) -> None:
        if place < 0 and not self._reading.button:
            self._is_in_list = False
            return
        self._is_in_list = is_in_list and place >= 0
        self.list.choose(place)
        self._tell_row()

    def _tell_row(self) -> None:
        """Has a screen reader told what Enter would do: the keyboard stays in the line."""
        told = self.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        self.line.setAccessibleDescription(told or self._reading.words)

    def _recall(self, step: int) -> None:
        if not self._earlier:
            return
        self._at = max(0, min(len(self._earlier), self._at + step))
        self._recalled = self._earlier[self._at] if self._at < len(self._earlier) else ""
        self._write(self._recalled)

    def _write(self, text: str) -> None:
        self.line.setText(text)
        self.line.end(False)
        self.edited.emit(text)

    def _enter(self, modifiers: Qt.KeyboardModifier) -> None:
        plain = modifiers & ~_Modifier.KeypadModifier
        way = _WAYS.get(plain, "do")
        if self.line.text() != self._shown_for:
            self.edited.emit(
                self.line.text()
            )  # changed by other means than the keyboard: shown first
        elif self.list.place >= 0 and not (self._is_in_list or self._is_painted):
            self._show_before_doing()
        elif self.list.place >= 0:
            self._do(self.list.place, way)
        elif self._reading.button:
            self.submitted.emit(self.line.text())
        elif self._reading.unknown:
            self._say(self._reading.unknown, is_wrong=True)

    def _show_before_doing(self) -> None:
        """Paints what was found, which nobody has seen yet, and says that the next Enter does it."""
        title = self.list.results.rows[self.list.place][1].found.title
        self._say(self._texts.text_of("gui.palette.once_more", title=title), is_wrong=False)
        self._place()
        self.repaint()

    def _do(self, place: int, way: Way) -> None:
        found = self.list.results.rows[place][1].found
        if found.line:
            self._write(self._with_targets(found.line))
        elif found.why_not:
            self._say(found.why_not, is_wrong=True)
            self._place()
        else:
            way = "do" if way == "open" and way not in found.ways else way
            if way in found.ways:
                self.chosen.emit(found, way)

    def _with_targets(self, line: str) -> str:
        """Returns a line for those whom the line that was typed names."""
        return f"{self._targets} {line}" if self._targets and line.startswith("c ") else line

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        self._do(index.row(), _WAYS.get(QApplication.keyboardModifiers(), "do"))

    @Slot()
    def _submit(self) -> None:
        if self._reading.button and self.line.text() == self._shown_for:
            self.submitted.emit(self.line.text())

    @Slot()
    def _leave_to_the_mouse(self) -> None:
        """Closes it where something else was clicked at, which keeps the keyboard."""
        focus = QApplication.focusWidget()
        if self.isVisible() and focus is not None and not self.isAncestorOf(focus):
            self.hide()
            self.left.emit()

    # ---- laying out and painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._is_painted = True
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.overlay"))
        painter.setPen(theme.colour("accent.focus"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
        middle = self.line.geometry().center().y()
        colour = theme.colour("accent.interactive")
        self._icons.paint(painter, "search", QRectF(SIDE, middle - 8, 16, 16), colour)

    def _place(self) -> None:
        if self.isVisible():
            column = self.layout()
            if column is not None:
                column.activate()
            over = self.sizeHint().height() - (self._over.height() - _TOP - _RIGHT)
            if over > 0:  # the list scrolls where the window has no room for all of it
                self.list.setFixedHeight(max(_LEAST_LIST, self.list.height() - over))
                self.updateGeometry()
                if column is not None:
                    column.activate()
            self.setFixedHeight(self.sizeHint().height())
            self.move(self._over.width() - self.width() - _RIGHT, _TOP)
            self.update()

    def _lay_out(self) -> None:
        name = self._texts.text_of("gui.command.placeholder")
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(self._texts.text_of("gui.command.hint"))
        self.line.setProperty("seamless", "true")
        self.line.installEventFilter(self)
        self.apply.show_primary(is_primary=True)
        self.count.setProperty("role", "muted")
        for label in (self.said, self.count, self._tab, self._undo):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setContentsMargins(round(SIDE), 4, round(SIDE), 6)
        self._undo.setText(self._texts.text_of("gui.palette.one_entry"))
        top = QHBoxLayout()
        top.setContentsMargins(round(SIDE) + 22, 0, round(SIDE), 0)
        top.addWidget(self.line, 1)
        top.addWidget(self.count)
        self.line.setFixedHeight(_INPUT - 2)
        buttons = QHBoxLayout(self._button_row)
        buttons.setContentsMargins(round(GROUP), 0, round(SIDE), 0)
        buttons.addWidget(self.apply)
        buttons.addWidget(self._tab)
        buttons.addStretch(1)
        buttons.addWidget(self._undo)
        self._button_row.setFixedHeight(_BUTTON_ROW)
        column = column_layout(self, margins=(2, 2, 2, 2), spacing=0)
        column.addLayout(top)
        for part in (
            self.said,
            self.legend,
            self.rows,
            self._button_row,
            self.list,
            self._foot,
        ):
            column.addWidget(part)
        self._mute()

    @Slot()
    def _mute(self) -> None:
        for label in (self.count, self._tab, self._undo):
            colour_label(label, self._icons.theme, "text.muted")

    def _connect(self) -> None:
        self.line.textEdited.connect(self.edited)
        self.apply.clicked.connect(self._submit)
        self.list.clicked.connect(self._click)
        self._icons.recoloured.connect(self._mute)


def _is_left_by_mouse(event: QFocusEvent) -> bool:
    is_out = event.type() == QEvent.Type.FocusOut
    return is_out and event.reason() == Qt.FocusReason.MouseFocusReason
