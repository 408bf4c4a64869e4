"""Rosters as tables (CSV, TSV): whatever the columns are called, under our names."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.adapter import Adapter, Piece, health_warnings, origin_of, raw_text
from encounter_gui.interchange.documents import MOST_BYTES, MOST_PIECES, Document, import_error
from encounter_gui.interchange.exact_records import EXACT, entry_of
from encounter_gui.interchange.formats import games
from encounter_gui.interchange.formats.stat_blocks import Values, assumed_health, with_health
from encounter_gui.interchange.formats.value_parsing import (
    dice,
    is_nothing,
    one_blank,
    pair,
    text,
    whole,
)
from encounter_gui.interchange.imported import Flat, Found, Skipped

HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "npc", "creature", "character", "alias"),
    "ruleset": ("system", "ruleset", "game"),
    "type": ("type",),
    "count": ("count", "qty", "number", "x"),
    "side": ("side", "team", "faction"),
    "group": ("group",),
    "hp": ("hp", "hitpoints", "health", "healthvalue"),
    "hp_max": ("hpmax", "healthmax", "maxhp"),
    "hit_dice": ("hd", "hitdice"),
    "ac": ("ac", "armorclass", "rangedac"),
    "ac_melee": ("meleeac", "acmelee"),
    "attack_bonus": ("ab", "atk", "attack", "tohit", "attackbonus"),
    "attack_bonus_melee": ("meleeab", "attackbonusmelee"),
    "weapon": ("weapon", "dmgname", "weapons"),
    "damage": ("dmg", "damage"),
    "damage_bonus": ("dmgbonus",),
    "attacks": ("dmgnumattacks", "attacks"),
    "shock": ("shockdmg", "shock"),
    "shock_ac": ("shockac",),
    "trauma_die": ("traumadie", "trauma"),
    "trauma_rating": ("traumarating",),
    "initiative": ("init", "initiative", "mod", "initiativemodifier", "ref", "spd", "speedphase"),
    "morale": ("morale", "ml"),
    "skill": ("skill", "skillbonus"),
    "save": ("save", "saves"),
    "move": ("movement", "move", "speed"),
    "soak": ("soak",),
    "trauma_target": ("traumatarget", "tt"),
    "stats": ("stats",),
    "notes": ("notes", "description", "desc"),
    "tags": ("tags",),
}
"""Our names, and the headers that mean them, without case, spaces, dots and dashes."""

MOST_COLUMNS = 500
"""Most columns of a table; ours has 40."""

_NUMBERS = (
    *(
        "hp",
        "hp_max",
        "ac",
        "ac_melee",
        "attack_bonus",
        "attack_bonus_melee",
        "initiative",
        "morale",
        "skill",
    ),
    *("save", "move", "soak", "trauma_target"),
)
_DELIMITERS = ",;\t"
csv.field_size_limit(
    MOST_BYTES
)  # for the whole process: a cell may be as long as a file that is read
_STOPPING = re.compile(r"[sS][pP][\s_.\-]+\S|sp[A-Z]")
"""``SP head`` and ``spHead`` are armour at a place; ``species`` is not."""

_TIMES = re.compile(r"(?<!\d)([-+−]?\d{1,9})\s*[x×]\s*(\d{1,9})", re.IGNORECASE)
_STAT = re.compile(r"\s*([^\d:=+−-]+?)\s*[:= ]\s*([-+−]?\d+)\s*")

Mapped = Mapping[str, str]
"""What each column of a table means: header → one of our names, ``stat_…``, or empty for a note."""


class TableRow(Struct, frozen=True, kw_only=True):
    """A row: where it stands, and its cells by header."""

    line: int
    cells: Mapping[str, str]


def is_table(document: Document) -> bool:
    """Returns whether a text is a table with a header that names creatures."""
    if document.kind != "table":
        return False
    header = str(document.data).lstrip().partition("\n")[0]
    cells = re.split(r"[,;\t]", header.replace('"', ""))
    return any(_plain(cell) in HEADERS["name"] for cell in cells)


def table(document: Document) -> tuple[tuple[str, ...], tuple[TableRow, ...]]:
    """Returns the headers and rows of a table; empty rows are left out.

    Raises:
        DataError: it cannot be read as a table.
    """
    words = str(document.data).lstrip("\r\n")
    header = words.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=delimiter, strict=True)
    try:
        headers = tuple(cell.strip() for cell in next(reader))
        if len(headers) > MOST_COLUMNS:
            raise import_error(document.name, "import.too_many_columns", most=MOST_COLUMNS)
        rows = (
            TableRow(line=reader.line_num, cells=dict(zip(headers, cells, strict=False)))
            for cells in reader
            if any(cell.strip() for cell in cells)
        )
        found = tuple(islice(rows, MOST_PIECES + 1))
    except csv.Error as error:
        line = reader.line_num
        raise import_error(
            document.name, "import.broken_table", f"line {line}", line=line, reason=str(error)
        ) from error
    if len(found) > MOST_PIECES:
        raise import_error(document.name, "import.too_many", most=MOST_PIECES)
    return headers, found


def columns_of(headers: tuple[str, ...]) -> dict[str, str]:
    """Returns what each column seems to mean; of two that mean the same the first counts, the other is a note."""
    meanings: dict[str, str] = {}
    for header in headers:
        plain = _plain(header)
        own = next((name for name, accepted in HEADERS.items() if plain in accepted), "")
        if not own and _STOPPING.match(header.strip()):
            own = f"sp_{plain.removeprefix('sp')}"
        if own and own in meanings.values():
            own = ""
        meanings[header] = own
    return meanings


def by_meaning(row: TableRow, meanings: Mapped) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the cells of a row under our names, and those no column of ours is meant by; empty ones left out."""
    known: dict[str, str] = {}
    other: dict[str, str] = {}
    for header, cell in row.cells.items():
        if is_nothing(cell):
            continue
        own = meanings.get(header, "")
        if own:
            known[own] = cell.strip()
        else:
            other[header] = cell.strip()
    return known, other


def read_row(cells: Mapping[str, str]) -> Values:
    """Returns the values of a row under our names."""
    values: Values = {}
    for name in (*_NUMBERS, *(key for key in cells if key.startswith(("stat_", "sp_")))):
        number = whole(cells.get(name))
        if number is not None:
            values[name] = number
    for name, other in (("hp", "hp_max"), ("ac", "ac_melee")):
        both = pair(cells.get(name))
        if both is not None:
            values[name], values[other] = both
    values |= _stats(cells.get("stats", ""))
    hit_dice = cells.get("hit_dice", "")
    values = with_health(values, f"{hit_dice}d8" if hit_dice.isdecimal() else hit_dice)
    weapon = read_weapon(cells)
    if not weapon:  # these belong to whatever it will fight with
        said = {key: whole(cells.get(key)) for key in ("damage_bonus", "shock")}
        values |= {key: number for key, number in said.items() if number}
    return {**values, "weapons": (weapon,)} if weapon else values


def _stats(words: str) -> Values:
    """``BODY 6; REF 7`` and ``BODY=6, REF=7``."""
    values: Values = {}
    for part in re.split(r"[;,\n]", words):
        match = _STAT.fullmatch(one_blank(part))
        if match:
            values[f"stat_{_plain(match[1])}"] = int(match[2].replace("−", "-"))
    return values


def read_weapon(cells: Mapping[str, str]) -> dict[str, Flat]:
    """Returns the one attack of a row: its name, its dice with the bonus in them, Shock and Trauma if it has them."""
    weapon: dict[str, Flat] = {}
    known, _ = dice(cells.get("damage"))
    bonus = whole(cells.get("damage_bonus")) or 0
    if known is not None:
        known, _ = dice(f"{known.text}{bonus:+d}" if bonus else known.text)
    if known is not None:
        weapon["damage"] = known.text
    elif not is_nothing(cells.get("damage")):
        weapon["damage"] = text(cells["damage"])
    for name in ("attacks", "shock", "shock_ac", "trauma_rating"):
        number = whole(cells.get(name))
        if number:
            weapon[name] = number
    if times := _TIMES.search(cells.get("attack_bonus", "")):
        weapon |= {"attack_bonus": int(times[1].replace("−", "-")), "attacks": int(times[2])}
    if not is_nothing(cells.get("trauma_die")):
        weapon["trauma_die"] = text(cells["trauma_die"])
    name = text(cells.get("weapon"))
    return {"name": name or "Attack", **weapon} if name or "damage" in weapon else {}


def headers_of(document: Document) -> tuple[str, ...]:
    """Returns the headers of a text that may be a table; empty if it is none, or has but one column."""
    if document.kind != "table":
        return ()
    header = str(document.data).lstrip().partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    cells = next(csv.reader(io.StringIO(header, newline=""), delimiter=delimiter), [])
    return tuple(cell.strip() for cell in cells) if len(cells) > 1 else ()


def records(
    document: Document, meanings: Mapped | None = None
) -> Iterator[tuple[TableRow, dict[str, str], dict[str, str]]]:
    """Yields the rows of a table as (row, cells under our names, others).

    ``meanings`` None: its columns mean what they seem to mean.

    Raises:
        DataError: it cannot be read as a table.
    """
    headers, found = table(document)
    meant = columns_of(headers) if meanings is None else meanings
    for row in found:
        yield row, *by_meaning(row, meant)


def _plain(header: str) -> str:
    return re.sub(r"[\s_.\-]+", "", header).casefold()


def creatures(document: Document, meanings: Mapped | None = None) -> Iterator[Piece]:
    """Yields the creatures of a table; ``meanings`` says what its columns mean, None: what they seem to mean."""
    for row, known, other in records(document, meanings):
        name = text(known.get("name"))
        if not name:
            reason = say("import.row_nameless", line=row.line)
            yield Skipped(file=document.name, name="", reason=reason)
            continue
        values = read_row(known)
        exact, entry = entry_of(other.pop(EXACT, None))
        raw = raw_text(dict(row.cells))
        notes = [text(known.get("notes")), *(f"{header}: {cell}" for header, cell in other.items())]
        tags = [tag.strip() for tag in known.get("tags", "").replace(";", ",").split(",")]
        ruleset = known.get("ruleset", "").casefold() or games.ruleset_of_values(values)
        filled = games.with_defaults(ruleset, values)
        yield Found(
            name=exact.name if exact else name,
            type=known.get("type", "npc").casefold(),
            ruleset=ruleset,
            values=filled,
            assumed=frozenset(filled) - frozenset(values) | assumed_health(values, known),
            origin=origin_of(document, "table", raw),
            raw=raw,
            notes="\n".join(note for note in notes if note),
            tags=tuple(tag for tag in (*tags, known.get("group", "")) if tag),
            count=known.get("count", "1"),
            side=_side(known.get("side", "")),
            unknown=tuple(other),
            warnings=() if exact else (*_unreadable(known, values), *health_warnings(name, values)),
            exact=exact,
            entry=entry,
        )


_SIDES = {
    "pc": "pc",
    "player": "pc",
    "players": "pc",
    "party": "pc",
    "ally": "ally",
    "friend": "ally",
    "friendly": "ally",
}
_SIDES |= {"foe": "foe", "enemy": "foe", "hostile": "foe", "neutral": "neutral"}


def _side(word: str) -> str:
    return _SIDES.get(word.strip().casefold(), "")


def _unreadable(known: Mapping[str, str], values: Mapping[str, object]) -> tuple[Message, ...]:
    """A cell that should hold a number and does not is said, and counts as empty."""
    wanted = ("hp", "ac", "initiative", "morale", "save", "soak", "move", "trauma_target")
    return tuple(
        say("import.no_number", name=known["name"], column=key, cell=known[key])
        for key in wanted
        if key in known and key not in values and whole(known[key]) is None
    )


ADAPTER = Adapter(id="table", endings=(".csv", ".tsv", ".txt"), knows=is_table, read=creatures)
