"""The pieces of a line of a stat block: ``HP 8``, ``STR 5 REF 5``, ``SMG``, ``heavy pistol 1d8``."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from encounter_gui.interchange.formats.csv_rosters import HEADERS
from encounter_gui.interchange.formats.value_parsing import first_whole, pair

LONGEST = 300
"""Longest piece that is looked into, in characters; a longer one is prose."""

_MOST_WORDS = 4
"""Most words of a name of a value."""

_SPLIT = re.compile(r"[;,|•·\t]+|\s[-–—]\s|\.\s+|\.$")
_ASIDE = re.compile(r"\(([^()]*)\)")
_LABELLED = re.compile(
    r"\s*(?P<label>[^\W\d_][^\d:=]{0,40}?)\s*[:=≥]*\s*"
    r"(?P<value>[-+−]?\d{1,6}(?:/[-+−]?\d{1,6})?)\+?(?:\s?(?:m|ft|feet|metres|meters|%))?\.?(?=\s|$)"
)
_SHORT_LABEL = re.compile(r"[A-Z]{2,5}")
_AMBIGUOUS = {"ref", "spd", "mod", "x", "number", "speedphase", "type", "group"}
"""Headers of tables that stand for something else in a stat block: REF is a characteristic there."""

_MEANT: Mapping[str, str] = {
    header: own
    for own, headers in HEADERS.items()
    for header in headers
    if header not in _AMBIGUOUS
} | {"armor": "armor_value", "armour": "armor_value", "dv": "danger", "danger": "danger"}

MEASURES = frozenset(_MEANT.values())
"""Our names for what has one; everything else is a value of the game's own."""


class Labelled(Struct, frozen=True, kw_only=True):
    """A value with its name: ``label`` as it stands there, ``plain`` without case and blanks, ``value`` its text."""

    label: str
    plain: str
    value: str

    @property
    def own(self) -> str:
        """Our name for it; empty: it is a value of the game's own."""
        return _MEANT.get(self.plain, "")

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its number, or the two of ``16/13``."""
        both = pair(self.value)
        if both is not None:
            return both
        number = first_whole(self.value)
        return (number,) if number is not None else ()


def plain(label: str) -> str:
    """Returns a name as it is compared: ``Hand-to-Hand`` is ``handtohand``."""
    return re.sub(r"[\W_]+", "", label).casefold()


def pieces(line: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the pieces of a line, and what stands in brackets in it."""
    asides = tuple(each.strip() for each in _ASIDE.findall(line))
    parts = (part.strip(" .:") for part in _SPLIT.split(_ASIDE.sub(" ", line)))
    return tuple(part for part in parts if part), asides


def labelled(piece: str) -> tuple[Labelled, ...]:
    """Returns the values of a piece that is nothing but names and numbers; none: it says something else too."""
    if len(piece) > LONGEST:
        return ()
    found = tuple(_labelled(piece))
    return () if None in found else tuple(each for each in found if each is not None)


def _labelled(piece: str) -> Iterator[Labelled | None]:
    place = 0
    while place < len(piece.rstrip()):
        match = _LABELLED.match(piece, place)
        if match is None or len(match["label"].split()) > _MOST_WORDS:
            yield None
            return
        place = match.end()
        yield Labelled(label=match["label"], plain=plain(match["label"]), value=match["value"])


def name_before(first: Labelled) -> tuple[str, Labelled] | None:
    """Returns who a line is about that begins ``Ganger STR 5``, and its first value; None: it is a value alone."""
    *name, label = first.label.split()
    if not name or not _SHORT_LABEL.fullmatch(label):
        return None
    return " ".join(name), Labelled(label=label, plain=plain(label), value=first.value)
