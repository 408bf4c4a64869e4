"""A plan as an SVG drawing: in black, white and grey, so that it can be printed and read anywhere."""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape

from encounter_gui.encounter.place import Point
from encounter_gui.reports.document import DrawnArea, PlanDrawing
from encounter_gui.reports.token_spots import (
    LEAST_STEP,
    TOKEN,
    corners_of,
    every_step,
    middle,
    spots,
)
from encounter_gui.rules.view.field import Token

WIDTH = 960.0
"""How wide the drawing is, in its own pixels."""

_FOOT = 34.0
_HATCHES = {
    "cover": '<path d="M0 8 8 0" stroke="#333" stroke-width="1.2"/>',
    "dark": '<path d="M0 8 8 0M0 0 8 8" stroke="#333" stroke-width="1"/>',
    "smoke": '<circle cx="2" cy="2" r="1.2" fill="#333"/><circle cx="6" cy="6" r="1.2" fill="#333"/>',
    "difficult": '<path d="M0 4 2 2 4 4 6 6 8 4" stroke="#333" fill="none"/>',
}
_SHAPES = {
    "pc": "0,-11 11,0 0,11 -11,0",
    "foe": "0,-11 11,9 -11,9",
    "neutral": "-9,-9 9,-9 9,9 -9,9",
}
_PALE = 0.35
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML file may hold, not even escaped; names out of files may."""

_FILE = '<?xml version="1.0" encoding="UTF-8"?>\n'


def plan_svg(drawing: PlanDrawing, *, is_file: bool = False) -> str:
    """Returns the drawing; ``is_file``: as a file of its own, with a white ground."""
    scale = WIDTH / drawing.width
    height = drawing.height * scale
    name = _said(drawing.title)
    parts = [
        *_hatches(),
        f'<rect width="{WIDTH:g}" height="{height:.1f}" fill="#fff" stroke="#000"/>',
        f'<clipPath id="plan_ground"><rect width="{WIDTH:g}" height="{height:.1f}"/></clipPath>',
        '<g clip-path="url(#plan_ground)">',
        *_backdrop(drawing, scale),
        *_grid(drawing, scale),
        *(line for each in drawing.areas for line in _area(each, scale)),
        *(line for token, at in spots(drawing, scale) for line in _token(token, at)),
        "</g>",
        *_scale_bar(drawing, scale, height),
    ]
    made = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height + _FOOT:.1f}" role="img"'
        f' aria-label="{name}" font-family="Inter, sans-serif" font-size="13">'
        f"<title>{name}</title>{''.join(parts)}</svg>"
    )
    return f"{_FILE}{made}\n" if is_file else made


def _said(text: str) -> str:
    """Returns a text as it stands in the drawing."""
    return escape(_NO_XML.sub("", text), quote=True)


def _hatches() -> Iterator[str]:
    yield "<defs>"
    for kind, lines in _HATCHES.items():
        yield f'<pattern id="plan_{kind}" width="8" height="8" patternUnits="userSpaceOnUse">{lines}</pattern>'
    yield "</defs>"


def _backdrop(drawing: PlanDrawing, scale: float) -> Iterator[str]:
    backdrop = drawing.backdrop
    if backdrop is None or not drawing.picture:
        return
    kind = "png" if drawing.picture.startswith(b"\x89PNG") else "jpeg"
    data = b64encode(drawing.picture).decode()
    x, y, width = (each * scale for each in (*backdrop.at, backdrop.width))
    height = width * backdrop.pixels[1] / backdrop.pixels[0]
    yield (
        f'<image x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" opacity="{_PALE}"'
        f' preserveAspectRatio="none" href="data:image/{kind};base64,{data}"/>'
    )


def _grid(drawing: PlanDrawing, scale: float) -> Iterator[str]:
    step = drawing.step * every_step(drawing, scale, LEAST_STEP)
    across = [
        f"M{x:.1f} 0V{drawing.height * scale:.1f}" for x in _lines(drawing.width, step, scale)
    ]
    down = [f"M0 {y:.1f}H{WIDTH:g}" for y in _lines(drawing.height, step, scale)]
    yield f'<path d="{"".join((*across, *down))}" stroke="#000" stroke-opacity="0.18" stroke-width="0.6"/>'


def _lines(length: float, step: float, scale: float) -> Iterator[float]:
    for number in range(1, int(length / step) + 1):
        yield number * step * scale


def _area(drawn: DrawnArea, scale: float) -> Iterator[str]:
    area = drawn.area
    fill = f"url(#plan_{area.kind})" if area.kind in _HATCHES else "none"
    dash = ' stroke-dasharray="7 4"' if area.kind == "entry" else ""
    look = f'fill="{fill}" fill-opacity="0.7" stroke="#000" stroke-width="1.4"{dash}'
    if area.shape == "circle":
        x, y = _at(area.points[0], scale)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{area.radius * scale:.1f}" {look}/>'
    else:
        corners = " ".join("{:.1f},{:.1f}".format(*_at(each, scale)) for each in corners_of(area))
        yield f'<polygon points="{corners}" {look}/>'
    if drawn.label:
        x, y = _at(middle(area), scale)
        yield (
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" paint-order="stroke" stroke="#fff"'
            f' stroke-width="4">{_said(drawn.label)}</text>'
        )


def _at(point: Point, scale: float) -> Point:
    return point[0] * scale, point[1] * scale


def _token(token: Token, at: Point) -> Iterator[str]:
    look = 'fill="#fff" stroke="#000" stroke-width="1.6"'
    if token.is_hidden:
        look += ' stroke-dasharray="3 2"'
    ink = "#777" if token.is_out else "#000"
    yield f'<g transform="translate({at[0]:.1f} {at[1]:.1f})">'
    yield f"<title>{token.number} {_said(token.name)}</title>"
    if token.side in _SHAPES:
        yield f'<polygon points="{_SHAPES[token.side]}" {look}/>'
    else:
        yield f'<circle r="10" {look}/>'
    yield (
        f'<text y="5" text-anchor="middle" font-size="11" font-weight="700" fill="{ink}">{token.number}</text>'
    )
    floor = f" {token.floor:+d}" if token.floor else ""
    yield (
        f'<text x="{TOKEN / 2 + 2:g}" y="4" font-size="11" fill="{ink}" paint-order="stroke" stroke="#fff"'
        f' stroke-width="3">{_said(token.initials + floor)}</text></g>'
    )


def _scale_bar(drawing: PlanDrawing, scale: float, height: float) -> Iterator[str]:
    length, y = drawing.scale_bar, height + 18
    bar = f"M1 {y - 5:.1f}v10m0 -5h{length * scale:.1f}m0 -5v10"
    yield f'<path d="{bar}" stroke="#000" stroke-width="1.6" fill="none"/>'
    yield f'<text x="{length * scale + 8:.1f}" y="{y + 4:.1f}">{length:g} {drawing.unit}</text>'
    if drawing.legend:
        words = _said(", ".join(drawing.legend))
        yield f'<text x="{length * scale + 80:.1f}" y="{y + 4:.1f}" font-size="11">{words}</text>'
