"""Creatures in plain text: stat blocks of a page, a chat or a PDF, and lists: ``3 gangers: HP 8, AC 13, SMG``."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct, field

from encounter_gui.interchange.adapter import Adapter, Piece, health_warnings, origin_of, raw_text
from encounter_gui.interchange.documents import Document
from encounter_gui.interchange.formats import games
from encounter_gui.interchange.formats.attack_text import attack, weapon_words, with_attacks
from encounter_gui.interchange.formats.prose.clauses import (
    LONGEST,
    Labelled,
    labelled,
    name_before,
    pieces,
)
from encounter_gui.interchange.formats.stat_blocks import Values, assumed_health, with_health
from encounter_gui.interchange.formats.value_parsing import dice, one_blank
from encounter_gui.interchange.imported import Flat, Found

_LONGEST_NAME = 60
_MOST_LINES = 50_000
_LONGEST_TEXT = 500_000
"""A longer text is no page of stat blocks."""
_MARKS = re.compile(r"^[\s>*•·#\-–—_|]+|[*_|`]+")
_HEAD = re.compile(r"(?P<name>[^:;]{1,80}?)\s*:\s+(?P<rest>\S.*)")
_COUNTED = re.compile(
    r"(?P<count>\d{1,3})\s*[x×]?\s+(?P<name>\D.*)|(?P<other>.*?)\s*[x×]\s*(?P<times>\d{1,3})"
)
_WORD = re.compile(r"\s*\(([^()]*)\)\s*$")
_IN_HP = re.compile(r"\(\s*(\d{1,6})\s*(?:HP|hit points?)\s*\)", re.IGNORECASE)
_ATTACKS = re.compile(r"(\d{1,2}) attacks?\b\s*(.*)", re.IGNORECASE)
_BANDS = re.compile(r"\b(?:Close|Short|Long|Melee)\b.*", re.DOTALL)
_DICE = re.compile(
    r"\b\d{0,2}d\d{1,3}(?:\s?[-+−]\s?\d{1,3})?(?:\s?\+\s?\d{0,2}d\d{1,3})*", re.IGNORECASE
)
_OF_WEAPON = re.compile(r"(?:trauma|shock)\b|\d+/\d+ ?m\b|\d+ rounds|mag\b", re.IGNORECASE)
_NUMBERS: Mapping[str, int] = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
}


class _Block(Struct):
    """A creature on its way: its name, how many, and what has been read of it."""

    name: str
    count: int = 1
    values: Values = field(default_factory=dict)
    weapons: list[dict[str, Flat]] = field(default_factory=list)
    gear: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    known: int = 0


def is_plain_text(document: Document) -> bool:
    """Returns whether a text has at least one creature in it."""
    text = str(document.data)
    return (
        document.kind in ("table", "markdown") and len(text) <= _LONGEST_TEXT and any(_blocks(text))
    )


def _creatures(document: Document) -> Iterator[Piece]:
    for block in _blocks(str(document.data)):
        values = _values(block)
        raw = raw_text({"name": block.name, "text": block.lines})
        ruleset = games.ruleset_of_values(values)
        yield Found(
            name=block.name,
            type="npc",
            ruleset=ruleset,
            values=values,
            origin=origin_of(document, "text", raw),
            raw=raw,
            notes="\n".join(block.notes),
            count=str(block.count),
            warnings=health_warnings(block.name, values) if not block.values else (),
            assumed=assumed_health(values, block.values),
        )


def _values(block: _Block) -> Values:
    values = with_health(block.values, block.values.get("hit_dice"))
    if "soak" in values:
        values.setdefault("soak_max", values["soak"])
    values = with_attacks(values, block.weapons)
    if block.gear:
        values["gear"] = tuple({"name": each} for each in block.gear)
    if block.words:
        values["words"] = ", ".join(block.words)
    return values


def _blocks(text: str) -> Iterator[_Block]:
    """Yields the creatures of a text: one begins with its name, alone on a line or before its values."""
    lines = [
        one_blank(_MARKS.sub("", line)).strip() for line in islice(text.splitlines(), _MOST_LINES)
    ]
    lines = [line for line in lines if line]
    block: _Block | None = None
    for place, line in enumerate(lines):
        following = lines[place + 1] if place + 1 < len(lines) else ""
        new, rest = _begin(line, following)
        if new is not None:
            if block is not None and block.known:
                yield block
            block = new
        if block is not None:
            block.lines.append(line)
            _read_line(block, rest)
    if block is not None and block.known:
        yield block


def _begin(line: str, following: str) -> tuple[_Block | None, str]:
    """Returns the creature that begins in a line, None for none, and what of the line is still to be read."""
    if len(line) > 20 * LONGEST or " to hit" in line:
        return None, line
    head = _HEAD.fullmatch(line)
    if head and _says_values(head["rest"]) and not _is_label(head["name"]):
        return _named(head["name"]), head["rest"]
    first = next(iter(labelled(next(iter(pieces(line)[0]), ""))), None)
    before = name_before(first) if first is not None else None
    if before is not None:
        name, _ = before
        return _named(name), line[line.index(name) + len(name) :]
    if len(line) <= _LONGEST_NAME and not _says_values(line) and _is_value_line(following):
        return _named(line.rstrip(".:,")), ""
    return None, line


def _is_label(name: str) -> bool:
    found = labelled(f"{name} 1")
    return len(found) == 1 and bool(found[0].own) and found[0].own != "name"


def _says_values(words: str) -> bool:
    return any(labelled(piece) for piece in pieces(words)[0])


def _is_value_line(line: str) -> bool:
    """A line of values begins with one, and with no name before it."""
    first = next(iter(labelled(next(iter(pieces(line)[0]), ""))), None)
    return (
        first is not None
        and name_before(first) is None
        and bool(first.own or len(first.label) <= 5)
    )


def _named(said: str) -> _Block:
    """Returns an empty creature of a name such as ``3 gangers``, ``Ganger x3`` or ``Corp Guard (Weak)``."""
    words = []
    if match := _WORD.search(said):
        words = [match[1]] if not match[1].isdecimal() else []
        count = int(match[1]) if match[1].isdecimal() and len(match[1]) < 4 else 1
        name = said[: match.start()].strip()
    else:
        name, count = said.strip(), 1
    first, _, rest = name.partition(" ")
    if first.casefold() in _NUMBERS and rest:
        name, count = rest, _NUMBERS[first.casefold()]
    elif match := _COUNTED.fullmatch(name):
        name = match["name"] or match["other"] or name
        count = int(match["count"] or match["times"])
    name = _one_of(name) if count > 1 else name
    return _Block(name=name[:1].upper() + name[1:], count=max(count, 1), words=words)


def _one_of(name: str) -> str:
    """Returns the name of one of several: ``gangers`` is ``ganger``."""
    for ending, single in (
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
    ):
        if name.endswith(ending):
            return name.removesuffix(ending) + single
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _read_line(block: _Block, line: str) -> None:
    if " to hit" in line:
        name, _, _ = line.partition(".")
        block.weapons.append(dict(attack(name.strip(), line)))
        block.known += 1
        return
    if len(line.split()) > 12 and not _says_values(line):
        block.notes.append(line)
        return
    if match := _IN_HP.search(line):
        line = f"{line[: match.start()]}, HP {match[1]}{line[match.end() :]}"
    parts, asides = pieces(line)
    for piece in parts:
        _read_piece(block, piece)
    for aside in asides:
        known, _ = dice(aside)
        if known is not None and known.count and "hit_dice" not in block.values:
            block.values["hit_dice"] = known.text
        else:
            block.notes.append(aside)


def _read_piece(block: _Block, piece: str) -> None:
    if block.weapons and _OF_WEAPON.match(piece):
        block.weapons[-1] |= weapon_words(piece)
    elif found := labelled(piece):
        for each in found:
            _take(block, each)
        block.known += 1
    elif match := _DICE.search(piece):
        _take_dice(block, piece, match)
    elif match := _ATTACKS.fullmatch(piece):
        _take_attacks(block, int(match[1]), match[2])
    elif len(piece.split()) <= 5:
        *_, last = piece.split()
        block.words.append(last)
        block.gear.append(piece)
    else:
        block.notes.append(piece)


def _take(block: _Block, value: Labelled) -> None:
    numbers, own = value.numbers, value.own
    if not numbers:
        return
    if own == "hit_dice":
        block.values["hit_dice"] = f"{numbers[0]}d8"
        return
    others = {"hp": "hp_max", "ac": "ac_melee", "attack_bonus": "attack_bonus_melee"}
    names = (own, others[own]) if own in others and len(numbers) == 2 else (own,) if own else ()
    block.values |= dict(zip(names, numbers, strict=False))
    if not own or own in ("initiative", "skill"):
        block.values[f"stat_{value.plain}"] = numbers[0]


def _take_dice(block: _Block, piece: str, match: re.Match[str]) -> None:
    """``HD 3d8`` is what it can take, ``Dmg 1d8`` and ``heavy pistol 1d8`` are weapons."""
    known, _ = dice(match[0])
    name = piece[: match.start()].strip(" :,-–")
    if known is None:
        block.notes.append(piece)
    elif name.casefold() in ("hd", "hit dice"):
        block.values["hit_dice"] = known.text
    elif name.casefold() in ("dmg", "damage", ""):
        gear = block.gear.pop() if block.gear else "Attack"
        block.weapons.append({"name": gear, "damage": known.text})
    else:
        block.weapons.append(
            {"name": name, "damage": known.text, **weapon_words(piece[match.end() :])}
        )
    block.known += 1


def _take_attacks(block: _Block, count: int, words: str) -> None:
    """``1 attack pistol Short Standard``: what it attacks with; ranges and tiers are those of the weapon."""
    name = _BANDS.sub("", words).strip()
    if name:
        block.gear.append(name)
    else:
        block.notes.append(words)
    if count > 1:
        block.values["stat_majors"] = count


ADAPTER = Adapter(id="text", endings=(".txt",), knows=is_plain_text, read=_creatures)
