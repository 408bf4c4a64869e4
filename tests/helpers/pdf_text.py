"""The texts of PDFs that Qt wrote, twenty times faster than a reader for every PDF gives them.

``pypdf`` reads each line of each drawing, which takes most of the time of a test that only looks for a name. This one
looks for texts alone. That both read the same is a test of its own, for the reports of every system.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pypdf import PageObject, PdfReader

_FONT_OR_TEXT = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj|(ET)")
_TABLE = re.compile(r"beginbf(char|range)(.*?)endbf", re.DOTALL)
_CHAR = re.compile(r"<(\w+)>\s*<(\w+)>")
_RANGE = re.compile(r"<(\w+)>\s*<(\w+)>\s*(?:<(\w+)>|\[(.*?)\])", re.DOTALL)

Letters = dict[int, str]
"""What the glyphs of a font mean, by their numbers."""


def texts_of(path: Path) -> list[str]:
    """Returns the text of each page; each run of letters of one font on a line of its own."""
    known: dict[int, Letters] = {}
    return [_text(page, known) for page in PdfReader(path).pages]


def flat(text: str) -> str:
    """Returns a text without any space: where lines end is a matter of layout."""
    return re.sub(r"\s+", "", text)


def _text(page: PageObject, known: dict[int, Letters]) -> str:
    fonts = {name[1:]: _letters(font, known) for name, font in _fonts(page).items()}
    contents = page.get_contents()
    assert contents is not None
    said, letters = [], Letters()
    for font, text, _ in _FONT_OR_TEXT.findall(contents.get_data()):
        if font:
            letters = fonts[font.decode()]
        elif text:
            said += [letters[int(text[at : at + 4], 16)] for at in range(0, len(text), 4)]
        else:
            said.append("\n")
    return "".join(said)


def _fonts(page: PageObject) -> dict[str, Any]:
    resources: Any = page["/Resources"]
    fonts: dict[str, Any] = resources["/Font"]
    return fonts


def _letters(font: Any, known: dict[int, Letters]) -> Letters:
    """Returns what a font's table says its glyphs mean; pages share fonts, so each is read once."""
    number = font.indirect_reference.idnum
    if number not in known:
        known[number] = _read(font["/ToUnicode"].get_object().get_data().decode("ascii"))
    return known[number]


def _read(table: str) -> Letters:
    letters = Letters()
    for kind, body in _TABLE.findall(table):
        if kind == "char":
            letters |= {int(glyph, 16): _said(code) for glyph, code in _CHAR.findall(body)}
        else:
            for first, last, code, codes in _RANGE.findall(body):
                numbers = range(int(first, 16), int(last, 16) + 1)
                listed = re.findall(r"<(\w+)>", codes) or [
                    f"{int(code, 16) + n:04X}" for n in range(len(numbers))
                ]
                letters |= dict(zip(numbers, map(_said, listed), strict=True))
    return letters


def _said(code: str) -> str:
    return bytes.fromhex(code).decode("utf-16-be")


# ---- where texts stand


class Run(NamedTuple):
    """Letters drawn in one go: the box of its capitals and figures in points from the lower left corner."""

    text: str
    box: tuple[float, float, float, float]
    """Left, bottom, right, top."""
    points: float
    """Its size."""


_STEP = re.compile(
    rb"(?P<save>\bq\b)|(?P<restore>\bQ\b)|(?P<cm>(?:[-\d.]+ ){6})cm\b|/(?P<font>\w+) (?P<size>[\d.]+) Tf"
    rb"|(?P<tm>(?:[-\d.]+ ){6})Tm\b|(?P<td>[-\d.]+ [-\d.]+) Td\b|<(?P<text>[0-9A-Fa-f]+)> Tj|(?P<end>\bET\b)"
)
_CAPITALS = 0.7
_LAST_LETTER = 0.5
"""How high capitals and how wide a last letter are, beside the size of a font."""

_Matrix = tuple[float, float, float, float, float, float]


def runs_of(path: Path) -> list[list[Run]]:
    """Returns the texts of each page with their places and sizes."""
    known: dict[int, Letters] = {}
    return [list(_runs(page, known)) for page in PdfReader(path).pages]


def _runs(page: PageObject, known: dict[int, Letters]) -> Iterator[Run]:  # noqa: C901 - one operator a case
    fonts = {name[1:]: _letters(font, known) for name, font in _fonts(page).items()}
    contents = page.get_contents()
    assert contents is not None
    kept: list[_Matrix] = []
    now: _Matrix = (1, 0, 0, 1, 0, 0)
    text: _Matrix = now
    letters, size, said = Letters(), 0.0, ""
    corners: list[tuple[float, float]] = []
    for step in _STEP.finditer(contents.get_data()):
        match step.lastgroup:
            case "save":
                kept.append(now)
            case "restore":
                now = kept.pop()
            case "cm":
                now = _after(_numbers(step["cm"]), now)
            case "size":
                letters, size = fonts[step["font"].decode()], float(step["size"])
            case "tm":
                text = _numbers(step["tm"])
            case "td":
                x, y = (float(each) for each in step["td"].split())
                text = _after((1, 0, 0, 1, x, y), text)
            case "text":
                letter = letters[int(step["text"], 16)]
                said += letter
                whole = _after(text, now)
                if not letter.isspace():
                    corners += [_at(whole, 0, 0), _at(whole, _LAST_LETTER * size, _CAPITALS * size)]
            case "end" if said.strip():
                xs, ys = [x for x, _ in corners], [y for _, y in corners]
                points = (corners[1][1] - corners[0][1]) / _CAPITALS
                yield Run(said, (min(xs), min(ys), max(xs), max(ys)), abs(points))
        if step.lastgroup == "end":
            said, corners = "", []


def _numbers(text: bytes) -> _Matrix:
    a, b, c, d, e, f = (float(each) for each in text.split())
    return a, b, c, d, e, f


def _after(first: _Matrix, then: _Matrix) -> _Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _at(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
