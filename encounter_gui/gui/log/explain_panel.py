"""Why an entry came out as it did: one line for each step, with the rule it follows."""

from typing import Any

from msgspec import Struct
from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, Segment, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip

_Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex
_PADDING = 10.0
_LEAST = 54
"""So high it says a step, also below a prompt and the search; without both the log is higher by itself."""


class ExplainLine(Struct, frozen=True, kw_only=True):
    """One step of the arithmetic, and the id of its rule (empty: none).

    ``step`` names what can be corrected: a roll, a number of the arithmetic, or the game master's modifier; empty:
    nothing.
    """

    segments: tuple[Segment, ...]
    rule: str = ""
    step: str = ""

    @property
    def text(self) -> str:
        """Returns the sentence without marks."""
        return "".join(text for text, _ in self.segments)


class _Lines(RowsModel[ExplainLine]):
    def __init__(self, texts: MessageCatalog, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = texts

    @override
    def row_data(self, row: ExplainLine, role: int) -> Any:
        match role:
            case _Role.DisplayRole:
                return row.text
            case _Role.AccessibleTextRole:
                message = say("gui.fight.explain.line", text=row.text, rule=row.rule)
                return self._texts.text(message) if row.rule else row.text
            case _Role.ToolTipRole:
                return plain_tip(self._hint(row))
            case _:
                return None

    def _hint(self, line: ExplainLine) -> str:
        if not line.step:
            return line.text
        return self._texts.text_of("gui.fight.explain.hint", text=line.text)


class _LineDelegate(QStyledItemDelegate):
    def __init__(self, icons: Icons, lines: _Lines, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._lines = lines

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._icons.theme
        return QSize(
            100, max(round(theme.size("row_log")), round(theme.metrics("body").height()) + 2)
        )

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, line = self._icons.theme, self._lines.rows[index.row()]
        rect = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_HasFocus:
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))
        room = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        marks.paint_text(painter, theme, room, line.rule, "key", "accent.interactive", marks.RIGHT)
        rule_width = theme.fonts.width(line.rule, "key") + 8 if line.rule else 0.0
        room.setRight(room.right() - rule_width)
        runs = tuple(
            marks.Run(
                text=text,
                role="text.primary" if strong else "text.secondary",
                weight=700 if strong else 400,
            )
            for text, strong in line.segments
        )
        marks.paint_runs(painter, theme, room, runs, "body")


class _Steps(QListView):
    """The list of the steps; F2 is its own, where elsewhere it renames a combatant. The id of a rule is a link."""

    rule_pressed = Signal(str)
    correction_requested = Signal(QModelIndex)

    def __init__(self, icons: Icons, lines: _Lines, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._lines = lines
        self.setMouseTracking(True)

    def rule_at(self, point: QPoint) -> str:
        """Returns the id of the rule that is written at a place of the list; empty: none is."""
        index = self.indexAt(point)
        rule = self._lines.rows[index.row()].rule if index.isValid() else ""
        width = self._icons.theme.fonts.width(rule, "key") + 2 * _PADDING
        return rule if rule and point.x() > self.visualRect(index).right() - width else ""

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_link = bool(self.rule_at(event.position().toPoint()))
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        rule = self.rule_at(event.position().toPoint())
        if rule and event.button() == Qt.MouseButton.LeftButton:
            self.rule_pressed.emit(rule)

    @override
    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2
        if is_key and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.correction_requested.emit(self.currentIndex())
        elif event.text().isdecimal():
            event.ignore()  # a number selects a combatant
        else:
            super().keyPressEvent(event)


class ExplainPanel(QFrame):
    """Shows the derivation of one entry; Escape or its cross closes it. Enter on a line with a rule opens the rule.

    F2, Enter or a click on a die or a number of the arithmetic opens the field that corrects it.
    """

    closed = Signal()
    rule_requested = Signal(str)
    """The id of a rule whose sentence is to be shown."""
    correction_requested = Signal(int, str)
    """The id of the entry, and the step that is to be corrected."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        # However long what it says, nothing gets wider for it.
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title.setFont(icons.theme.font("small", weight=600))
        self._close = QToolButton(self)
        self._close.setIcon(icons.icon("close"))
        self._close.setIconSize(QSize(12, 12))
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lines = _Lines(texts, self)
        self._words = ""
        self._entry = 0
        self._list = _Steps(icons, self._lines, self)
        self._list.setModel(self._lines)
        self._list.setItemDelegate(_LineDelegate(icons, self._lines, self))
        self._name_parts()
        self._lay_out()
        self._close.clicked.connect(self.dismiss)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.activated.connect(self._edit)
        self._list.clicked.connect(self._correct)
        self._list.correction_requested.connect(self._correct)
        self._list.rule_pressed.connect(self.rule_requested)
        self.setMinimumHeight(_LEAST)
        self.hide()

    def _name_parts(self) -> None:
        text_of = self._texts.text_of
        self.setAccessibleName(text_of("gui.fight.explain"))
        self._list.setAccessibleName(text_of("gui.fight.explain"))
        self._close.setAccessibleName(text_of("gui.fight.explain.close"))
        self._close.setToolTip(plain_tip(text_of("gui.fight.explain.close")))

    def _lay_out(self) -> None:
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setUniformItemSizes(True)
        # Opening it moves nothing, as long as the log has a few lines: it makes do with their height.
        self._list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = QHBoxLayout()
        head.setContentsMargins(round(_PADDING), 0, 2, 0)
        head.addWidget(self._title, 1)
        head.addWidget(self._close)
        column = column_layout(self, margins=(1, 0, 0, 0), spacing=0)
        column.addLayout(head)
        column.addWidget(self._list, 1)

    @property
    def steps(self) -> QListView:
        """Returns the list of the steps."""
        return self._list

    @Slot()
    def take_focus(self) -> None:
        """Takes the keyboard to the first die, or the game master's modifier, or to the first line."""
        lines = enumerate(self._lines.rows)
        steps = [
            place for place, line in lines if line.step and not line.step.startswith("number:")
        ]
        self._list.setCurrentIndex(self._lines.index(steps[0] if steps else 0))
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(QModelIndex)
    def _edit(self, index: QModelIndex) -> None:
        line = self._lines.rows[index.row()] if index.isValid() else None
        if line is not None and line.rule and not line.step:
            self.rule_requested.emit(line.rule)
        else:
            self._correct(index)

    @Slot(QModelIndex)
    def _correct(self, index: QModelIndex) -> None:
        line = self._lines.rows[index.row()] if index.isValid() else None
        if line is not None and line.step:
            self.correction_requested.emit(self._entry, line.step)

    def place_of_step(self, step: str) -> QRect:
        """Returns where the right end of a step's line stands on the screen; that of the list, where it is not seen."""
        roll = step.partition(".")[0]
        at = next((at for at, line in enumerate(self._lines.rows) if line.step in (step, roll)), -1)
        port = self._list.viewport()
        around = self._list.visualRect(self._lines.index(at)) if at >= 0 else port.rect()
        seen = around.intersected(port.rect())
        around = port.rect() if seen.isEmpty() else seen
        return QRect(port.mapToGlobal(around.topLeft()), around.size())

    def show_explanation(self, title: str, lines: tuple[ExplainLine, ...], entry: int = 0) -> None:
        """Opens with the lines of an entry; without any, says that there is nothing to explain."""
        self._entry = entry
        self._words = title
        self._title.setAccessibleName(title)
        self._title.setToolTip(plain_tip(title))
        self._show_title()
        if not lines:
            words = self._texts.text_of("gui.fight.explain.nothing")
            lines = (ExplainLine(segments=((words, False),)),)
        self._lines.show(lines)
        self.show()

    @Slot()
    def dismiss(self) -> None:
        """Closes."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _show_title(self) -> None:
        metrics, room = self._title.fontMetrics(), self._title.width()
        self._title.setText(metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._show_title)  # its title is laid out after this

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        line = QRect(0, 0, 1, self.height())
        QPainter(self).fillRect(line, self._icons.theme.colour("line.divider"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)
