"""The head of the declare sheet's columns: their titles, and the keys that set what stands below them."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.declare.declare_layout import Part
from encounter_gui.gui.declare.declare_list import DeclareList
from encounter_gui.gui.keys.live_caps import show_caps
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks

_CAP, _CAP_GAP, _WORD_GAP = 16.0, 3.0, 7.0
_OVER = 14.0
"""How far key caps may reach into the gap beside their column."""
_RIGHT = Qt.AlignmentFlag.AlignRight


class DeclareHeader(QWidget):
    """Painted over the list, in its layout."""

    def __init__(
        self, shown: DeclareList, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the list it heads."""
        super().__init__(parent)
        self._list = shown
        self._icons = icons
        self._texts = texts
        show_caps(self)
        self.setFixedHeight(round(icons.theme.size("row_header")))
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, round(self._icons.theme.size("row_header")))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        sheet = self._list.rows.sheet
        if not sheet.rows:
            return
        painter, theme = QPainter(self), self._icons.theme
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.colour("surface.dock"))
        painter.fillRect(
            QRectF(0, rect.bottom() - 1, rect.width(), 1), theme.colour("line.divider")
        )
        layout = self._list.delegate.layout_for(self._list.viewport().width())
        text_of = self._texts.text_of
        self._title(painter, layout.number.of(rect), "#", align=Qt.AlignmentFlag.AlignHCenter)
        if any(row.score for row in sheet.rows):
            score = text_of("gui.declare.score")
            self._title(painter, layout.score.of(rect).adjusted(-6, 0, 0, 0), score, align=_RIGHT)
        self._title(painter, layout.name.of(rect), text_of("gui.declare.name"))
        for column in sheet.columns:
            self._with_keys(
                painter, layout.columns[column.key].of(rect), column.title, column.shortcuts
            )
        self._intent(painter, layout.intent, rect)
        self._title(painter, layout.total.of(rect), sheet.total_title, align=_RIGHT)

    def _title(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        write(painter, self._icons.theme, rect, text, font="small", role="text.muted", align=align)

    def _with_keys(
        self, painter: QPainter, rect: QRectF, title: str, keys: tuple[str, ...]
    ) -> float:
        """Writes a title and its key caps; returns where they end."""
        theme = self._icons.theme
        self._title(painter, rect, title)
        x = rect.left() + theme.fonts.width(title, "small") + _WORD_GAP
        if not self._list.hasFocus():
            return x
        top = round(rect.center().y() - _CAP / 2)
        for key in keys:
            wide = marks.key_cap_width(theme, key)
            if x + wide > rect.right() + _OVER:
                break
            marks.paint_key_cap(painter, theme, QPointF(x, top), key)
            x += wide + _CAP_GAP
        return x

    def _intent(self, painter: QPainter, part: Part, rect: QRectF) -> None:
        """Writes over the intents how to go on as well, where there is room."""
        theme, box = self._icons.theme, part.of(rect)
        end = self._with_keys(painter, box, self._texts.text_of("gui.declare.intent"), ("I",))
        pairs = (("↵", "gui.declare.next"), ("↑", "gui.declare.back"))
        wide = sum(
            marks.key_cap_width(theme, cap)
            + theme.fonts.width(self._texts.text_of(key), "small")
            + 12
            for cap, key in pairs
        )
        x = box.right() - wide + 8
        if x < end or not self._list.hasFocus():
            return
        top = round(rect.center().y() - _CAP / 2)
        for cap, key in pairs:
            marks.paint_key_cap(painter, theme, QPointF(x, top), cap)
            x += marks.key_cap_width(theme, cap) + 4
            words = self._texts.text_of(key)
            self._title(painter, QRectF(x, rect.top(), 120, rect.height()), words)
            x += theme.fonts.width(words, "small") + 8
