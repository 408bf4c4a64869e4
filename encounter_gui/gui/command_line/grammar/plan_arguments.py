"""The kinds of argument of phrases about the plan: places, areas, sizes, floors, ways to go."""

import re
from collections.abc import Iterator, Sequence
from typing import get_args, get_type_hints

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.plan import AreaKind
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.on_plan import area_names
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.gui.command_line.terms.rules_line import options_of
from encounter_gui.gui.command_line.terms.words import said

Words = Sequence[str]
Reads = Iterator[Read]

_SIDE = r"\d{1,6}(?:\.\d{1,3})?"
_SIZE = re.compile(rf"({_SIDE})\s*(?:x|×|by)\s*({_SIDE})\s*(m|metres|meters|ft|feet)?")
_LONGEST_SIZE = 5
_LEVEL = re.compile(r"-?\d{1,4}")
_GAITS = frozenset({"walk", "jog", "run", "sprint", "crawl"})
_STEPS = {"up": 1, "upstairs": 1, "down": -1, "downstairs": -1}


class Level(Struct, frozen=True, kw_only=True):
    """A floor: that number, or so many above the one somebody is on."""

    floor: int
    is_relative: bool = False


def size(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields width, height and unit: ``80 x 40``, ``80x40 m``."""
    for count in range(min(_LONGEST_SIZE, len(words) - at), 0, -1):
        found = _SIZE.fullmatch(" ".join(words[at : at + count]).casefold())
        if found is not None:
            yield Read(count=count, value=(float(found[1]), float(found[2]), found[3] or ""))
            return


def level(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields a floor: ``2``, ``up``, ``down 2``."""
    word = said(words[at]).replace("−", "-")
    behind = said(words[at + 1]) if at + 1 < len(words) else ""
    if word in _STEPS:
        if behind.isdecimal() and _LEVEL.fullmatch(behind):
            floor = _STEPS[word] * int(behind)
            yield Read(count=2, value=Level(floor=floor, is_relative=True))
        yield Read(count=1, value=Level(floor=_STEPS[word], is_relative=True))
    elif _LEVEL.fullmatch(word):
        yield Read(count=1, value=Level(floor=int(word)))


def gait(words: Words, at: int, line: LineContext) -> Reads:
    """Yields a way to move in the game's own word; one that other games have is refused."""
    word, known = said(words[at]), gaits(line)
    if word in known:
        yield Read(count=1, value=word)
    elif word in _GAITS:
        listed = ", ".join(known) or "–"
        yield Read(count=1, value="", error=refuse("gui.command.no_gait", word=word, known=listed))


def gaits(line: LineContext) -> tuple[str, ...]:
    """Returns the game's own words for ways to move; none: it has none."""
    command = line.command("move")
    hint = get_type_hints(command).get("gait") if command is not None else None
    return tuple(map(str, options_of(hint))) if hint is not None else ()


def area_words(line: LineContext) -> Iterator[str]:
    """Yields what a line about an area may begin with: what there is, and the areas of the plan."""
    yield from (each for each in get_args(AreaKind) if each)
    yield from area_names(line)
