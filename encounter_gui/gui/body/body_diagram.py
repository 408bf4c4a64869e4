"""The figure of a combatant: a list view that draws its rows as the parts of a body.

Being a list, it has keys, a current row and a screen reader's list of its own; nothing needs a twin.
"""

from collections.abc import Mapping, Sequence

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
    QSizeF,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.body.body_layout import BodyLayout, element_of, fit, lay_out
from encounter_gui.gui.body.body_paint import paint_outline, paint_parts, paint_whole
from encounter_gui.gui.body.label_paint import LabelLines
from encounter_gui.gui.body.part_model import PartModel, odds_words
from encounter_gui.gui.theme.figure import Figure
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.marks import paint_focus
from encounter_gui.rules.view import BodyPart, BodyView, PlaceOdds

_Action = QAbstractItemView.CursorAction
_BACK = frozenset({_Action.MoveUp, _Action.MoveLeft, _Action.MovePrevious})
_FORTH = frozenset({_Action.MoveDown, _Action.MoveRight, _Action.MoveNext})
_TYPING_MS = 700
_THIRD_LINE = 16.0
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
        self, icons: Icons, figure: Figure, catalogue: Catalogue, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._figure = figure
        self._catalogue = catalogue
        self._body: BodyView | None = None
        self._parts = PartModel(catalogue)
        self._layout: BodyLayout | None = None
        self._picture: QPixmap | None = None
        self._odds: Mapping[str, PlaceOdds] | None = None
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
        self.setAccessibleName(self._catalogue.word("gui.body.name"))
        self._typing.timeout.connect(self._stop_typing)
        self.clicked.connect(self._point)
        self.activated.connect(self._point)
        self._icons.recoloured.connect(self._forget)
        self._icons.loaded.connect(self._forget)

    # ---- state downward

    def show_body(self, body: BodyView | None) -> None:
        """Shows a body; None: nobody's. The selected location stays while it is there."""
        if body == self._body:
            return
        selected = self.location
        self._body = body
        self._parts.show_body(body)
        self._layout = None
        self._hovered = -1
        self.setAccessibleDescription(
            "; ".join(self._parts.words(part) for part in self._parts.parts)
        )
        self.select(selected)
        self._forget()

    def show_odds(self, places: Sequence[PlaceOdds] | None) -> None:
        """Lays the chances of its locations over the figure; None: shows its wounds again."""
        odds = None if places is None else {place.key: place for place in places}
        if odds == self._odds:
            return
        if (odds is None) != (self._odds is None):
            self._layout = None
        self._odds = odds
        self._parts.show_odds(odds or {})
        self._forget()

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
        drawn, layout = self._drawn(), self._laid_out()
        row = next((row for row, part in enumerate(drawn) if part.key == location), -1)
        return layout.places[row].anchor.toPoint() if layout is not None and row >= 0 else None

    @property
    def location(self) -> str:
        """Returns the key of the selected location; empty: none."""
        part = self._part(self.currentIndex())
        return part.key if part else ""

    @Slot()
    def _forget(self) -> None:
        """Draws anew: another body, other colours, icons that were not there yet."""
        self._picture = None
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
        if event.text().isalnum():
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

    def _area(self) -> QRectF:
        return QRectF(self.viewport().rect())

    def _laid_out(self) -> BodyLayout | None:
        if self._layout is None and self._body is not None and self._body.parts:
            size = self._icons.theme.extent("body_label")
            if self._odds is not None:
                size = QSizeF(size.width(), size.height() + _THIRD_LINE)
            self._layout = lay_out(self._figure, self._body.parts, self._area(), size)
        return self._layout

    def _drawn(self) -> tuple[BodyPart, ...]:
        """The parts that the figure has a place for, in the order of the layout."""
        return tuple(part for part in self._parts.parts if element_of(part) in self._figure.paths)

    @override
    def resizeEvent(self, e: object) -> None:
        super().resizeEvent(e)  # type: ignore[arg-type]
        self._layout = None
        self._forget()

    @override
    def visualRect(self, index: _Index) -> QRect:
        part, layout = self._part(index), self._laid_out()
        drawn = self._drawn()
        if part is None or layout is None or part not in drawn:
            return self.viewport().rect() if part is not None else QRect()
        place = layout.places[drawn.index(part)]
        return place.path.boundingRect().united(place.label).toAlignedRect()

    @override
    def indexAt(self, p: QPoint) -> QModelIndex:
        if self._body is None:
            return QModelIndex()
        if not self._body.parts:
            return self._parts.index(0)
        return self._parts.index(self._parts.row_of(self._key_at(QPointF(p))))

    def _key_at(self, point: QPointF) -> str:
        layout, drawn = self._laid_out(), self._drawn()
        if layout is None:
            return ""
        for place, part in zip(layout.places, drawn, strict=True):
            if place.label.adjusted(-4, -3, 4, 3).contains(point):
                return part.key
        inverse, _ = layout.to_widget.inverted()
        location = self._figure.location_at(inverse.map(point))
        return next((part.key for part in drawn if element_of(part) == location), "")

    @override
    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        row, last = self.currentIndex().row(), self._parts.rowCount() - 1
        if cursorAction in _BACK:
            return self._parts.index(max(0, row - 1))
        if cursorAction in _FORTH:
            return self._parts.index(min(last, row + 1))
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
        return QSize(240, 200)

    # ---- painting

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        if self._body is None:
            return
        painter = QPainter(self.viewport())
        painter.drawPixmap(0, 0, self._kept())
        layout, drawn = self._laid_out(), self._drawn()
        for row, is_selected in ((self._hovered, False), (self.currentIndex().row(), True)):
            part = self._parts.parts[row] if 0 <= row < len(self._parts.parts) else None
            if layout is not None and part in drawn and part is not None:
                place = layout.places[drawn.index(part)]
                paint_outline(
                    painter, self._icons.theme, place.path, place.label, is_selected=is_selected
                )
        if layout is None and self.hasFocus():
            outline = fit(self._figure, self._area().adjusted(0, 0, 0, -40))
            self._outline_whole(painter, outline.mapRect(self._figure.view_box))

    def _outline_whole(self, painter: QPainter, box: QRectF) -> None:
        theme = self._icons.theme
        paint_focus(painter, theme, box, radius=theme.radius("control"))

    def _kept(self) -> QPixmap:
        """The whole drawing, kept until something changes: a hover then costs one blit."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap(self.viewport().size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter)
            painter.end()
        return self._picture

    def _draw(self, painter: QPainter) -> None:
        body, layout = self._body, self._laid_out()
        if layout is not None:
            drawn = self._drawn()
            lines = {part.key: self._lines(part) for part in drawn}
            paint_parts(painter, self._icons, layout, drawn, self._odds or {}, lines)
        elif body is not None:
            paint_whole(painter, self._icons, self._figure, body, self._area())

    def _lines(self, part: BodyPart) -> LabelLines:
        """What a label says besides the name: with chances they come first, what has no room is in the tool tip."""
        body = self._body
        has_cell = body is not None and bool(body.levels or any(each.level for each in body.parts))
        cap = part.short.lower() if body is not None and body.asks else ""
        hit, wound = odds_words(self._catalogue, (self._odds or {}).get(part.key)) or ("", "")
        if hit and not part.is_lost:
            return LabelLines(has_cell=has_cell, cap=cap, note=hit, third=wound)
        note = self._catalogue.word("gui.body.lost") if part.is_lost else part.note
        armor = "" if part.is_lost else part.armor
        return LabelLines(has_cell=has_cell, cap=cap, armor=armor, note=note)
