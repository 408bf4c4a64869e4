"""Paints a row of the declare sheet."""

from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.number_delegates import paint_number
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.declare.declare_layout import DeclareLayout, layout_of, pill_words
from encounter_gui.gui.declare.declare_model import DeclareModel, Index
from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.gui.theme.theme import Pattern, Theme
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.rules.view import DeclareOption, DeclareRow

ROW_HEIGHT = 25
_FIELD, _SEGMENT, _PILL, _SHAPE, _ICON = 19.0, 18.0, 20.0, 11.0, 13.0
_HATCH = Pattern(kind="diagonal", pitch=5, stroke=1, opacity=1)
_RIGHT = Qt.AlignmentFlag.AlignRight


class DeclareDelegate(QStyledItemDelegate):
    """Paints mark, number, place in the order, name, options, intent and sum; covered rows are hatched."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        model: DeclareModel,
        parent: QObject | None = None,
    ) -> None:
        """Takes icons with the theme, the texts, and the rows."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._model = model
        self._known: tuple[object, float, DeclareLayout, str] | None = None
        self.pictures = Pictures()
        self.current = -1
        """The place of the row that is declared now; −1: none."""

    def layout_for(self, width: float) -> DeclareLayout:
        """Returns the layout of the sheet in a list so wide."""
        return self._laid_out(width)[0]

    def _laid_out(self, width: float) -> tuple[DeclareLayout, str]:
        """Returns the layout, and what tells it from every other."""
        sheet = self._model.sheet
        if self._known is None or self._known[0] is not sheet or self._known[1] != width:
            layout = layout_of(self._icons.theme, sheet, width)
            self._known = (sheet, width, layout, repr(layout))
        return self._known[2:]

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        place, model = index.row(), self._model
        row, layout = model.row_at(place), self._laid_out(option.rect.width())[1]
        look = (row, place % 2, place == self.current, model.is_covered(row), model.roller_of(row))
        draw = partial(self._paint_row, QRectF(option.rect), place)
        self.pictures.paint(painter, (look, layout), option.rect, draw)

    def _paint_row(self, rect: QRectF, place: int, painter: QPainter) -> None:
        row, layout = self._model.row_at(place), self.layout_for(rect.width())
        is_current = place == self.current
        self._paint_ground(painter, rect, place, is_current=is_current)
        self._paint_who(painter, rect, layout, row, is_current=is_current)
        if self._model.is_covered(row):
            self._paint_cover(painter, rect, layout)
            return
        for column, options in row.options:
            for at, each in enumerate(options):
                box = layout.options[f"{column}/{each.key}"].of(rect)
                if self._is_segment(column):
                    is_last = at == len(options) - 1
                    self._paint_segment(painter, box, each, is_first=not at, is_last=is_last)
                else:
                    self._paint_pill(painter, box, each, is_small=layout.is_small)
        self._paint_intent(painter, layout.intent.of(rect), row)
        self._paint_total(painter, layout.total.of(rect), row, is_small=layout.is_small)

    def _is_segment(self, column: str) -> bool:
        columns = self._model.sheet.columns
        return any(each.key == column and each.look == "segments" for each in columns)

    @property
    def _theme(self) -> Theme:
        return self._icons.theme

    def _paint_ground(
        self, painter: QPainter, rect: QRectF, place: int, *, is_current: bool
    ) -> None:
        theme = self._theme
        role = "surface.row_alt" if place % 2 else "surface.dock"
        if is_current:
            role = "surface.row_selected"
        painter.fillRect(rect, theme.colour(role))
        line = "accent.interactive" if is_current else "line.subtle"
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.colour(line)
        )
        if is_current:
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour(line))

    def _paint_who(
        self,
        painter: QPainter,
        rect: QRectF,
        layout: DeclareLayout,
        row: DeclareRow,
        *,
        is_current: bool,
    ) -> None:
        theme = self._theme
        icon = "edit" if is_current else "check" if row.status == "said" else ""
        if icon:
            role = "accent.interactive" if is_current else "text.secondary"
            box = centred(layout.mark.of(rect), _ICON, _ICON)
            self._icons.paint(painter, icon, box, theme.colour(role))
        paint_number(painter, theme, layout.number.of(rect), row.number)
        score = layout.score.of(rect)
        write(
            painter, theme, score, row.score, font="row", weight=700, role="text.primary", align=_RIGHT
        )  # fmt: skip
        name = layout.name.of(rect)
        shape = QRectF(name.left(), name.center().y() - _SHAPE / 2, _SHAPE, _SHAPE)
        marks.paint_faction(painter, theme, shape, row.side)
        name.adjust(_SHAPE + 7, 0, 0, 0)
        weight = 700 if is_current else 500
        write(painter, theme, name, row.name, font="row", weight=weight, role="text.primary")
        if layout.roller.width:
            roller = centred(layout.roller.of(rect), _ICON, _ICON)
            sign = ROLLER_ICONS[self._model.roller_of(row)]
            self._icons.paint(painter, sign, roller, theme.colour("text.secondary"))

    def _paint_cover(self, painter: QPainter, rect: QRectF, layout: DeclareLayout) -> None:
        theme = self._theme
        left = min(each.left for each in layout.columns.values()) if layout.columns else 0.0
        right = layout.intent.left + layout.intent.width
        box = QRectF(rect.left() + left, rect.center().y() - 6, right - left, 12)
        path = marks.rounded_path(box, 2)
        marks.paint_pattern(painter, path, _HATCH, theme.colour("line.divider"))
        text = self._texts.text_of("gui.declare.covered")
        total = layout.total.of(rect)
        write(painter, theme, total, text, font="small", role="text.muted", align=_RIGHT)
        x = total.right() - theme.fonts.width(text, "small") - _ICON - 5
        eye = QRectF(x, rect.center().y() - _ICON / 2, _ICON, _ICON)
        self._icons.paint(painter, "eye_off", eye, theme.colour("text.muted"))

    def _paint_segment(
        self,
        painter: QPainter,
        box: QRectF,
        option: DeclareOption,
        *,
        is_first: bool,
        is_last: bool,
    ) -> None:
        theme = self._theme
        cell = QRectF(box.left(), round(box.center().y() - _SEGMENT / 2), box.width(), _SEGMENT)
        frame = cell.adjusted(-4 if not is_first else 0, 0, 4 if not is_last else 0, 0)
        with painting(painter):
            painter.setClipRect(cell.adjusted(0, 0, 1, 0))
            if option.is_on:
                painter.setBrush(theme.colour("accent.interactive_fill"))
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawRoundedRect(inset(frame), 4, 4)
            if not is_first:
                painter.fillRect(
                    QRectF(cell.left(), cell.top(), 1, cell.height()), theme.colour("line.control")
                )
            if option.is_on:
                line = QRectF(cell.left(), cell.bottom() - 2, cell.width(), 2)
                painter.fillRect(line, theme.colour("accent.interactive"))
        role = "text.disabled" if option.why_not else "text.primary"
        weight = 700 if option.is_on else 400
        centre = Qt.AlignmentFlag.AlignHCenter
        write(
            painter, theme, cell, option.text, font="small", weight=weight, role=role, align=centre
        )  # fmt: skip

    def _paint_pill(
        self, painter: QPainter, box: QRectF, option: DeclareOption, *, is_small: bool
    ) -> None:
        theme = self._theme
        pill = QRectF(box.left(), round(box.center().y() - _PILL / 2), box.width(), _PILL)
        line = theme.colour("accent.interactive" if option.is_on else "line.divider")
        with painting(painter):
            if option.is_on:
                painter.setBrush(theme.colour("accent.interactive_fill"))
            painter.setPen(pen(line, 2.0 if option.is_on else 1.0))
            painter.drawRoundedRect(inset(pill, 1.0 if option.is_on else 0.5), 10, 10)
        words = pill_words(option, is_small=is_small)
        wide = theme.fonts.width(words, "small") + 4
        amount = theme.fonts.width(option.amount, "small", weight=700)
        x = pill.left() + (pill.width() - wide - amount) / 2
        if option.is_on and not is_small:
            tick = QPointF(pill.left() + 7, pill.center().y() + 0.5)
            with painting(painter):
                painter.setPen(pen(theme.colour("accent.interactive"), 1.8))
                painter.drawPolyline([tick, tick + QPointF(2.5, 2.5), tick + QPointF(7, -3)])
            x += 6
        role = (
            "text.disabled"
            if option.why_not
            else "text.primary"
            if option.is_on
            else "text.secondary"
        )
        write(
            painter,
            theme,
            QRectF(x, pill.top(), wide, pill.height()),
            words,
            font="small",
            role=role,
        )
        number = QRectF(x + wide, pill.top(), amount + 2, pill.height())
        role = "text.disabled" if option.why_not else "text.primary"
        write(painter, theme, number, option.amount, font="small", weight=700, role=role)

    def _paint_intent(self, painter: QPainter, box: QRectF, row: DeclareRow) -> None:
        theme, field = self._theme, field_in(box)
        with painting(painter):
            painter.setPen(pen(theme.colour("line.divider")))
            painter.setBrush(theme.colour("surface.sunken"))
            painter.drawRoundedRect(inset(field), 4, 4)
        write(
            painter,
            theme,
            field.adjusted(8, 0, -6, 0),
            row.intent,
            font="small",
            role="text.primary",
        )

    def _paint_total(
        self, painter: QPainter, box: QRectF, row: DeclareRow, *, is_small: bool
    ) -> None:
        theme = self._theme
        if not any(letter.isdecimal() for letter in row.total):
            write(painter, theme, box, row.total, font="small", role="text.muted", align=_RIGHT)
            return
        wide = theme.fonts.width(row.total, "row", weight=700)
        write(
            painter, theme, box, row.total, font="row", weight=700, role="text.primary", align=_RIGHT
        )  # fmt: skip
        note = f"{row.sum} =" if row.sum else ""
        if row.status == "filled" and not note:
            note = self._texts.text_of("gui.declare.status.filled")
        if note and not is_small:
            rest = box.adjusted(-30, 0, -wide - 4, 0)
            write(painter, theme, rest, note, font="small", role="text.secondary", align=_RIGHT)


def field_in(box: QRectF) -> QRectF:
    """Returns the field of an intent within its part of the row."""
    return QRectF(box.left(), round(box.center().y() - _FIELD / 2), box.width(), _FIELD)
