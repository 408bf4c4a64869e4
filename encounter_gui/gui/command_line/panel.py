"""The open command field: a line to type, what it would do, and what else could be typed."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.reading import EXAMPLES
from encounter_gui.gui.command_line.runner import Reading
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.rules.view import ChangePreview

_WIDTH = 616
_MOST_ROWS = 8
_MOST_KEPT = 50


class CommandPanel(QFrame):
    """Lies over the top right corner of the window while it is open. Enter applies; Esc leaves nothing behind."""

    edited = Signal(str)
    submitted = Signal(str)
    closed = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes the window it lies over as its parent."""
        super().__init__(parent)
        self._over = parent
        self._icons = icons
        self._earlier: list[str] = []
        self._at = 0
        self.setObjectName("command_panel")
        self.setAutoFillBackground(True)
        self.line = QLineEdit(self)
        self.line.setMaxLength(LONGEST)
        self.apply = QPushButton(texts.text_of("gui.command.apply"), self)
        self._said = QLabel(self)
        self._rows = ChangeRows(icons, self)
        self._examples = _examples(texts, icons, self)
        self._lay_out(texts)
        self._connect()
        self.hide()

    def open(self, text: str = "") -> None:
        """Opens it over the window, with a line to go on typing."""
        self.setFixedWidth(min(_WIDTH, self._over.width() - 16))
        self.line.setText(text)
        self.show_reading(Reading())
        self._at = len(self._earlier)
        self.show()
        self.raise_()
        self._place()
        # Any reason but a key: for those the line would select what it begins with, and typing replace it.
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.line.end(False)  # noqa: FBT003 - Qt takes it by position only
        if text:
            self.edited.emit(text)

    @Slot(object)
    def show_reading(self, reading: Reading) -> None:
        """Shows what the line would do."""
        wrong = bool(reading.error)
        self._said.setText(reading.error or reading.words)
        self._said.setProperty("role", "danger" if wrong else "")
        role = "status.danger" if wrong else "text.secondary"
        palette = self._said.palette()
        palette.setColor(self._said.foregroundRole(), self._icons.theme.colour(role))
        self._said.setPalette(palette)
        self._said.setVisible(bool(self._said.text()))
        self._rows.show_changes(reading.changes)
        self.apply.setEnabled(bool(reading.words) and not wrong)
        self._place()

    def accepted(self) -> None:
        """Remembers the line and closes: it has been carried out."""
        text = self.line.text().strip()
        if text and text not in self._earlier[-1:]:
            self._earlier = [*self._earlier, text][-_MOST_KEPT:]
        self.leave()

    @Slot()
    def leave(self) -> None:
        """Closes it; the line is forgotten."""
        self.hide()
        self.closed.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
            if step is not None:
                self._recall(step)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.leave()
                return True
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.overlay"))
        painter.setPen(theme.colour("accent.focus"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    @Slot()
    def _submit(self) -> None:
        if self.line.text().strip():
            self.submitted.emit(self.line.text())

    def _recall(self, step: int) -> None:
        self._at = max(0, min(len(self._earlier), self._at + step))
        text = self._earlier[self._at] if self._at < len(self._earlier) else ""
        self.line.setText(text)
        self.edited.emit(text)

    def _place(self) -> None:
        if self.isVisible():
            self.adjustSize()
            self.move(self._over.width() - self.width() - 8, 28)

    def _lay_out(self, texts: MessageCatalog) -> None:
        name = texts.text_of("gui.command.placeholder")
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(texts.text_of("gui.command.hint"))
        self.line.setFont(self._icons.theme.font("command"))
        self.line.installEventFilter(self)
        self.apply.setProperty("primary", "true")
        self.apply.setAccessibleName(texts.text_of("gui.command.apply"))
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setWordWrap(True)
        top = QHBoxLayout()
        top.addWidget(self.line, 1)
        top.addWidget(self.apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._said)
        column.addWidget(self._rows)
        column.addWidget(self._examples)

    def _connect(self) -> None:
        self.line.textEdited.connect(self.edited)
        self.line.returnPressed.connect(self._submit)
        self.apply.clicked.connect(self._submit)


class ChangeRows(QWidget):
    """A row for each combatant a line would change: number, shape, name, before → after, outcome."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._icons = icons
        self._changes: tuple[ChangePreview, ...] = ()

    def show_changes(self, changes: tuple[ChangePreview, ...]) -> None:
        """Shows these rows; beyond eight, only how many more there are."""
        self._changes = changes
        self.setAccessibleName("; ".join(_in_words(change) for change in changes))
        self.setVisible(bool(changes))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        rows = min(len(self._changes), _MOST_ROWS) + (len(self._changes) > _MOST_ROWS)
        return QSize(200, rows * round(self._icons.theme.size("row")))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        height = theme.size("row")
        for at, change in enumerate(self._changes[:_MOST_ROWS]):
            self._paint_row(painter, QRectF(0, at * height, self.width(), height), change)
        more = len(self._changes) - _MOST_ROWS
        if more > 0:
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            room = QRectF(0, _MOST_ROWS * height, self.width(), height)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, f"+{more}")

    def _paint_row(self, painter: QPainter, rect: QRectF, change: ChangePreview) -> None:
        theme = self._icons.theme
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.colour("line.subtle")
        )
        painter.setFont(theme.font("key"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(rect.adjusted(4, 0, 0, 0), middle, str(change.number))
        marks.paint_faction(
            painter, theme, QRectF(rect.left() + 28, rect.center().y() - 5.5, 11, 11), change.side
        )
        painter.setFont(theme.font("row"))
        painter.setPen(theme.colour("text.primary"))
        name = theme.metrics("row").elidedText(change.name, Qt.TextElideMode.ElideMiddle, 190)
        painter.drawText(rect.adjusted(46, 0, 0, 0), middle, name)
        painter.setFont(theme.font("row", weight=600))
        painter.drawText(rect.adjusted(250, 0, 0, 0), middle, _before_after(change))
        role = "text.secondary" if change.kind == "neutral" else f"status.{change.kind}"
        painter.setPen(theme.colour(role))
        painter.drawText(rect.adjusted(380, 0, 0, 0), middle, change.outcome)


def _before_after(change: ChangePreview) -> str:
    if change.gauges:
        gauge = change.gauges[0]
        numbers = f"{gauge.before.current} → {gauge.after.current} / {gauge.after.high}"
        return numbers.replace("-", "−")
    if change.damage is None or change.damage.wound is None:
        return change.damage.waits if change.damage else ""
    wound = change.damage.wound
    before, after = (letter or "–" for _, letter in (wound.before, wound.after))
    return f"{wound.name}: {before} → {after}"


def _in_words(change: ChangePreview) -> str:
    return " ".join(part for part in (change.name, _before_after(change), change.outcome) if part)


def _examples(texts: MessageCatalog, icons: Icons, parent: QWidget) -> QWidget:
    box = QWidget(parent)
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 4, 0, 0)
    column.setSpacing(4)
    for example in EXAMPLES:
        row = QHBoxLayout()
        line = QLabel(example.line, box)
        line.setFont(icons.theme.font("dice"))
        line.setFixedWidth(200)
        row.addWidget(line)
        row.addWidget(QLabel(texts.text_of(example.key), box), 1)
        column.addLayout(row)
    return box
