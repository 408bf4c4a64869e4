"""The odds panel, right of the attack form: headline numbers, as many charts as fit, and a remark."""

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.odds.comparison_rows import ComparisonRows
from encounter_gui.gui.attack.odds.exhibit_layout import placed
from encounter_gui.gui.attack.odds.exhibits import (
    ExhibitWidget,
    kind_of,
    made_for,
    show_exhibit,
)
from encounter_gui.gui.attack.odds.headline_figures import HeadlineFigures
from encounter_gui.gui.attack.odds.remark_line import RemarkLine
from encounter_gui.gui.charts.spread_chart import SpreadChart
from encounter_gui.gui.charts.within_chart import WithinChart
from encounter_gui.gui.theme.ground import Ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Comparison, Odds, OddsChart, Spread, Within

_GAP = 16
_REMARK = 15
_MOST_REMARK, _LEAST_REMARK = 45, 120
_LEAST_HEIGHT = 72

_Kind = tuple[type[OddsChart], int]
"""A kind of exhibit, and the how-manieth of that kind in the panel it is."""


class OddsPanel(Ground):
    """Shows exact odds, in place, or one sentence while there are none.

    Each exhibit keeps its widget from odds to odds, and its place while its chances are still to come. What does not
    fit is hidden, never cut; its words are then in the description of the panel.
    """

    chosen = Signal(str, str)
    """A row of a comparison was clicked: the chooser's key and the option's."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        self._texts = texts
        self._hint = texts.text_of("gui.attack.no_odds")
        self._odds: Odds | None = None
        self._is_shown = False
        self._widgets: dict[_Kind, ExhibitWidget] = {}
        self._shown: tuple[ExhibitWidget, ...] = ()
        self.figures = HeadlineFigures(icons, texts, self)
        self.comparison = ComparisonRows(icons, texts, self)
        self.within = WithinChart(icons, texts, self)
        self.spread = SpreadChart(icons, texts, self)
        self._widgets |= {
            (Comparison, 0): self.comparison,
            (Within, 0): self.within,
            (Spread, 0): self.spread,
        }
        self.remark = RemarkLine(icons, self)
        self.comparison.chosen.connect(self.chosen)
        self.setAccessibleName(texts.text_of("gui.attack.odds"))
        self.show_odds(None)

    @property
    def exhibits(self) -> tuple[ExhibitWidget, ...]:
        """Returns the exhibits that have found room, from the left."""
        return tuple(widget for widget in self._shown if not widget.isHidden())

    def show_odds(self, odds: Odds | None) -> None:
        """Shows these odds; None: there are none, and a sentence says what they wait for."""
        if odds == self._odds and self._is_shown:
            return
        if odds is None or self._odds is None:
            self.update()  # the sentence that stands here without odds is its own; the rest its parts paint
        self._odds, self._is_shown = odds, True
        width = self.figures.wanted_width
        self.figures.show_odds(odds)
        if self.figures.wanted_width != width:
            self.updateGeometry()
        self.remark.say(odds.remark if odds else "")
        self._show_exhibits(odds.charts if odds else ())
        self.place()

    def _show_exhibits(self, exhibits: Sequence[OddsChart]) -> None:
        shown: dict[_Kind, ExhibitWidget] = {}
        met: Counter[type[OddsChart]] = Counter()
        for exhibit in exhibits:
            plain = kind_of(exhibit)
            kind = (plain, met[plain])
            met[plain] += 1
            shown[kind] = self._widget(kind)
            show_exhibit(shown[kind], exhibit)
        for kind, widget in self._widgets.items():
            if kind not in shown:
                show_exhibit(widget, None)
        self._shown = tuple(shown.values())

    def _widget(self, kind: _Kind) -> ExhibitWidget:
        """The widget of a kind of exhibit; made when it is first asked for, then kept."""
        if kind not in self._widgets:
            widget = self._widgets[kind] = made_for(kind[0], self._icons, self._texts, self)
            if isinstance(widget, ComparisonRows):
                widget.chosen.connect(self.chosen)
        return self._widgets[kind]

    def place(self) -> None:
        """Places all parts: after a resize, and after any of them has changed."""
        left = self.figures.wanted_width + _GAP if self._odds else 0
        room = QRect(left, 0, max(0, self.width() - left), self.height())
        places, remark, figures = self._with_remark(room)
        self.figures.setGeometry(0, 0, max(0, left - _GAP), figures)
        self.remark.setVisible(not remark.isEmpty())
        self.remark.setGeometry(remark)
        for widget, place in zip_longest(self._shown, places):
            widget.setVisible(place is not None)
            if place is not None:
                widget.setGeometry(place.translated(left, 0))
        for widget in self._widgets.values():
            if widget not in self._shown:
                widget.hide()
        self._describe()

    def _with_remark(self, room: QRect) -> tuple[tuple[QRect | None, ...], QRect, int]:
        """Places for the exhibits, the remark's, and the height of the figures.

        The remark goes below a column that leaves room, else below the figures, else it has the room that no exhibit
        fits into, else it takes a line from all exhibits; with no room for that either it is only spoken.
        """
        rooms = [widget.room for widget in self._shown]
        places = placed(rooms, room.width(), room.height())
        if not self.remark.text:
            return places, QRect(), self.height()
        corner = self._free_corner(places, room)
        if corner is not None:
            return places, corner, self.height()
        below = self.remark.height_for(self.figures.wanted_width)
        if below <= _MOST_REMARK and self.height() - below >= self.figures.good_height:
            top = self.height() - below
            return places, QRect(0, top, self.figures.wanted_width, below), top
        if room.width() < _LEAST_REMARK:
            return places, QRect(), self.height()
        if not any(places):
            high = min(self.remark.height_for(room.width()), room.height())
            line = QRect(room.left(), room.bottom() + 1 - high, room.width(), high)
            return places, line, self.height()
        places = placed(rooms, room.width(), room.height() - _REMARK)
        line = QRect(room.left(), room.bottom() + 1 - _REMARK, room.width(), _REMARK)
        return places, line, self.height()

    def _free_corner(self, places: Sequence[QRect | None], room: QRect) -> QRect | None:
        """The first place below a column of exhibits where all of the remark fits."""
        seen = [place for place in places if place is not None]
        for x in sorted({place.left() for place in seen}):
            column = [place for place in seen if place.left() == x]
            wide, top = column[0].width(), max(place.bottom() for place in column) + 5
            high = self.remark.height_for(wide)
            if high <= min(_MOST_REMARK, room.height() - top):
                return QRect(room.left() + x, top, wide, high)
        return None

    def _describe(self) -> None:
        """What has no room is still said."""
        if self._odds is None:
            self.setAccessibleDescription(self._hint)
            return
        hidden = [widget for widget in self._shown if widget.isHidden()]
        words = (f"{each.accessibleName()}: {each.accessibleDescription()}" for each in hidden)
        self.setAccessibleDescription(". ".join((*words, self.remark.text)).strip(". "))

    @override
    def sizeHint(self) -> QSize:
        return QSize(642, 137)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.figures.wanted_width, _LEAST_HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._odds is None:
            painter, theme = QPainter(self), self._icons.theme
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), flags, self._hint)
