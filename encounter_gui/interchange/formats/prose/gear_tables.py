"""Tables of weapons and armour: things, not people, for the campaign's own gear."""

from collections.abc import Iterator, Mapping

from encounter_gui.interchange.adapter import Adapter, Piece
from encounter_gui.interchange.documents import Document
from encounter_gui.interchange.formats.csv_rosters import (
    HEADERS,
    MOST_COLUMNS,
    columns_of,
    headers_of,
    read_weapon,
    table,
)
from encounter_gui.interchange.formats.prose.clauses import plain
from encounter_gui.interchange.formats.value_parsing import is_nothing, pair, text, whole
from encounter_gui.interchange.imported import Flat, FoundGear

_NAMES = (*HEADERS["name"], "item", "weapon", "armor", "armour", "gear")
_OF_WEAPONS: Mapping[str, str] = {
    **dict.fromkeys(("range", "ranges", "reach"), "range"),
    **dict.fromkeys(("mag", "magazine", "ammo", "shots", "rounds"), "magazine"),
    **dict.fromkeys(("tohit", "hitbonus", "attackbonus", "ab"), "hit_bonus"),
}
_OF_ARMOR = ("ac", "ac_melee", "soak", "trauma_target")
_OF_THINGS = (
    "cost",
    "price",
    "enc",
    "encumbrance",
    "weight",
    "availability",
    "rarity",
    "tl",
    "attribute",
)
_OF_PEOPLE = frozenset(
    {
        "hp",
        "hp_max",
        "hit_dice",
        "morale",
        "skill",
        "save",
        "move",
        "initiative",
        "stats",
        "side",
        "type",
    }
)


def is_gear_table(document: Document) -> bool:
    """Returns whether a table has names and what weapons or armour have, and nothing that only people have."""
    headers = headers_of(document)
    if len(headers) > MOST_COLUMNS:
        return False  # the table of creatures refuses it in a sentence
    plain_headers = {plain(header) for header in headers}
    meant = set(columns_of(headers).values())
    if not plain_headers & set(_NAMES) or meant & _OF_PEOPLE:
        return False
    if any(each.startswith("sp_") for each in meant) or "count" in meant:
        return False
    is_armor = bool({"ac", "soak"} & meant) and bool(plain_headers & set(_OF_THINGS))
    return is_armor or ("damage" in meant and bool(plain_headers & {*_OF_WEAPONS, *_OF_THINGS}))


def _things(document: Document) -> Iterator[Piece]:
    headers, rows = table(document)
    meant = columns_of(headers)
    for row in rows:
        cells = {
            plain(header): cell.strip()
            for header, cell in row.cells.items()
            if not is_nothing(cell)
        }
        name = next((text(cells[each]) for each in _NAMES if each in cells), "")
        known = {meant[header]: cell for header, cell in row.cells.items() if meant.get(header)}
        if name:
            is_weapon = not is_nothing(known.get("damage"))
            values = _weapon(name, known, cells) if is_weapon else _armor(name, known)
            yield FoundGear(
                file=document.name, kind="weapon" if is_weapon else "armor", values=values
            )


def _weapon(name: str, known: Mapping[str, str], cells: Mapping[str, str]) -> dict[str, Flat]:
    weapon: dict[str, Flat] = {**read_weapon(known), "name": name}
    for header, own in _OF_WEAPONS.items():
        number, both = whole(cells.get(header)), pair(cells.get(header, "").rstrip(" m"))
        if own == "range" and both is not None:
            weapon["range"] = both
        elif own != "range" and number is not None:
            weapon[own] = number
    weapon.pop("attack_bonus", None)  # of a thing it is what it adds
    return weapon


def _armor(name: str, known: Mapping[str, str]) -> dict[str, Flat]:
    numbers = {key: number for key in _OF_ARMOR if (number := whole(known.get(key))) is not None}
    both = pair(known.get("ac"))
    if both is not None:
        numbers |= {"ac": both[0], "ac_melee": both[1]}
    return {"name": name, **numbers}


ADAPTER = Adapter(id="gear", endings=(".csv", ".tsv"), knows=is_gear_table, read=_things)
