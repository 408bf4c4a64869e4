"""How many there are of a foe: a slider and a number field that set the same value."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.shapes import paint_faction
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.line_edit import NumberField

_SHAPE, _NAME, _KNOB, _MOST_TICKS, _TICK = 11.0, 116, 5.0, 16, 4.0


class CountRow(QWidget):
    """The foe's shape and name, the slider, the field."""

    changed = Signal(int)
    """The number chosen."""

    def __init__(
        self,
        name: str,
        count: int,
        most: int,
        look: tuple[Icons, MessageCatalog],
        parent: QWidget | None = None,
    ) -> None:
        """Takes the foe, how many of it are planned, and how many there may be."""
        super().__init__(parent)
        icons, texts = look
        self._name = name
        self.title = _FoeName(name, icons, self)
        self.slider = _TickedSlider(icons, self)
        self.field = NumberField(self)
        words = texts.text_of("gui.tuning.count_of", name=name)
        for each in (self.slider, self.field):
            each.setRange(0, most)
            each.setValue(count)
            each.setAccessibleName(words)
        self.slider.setPageStep(1)
        self.field.setFixedWidth(44)
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.slider.valueChanged.connect(self.field.setValue)
        self.field.valueChanged.connect(self._take)
        row_layout(self, self.title, (self.slider, 1), self.field, spacing=8)

    @Slot(int)
    def _take(self, count: int) -> None:
        self.slider.setValue(count)
        self.changed.emit(count)


class _FoeName(QLabel):
    """A name behind the shape of its side, elided in the middle: the tool tip has all of it."""

    def __init__(self, name: str, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._name = icons, name
        self.setFixedWidth(_NAME)
        self.setAccessibleName(name)
        self.setToolTip(name)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._icons.theme
        with painting(QPainter(self)) as painter:
            middle = (self.height() - _SHAPE) / 2
            paint_faction(painter, theme, QRectF(0, middle, _SHAPE, _SHAPE), "foe")
            place = QRectF(_SHAPE + 7, 0, self.width() - _SHAPE - 7, self.height())
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.primary"))
            words = theme.elided(
                self._name, "body", int(place.width()), mode=Qt.TextElideMode.ElideMiddle
            )
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)


class _TickedSlider(QSlider):
    """A slider with a tick at each whole number, or at each second or fifth where they are many."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._icons = icons
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(130, 26)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        most = max(self.maximum(), 1)
        step = next(each for each in (1, 2, 5, most) if most / each <= _MOST_TICKS)
        room = self.width() - 2 * _KNOB
        with painting(QPainter(self)) as painter:
            painter.setPen(pen(self._icons.theme.colour("text.muted")))
            for count in range(0, most + 1, step):
                at = round(_KNOB + room * count / most) + 0.5
                top = self.height() / 2 + _KNOB + 3
                painter.drawLine(QPointF(at, top), QPointF(at, top + _TICK))
        super().paintEvent(event)
