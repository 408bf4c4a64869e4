"""The figure of a combatant: a list view that draws its rows as the parts of a body.

Being a list, it has keys, a current row and a screen reader's list of its own; nothing needs a twin.
"""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.body.body_paint import paint_outline
from encounter_gui.gui.body.body_picture import BodyPicture
from encounter_gui.gui.body.part_model import PartModel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.rules.view import BodyPart, BodyView, PlaceOdds

_Action = QAbstractItemView.CursorAction
_DIRECTIONS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)
}  # fmt: skip
_ARROWS = {
    _Action.MoveLeft: Qt.Key.Key_Left, _Action.MoveRight: Qt.Key.Key_Right,
    _Action.MoveUp: Qt.Key.Key_Up, _Action.MoveDown: Qt.Key.Key_Down,
}  # fmt: skip
_TYPING_MS = 700
_REMARK_FROM = 34.0  # beside the feet
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_Index = QModelIndex | QPersistentModelIndex


class BodyDiagram(QListView):
    """Shows one body. Arrow keys select; a click, Enter or a location's short key points at it."""

    location_selected = Signal(str)
    """The key of the location that has just been selected."""
    location_pointed = Signal(str)
    """The key of the location that something is to be done to."""

    def __init__(
        self, icons: Icons, figure: BodyFigure, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._body: BodyView | None = None
        self._parts = PartModel(texts)
        self._picture = BodyPicture(icons, figure, texts)
        self._remark = ""
        self._hovered = -1
        self._typed = ""
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._set_up()

    def _set_up(self) -> None:
        self._parts.setParent(self)
        self.setModel(self._parts)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setAccessibleName(self._texts.text_of("gui.body.name"))
        self._typing.timeout.connect(self._stop_typing)
        self.clicked.connect(self._point)
        self.activated.connect(self._point)
        self._icons.recoloured.connect(self._forget)
        self._icons.loaded.connect(self._forget)

    # ---- state downward

    def show_body(self, body: BodyView | None) -> None:
        """Shows a body; None: an empty one. A selected location stays selected if the new body has it."""
        if body == self._body:
            return
        selected = self.location
        self._body = body
        self._parts.show_body(body)
        self._picture.show_body(body)
        self._hovered = -1
        self._describe()
        self.select(selected)

    def _describe(self) -> None:
        words = (self._parts.words(part) for part in self._parts.parts)
        self.setAccessibleDescription("; ".join(words))

    def show_odds(self, places: Sequence[PlaceOdds] | None) -> None:
        """Lays the chances of its locations over the figure; None: shows its wounds again."""
        odds = None if places is None else {place.key: place for place in places}
        if self._picture.show_odds(odds):
            self._parts.show_odds(odds or {})
            self._describe()
            self.viewport().update()

    def show_remark(self, remark: str) -> None:
        """Says something muted in the lower right corner; empty: nothing."""
        if remark != self._remark:
            self._remark = remark
            self.viewport().update()

    def select(self, location: str) -> None:
        """Selects a location without saying so; one that is not there: none."""
        row = self._parts.row_of(location) if location else -1
        index = self._parts.index(row) if row >= 0 else QModelIndex()
        if index.isValid():
            self.setCurrentIndex(index)
        else:
            self.selectionModel().clear()
        self.viewport().update()

    def spot_of(self, location: str) -> QPoint | None:
        """Returns where a location is drawn; None: nowhere."""
        place = self._picture.place_of(location)
        return place.anchor.toPoint() if place is not None else None

    def beside(self, location: str, arrow: int) -> str:
        """Returns the location that an arrow key (``Qt.Key``) leads to; empty: there is none that way.

        ``location`` empty: from the one in the middle.
        """
        return self._picture.beside(location, *_DIRECTIONS[Qt.Key(arrow)])

    @property
    def location(self) -> str:
        """Returns the key of the selected location; empty: none."""
        part = self._part(self.currentIndex())
        return part.key if part else ""

    @Slot()
    def _forget(self) -> None:
        """Draws anew: other colours, icons that were not there yet."""
        self._picture.forget()
        self.viewport().update()

    # ---- intents upward

    @Slot(QModelIndex)
    def _tell(self, index: QModelIndex) -> None:
        part = self._part(index)
        if part is not None and part.key:
            self.location_selected.emit(part.key)

    @Slot(QModelIndex)
    def _point(self, index: QModelIndex) -> None:
        self._tell(index)
        part = self._part(index)
        if part is not None and part.key:
            self.location_pointed.emit(part.key)

    def _part(self, index: _Index) -> BodyPart | None:
        row = index.row()
        return self._parts.parts[row] if index.isValid() and row < len(self._parts.parts) else None

    @Slot()
    def _stop_typing(self) -> None:
        self._typed = ""

    @override
    def keyboardSearch(self, search: str) -> None:
        """Points by short key: ``h``, or ``ra`` where one letter is not enough."""
        self._typing.start()
        self._typed += search.lower()
        if not any(part.short.lower().startswith(self._typed) for part in self._parts.parts):
            self._typed = search.lower()
        found = [part for part in self._parts.parts if part.short.lower() == self._typed]
        if found:
            self.setCurrentIndex(self._parts.index(self._parts.row_of(found[0].key)))
            self._point(self.currentIndex())

    @override
    def event(self, event: QEvent) -> bool:
        # Short keys win over the window's single-letter shortcuts while the figure has the focus.
        if event.type() == QEvent.Type.ShortcutOverride and self._continues(event):
            event.accept()
            return True
        return super().event(event)

    def _continues(self, event: QEvent) -> bool:
        """Whether a key begins a short key, or goes on with the one being typed."""
        if not isinstance(event, QKeyEvent) or event.modifiers() & _COMMANDS:
            return False
        text = event.text().lower()
        shorts = [part.short.lower() for part in self._parts.parts]
        return text.isalnum() and any(
            short.startswith((self._typed + text, text)) for short in shorts
        )

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isalnum() and not event.modifiers() & _COMMANDS:
            self.keyboardSearch(event.text())
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() != before:
            self._tell(self.currentIndex())

    @override
    def mouseMoveEvent(self, e: QMouseEvent) -> None:
        self._hover(self.indexAt(e.position().toPoint()).row())

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def _hover(self, row: int) -> None:
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()

    # ---- where things are

    @property
    def picture(self) -> BodyPicture:
        """Returns what is drawn."""
        return self._picture

    @override
    def dataChanged(self, topLeft: _Index, bottomRight: _Index, roles: Sequence[int] = ()) -> None:
        # A list would lay out its rows again and paint twice; what is drawn here stands where the figure has it.
        QAbstractItemView.dataChanged(self, topLeft, bottomRight, roles)

    @override
    def resizeEvent(self, e: object) -> None:
        super().resizeEvent(e)  # type: ignore[arg-type]
        self._picture.fill(self.viewport().rect())

    @override
    def visualRect(self, index: _Index) -> QRect:
        part = self._part(index)
        place = self._picture.place_of(part.key) if part is not None else None
        if place is None:
            return self.viewport().rect() if part is not None else QRect()
        return place.path.boundingRect().united(place.label).toAlignedRect()

    @override
    def indexAt(self, p: QPoint) -> QModelIndex:
        if self._body is None:
            return QModelIndex()
        if not self._body.parts:
            return self._parts.index(0)
        return self._parts.index(self._parts.row_of(self._picture.key_at(QPointF(p))))

    @override
    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        last = self._parts.rowCount() - 1
        if cursorAction in _ARROWS and self._parts.rowCount():
            found = self.beside(self.location, _ARROWS[cursorAction])
            return self._parts.index(self._parts.row_of(found)) if found else self.currentIndex()
        is_end = cursorAction in (_Action.MoveEnd, _Action.MovePageDown)
        return self._parts.index(last if is_end else 0)

    @override
    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index), command)

    @override
    def scrollTo(
        self,
        index: _Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """All of it is always in view."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(298, 304)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(240, 160)

    # ---- painting

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        if self._body is None:
            return
        painter = QPainter(self.viewport())
        painter.drawPixmap(0, 0, self._picture.pixmap(self.devicePixelRatioF()))
        self._paint_remark(painter)
        theme = self._icons.theme
        for row, is_selected in ((self._hovered, False), (self.currentIndex().row(), True)):
            part = self._parts.parts[row] if 0 <= row < len(self._parts.parts) else None
            place = self._picture.place_of(part.key) if part is not None else None
            if place is not None:
                paint_outline(painter, theme, place.path, place.label, is_selected=is_selected)
        if not self._body.parts and self.hasFocus():
            paint_focus(painter, theme, self._picture.outline, radius=theme.radius("control"))

    def _paint_remark(self, painter: QPainter) -> None:
        theme, area = self._icons.theme, QRectF(self.viewport().rect())
        box = QRectF(area.center().x() + _REMARK_FROM, area.bottom() - 46, 0, 40)
        box.setRight(area.right() - 10)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        painter.drawText(box, flags | Qt.TextFlag.TextWordWrap, self._remark)
