"""Painting of a body: areas, badges, what bleeds, how likely each is hit, leader lines."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from encounter_gui.gui.body.body_layout import BodyLayout, PartPlace, fit
from encounter_gui.gui.body.label_paint import LabelLines, drop_path, paint_label
from encounter_gui.gui.theme.canvas import mixed_color, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.painting.marks import letter_path, paint_wound_area
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import BodyPart, BodyView, PlaceOdds

_BADGE = 20.0
_LARGE = 400.0
_DROP = 15.0
_LEAST_TINT, _MOST_TINT = 0.1, 0.8
_Flag = Qt.AlignmentFlag


def paint_whole(
    painter: QPainter, icons: Icons, figure: BodyFigure, body: BodyView, area: QRectF
) -> None:
    """Paints a body without locations: one level over all of it, its letter on the chest, its words below."""
    theme = icons.theme
    words = QRectF(area.left(), area.bottom() - 40, area.width(), 36)
    to_widget = fit(figure, area.adjusted(0, 0, 0, -40))
    for path in figure.paths.values():
        paint_wound_area(
            painter,
            theme,
            to_widget.map(path),
            body.level,
            pattern_scale=_pattern_scale(to_widget.m11()),
        )
    anchor = figure.anchors.get("torso") or figure.view_box.center()
    paint_badge(painter, theme, to_widget.map(anchor), body.level, body.letter)
    painter.setFont(theme.font("row", weight=600))
    painter.setPen(theme.colour("text.primary"))
    painter.drawText(words, _Flag.AlignHCenter | _Flag.AlignTop, body.text)
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.muted"))
    painter.drawText(words, _Flag.AlignHCenter | _Flag.AlignBottom, body.armor)


def paint_parts(
    painter: QPainter,
    icons: Icons,
    layout: BodyLayout,
    parts: tuple[BodyPart, ...],
    odds: Mapping[str, PlaceOdds],
    lines: Mapping[str, LabelLines],
) -> None:
    """Paints a body with locations and a label for each; with ``odds`` the areas are tinted by the chance of a hit."""
    theme, scale = icons.theme, _pattern_scale(layout.scale)
    for place in layout.places:
        _paint_leader(painter, theme, place)
    for place, part in zip(layout.places, parts, strict=True):
        if part.key in odds and not part.is_lost:
            _paint_tinted(painter, theme, place.path, _tint(theme, odds, part.key))
        else:
            paint_wound_area(
                painter, theme, place.path, part.level, pattern_scale=scale, lost=part.is_lost
            )
    for place, part in zip(layout.places, parts, strict=True):
        _paint_marks(painter, theme, place, part)
        paint_label(painter, icons, place, part, lines[part.key])


def paint_badge(painter: QPainter, theme: Theme, centre: QPointF, level: int, letter: str) -> None:
    """Paints the round badge of a wounded area; nothing where there is nothing to say."""
    if not level or not letter:
        return
    style = theme.wound(level)
    box = QRectF(centre.x() - _BADGE / 2, centre.y() - _BADGE / 2, _BADGE, _BADGE)
    with painting(painter):
        painter.setPen(pen(style.ink, 1.2))
        painter.setBrush(style.fill)
        painter.drawEllipse(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillPath(letter_path(letter, theme.font("row", weight=800), box), style.ink)


def paint_outline(
    painter: QPainter, theme: Theme, path: QPainterPath, label: QRectF, *, is_selected: bool
) -> None:
    """Paints what is selected, or pointed at, on figure and label alike."""
    width = theme.size("focus_width") if is_selected else 1.2
    line = pen(theme.colour("accent.focus" if is_selected else "accent.interactive"), width)
    with painting(painter):
        painter.strokePath(path, line)
        painter.setPen(line)
        painter.drawRoundedRect(
            label.adjusted(-4, -3, 4, 3), theme.radius("control"), theme.radius("control")
        )


def _paint_marks(painter: QPainter, theme: Theme, place: PartPlace, part: BodyPart) -> None:
    """The badge of its wound, and a drop below it where it bleeds."""
    if not part.is_lost:
        paint_badge(painter, theme, place.anchor, part.level, part.letter)
    if not part.is_bleeding:
        return
    has_badge = part.level and part.letter and not part.is_lost
    centre = place.anchor + QPointF(0, _BADGE if has_badge else 0)
    drop = drop_path(QRectF(centre.x() - _DROP / 2, centre.y() - _DROP / 2, _DROP, _DROP))
    with painting(painter):
        painter.strokePath(drop, pen(theme.colour("surface.dock"), 3))
        painter.fillPath(drop, theme.colour("status.danger"))


def _tint(theme: Theme, odds: Mapping[str, PlaceOdds], key: str) -> QColor:
    """Returns the tint of a location: the likeliest has the strongest, whatever its chance is."""
    most = max(each.hit for each in odds.values())
    share = odds[key].hit / most if most > 0 else 0.0
    strength = _LEAST_TINT + (_MOST_TINT - _LEAST_TINT) * share if odds[key].hit > 0 else 0.0
    return mixed_color(theme.colour("chart.heat_0"), theme.colour("chart.heat_1"), strength)


def _paint_tinted(painter: QPainter, theme: Theme, path: QPainterPath, tint: QColor) -> None:
    with painting(painter):
        painter.fillPath(path, tint)
        painter.strokePath(path, pen(theme.wound(0).edge))


def _pattern_scale(scale: float) -> float:
    """Patterns grow on large figures, so that they stay patterns."""
    return 1.5 if scale * 600 >= _LARGE else 1.0


def _paint_leader(painter: QPainter, theme: Theme, place: PartPlace) -> None:
    with painting(painter):
        painter.setPen(pen(theme.colour("line.control")))
        painter.drawLine(*place.leader)
