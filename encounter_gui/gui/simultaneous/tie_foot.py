"""The foot of a tie: everybody before and after what waits, and what becomes of them."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, figure_text
from encounter_gui.gui.combatants.cells.name_delegate import paint_shape
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ChangePreview

_GAP, _BETWEEN = 6.0, 24.0
_LEAST = 90.0
"""The least room for one of them, in logical pixels; who has less is counted."""


class EndingsLine(QWidget):
    """Paints for each of those reached its gauge before → after, and its ending in words."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._endings: Sequence[tuple[ChangePreview, str]] = ()
        icons.recoloured.connect(self.update)

    def show_endings(self, endings: Sequence[tuple[ChangePreview, str]]) -> None:
        """Shows what becomes of these; none: nothing waits."""
        self._endings = endings
        words = tuple(self._words())
        self.setAccessibleName("; ".join(words) or self._texts.text_of("gui.tie.nobody"))
        self.setToolTip(plain_tip("\n".join(words)))
        self.update()

    def _words(self) -> Iterator[str]:
        for change, ending in self._endings:
            yield " ".join(each for each in (change.name, _figures(change), ending) if each)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 30)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, 30)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._icons.theme, QPainter(self)
        room = QRectF(self.rect())
        if not self._endings:
            words = self._texts.text_of("gui.tie.nobody")
            write(painter, theme, room, words, role="text.muted")
            return
        count = max(
            1, min(len(self._endings), int((room.width() + _BETWEEN) // (_LEAST + _BETWEEN)))
        )
        hidden = len(self._endings) - count
        more = f"+{hidden}" if hidden else ""
        spare = theme.fonts.width(more, "body") + _GAP if more else 0.0
        free = room.width() - spare - (count - 1) * _BETWEEN
        wishes = [self._wish(*each) for each in self._endings[:count]]
        x = room.left()
        for (change, ending), width in zip(self._endings, _shared(wishes, free), strict=False):
            if x > room.left():
                line = QRectF(x - _BETWEEN / 2, 5, 1, room.height() - 10)
                painter.fillRect(line, theme.colour("line.divider"))
            self._paint(painter, QRectF(x, 0, width, room.height()), change, ending)
            x += width + _BETWEEN
        if more:
            place = QRectF(x - _BETWEEN + _GAP, 0, spare, room.height())
            write(painter, theme, place, more, role="text.muted")

    def _wish(self, change: ChangePreview, ending: str) -> float:
        fonts = self._icons.theme.fonts
        widths = (
            fonts.width(change.name, "body", weight=700),
            fonts.width(_figures(change), "title", weight=700),
            fonts.width(ending, "body"),
        )
        return self._icons.theme.icon_size("faction") + sum(
            each + _GAP + 1 for each in widths if each
        )

    def _paint(self, painter: QPainter, room: QRectF, change: ChangePreview, ending: str) -> None:
        theme = self._icons.theme
        paint_shape(painter, theme, room, change.side)
        x = room.left() + theme.icon_size("faction") + _GAP
        runs: list[marks.Run] = []
        if change.gauges:
            gauge = change.gauges[0]
            runs = [
                marks.Run(text=f"{figure_text(gauge.before.current)} → ", role="text.secondary"),
                marks.Run(text=figure_text(gauge.after.current), weight=700),
            ]
        figures = marks.runs_width(theme, runs, "title")
        free = max(0.0, room.right() - x - (figures + _GAP if runs else 0.0))
        name = min(theme.fonts.width(change.name, "body", weight=700) + 1, free)
        place = QRectF(x, 0, name, room.height())
        write(painter, theme, place, change.name, weight=700, role="text.primary")
        x += name + _GAP
        if runs:
            marks.paint_runs(
                painter, theme, QRectF(x, 0, figures + 1, room.height()), runs, "title"
            )
            x += figures + _GAP
        rest = QRectF(x, 0, max(0.0, room.right() - x), room.height())
        if rest.width() > 20:
            write(painter, theme, rest, ending, role="text.secondary")


def _figures(change: ChangePreview) -> str:
    if not change.gauges:
        return ""
    gauge = change.gauges[0]
    return f"{figure_text(gauge.before.current)} → {figure_text(gauge.after.current)}"


def _shared(wishes: Sequence[float], free: float) -> list[float]:
    """Returns widths that fit: each gets what it wishes, while others take no more than an equal part."""
    widths, left, open_wishes = (
        [0.0] * len(wishes),
        free,
        sorted(enumerate(wishes), key=lambda each: each[1]),
    )
    for place, (at, wish) in enumerate(open_wishes):
        widths[at] = min(wish, left / (len(wishes) - place))
        left -= widths[at]
    return widths
