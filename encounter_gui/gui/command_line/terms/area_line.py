"""An area as it is said in a line: ``smoke 5 at 46 7 until next turn``, ``crates cover 50 % 20 8 to 22 14``.

What is said of it stands before where it lies: its name, then what it is to the rules. Behind ``until`` stands its end.
"""

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import Struct, structs

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Area, AreaKind, Shape
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.on_plan import areas, distance_in
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.metres import Metres

_N = r"-?\d{1,6}(?:\.\d{1,3})?"
_UNIT = r"(?:\s*(m|metres?|meters?|ft|feet|foot|'))?"
_PAIR = rf"({_N})[\s,;]+({_N})"
_CIRCLE = re.compile(
    rf"(?:radius\s+|r\s*)?({_N}){_UNIT}(?:\s+(?:round|radius))?\s+(?:at|around)\s+{_PAIR}"
)
_SIZED = re.compile(rf"({_N})\s*[x×]\s*({_N}){_UNIT}\s+at\s+{_PAIR}")
_CORNERS = re.compile(rf"(?:(?:from|at)\s+)?{_PAIR}\s+to\s+{_PAIR}")
_MOVED = re.compile(rf"(?:at|to)\s+{_PAIR}")
_AMOUNT = re.compile(r"[-+−–]\d{1,3}")
_EARTH = ("ground", "terrain")
"""Words behind a kind of ground that say nothing more."""

_FLOOR = re.compile(r"\s+floor\s+(-?\d{1,4})$")
_END = re.compile(r"\s(?:until|till|for)\s")
_KINDS: dict[str, AreaKind] = {
    **{each: each for each in get_args(AreaKind) if each},
    "darkness": "dark",
    "entrance": "entry",
}


class _Where(Struct, frozen=True, kw_only=True):
    """Where an area lies, as far as that is said; ``before`` is what is said of it."""

    before: str
    shape: Shape | None = None
    at: Point | None = None
    size: Point | None = None
    radius: Metres | None = None


class _What(Struct, frozen=True, kw_only=True):
    """What an area is called, and what it is to the rules; None: nothing of it is said."""

    name: str
    kind: AreaKind | None = None
    step: str | None = None
    amount: int | None = None


def area_lines(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    """Yields the area that all words from a place on say, as the command that makes or changes it."""
    try:
        command = area_line(" ".join(words[at:]), line)
    except RuleError as error:
        yield Read(count=len(words) - at, value=None, error=error)
    else:
        yield Read(count=len(words) - at, value=command)


def area_line(text: str, line: LineContext) -> do.PutArea:
    """Returns the command that makes an area, or changes the one of that name where it is not said where it lies.

    Raises:
        RuleError: it is not said where it lies, or it is nothing that an area can be in this game.
    """
    head, until = _with_end(text)
    head, floor = _with_floor(head)
    where = _where(head, line)
    if where.shape is None:
        return structs.replace(_changed(where, until, floor, line), floor=floor)
    what = _what(where.before, line)
    return do.PutArea(
        shape=where.shape,
        at=where.at,
        size=where.size,
        radius=where.radius,
        name=what.name,
        is_=what.kind or "",
        step=what.step or "",
        amount=what.amount or 0,
        floor=floor,
        until=until,
    )


def _with_floor(text: str) -> tuple[str, int | None]:
    found = _FLOOR.search(text)
    return (text, None) if found is None else (text[: found.start()], int(found[1]))


def _with_end(text: str) -> tuple[str, str]:
    found = _END.search(f"{text} ")
    return (text, "") if found is None else (text[: found.start()], text[found.end() :].strip())


def _where(text: str, line: LineContext) -> _Where:
    plan = line.context.state.plan
    unit = plan.unit if plan is not None else line.plan_moves.field_rules.unit
    if found := _last(_SIZED, text):
        wide, high, said_in, x, y = found.groups()
        size = (
            distance_in(float(wide), said_in or "", unit),
            distance_in(float(high), said_in or "", unit),
        )
        at = float(x), float(y)
        return _Where(before=text[: found.start()], shape="rectangle", at=at, size=size)
    if found := _last(_CIRCLE, text):
        far, said_in, x, y = found.groups()
        radius = distance_in(float(far), said_in or "", unit)
        at = float(x), float(y)
        return _Where(before=text[: found.start()], shape="circle", at=at, radius=radius)
    if found := _last(_CORNERS, text):
        x1, y1, x2, y2 = map(float, found.groups())
        corner, size = (min(x1, x2), min(y1, y2)), (abs(x2 - x1), abs(y2 - y1))
        return _Where(before=text[: found.start()], shape="rectangle", at=corner, size=size)
    if found := _last(_MOVED, text):
        x, y = found.groups()
        return _Where(before=text[: found.start()], at=(float(x), float(y)))
    return _Where(before=text)


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Returns where a text ends with a pattern that begins a word."""
    return next(
        (
            found
            for start in _starts(text)
            if (found := pattern.fullmatch(text.strip(), start)) is not None
        ),
        None,
    )


def _starts(text: str) -> Iterator[int]:
    stripped = text.strip()
    yield 0
    for found in re.finditer(r"\s+", stripped):
        yield found.end()


# ---- what it is


def _what(text: str, line: LineContext) -> _What:
    """Returns what an area is called and what it is; words that mean nothing to the rules are its name."""
    before, colon, behind = text.partition(":")
    words = text.replace(":", " ").split()
    at = len(before.split()) if colon and behind.strip() else None
    amount, words = _amount(words)
    if len(words) > 1 and words[-1].casefold() in _EARTH:
        words = words[:-1]
    steps = _steps(line)
    for start in [at] if at is not None else range(len(words)):
        found = steps.get(_plain(" ".join(words[start:])))
        if found is not None and words[start:]:
            return _What(
                name=_name(words[:start], words), kind=found[0], step=found[1], amount=amount
            )
    places = range(at, at + 1) if at is not None else range(len(words))
    for start in places:
        word = words[start].casefold() if start < len(words) else ""
        if word not in _KINDS:
            continue
        named = words[:start]
        if words[start + 1 :]:  # words that the game does not know are only shown
            named = [" ".join((*named, ":")).replace(" :", ":")] if named else []
            named += words[start:]
        return _What(name=_name(named, words), kind=_KINDS[word], amount=amount)
    named = [f"{before.strip()}:", *words[at:]] if at and words[at:] else words
    return _What(name=_name(named, words), amount=amount)


def _name(named: Sequence[str], words: Sequence[str]) -> str:
    """Returns the name of an area with a capital; without one it is called what it is."""
    name = " ".join(named or words[:1])
    return name[:1].upper() + name[1:]


def _amount(words: list[str]) -> tuple[int | None, list[str]]:
    """Returns the game master's modifier where the last word is one, and the words before it."""
    if words and _AMOUNT.fullmatch(words[-1]):
        return int(words[-1].replace("−", "-").replace("–", "-")), words[:-1]
    return None, words


def _steps(line: LineContext) -> dict[str, tuple[AreaKind, str]]:
    """Returns what an area may be in this game, by its name and its key in small letters."""
    found: dict[str, tuple[AreaKind, str]] = {}
    rules = line.plan_moves.field_rules
    grounds = (each for each in rules.ground if each)
    known_steps = [
        *((kind, key) for kind, keys in rules.steps.items() for key in keys),
        *(("difficult", key) for key in grounds),
    ]
    for kind, key in known_steps:
        known = line.context.ruleset.modifier(key)
        of_kind = f"{key} {kind}" if kind == "difficult" else ""
        for name in (key, known.name if known is not None else "", of_kind):
            if name and _plain(name) not in _KINDS:
                found.setdefault(_plain(name), (kind, key))
    return found


def _plain(text: str) -> str:
    return "".join(each for each in text.casefold().replace("_", " ") if not each.isspace())


def _changed(where: _Where, until: str, floor: int | None, line: LineContext) -> do.PutArea:
    """Returns the change of the area that is named.

    Raises:
        RuleError: none is, or several are; or nothing of it would change.
    """
    words = where.before.replace(":", " ").split()
    read = next(areas(words, 0, line), None) if words else None
    if read is None:
        raise refuse("gui.command.area_where")
    if read.error is not None:
        raise read.error
    area: Area = read.value
    rest = _what(" ".join(words[read.count :]), line) if words[read.count :] else _What(name="")
    changes = (where.at, until or None, rest.kind, rest.amount, floor)
    if all(each is None for each in changes):
        raise refuse("gui.command.area_where")
    return do.PutArea(
        area=area.key,
        at=where.at,
        is_=rest.kind,
        step=rest.step if rest.step is not None else ("" if rest.kind else None),
        amount=rest.amount,
        until=until,
    )
