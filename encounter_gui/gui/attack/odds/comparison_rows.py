"""The same odds for each of a few choices, as bars; a click makes the choice."""

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.charts.exhibit_size import ChartSize
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import dodge_dice_width, paint_dodge_dice, paint_focus
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Comparison

_TITLE = 16
_ROW, _LOW_ROW, _FEW = 20, 16, 5
_NOTE = 18
_BAR = 10
_FIGURE = 48
_PADDING = 4
_NARROWEST, _WISHED, _WIDEST = 150, 190, 250
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ComparisonRows(QWidget):
    """Shows one comparison, a row a choice; arrow keys and clicks choose."""

    chosen = Signal(str, str)
    """The key of the chooser and of the option."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._comparison: Comparison | None = None
        self._has_note = False
        self._group = QButtonGroup(self)
        self._rows = column_layout(self, margins=(0, _TITLE, 0, 0), spacing=0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._group.buttonClicked.connect(self._click)

    @property
    def rows(self) -> tuple[QAbstractButton, ...]:
        """Returns the rows, in order."""
        return tuple(self._group.buttons())

    @property
    def room(self) -> ChartSize:
        """Returns how much room it needs; the note is said where there is more than the least."""
        comparison = self._comparison
        count = len(comparison.options) if comparison else 0
        rows = _TITLE + _row_height(count) * count
        words = 0.0
        if comparison is not None and comparison.look == "words":
            theme = self._icons.theme
            words = max(
                (theme.fonts.width(each.text, "body", weight=600) for each in comparison.options),
                default=0.0,
            )
        return ChartSize(
            least_width=min(_WIDEST, max(_NARROWEST, ceil(words) + 40 + _FIGURE + 2 * _PADDING)),
            least_height=rows,
            width=min(_WIDEST, max(_WISHED, round(words) + 70 + _FIGURE)),
            height=rows + (_NOTE if comparison and comparison.note else 0),
            stacks=True,
        )

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Shows another comparison, in place; None: none."""
        if comparison == self._comparison:
            return
        self._comparison = comparison
        if comparison is None:
            return
        self.setAccessibleName(comparison.title)
        self.setAccessibleDescription(comparison.note)
        self.setToolTip(plain_tip(comparison.note))
        self._has_note = self.height() >= self.room.height
        self._make_room()
        self._match_count(len(comparison.options))
        for index, row in enumerate(self._group.buttons()):
            self._show_row(row, comparison, index)
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_note()

    def _show_note(self) -> None:
        """Shows the note below the rows, or leaves it to the tool tip where room is short."""
        is_shown = self.height() >= self.room.height
        if is_shown != self._has_note:
            self._has_note = is_shown
            self._make_room()
            self.update()

    def _make_room(self) -> None:
        note = self._comparison.note if self._comparison and self._has_note else ""
        self._rows.setContentsMargins(0, _TITLE, 0, _NOTE if note else 0)

    def _match_count(self, count: int) -> None:
        while len(self._group.buttons()) > count:
            row = self._group.buttons()[-1]
            self._group.removeButton(row)
            self._rows.removeWidget(row)
            row.deleteLater()
        while len(self._group.buttons()) < count:
            row = _Row(self._icons, self)
            self._group.addButton(row)
            self._rows.addWidget(row)

    def _show_row(self, row: QAbstractButton, comparison: Comparison, index: int) -> None:
        option = comparison.options[index]
        words = say(
            "gui.attack.choice",
            option=option.text,
            percent=percent(comparison.probabilities[index]),
        )
        row.setAccessibleName(self._texts.text(words))
        row.setAccessibleDescription(option.why_not)
        row.setToolTip(plain_tip(option.why_not))
        row.setEnabled(not option.why_not)
        row.setFixedHeight(_row_height(len(comparison.options)))
        row.setChecked(index == comparison.chosen)
        if not row.hasFocus():  # Tab stops at the chosen row, arrow keys do the rest
            is_stop = index == comparison.chosen
            row.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_stop else Qt.FocusPolicy.NoFocus)
        if isinstance(row, _Row):
            row.show_choice(comparison, index)

    @Slot(QAbstractButton)
    def _click(self, row: QAbstractButton) -> None:
        if self._comparison is not None:
            option = self._comparison.options[self._group.buttons().index(row)]
            self.chosen.emit(self._comparison.key, option.key)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._comparison is None:
            return
        painter, theme = QPainter(self), self._icons.theme
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(0, 0, self.width(), _TITLE), _LEFT, self._comparison.title)
        if not self._has_note:
            return
        note = theme.elided(self._comparison.note, "small", self.width())
        painter.drawText(QRectF(0, self.height() - _NOTE, self.width(), _NOTE), _LEFT, note)


def _row_height(count: int) -> int:
    """Many rows are lower, so that all are shown."""
    return _ROW if count <= _FEW else _LOW_ROW


class _Row(QAbstractButton):
    """One choice: its dice or words, a bar, the chance."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self._comparison: Comparison | None = None
        self._index = 0
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_choice(self, comparison: Comparison, index: int) -> None:
        """Shows another choice."""
        self._comparison, self._index = comparison, index
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(190, _ROW)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._comparison is None:
            return
        painter, theme, rect = QPainter(self), self._icons.theme, QRectF(self.rect())
        if self.isChecked():
            painter.fillRect(rect, theme.colour("accent.interactive_fill"))
        elif self.underMouse() and self.isEnabled():
            painter.fillRect(rect, theme.colour("surface.row_hover"))
        inner = rect.adjusted(_PADDING, 0, -_PADDING, 0)
        left = inner.left() + self._paint_option(painter, self._comparison, inner) + 12
        chance = self._comparison.probabilities[self._index]
        room = inner.right() - _FIGURE - left
        bar = QRectF(left, rect.center().y() - _BAR / 2, round(max(0.0, room) * chance), _BAR)
        painter.fillRect(bar, theme.colour("chart.s1" if self.isEnabled() else "line.divider"))
        painter.setFont(theme.font("body", weight=700 if self.isChecked() else 500))
        painter.setPen(theme.colour("text.primary" if self.isEnabled() else "text.disabled"))
        painter.drawText(inner, _RIGHT, percent(chance))
        if self.hasFocus():
            paint_focus(painter, theme, rect, radius=theme.radius("cell"))

    def _paint_option(self, painter: QPainter, comparison: Comparison, inner: QRectF) -> float:
        """Paints dice or words and returns the width that all rows give them."""
        theme = self._icons.theme
        if comparison.look == "dice":
            most = len(comparison.options) - 1
            paint_dodge_dice(painter, theme, inner, left=self._index, count=most)
            return dodge_dice_width(theme, most)
        widths = [
            theme.fonts.width(option.text, "body", weight=600) for option in comparison.options
        ]
        width = min(max(widths), inner.width() - _FIGURE - 40)
        text = comparison.options[self._index].text
        painter.setFont(theme.font("body", weight=600 if self.isChecked() else 400))
        painter.setPen(theme.colour("text.secondary"))
        shown = theme.elided(text, "body", width, weight=600)
        painter.drawText(inner, _LEFT, shown)
        return width
