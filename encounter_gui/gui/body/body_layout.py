"""Where figure, labels and leader lines go: geometry without painting."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QTransform

from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.rules.view import BodyPart

_MARGIN = 8.0
_SIDE = 10.0
_GAP = 8.0
_MIDDLE_OF_LABEL = 19.0  # of its first two lines: a third one below them moves nothing
_LEADER = 9.5
_ABOVE = 0.2
_HALF_BODY = 0.17
"""How far an arm with its badge reaches from the middle, beside its label, as a share of the figure's height."""
_LEAST_LABEL = 40.0


class PartPlace(Struct, frozen=True, kw_only=True):
    """Where one location is drawn: its path, its badge, its label and the two ends of its leader line."""

    path: QPainterPath
    anchor: QPointF
    label: QRectF
    is_right: bool
    leader: tuple[QPointF, QPointF]


class BodyLayout(Struct, frozen=True, kw_only=True):
    """The whole drawing in logical pixels; ``to_widget`` maps the figure's units."""

    to_widget: QTransform
    places: tuple[PartPlace, ...]
    scale: float


def element_of(part: BodyPart) -> str:
    """Returns the location of the figure that a part is drawn as."""
    return part.element.removeprefix("loc-")


def fit(figure: BodyFigure, area: QRectF) -> QTransform:
    """Returns how the figure is put into the middle of an area, as large as fits."""
    box = figure.view_box
    scale = max(0.01, min((area.height() - 2 * _MARGIN) / box.height(), area.width() / box.width()))
    left = area.center().x() - box.width() * scale / 2
    top = area.center().y() - box.height() * scale / 2
    return QTransform.fromTranslate(left, top).scale(scale, scale).translate(-box.x(), -box.y())


def lay_out(
    figure: BodyFigure, parts: Sequence[BodyPart], area: QRectF, label: QSizeF
) -> BodyLayout:
    """Places the parts of a body in an area, labels at both sides at about the height of what they name.

    ``label`` is the size of a label where there is room for it beside the figure.
    """
    to_widget = fit(figure, area)
    beside = area.width() / 2 - _HALF_BODY * figure.view_box.height() * to_widget.m11() - _SIDE
    label = QSizeF(max(min(label.width(), beside), _LEAST_LABEL), label.height())
    known = [part for part in parts if element_of(part) in figure.paths]
    sides = _sides(figure, known)
    tops: dict[str, float] = {}
    for is_right in (False, True):
        tops |= _tops(
            [part for part in known if sides[part.key] == is_right], figure, to_widget, area, label
        )
    places = tuple(
        _place(part, figure, to_widget, area, label, tops[part.key], sides[part.key])
        for part in known
    )
    return BodyLayout(to_widget=to_widget, places=places, scale=to_widget.m11())


def _sides(figure: BodyFigure, parts: Sequence[BodyPart]) -> Mapping[str, bool]:
    """True: right. What stands in the middle goes right and left in turn, from the top."""
    middle = figure.view_box.center().x()
    sides: dict[str, bool] = {}
    turn = True
    for part in parts:
        x = figure.anchors[element_of(part)].x()
        if abs(x - middle) < 1:
            sides[part.key], turn = turn, not turn
        else:
            sides[part.key] = x > middle
    return sides


def _tops(
    parts: Sequence[BodyPart],
    figure: BodyFigure,
    to_widget: QTransform,
    area: QRectF,
    label: QSizeF,
) -> Mapping[str, float]:
    """Label tops of one side, in order of height and never over one another."""
    wanted = sorted((_wanted_height(figure, part, to_widget), part.key) for part in parts)
    tops: dict[str, float] = {}
    free = area.top() + 2
    for index, (height, key) in enumerate(wanted):
        left = len(wanted) - index
        latest = area.bottom() - left * (label.height() + _GAP)
        tops[key] = max(free, min(height - _MIDDLE_OF_LABEL, latest))
        free = tops[key] + label.height() + _GAP
    return tops


def _wanted_height(figure: BodyFigure, part: BodyPart, to_widget: QTransform) -> float:
    """Beside the anchor; what spans the middle, above the limbs that hang beside it."""
    location = element_of(part)
    anchor = figure.anchors[location]
    if abs(anchor.x() - figure.view_box.center().x()) < 1:
        box = figure.paths[location].boundingRect()
        return to_widget.map(QPointF(anchor.x(), box.top() - _ABOVE * box.height())).y()
    return to_widget.map(anchor).y()


def _place(
    part: BodyPart,
    figure: BodyFigure,
    to_widget: QTransform,
    area: QRectF,
    size: QSizeF,
    top: float,
    is_right: bool,
) -> PartPlace:
    path = to_widget.map(figure.paths[element_of(part)])
    left = area.right() - _SIDE - size.width() if is_right else area.left() + _SIDE
    label = QRectF(round(left), round(top), size.width(), size.height())
    start = QPointF(label.left() if is_right else label.right(), label.top() + _LEADER)
    return PartPlace(
        path=path,
        anchor=to_widget.map(figure.anchors[element_of(part)]),
        label=label,
        is_right=is_right,
        leader=(start, _nearest(path, start)),
    )


def _nearest(path: QPainterPath, point: QPointF) -> QPointF:
    """The corner of a path that is nearest to a point."""
    corners = path.toFillPolygon()
    aways = ((corners.at(index) - point, index) for index in range(corners.size()))
    _, nearest = min((QPointF.dotProduct(away, away), index) for away, index in aways)
    return corners.at(nearest)
