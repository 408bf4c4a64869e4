"""The texts of PDFs that Qt wrote, twenty times faster than a reader for every PDF gives them.

``pypdf`` reads each line of each drawing, which takes most of the time of a test that only looks for a name. This one
looks for texts alone. That both read the same is a test of its own, for the reports of every system.
"""

import re
from pathlib import Path
from typing import Any

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
