"""The plan as a list: who is how far from whom, what that makes of a shot, and why. It alone is enough to play."""

from typing import Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import FieldRow, FieldView

ROW, HEAD = 18, 20
_SIDE, _CAP, _SHAPE, _GAP = 8.0, 17.0, 9.0, 6.0
_FAR, _AMOUNT = 34.0, 46.0
_REASON = (0.25, 64.0)
"""What of the width reasons take, and how many logical pixels at least."""
_LEAST_WORD = 2
_STATE = QStyle.StateFlag
_Key = Qt.Key
Index = QModelIndex | QPersistentModelIndex


class FieldRows(RowsModel[FieldRow]):
    """Everybody on the plan, the nearest first, each with all of it in words."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self.unit = "m"
        self.target: CombatantId | None = None

    def words(self, row: FieldRow) -> str:
        """Returns a row as a sentence."""
        parts = [
            f"{row.number} {row.name}",
            f"{metres_text(row.distance)} {self.unit}",
            row.amount,
            row.reason,
            self._texts.text_of("gui.field.target") if row.who == self.target else "",
        ]
        return ", ".join(part for part in parts if part)

    @override
    def row_data(self, row: FieldRow, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.words(row))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.words(row)
        return None


class _Delegate(QStyledItemDelegate):
    """Paints a row: number, side, name, distance, amount, reason."""

    def __init__(self, icons: Icons, view: "FieldList") -> None:
        super().__init__(view)
        self._icons, self._view = icons, view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, theme = self._view.shown, self._icons.theme
        row, rect = model.rows[index.row()], QRectF(option.rect)
        is_target = row.who == model.target
        is_current = bool(option.state & _STATE.State_Selected)
        ground = (
            "surface.row_selected"
            if is_target
            else "surface.row_hover"
            if is_current or row.who == self._view.lit
            else "surface.row_alt"
            if index.row() % 2
            else "surface.dock"
        )
        painter.fillRect(rect, theme.colour(ground))
        if is_target:
            edge = theme.colour("accent.interactive")
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), edge)
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), edge)
        role = "text.muted" if row.is_out else "text.primary"
        columns = columns_of(rect)
        cap = QRectF(rect.left() + _SIDE, rect.top() + 2, _CAP, ROW - 4)
        painter.setPen(theme.colour("line.control"))
        painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        number = str(row.number)
        marks.paint_text(painter, theme, cap, number, "caption", "text.secondary", marks.CENTRE)
        shape = QRectF(cap.right() + _GAP, rect.center().y() - _SHAPE / 2, _SHAPE, _SHAPE)
        marks.paint_faction(painter, theme, shape, row.side, defeated=row.is_out)
        self._paint_words(painter, row, columns, role, is_target=is_target)
        if option.state & _STATE.State_HasFocus and self._view.hasFocus():
            marks.paint_focus(painter, theme, rect)

    def _paint_words(
        self,
        painter: QPainter,
        row: FieldRow,
        columns: tuple[QRectF, QRectF, QRectF, QRectF],
        role: str,
        *,
        is_target: bool,
    ) -> None:
        theme = self._icons.theme
        name, far, amount, reason = columns
        distance = f"{metres_text(row.distance)}"
        weight = 600 if is_target else 400
        fonts = theme.fonts
        middle = Qt.TextElideMode.ElideMiddle
        name.setRight(far.right() - fonts.width(distance, "small", weight=700) - _GAP)
        is_whole = fonts.width(row.name, "small", weight=weight) <= name.width()
        called = row.name if is_whole or not row.short else row.short
        text = fonts.elided(called, "small", name.width(), weight=weight, mode=middle)
        painter.setFont(theme.font("small", weight=weight, struck=row.is_out))
        painter.setPen(theme.colour(role))
        painter.drawText(name, marks.LEFT, text)
        bold = 400 if row.is_out else 700
        marks.paint_text(painter, theme, far, distance, "small", role, marks.RIGHT, weight=bold)
        sign = row.amount or ("" if row.is_out else "–")
        tone = role if row.amount else "text.muted"
        marks.paint_text(painter, theme, amount, sign, "small", tone, marks.RIGHT, weight=700)
        right = Qt.TextElideMode.ElideRight
        why = fonts.elided(row.reason, "small", reason.width(), weight=0, mode=right)
        tone = "text.muted" if row.is_out else "text.secondary"
        marks.paint_text(painter, theme, reason, why, "small", tone, marks.RIGHT)


def columns_of(rect: QRectF) -> tuple[QRectF, QRectF, QRectF, QRectF]:
    """Returns where name, distance, amount and reason stand in a row."""
    right, (share, least) = rect.right() - _SIDE, _REASON
    wide = max(share * rect.width(), least)
    reason = QRectF(right - wide, rect.top(), wide, rect.height())
    amount = QRectF(reason.left() - _AMOUNT - 2, rect.top(), _AMOUNT, rect.height())
    far = QRectF(amount.left() - _FAR + 4, rect.top(), _FAR, rect.height())
    left = rect.left() + _SIDE + _CAP + _GAP + _SHAPE + _GAP
    name = QRectF(left, rect.top(), far.left() + 4 - left, rect.height())
    return name, far, amount, reason


def _is_enter(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in (_Key.Key_Return, _Key.Key_Enter) and not held


class FieldList(QListView):
    """Rows of one height; ↑ ↓ light up who it is, Enter makes them the target."""

    aimed = Signal(object)
    """``CombatantId``: the target from now on."""
    hovered = Signal(object)
    """``CombatantId | None``: who is pointed to from now on."""
    menu_requested = Signal(object, object)
    """``CombatantId``, and where on the screen."""
    widened = Signal()
    """Its rows are wider or narrower from now on."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.shown = FieldRows(texts, self)
        self.lit: CombatantId | None = None
        self.setModel(self.shown)
        self.setItemDelegate(_Delegate(icons, self))
        self.setAccessibleName(texts.text_of("gui.field.list"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)
        self.doubleClicked.connect(self._aim)
        icons.recoloured.connect(self.viewport().update)

    @property
    def current(self) -> CombatantId | None:
        """Returns whose row the keyboard is on; None: there are none."""
        place = self.currentIndex().row()
        return self.shown.rows[place].who if 0 <= place < len(self.shown.rows) else None

    def show_view(self, view: FieldView, target: CombatantId | None, name: str) -> None:
        """Shows everybody from somebody's place; the keyboard stays on whom it was on."""
        before = self.current
        self.setAccessibleName(name)
        self.shown.unit = view.unit
        if target != self.shown.target:
            self.shown.target = target
            self.viewport().update()
        if view.rows == self.shown.rows:
            return
        top = self.verticalScrollBar().value()
        self.shown.show(view.rows)
        places = {row.who: at for at, row in enumerate(view.rows)}
        at = places.get(before) if before is not None else None
        if at is None and target in places:
            at = places[target]
        if at is not None:
            self.setCurrentIndex(self.shown.index(at))
        self.verticalScrollBar().setValue(top)

    def light(self, who: CombatantId | None) -> None:
        """Lights a row up; None: none."""
        if who != self.lit:
            self.lit = who
            self.viewport().update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(278, ROW * 9)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(160, ROW * 3)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.widened.emit()

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus():
            self.hovered.emit(self.current)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.shown.rows:
            self.setCurrentIndex(self.shown.index(0))
        self.hovered.emit(self.current)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hovered.emit(None)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        self.hovered.emit(self.shown.rows[index.row()].who if index.isValid() else None)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(None)

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps Enter from the shortcuts of the window."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and _is_enter(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_enter(event) and self.current is not None:
            self.aimed.emit(self.current)
        elif event.text() and event.text().isprintable():
            event.ignore()  # nothing is searched for: letters and digits mean something in the field
        else:
            super().keyPressEvent(event)

    def _aim(self, index: QModelIndex) -> None:
        if index.isValid():
            self.aimed.emit(self.shown.rows[index.row()].who)

    def _ask_menu(self, at: object) -> None:
        if self.current is not None:
            self.menu_requested.emit(self.current, self.viewport().mapToGlobal(at))  # type: ignore[call-overload]


class ListHead(QWidget):
    """The line over the list: from whom, and what stands in which column."""

    def __init__(self, icons: Icons, rows: FieldList, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the list whose columns it names."""
        super().__init__(parent)
        self._icons, self._rows = icons, rows
        self._words = ("", "", "", "")
        self._short_word = ""
        rows.widened.connect(self.update)
        self.setFixedHeight(HEAD)
        icons.recoloured.connect(self.update)

    def show_words(self, name: str, unit: str, weapon: str, reason: str, short: str = "") -> None:
        """Shows other words; ``short`` stands for a weapon whose name has no room."""
        words = (name, unit, weapon, reason)
        self._short_word = short
        if words != self._words:
            self._words = words
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        rect = QRectF(self.rect())
        of_rows = QRectF(0, 0, self._rows.viewport().width(), rect.height())
        name, far, amount, reason = columns_of(of_rows)
        first = QRectF(QPointF(rect.left() + _SIDE, rect.top()), name.bottomRight())
        start = far.right() + 6
        wide = QRectF(start, rect.top(), amount.right() - start, rect.height())
        places = (first, far, wide, reason)
        words = list(self._words)
        words[2] = self._short(words[2], wide.width())
        for number, (text, place) in enumerate(zip(words, places, strict=True)):
            shown = theme.fonts.elided(
                text, "small", place.width(), weight=600, mode=Qt.TextElideMode.ElideRight
            )
            align = marks.RIGHT if number else marks.LEFT
            role = "text.muted" if number else "text.primary"
            marks.paint_text(
                painter, theme, place, shown, "small", role, align, weight=0 if number else 600
            )
        painter.fillRect(
            QRectF(0, rect.bottom() - 1, rect.width(), 1), theme.colour("line.divider")
        )

    def _short(self, weapon: str, room: float) -> str:
        """Returns a name as it fits: all of it, else its last word that is one and fits, else the short word."""
        fonts = self._icons.theme.fonts
        words = (weapon, *(word for word in reversed(weapon.split()) if len(word) > _LEAST_WORD))
        found = next((each for each in words if fonts.width(each, "small") <= room), "")
        return found[:1].upper() + found[1:] if found else self._short_word
