"""Fusion with our own boxes, arrows and focus ring, where a style sheet would need picture files."""

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import (
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleFactory,
    QStyleOption,
    QStyleOptionComplex,
    QTabBar,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.gui.theme.canvas import centred, inset, painting, pen
from encounter_gui.gui.theme.painting.shapes import paint_focus
from encounter_gui.gui.theme.theme import Theme

_Primitive = QStyle.PrimitiveElement
_State = QStyle.StateFlag

_BOXES = frozenset({_Primitive.PE_IndicatorCheckBox, _Primitive.PE_IndicatorItemViewItemCheck})
_BOX_SIDES = (
    QStyle.PixelMetric.PM_IndicatorWidth,
    QStyle.PixelMetric.PM_IndicatorHeight,
    QStyle.PixelMetric.PM_ExclusiveIndicatorWidth,
    QStyle.PixelMetric.PM_ExclusiveIndicatorHeight,
)
_RINGED = (QPushButton, QTabBar, QToolButton)
"""What the style sheet gives a focus ring: a second one inside it would be one too many."""

_TICK = (QPointF(3.2, 7.4), QPointF(5.8, 10), QPointF(10.8, 4.4))
_SIDE = 14.0


class FlatStyle(QProxyStyle):
    """Draws combo boxes, check boxes, radio buttons and focus rings flat, in the colours of one theme."""

    def __init__(self, theme: Theme) -> None:
        """Takes the theme."""
        super().__init__(QStyleFactory.create("Fusion"))
        self._theme = theme

    @override
    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element in _BOXES:
            self._paint_box(painter, option, round_=False)
        elif element == _Primitive.PE_IndicatorRadioButton:
            self._paint_box(painter, option, round_=True)
        elif element == _Primitive.PE_FrameFocusRect:
            if isinstance(widget, _RINGED):
                return
            paint_focus(
                painter, self._theme, QRectF(option.rect), radius=self._theme.radius("chip")
            )
        else:
            super().drawPrimitive(element, option, painter, widget)

    @override
    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control == QStyle.ComplexControl.CC_ComboBox:
            state = option.state
            paint_combo_box(
                painter,
                self._theme,
                QRectF(option.rect),
                is_enabled=bool(state & _State.State_Enabled),
                is_hovered=bool(state & _State.State_MouseOver),
                has_focus=bool(state & _State.State_HasFocus),
            )
        else:
            super().drawComplexControl(control, option, painter, widget)

    @override
    def sizeFromContents(
        self,
        kind: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        # The stub calls the widget required; Qt passes None for items in views.
        result = super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]
        if kind == QStyle.ContentsType.CT_ComboBox:
            result.setHeight(max(result.height(), int(self._theme.size("combo"))))
        return result

    @override
    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric in _BOX_SIDES:
            return int(_SIDE)
        return super().pixelMetric(metric, option, widget)

    def _paint_box(self, painter: QPainter, option: QStyleOption, *, round_: bool) -> None:
        theme, enabled = self._theme, bool(option.state & _State.State_Enabled)
        box = centred(QRectF(option.rect), _SIDE, _SIDE)
        radius = _SIDE / 2 if round_ else theme.radius("chip")
        checked = bool(option.state & (_State.State_On | _State.State_NoChange))
        edge = "accent.interactive" if checked else "line.control"
        fill = "accent.interactive" if checked else "surface.sunken"
        with painting(painter):
            painter.setPen(pen(theme.colour(edge if enabled else "text.disabled")))
            painter.setBrush(theme.colour(fill if enabled else "surface.dock"))
            painter.drawRoundedRect(inset(box), radius, radius)
            if checked:
                ink = theme.colour("text.on_accent" if enabled else "text.disabled")
                painter.setPen(pen(ink, 2))
                self._paint_sign(painter, option, box, round_=round_)

    @staticmethod
    def _paint_sign(painter: QPainter, option: QStyleOption, box: QRectF, *, round_: bool) -> None:
        if round_:
            painter.setBrush(painter.pen().color())
            painter.drawEllipse(box.center(), 2, 2)
        elif option.state & _State.State_NoChange:
            middle = box.center()
            painter.drawLine(QLineF(middle - QPointF(4, 0), middle + QPointF(4, 0)))
        else:
            painter.drawPolyline(QPolygonF([box.topLeft() + point for point in _TICK]))


def paint_combo_box(
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    *,
    is_enabled: bool,
    is_hovered: bool,
    has_focus: bool,
) -> None:
    """Paints the box of a list that opens, and its arrow; what it shows is painted over it."""
    radius, arrow = theme.radius("control"), (rect.right() - 13, rect.center().y())
    ground = "surface.raised_hover" if is_enabled and is_hovered else "surface.raised"
    with painting(painter):
        painter.setBrush(theme.colour(ground))
        painter.setPen(pen(theme.colour("line.control" if is_enabled else "line.divider")))
        painter.drawRoundedRect(inset(rect), radius, radius)
        ink = theme.colour("text.secondary" if is_enabled else "text.disabled")
        painter.setPen(pen(ink, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corners = [QPointF(-4, -2), QPointF(0, 2), QPointF(4, -2)]
        painter.drawPolyline(QPolygonF([QPointF(*arrow) + corner for corner in corners]))
    if has_focus:
        paint_focus(painter, theme, rect, radius=radius)
