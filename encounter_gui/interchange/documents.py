"""From the bytes of a file to plain data, or to a sentence about what is wrong with them."""

import codecs
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Never

from msgspec import Struct

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Param, say

Json = Any
"""What ``json.loads`` returns: nested mappings and lists down to plain values."""

Kind = Literal["json", "lines", "yaml", "markdown", "table"]

MOST_BYTES = 48 * 1024 * 1024
"""Largest file that is read. A library of 5,000 creatures has about 10 MB, 300 portraits some 30 MB."""

MOST_DEPTH = 100
"""Deepest nesting that is read; real exports stay below 20."""

MOST_PIECES = 20_000
"""Most creatures and other things that are taken from one file; a library of 5,000 is a large one."""

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_HALF = re.compile(r"[\ud800-\udfff]")
_HALF_WRITTEN = re.compile(r"\\u[dD][89a-fA-F]")
_YAML = ("yaml", "yml")
_BOM = b"\xef\xbb\xbf"
_PICTURES = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"RIFF": "WebP",
    b"%PDF": "PDF",
}


class Document(Struct, frozen=True, kw_only=True):
    """A file that could be read: its name, and its text as data.

    ``data`` is the JSON value, the list of values of a file with one a line, or the text itself.
    """

    name: str
    kind: Kind
    data: Json


def import_error(name: str, key: str, pointer: str = "", **params: Param) -> DataError:
    """Returns the refusal of a file, to be raised by the caller."""
    return DataError(Place(file=name, pointer=pointer), say(key, **params))


def read(name: str, content: bytes) -> Document:
    """Returns a file as data. What it is shows in its content; the ending of its name only decides between texts.

    Raises:
        DataError: it is too large, no text, broken, or nested too deep.
    """
    if len(content) > MOST_BYTES:
        raise import_error(name, "import.too_large", most=_megabytes(MOST_BYTES))
    text = _text(name, content)
    if not text.strip():
        raise import_error(name, "import.empty")
    ending = name.rpartition(".")[2].casefold()
    if text.lstrip()[:1] in ("{", "["):
        return _json_document(name, text)
    if ending == "json":
        raise import_error(name, "import.not_json", start=text.strip()[:20])
    if ending in _YAML:
        return Document(name=name, kind="yaml", data=text)
    return Document(
        name=name, kind="markdown" if _is_markdown(ending, text) else "table", data=text
    )


def _is_markdown(ending: str, text: str) -> bool:
    if ending in ("md", "markdown", "csv", "tsv"):
        return ending in ("md", "markdown")
    return "\n```" in f"\n{text}" or text.startswith("---\n")


def _json_document(name: str, text: str) -> Document:
    """A file that is not one value may still be one value a line, as databases of older programs are."""
    if _is_deep(text):
        raise import_error(name, "import.too_deep", most=MOST_DEPTH)
    try:
        return Document(name=name, kind="json", data=_parse_json(text))
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if error.msg == "Extra data" and len(lines) > 1:
            return Document(
                name=name,
                kind="lines",
                data=[_line(name, at, line) for at, line in enumerate(lines, 1)],
            )
        _raise_json_error(name, error)
    except ValueError as error:  # a number of thousands of digits
        raise import_error(name, "import.long_number") from error


def _line(name: str, at: int, line: str) -> Json:
    try:
        return _parse_json(line)
    except json.JSONDecodeError as error:
        raise import_error(
            name, "import.broken_json", f"line {at}", line=at, column=error.colno
        ) from error
    except ValueError as error:
        raise import_error(name, "import.long_number", f"line {at}") from error


def _parse_json(text: str) -> Json:
    data = json.loads(text)
    return without_halves(data) if _HALF_WRITTEN.search(text) else data


def json_inside(text: str) -> Json:
    """Returns the data of a text within a file that is JSON itself; None: it is none, or nested too deep."""
    if _is_deep(text):
        return None
    try:
        return _parse_json(text)
    except ValueError:
        return None


def without_halves(value: Json) -> Json:
    """Returns data without halves of characters: escapes may name them one by one, but no file can hold them."""
    match value:
        case str():
            return _HALF.sub("\ufffd", value)
        case dict():
            return {without_halves(key): without_halves(each) for key, each in value.items()}
        case list():
            return [without_halves(each) for each in value]
        case _:
            return value


def _raise_json_error(name: str, error: json.JSONDecodeError) -> Never:
    is_cut = error.pos >= len(error.doc.rstrip()) - 1 or error.msg.startswith("Unterminated")
    key = "import.cut_json" if is_cut else "import.broken_json"
    pointer = f"line {error.lineno}"
    raise import_error(name, key, pointer, line=error.lineno, column=error.colno) from error


def _is_deep(text: str) -> bool:
    """Looks before the parser does, which would go as deep as the brackets do."""
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_DEPTH:
            return True
    return False


def _text(name: str, content: bytes) -> str:
    for start, kind in _PICTURES.items():
        if content.startswith(start):
            raise import_error(name, "import.is_picture", kind=kind)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # Windows calls this Unicode
        try:
            text = content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise import_error(name, "import.no_text", position=error.start + 1) from error
        content = text.encode()
    if b"\0" in content:
        raise import_error(name, "import.has_nul", position=content.index(b"\0") + 1)
    try:
        return content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError:
        # Spreadsheets of older Windows programs; every byte but five is some character there.
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError as error:
            raise import_error(name, "import.no_text", position=error.start + 1) from error


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.0f} MB"


def mapping(value: Json) -> Mapping[str, Json]:
    """Returns a value if it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def rows(value: Json) -> Sequence[Json]:
    """Returns a value if it is a list; a mapping where a list should stand as a list of one; else an empty one."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, Mapping) and value else []


def at(value: Json, path: str) -> Json:
    """Returns what stands at a dotted path; None where there is nothing."""
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    return value
