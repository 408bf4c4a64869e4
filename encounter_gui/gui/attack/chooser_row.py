"""The choosers of a bench in one row, kept from one bench to the next."""

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.attack.list_chooser import ListChooser
from encounter_gui.gui.attack.number_chooser import NumberChooser
from encounter_gui.gui.attack.segment_chooser import SegmentChooser
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Chooser

ChooserWidget = ListChooser | SegmentChooser | NumberChooser

_TARGET = "target"


class ChooserRow(QWidget):
    """Shows choosers left to right; those that stay keep their widget, and with it focus and open lists."""

    chosen = Signal(str, str)
    """The chooser's key and the option's."""

    def __init__(self, icons: Icons, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._height = 0
        self._icons = icons
        self._catalogue = catalogue
        self._widgets: dict[tuple[str, str], ChooserWidget] = {}
        self._arrow = Arrow(icons, self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._arrow.hide()

    def use_height(self, height: int) -> None:
        """Makes lists as low as what they stand among; before they are shown."""
        self._height = height

    def widget(self, key: str) -> ChooserWidget | None:
        """Returns the widget of a chooser; None if it is not shown here."""
        return next((widget for (name, _), widget in self._widgets.items() if name == key), None)

    def show_choosers(self, choosers: Sequence[Chooser]) -> None:
        """Shows these; the row is laid out anew only if other choosers are asked than before."""
        wanted = [(chooser.key, chooser.look) for chooser in choosers]
        if wanted != list(self._widgets):
            self._rearrange(choosers)
        for chooser in choosers:
            self._widgets[chooser.key, chooser.look].show_chooser(chooser)

    def _rearrange(self, choosers: Sequence[Chooser]) -> None:
        old, self._widgets = self._widgets, {}
        while self._row.count():
            self._row.takeAt(0)
        self._arrow.hide()
        for chooser in choosers:
            key = (chooser.key, chooser.look)
            widget = old.pop(key, None) or self._made(chooser)
            self._widgets[key] = widget
            self._add(widget, chooser.key)
        for widget in old.values():
            widget.hide()
            widget.deleteLater()
        self._row.addStretch(1)
        self._order_tabs()

    def _add(self, widget: ChooserWidget, key: str) -> None:
        if key == _TARGET and self._row.count():
            self._row.addWidget(self._arrow)
            self._arrow.show()
        self._row.addWidget(widget)
        widget.show()

    def _made(self, chooser: Chooser) -> ChooserWidget:
        widget: ChooserWidget
        match chooser.look:
            case "list":
                widget = ListChooser(self._icons, self)
                if self._height:
                    widget.setFixedHeight(self._height)
            case "segments":
                widget = SegmentChooser(self._icons, self._catalogue, self)
            case "number":
                widget = NumberChooser(self._icons, self)
            case _:
                assert_never(chooser.look)
        widget.chosen.connect(self.chosen)
        return widget

    def _order_tabs(self) -> None:
        stops = [stop for widget in self._widgets.values() for stop in _stops(widget)]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)


class Arrow(QWidget):
    """The arrow from the one who acts to the one it is done to."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(14, 14)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._icons.theme.colour("text.muted")
        self._icons.paint(QPainter(self), "arrow_right", QRectF(self.rect()), colour)


def _stops(widget: ChooserWidget) -> Sequence[QWidget]:
    """What Tab stops at."""
    match widget:
        case SegmentChooser():
            return widget.buttons
        case NumberChooser():
            return (widget.spin,)
        case ListChooser():
            return (widget,)
        case _:
            assert_never(widget)
