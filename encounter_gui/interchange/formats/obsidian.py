"""Notes in Markdown: encounter and statblock blocks, and notes that are themselves a stat block."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from encounter_gui.interchange.adapter import Adapter, Piece, health_warnings, origin_of, raw_text
from encounter_gui.interchange.documents import Document, Json, mapping, rows
from encounter_gui.interchange.exact_records import EXACT, entry_of, parse_record
from encounter_gui.interchange.formats import games
from encounter_gui.interchange.formats.attack_text import attack, weapon_words, with_attacks
from encounter_gui.interchange.formats.stat_blocks import (
    Values,
    assumed_health,
    stat_block,
    with_health,
)
from encounter_gui.interchange.formats.value_parsing import dice, text, whole
from encounter_gui.interchange.formats.yaml_text import YamlReader
from encounter_gui.interchange.imported import Flat, Found

_BLOCK = re.compile(
    r"^(`{3,9}|~{3,9})\s*(encounter-table|encounter|statblock)[^\S\n]*\n(.*?)^\1",
    re.MULTILINE | re.DOTALL,
)
_FRONT = re.compile(r"\A---[^\S\n]*\n(.*?)^---\s*$", re.MULTILINE | re.DOTALL)
_PICTURE_LINE = re.compile(r"^image\s*:.*$", re.MULTILINE)
_FRIENDS = ("friend", "friendly", "ally")
_ABILITIES = ("str", "dex", "con", "int", "wis", "cha")

_NAMES = {
    "hp_max": ("hp",),
    "ac": ("ac",),
    "ac_melee": ("ac_melee",),
    "move": ("speed", "move"),
    "initiative": ("mod", "modifier", "initiative"),
    **{
        key: (key,)
        for key in (
            "attack_bonus",
            "attack_bonus_melee",
            "skill",
            "save",
            "morale",
            "trauma_target",
            "soak",
            "danger",
        )
    },
}
_WORDS = ("traits", "actions", "reactions", "bonus_actions", "legendary_actions")
_KNOWN = {
    EXACT,
    "name",
    "layout",
    "statblock",
    "source",
    "hit_dice",
    "stats",
    "image",
    "desc",
    "description",
    *_WORDS,
}


class Entry(Struct, frozen=True, kw_only=True):
    """A creature of an encounter block: what it is, what it is called there, how many, and what is said of it."""

    name: str
    alias: str = ""
    count: str = "1"
    values: tuple[tuple[str, int], ...] = ()
    is_hidden: bool = False
    is_friend: bool = False
    encounter: str = ""


def is_note(document: Document) -> bool:
    """Returns whether a document is a note with anything for us in it."""
    if document.kind != "markdown":
        return False
    front = _FRONT.match(document.data)
    return bool(_BLOCK.search(document.data)) or bool(front and "statblock" in front[1])


def stat_blocks(document: Document, yaml: YamlReader) -> Iterator[Mapping[str, Json]]:
    """Yields the stat blocks of a note, that of its front matter first.

    Raises:
        DataError: as ``YamlReader.read``.
    """
    front = _FRONT.match(document.data)
    if front and "statblock" in front[1]:
        found = mapping(_yaml(yaml, front[1], 2))
        if found.get("statblock") is True and "name" in found:
            yield found
    for match, line in _blocks(document):
        if match[2] == "statblock":
            found = mapping(_yaml(yaml, match[3], line))
            if found.get("name"):
                yield found


def entries(document: Document, yaml: YamlReader) -> Iterator[Entry]:
    """Yields the creatures of a note's encounter blocks; equal lines are added up.

    Raises:
        DataError: as ``stat_blocks``.
    """
    for match, first in _blocks(document):
        if match[2] == "statblock":
            continue
        line = first
        for part in re.split(r"^---\s*$", match[3], flags=re.MULTILINE):
            block = mapping(_yaml(yaml, part, line))
            where = text(block.get("name")) or document.name
            yield from _sum_entries(_entry(each, where) for each in rows_of(block.get("creatures")))
            line += part.count("\n")


def rows_of(value: Json) -> list[Json]:
    """Returns a list as it is, and a mapping as a list of its pairs."""
    if isinstance(value, Mapping):
        return [{key: each} for key, each in value.items()]
    return value if isinstance(value, list) else []


def _sum_entries(found: Iterator[Entry | None]) -> Iterator[Entry]:
    counts: Counter[Entry] = Counter()
    for each in found:
        if each is not None and each.count.isdecimal():
            key = Entry(
                **{name: getattr(each, name) for name in each.__struct_fields__ if name != "count"}
            )
            counts[key] += int(each.count)
        elif each is not None:
            yield each
    for each, count in counts.items():
        yield Entry(
            **{name: getattr(each, name) for name in each.__struct_fields__ if name != "count"},
            count=str(count),
        )


def _entry(value: Json, where: str) -> Entry | None:
    """A line is a name, ``3: name, numbers``, a list that may begin with [name, shown name], or a record."""
    if isinstance(value, Mapping) and ("creature" in value or "name" in value):
        return _record(value, where)
    count = "1"
    if isinstance(value, Mapping) and len(value) == 1:
        ((key, value),) = value.items()
        count = str(key)
        if isinstance(value, Mapping):
            return _with(_record(value, where), count)
    parts = (
        [part.strip() for part in value.split(",")] if isinstance(value, str) else rows_of(value)
    )
    if not parts:
        return None
    names = parts[0] if isinstance(parts[0], list) else [parts[0]]
    name, alias = text(names[0]) if names else "", text(names[1]) if len(names) > 1 else ""
    marks = {text(part).casefold() for part in parts[1:] if whole(part) is None}
    said = [number for part in parts[1:] if (number := whole(part)) is not None]
    keys = ("hp_max", "ac", "initiative", "xp")
    return (
        Entry(
            name=name,
            alias=alias,
            count=count,
            values=tuple(zip(keys, said, strict=False)),
            is_hidden="hidden" in marks,
            is_friend=bool(marks & set(_FRIENDS)),
            encounter=where,
        )
        if name
        else None
    )


def _record(value: Mapping[str, Json], where: str) -> Entry | None:
    name = text(value.get("creature")) or text(value.get("name"))
    pairs = {"hp_max": "hp", "ac": "ac", "initiative": "mod", "xp": "xp"}
    said = ((own, whole(value.get(theirs))) for own, theirs in pairs.items())
    return (
        Entry(
            name=name,
            alias=text(value.get("name")) if "creature" in value else "",
            values=tuple((own, number) for own, number in said if number is not None),
            is_hidden=value.get("hidden") is True,
            is_friend=any(value.get(key) is True for key in _FRIENDS),
            encounter=where,
        )
        if name
        else None
    )


def _with(entry: Entry | None, count: str) -> Entry | None:
    if entry is None:
        return None
    return Entry(
        **{name: getattr(entry, name) for name in entry.__struct_fields__ if name != "count"},
        count=count,
    )


def read_block(block: Mapping[str, Json]) -> Values:
    """Returns the values of a stat block under our names."""
    values = with_health(stat_block(block, _NAMES), block.get("hit_dice"))
    stats = block.get("stats")
    if isinstance(stats, list):
        scores = zip(_ABILITIES, (whole(each) for each in stats), strict=False)
        values |= {f"stat_{key}": score for key, score in scores if score is not None}
    elif isinstance(stats, Mapping):
        values |= {key: n for key, each in stats.items() if (n := whole(each)) is not None}
    return with_attacks(values, (_attack(mapping(each)) for each in rows(block.get("actions"))))


def _attack(action: Mapping[str, Json]) -> Mapping[str, Flat]:
    """Ours begins with the dice: ``1d8, trauma 1d6 x3, 10/100 m, 8 rounds``; others tell it in a sentence."""
    words = text(action.get("desc"))
    found = attack(text(action.get("name")), words, action)
    known, _ = dice(words.partition(",")[0])
    if known is not None and known.count:
        found["damage"] = known.text
    return {**found, **weapon_words(words)}


def notes_of(block: Mapping[str, Json]) -> str:
    """Returns everything said about it in words."""
    lines = [text(block.get("desc") or block.get("description"))]
    for part in _WORDS:
        lines += [
            f"{text(mapping(each).get('name'))}: {text(mapping(each).get('desc'))}".strip(": ")
            for each in rows(block.get(part))
        ]
    return "\n".join(line for line in lines if line)


def unknown_keys(block: Mapping[str, Json]) -> tuple[str, ...]:
    """Returns the keys nothing is made of."""
    known = _KNOWN | {name for names in _NAMES.values() for name in names}
    return tuple(str(key) for key in block if key not in known)


def _blocks(document: Document) -> Iterator[tuple[re.Match[str], int]]:
    """Yields the blocks of a note, each with the line its content begins at."""
    words = str(document.data)
    place, line = 0, 1
    for match in _BLOCK.finditer(words):
        line += words.count("\n", place, match.start(3))
        place = match.start(3)
        yield match, line


def _yaml(yaml: YamlReader, words: str, line: int) -> Json:
    """A wiki link is a list of lists to YAML, and pictures are not fetched."""
    return yaml.read(_PICTURE_LINE.sub("", words), line)


def _creatures(document: Document) -> Iterator[Piece]:
    """A creature of an encounter that has a stat block in the same note takes its values from there."""
    yaml = YamlReader(document.name)
    blocks = {text(block.get("name")): block for block in stat_blocks(document, yaml)}
    met: set[str] = set()
    for entry in entries(document, yaml):
        met.add(entry.name)
        yield _creature(document, entry, blocks.get(entry.name))
    for name, block in blocks.items():
        if name not in met:
            yield _creature(document, Entry(name=name), block)


def _creature(document: Document, entry: Entry, block: Mapping[str, Json] | None) -> Found:
    block = mapping(block)
    said = mapping(parse_record(block.get(EXACT)))
    exact, known = entry_of(said)
    values = {**read_block(block), **dict(entry.values)}
    if "hp_max" in values:
        values = {**values, "hp": values["hp_max"]}
    ruleset = text(said.get("ruleset")) or games.ruleset_of_layout(text(block.get("layout")))
    filled = games.with_defaults(ruleset, values)
    said_health = {*block, *(key for key, _ in entry.values)}
    line = {"name": entry.name, "count": entry.count, **dict(entry.values)}
    raw = raw_text({"entry": line, "statblock": block})
    return Found(
        name=entry.alias or (exact.name if exact else entry.name),
        type="npc",
        ruleset=ruleset,
        values=filled,
        assumed=frozenset(filled) - frozenset(values) | assumed_health(values, said_health),
        origin=origin_of(document, "obsidian", raw),
        raw=raw,
        notes=notes_of(block),
        tags=(entry.encounter,) if entry.encounter and entry.encounter != document.name else (),
        encounter=entry.encounter,
        count=entry.count,
        side="ally" if entry.is_friend else "",
        is_hidden=entry.is_hidden,
        unknown=unknown_keys(block),
        warnings=() if exact else health_warnings(entry.name, values),
        exact=exact,
        entry=known,
    )


ADAPTER = Adapter(
    id="obsidian", endings=(".yaml", ".yml", ".md", ".markdown"), knows=is_note, read=_creatures
)
