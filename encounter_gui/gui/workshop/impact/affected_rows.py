"""The creatures that have something that is changed: a row each, the first few or all."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.painting.shapes import paint_faction
from encounter_gui.gui.theme.painting.text_runs import RIGHT
from encounter_gui.gui.workshop.impact.muted_chart import MutedChart
from encounter_gui.play.impact.affected import AffectedCreature

_ROW, _SHAPE, _GAP = 24.0, 10.0, 7.0


class AffectedRows(MutedChart):
    """Says of each creature what of it is changed, and in how many encounters it is."""

    _creatures: tuple[AffectedCreature, ...] = ()

    def show_creatures(self, title: str, creatures: Sequence[AffectedCreature]) -> None:
        """Shows these creatures."""
        self._creatures = tuple(creatures)
        self.describe(title, [self._words_of(each) for each in self._creatures])
        self.setFixedHeight(round(_ROW * len(self._creatures)))

    def _where(self, creature: AffectedCreature) -> str:
        if creature.is_party:
            return self._texts.text_of("gui.impact.party")
        if not creature.encounters:
            return self._texts.text_of("gui.impact.in_none")
        return self._texts.text_of("gui.impact.in", count=creature.encounters)

    def _words_of(self, creature: AffectedCreature) -> str:
        return self._texts.text_of(
            "gui.impact.affected_row",
            name=creature.name,
            what=", ".join(creature.what),
            where=self._where(creature),
        )

    @override
    def marks(self) -> Sequence[Mark]:
        return [
            Mark(QRectF(0, place * _ROW, self.width(), _ROW), self._words_of(each))
            for place, each in enumerate(self._creatures)
        ]

    @override
    def table(self) -> ChartTable:
        rows = ((each.name, ", ".join(each.what), self._where(each)) for each in self._creatures)
        return ((self._title, "", ""), *rows)

    @property
    @override
    def room(self) -> ChartSize:
        height = round(_ROW * len(self._creatures))
        return ChartSize(least_width=180, least_height=height, width=272, height=height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._icons.theme
        with painting(QPainter(self)) as painter:
            for place, creature in enumerate(self._creatures):
                row = QRectF(0, place * _ROW, self.width(), _ROW)
                shape = QRectF(0, row.top() + (_ROW - _SHAPE) / 2, _SHAPE, _SHAPE)
                paint_faction(painter, theme, shape, creature.side)
                where = self._where(creature)
                wide = self.text_width(where, "small")
                self.write(painter, row, where, font="small", role="text.muted", align=RIGHT)
                rest = row.adjusted(_SHAPE + _GAP, 0, -wide - _GAP, 0)
                name = self.name_in(rest, creature.name, "body", weight=500)
                role = "text.muted" if self.is_stale else "text.primary"
                self.write(painter, rest, name, weight=500, role=role)
                rest.adjust(self.text_width(name, "body", weight=500) + _GAP, 0, 0, 0)
                if rest.width() > _ROW:
                    role = "text.muted" if self.is_stale else "text.secondary"
                    self.write(painter, rest, ", ".join(creature.what), role=role)
                line = QRectF(0, row.bottom() - 1, row.width(), 1)
                painter.fillRect(line, theme.colour("line.subtle"))
