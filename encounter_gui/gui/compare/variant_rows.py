"""The variants of an attack as rows: what may come of each in one small bar, in figures, and against each target."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.fills import paint_look_bar
from encounter_gui.gui.charts.painted_chart import PaintedChart
from encounter_gui.gui.charts.reading.chart_reader import Mark
from encounter_gui.gui.charts.reading.copies import ChartTable
from encounter_gui.gui.compare.measure import Measure
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.theme.painting.text_runs import RIGHT
from encounter_gui.rules.view import Measures, Option, Variant

HEAD, ROW = 22, 26
_ONE_ATTACK = (Measure("hit"), Measure("hurt"), Measure("out"), Measure("damage"))
_FIGURE, _TARGET, _LEAST_TARGET = 50, 84, 78
_SORTED = "\u00a0▾"
_BAR, _LEAST_NAME, _MOST_NAME, _GAP = 96, 130, 250, 10
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class _Column(Struct, frozen=True, kw_only=True):
    """A column of figures, what it is by, and the target it is against; None: that of the bench."""

    left: float
    width: float
    measure: Measure
    target: int | None = None


class VariantRows(PaintedChart):
    """Shows variants best first; a click, or Enter on what is read, sets the bench to one."""

    picked = Signal(dict)
    """``FormChoices``: the variant, and the target of the cell that was pressed."""
    sorted_by = Signal(str)
    """The heading of a column was pressed: the key of its measure."""
    left = Signal()
    """The mouse is not over the rows any more."""

    variants: tuple[Variant, ...] = ()
    """What is shown, from the top."""
    _targets: tuple[Option, ...] = ()
    _measure = Measure()

    def show_variants(
        self, variants: tuple[Variant, ...], targets: tuple[Option, ...], measure: Measure
    ) -> None:
        """Shows these, in place, in their order."""
        self.variants, self._targets, self._measure = variants, targets, measure
        self.setMinimumHeight(HEAD + ROW * len(variants))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.describe(
            self._texts.text_of("gui.compare.variants", measure=measure.name(self._texts)),
            [self._row_words(each) for each in variants],
        )
        self.updateGeometry()

    @property
    def has_attacks_in_a_row(self) -> bool:
        """Returns whether it is shown what several attacks in a row come to."""
        return any(self._is_known(Measure("within"), each) for each in self.variants)

    @property
    @override
    def room(self) -> ChartSize:
        high = HEAD + ROW * len(self.variants)
        return ChartSize(least_width=300, least_height=high, width=640, height=high)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.room.least_width, self.room.height)

    # ---- where things stand

    def _columns(self) -> list[_Column]:
        """The columns of figures: those that are known of any variant, then a target each as room allows.

        Where room is short attacks in a row have no column of their own: names come first.
        """
        figures = [
            each
            for each in self._figures()
            if any(self._is_known(each, variant) for variant in self.variants)
        ]
        beside = self.width() - self._name_width - self._bar() - 2 * _GAP
        if beside - sum(map(self._figure_width, figures)) < _LEAST_TARGET:
            figures = [each for each in figures if each.key != "within"]
        widths = [self._figure_width(each) for each in figures]
        room = beside - sum(widths)
        count = max(1, min(len(self._targets), int(room // _LEAST_TARGET)))
        wide = max(_LEAST_TARGET, min(_TARGET, room / count))
        left = self.width() - count * wide - sum(widths)
        columns = []
        for each, width in zip(figures, widths, strict=True):
            columns.append(_Column(left=left, width=width, measure=each))
            left += width
        columns += [
            _Column(left=left + place * wide, width=wide, measure=self._measure, target=place)
            for place in range(count if self._targets else 0)
        ]
        return columns

    def _figure_width(self, measure: Measure) -> float:
        """The column that rows are sorted by has room for its heading with the sign of that."""
        if measure.key != self._measure.key:
            return _FIGURE
        heading = self.text_width(measure.name(self._texts) + _SORTED, "small")
        return max(_FIGURE, heading + 8)

    def _figures(self) -> tuple[Measure, ...]:
        """What of each variant is shown: what one attack comes to, and so many in a row."""
        return (*_ONE_ATTACK, Measure("within", self._measure.attacks))

    def _is_known(self, measure: Measure, variant: Variant) -> bool:
        """Returns whether there is a value, or will be."""
        measures = variant.measures
        return measure.comes_later(measures) or measure.of(measures) is not None

    @property
    def _name_width(self) -> float:
        """What the longest name needs with its note: targets give way before names are cut."""
        widths = (
            self.text_width(each.text, weight=600) + self.text_width(each.note, "small") + 24
            for each in self.variants
        )
        return min(max(_LEAST_NAME, *widths, 0), _MOST_NAME)

    def _bar(self) -> float:
        return _BAR if self.width() > 720 else 60

    def _row(self, index: int) -> QRectF:
        return QRectF(0, HEAD + index * ROW, self.width(), ROW)

    def cell(self, row: int, column: int) -> QRectF:
        """Returns the place of a figure."""
        at, line = self._columns()[column], self._row(row)
        return QRectF(at.left, line.top(), at.width, line.height())

    def _measures(self, variant: Variant, column: _Column) -> Measures | None:
        if column.target is None:
            return variant.measures
        return variant.against[column.target] if column.target < len(variant.against) else None

    def _column_name(self, column: _Column) -> str:
        if column.target is None:
            return column.measure.name(self._texts)
        return self._targets[column.target].text

    # ---- in words

    def _row_words(self, variant: Variant) -> str:
        parts = [
            f"{each.name(self._texts)} {each.text_of(variant.measures)}"
            for each in self._figures()
            if self._is_known(each, variant)
        ]
        chosen = self._texts.text_of("gui.compare.chosen") if variant.is_chosen else ""
        name = ", ".join(part for part in (variant.text, variant.note, chosen) if part)
        return f"{name}: {', '.join(dict.fromkeys(parts))}"

    def _cells(self) -> list[tuple[QRectF, str, int, int | None]]:
        """Place, words, row and target of all that is read: of each row its name, then its figures."""
        columns = self._columns()
        found: list[tuple[QRectF, str, int, int | None]] = []
        for index, variant in enumerate(self.variants):
            line = self._row(index)
            end = columns[0].left if columns else line.width()
            head = QRectF(0, line.top(), end, line.height())
            found.append((head, self._row_words(variant), index, None))
            for column in columns:
                measures = self._measures(variant, column)
                value = column.measure.of(measures)
                name = self._column_name(column)
                by = column.measure.name(self._texts)
                what = by if column.target is None else f"{name}, {by}"
                exact = (
                    column.measure.text_of(measures)
                    if value is None
                    else _exact(column.measure, value)
                )
                place = QRectF(column.left, line.top(), column.width, line.height())
                found.append((place, f"{variant.text} · {what}: {exact}", index, column.target))
        return found

    @override
    def marks(self) -> Sequence[Mark]:
        return [Mark(place, words) for place, words, _, _ in self._cells()]

    @override
    def table(self) -> ChartTable:
        columns = self._columns()
        return (
            (self._title, *(self._column_name(each) for each in columns)),
            *(
                (
                    variant.text,
                    *(
                        "" if value is None else _plain(each.measure, value)
                        for each in columns
                        for value in (each.measure.of(self._measures(variant, each)),)
                    ),
                )
                for variant in self.variants
            ),
        )

    # ---- picking

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        place = event.position()
        if place.y() < HEAD:
            self._sort_at(place)
        else:
            self._pick(place)

    def _sort_at(self, place: QPointF) -> None:
        for column in self._columns():
            if column.left <= place.x() < column.left + column.width:
                self.sorted_by.emit(column.measure.key)

    def _pick(self, place: QPointF) -> None:
        for spot, _, row, target in self._cells():
            if spot.contains(place):
                choices = dict(self.variants[row].choices)
                if target is not None:
                    choices["target"] = self._targets[target].key
                self.picked.emit(choices)
                return

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self.reader.place
        if Qt.Key(event.key()) in _ENTER and place is not None:
            self._pick(place)
        else:
            super().keyPressEvent(event)

    # ---- painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, columns = QPainter(self), self._columns()
        self._paint_heads(painter, columns)
        best = [self._best(column) for column in columns]
        for index, variant in enumerate(self.variants):
            self._paint_row(painter, index, variant, columns, best)

    def _best(self, column: _Column) -> float | None:
        values = [column.measure.of(self._measures(each, column)) for each in self.variants]
        return max((each for each in values if each is not None and each > 0), default=None)

    def _paint_heads(self, painter: QPainter, columns: Sequence[_Column]) -> None:
        theme = self._icons.theme
        end = columns[0].left if columns else self.width()
        name = QRectF(8, 0, end - self._bar() - 2 * _GAP - 8, HEAD)
        self.write(painter, name, self._title, font="small", role="text.muted")
        for column in columns:
            place = QRectF(column.left, 0, column.width - 6, HEAD)
            is_by = column.measure.key == self._measure.key
            role = "text.primary" if is_by else "text.muted"
            words, sign = self._column_name(column), ""
            if is_by and not column.target:
                sign = _SORTED
            if column.target is not None:
                side = self._targets[column.target].side
                if side is not None:
                    paint_faction(
                        painter, theme, QRectF(column.left + 6, HEAD / 2 - 4.5, 9, 9), side
                    )
                place.setLeft(column.left + 19)
            self.write(painter, place, sign, font="small", role=role, align=RIGHT)
            place.setRight(place.right() - self.text_width(sign, "small"))
            if column.target is not None:
                short = self._targets[column.target].short or words
                is_whole = self.text_width(words, "small") <= place.width()
                words = words if is_whole else self.name_in(place, short)
            self.write(painter, place, words, font="small", role=role, align=RIGHT)
        painter.fillRect(QRectF(0, HEAD - 1, self.width(), 1), theme.colour("line.subtle"))

    def _paint_row(
        self,
        painter: QPainter,
        index: int,
        variant: Variant,
        columns: Sequence[_Column],
        best: Sequence[float | None],
    ) -> None:
        theme, row = self._icons.theme, self._row(index)
        if variant.is_chosen:
            painter.fillRect(row, theme.colour("surface.row_selected"))
            for y in (row.top(), row.bottom() - 1):
                painter.fillRect(QRectF(0, y, row.width(), 1), theme.colour("accent.interactive"))
        end = columns[0].left if columns else row.width()
        bar = QRectF(end - self._bar() - _GAP, row.top() + 7, self._bar(), 12)
        name = QRectF(8, row.top(), bar.left() - _GAP - 8, ROW)
        self.write(painter, name, variant.text, weight=600)
        note = name.adjusted(self.text_width(variant.text, weight=600) + 8, 0, 0, 0)
        if variant.note and note.width() > 24:
            self.write(painter, note, variant.note, font="small", role="text.muted")
        self._paint_bullet(painter, bar, variant.measures)
        for column, top in zip(columns, best, strict=True):
            measures = self._measures(variant, column)
            value = column.measure.of(measures)
            place = QRectF(column.left, row.top(), column.width - 6, ROW)
            if column.target is not None:
                self._paint_share(painter, place, column.measure, value)
            is_best = value is not None and value == top
            self.write(
                painter,
                place,
                column.measure.text_of(measures),
                weight=700 if is_best else 500,
                role="text.primary" if value else "text.muted",
                align=RIGHT,
            )
            if is_best and column.measure.key == self._measure.key:
                with painting(painter):
                    painter.setPen(pen(theme.colour("accent.interactive"), 1.5))
                    painter.drawRoundedRect(
                        inset(QRectF(column.left, row.top() + 2, column.width, ROW - 4), 1.5), 3, 3
                    )

    def _paint_share(
        self, painter: QPainter, place: QRectF, measure: Measure, value: float | None
    ) -> None:
        """A small bar before the figure; damage has none: it has no whole."""
        if value is None or measure.key == "damage" or place.width() < 70:
            return
        ground = QRectF(place.left() + 6, place.center().y() - 6, 26, 12)
        painter.fillRect(ground, self._icons.theme.colour("gauge.track"))
        ground.setWidth(round(26 * value))
        paint_look_bar(painter, self._icons.theme, ground, "good")

    def _paint_bullet(self, painter: QPainter, place: QRectF, measures: Measures) -> None:
        """What one attack does: hurt filled, out hatched inside it, hit as a line across; marks at each quarter."""
        theme = self._icons.theme
        painter.fillRect(place, theme.colour("gauge.track"))
        for share, look in ((measures.hurt, "good"), (measures.out, "strong")):
            if share:
                part = QRectF(place)
                part.setWidth(max(1, round(place.width() * share)))
                paint_look_bar(painter, theme, part, "good" if look == "good" else "strong")
        for quarter in (0.25, 0.5, 0.75):
            x = round(place.left() + quarter * place.width())
            painter.fillRect(QRectF(x, place.bottom(), 1, 2), theme.colour("chart.axis"))
        x = round(place.left() + measures.hit * place.width()) - 1
        line = QRectF(x, place.top() - 2, 2, place.height() + 4)
        painter.fillRect(line, theme.colour("text.primary"))


def _exact(measure: Measure, value: float) -> str:
    return f"{value:.2f}" if measure.key == "damage" else f"{100 * value:.2f}\u00a0%"


def _plain(measure: Measure, value: float) -> str:
    return f"{value:.2f}" if measure.key == "damage" else f"{100 * value:.2f}"
