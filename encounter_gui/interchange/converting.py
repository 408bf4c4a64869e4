"""From imported values to a creature of a ruleset: what it has a field for as it stands, the rest as proposals.

How is data of the ruleset, in its file ``import.toml``: the tables ``import_fields`` and ``import_weapon`` say which of
our names are which of its fields, ``convert`` holds scales and formulas that propose a field of somebody from another
game, ``convert_items`` what it carries there, ``natural_weapon`` and ``natural_armor`` what its claws and its hide are.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Side, Value
from encounter_gui.interchange.formats import games
from encounter_gui.interchange.formats.prose.clauses import plain
from encounter_gui.interchange.formats.value_parsing import average, dice
from encounter_gui.interchange.imported import Flat, Found, FoundGear
from encounter_gui.interchange.scales import converted
from encounter_gui.rules.files.consistency import item_faults, sheet_value_faults
from encounter_gui.rules.model.prepared import CreatureKind, LibraryCreature, SourceNote
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, ItemDef, Ruleset

NOBODY: Mapping[str, int] = {
    "hp": 5,
    "ac": 10,
    "attack": 1,
    "skill": 1,
    "save": 15,
    "move": 10,
    "morale": 7,
    "soak": 0,
}
"""What an ordinary person amounts to where a file does not say, in the measures formulas are written in."""

_KINDS: Mapping[str, CreatureKind] = {
    "pc": "pc",
    "drone": "drone",
    "vehicle": "drone",
    "hazard": "hazard",
}
_FALLBACK: Mapping[str, Side] = {"pc": "pc"}


class Proposal(Struct, frozen=True, kw_only=True):
    """A creature as it would join a ruleset's library.

    ``guessed`` are the fields that are proposals, ``left`` the values that found no place; they stand in the note.
    """

    found: Found
    entry: LibraryCreature
    guessed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    warnings: tuple[Message, ...] = ()


def propose(found: Found, ruleset: Ruleset) -> Proposal:
    """Returns an imported creature as one of a ruleset."""
    if found.exact is not None and found.ruleset == ruleset.id:
        return _as_it_was(found, found.exact)
    if found.origin.adapter == "text" and _is_at_home(found, ruleset):
        values = games.with_defaults(ruleset.id, dict(found.values))
        added = frozenset(values) - frozenset(found.values)
        found = replace(found, values=values, assumed=found.assumed | added)
    is_at_home = _is_at_home(found, ruleset)
    own, used = _own_fields(found, ruleset)
    read = set(_own_fields(found.without_assumed, ruleset)[0] if found.assumed else own)
    copied = {} if is_at_home else _copied(found.without_assumed, ruleset)
    used |= set(copied.values())
    read |= set(copied)
    guesses = {} if is_at_home else _guesses(found, ruleset, set(own))
    sheet, trouble = _check(ruleset, {**guesses, **own, **_kind_field(found, ruleset)})
    items, more = _items(found, ruleset)
    gear, said, unplaced = _named_gear(found, ruleset)
    known = {each.item for each in items}
    items = (*items, *(each for each in gear if each.item not in known))
    left = tuple(name for name in found.values if name not in used and name not in _SPOKEN)
    left = (*_hurt(found), *left)
    creature = CreatureDef(
        key=_key(found.name),
        name=found.name,
        side=_side(found),
        is_named=found.type == "pc",
        sheet=sheet,
        items=items,
        held=next((each.item for each in items if _is_weapon(ruleset, each)), ""),
        tags=found.tags,
        note=_note(found, left, unplaced),
        source=found.origin.file,
    )
    guessed = tuple(name for name in sheet if name in {**guesses, **own} and name not in read)
    entry = LibraryCreature(
        creature=creature,
        kind=_KINDS.get(found.type, "npc"),
        threat=_number(found.values.get("danger")) or 0,
        source=_source_note(found),
        guessed=guessed,
        unknown=found.unknown,
    )
    return Proposal(
        found=found,
        entry=entry,
        guessed=guessed,
        left=left,
        warnings=(*found.warnings, *trouble, *more, *said, *_stowed(found)),
    )


def _stowed(found: Found) -> tuple[Message, ...]:
    """Armour that somebody has with them and does not wear counts for nothing, so it is said."""
    return tuple(
        say("import.stowed", name=found.name, armor=str(each.get("name", "")))
        for each in found.records("armor")
        if each.get("stowed")
    )


def _hurt(found: Found) -> tuple[str, ...]:
    """Somebody who is hurt in the file joins unhurt, so what they had left is said."""
    now, most = (_number(found.values.get(name)) for name in ("hp", "hp_max"))
    return ("hp",) if now is not None and most is not None and now != most else ()


_SPOKEN = {
    "weapons",
    "armor",
    "cyberware",
    "hp",
    "soak",
    "hit_dice",
    "xp",
    "gear",
    "words",
    "armor_value",
}
"""Values that have a place of their own, or are said by others."""


def _as_it_was(found: Found, creature: CreatureDef) -> Proposal:
    kind = str(creature.sheet.get("kind", ""))
    entry = LibraryCreature(
        creature=creature,
        kind=_KINDS.get(kind, "named" if creature.is_named else "npc"),
        source=_source_note(found),
    )
    entry = found.entry or entry
    return Proposal(found=found, entry=entry, guessed=entry.guessed, warnings=found.warnings)


def _is_at_home(found: Found, ruleset: Ruleset) -> bool:
    """Text that names no game is meant for the one it is pasted into, if that has a place for all it measures."""
    if found.origin.adapter != "text" or found.ruleset:
        return found.ruleset in (ruleset.id, ruleset.system)
    here = {*ruleset.tables.get("import_fields", {}), *(each.key for each in ruleset.fields)}
    said = {"hp_max" if name == "hp" else name for name in found.values if name in NOBODY}
    return said - {"soak"} <= here


_OTHER_SCALES = ("list", "improved-initiative", "obsidian", "text")
"""Readers of the fifth edition's stat blocks: its Strength of 27 is no Strength of ours."""


def _own_fields(found: Found, ruleset: Ruleset) -> tuple[dict[str, Value], set[str]]:
    """A field is found by the ruleset's own table, by its key, or by its short name: ``stat_ref`` is REF."""
    sheet: dict[str, Value] = {}
    used: set[str] = set()
    is_at_home = _is_at_home(found, ruleset)
    if is_at_home:
        for ours, field in ruleset.tables.get("import_fields", {}).items():
            number = _number(found.values.get(ours))
            if number is not None:
                sheet[str(field)] = number
                used.add(ours)
    sheet |= _hit_dice(found, ruleset)
    for field_def in ruleset.fields:
        names = _names_of(field_def.key, field_def.short, field_def.name)
        for name in names & found.values.keys():
            is_same = is_at_home or (
                name.startswith("stat_") and found.origin.adapter not in _OTHER_SCALES
            )
            number = _number(found.values[name])
            if is_same and number is not None and field_def.kind == "number":
                sheet.setdefault(field_def.key, number)
                used.add(name)
    if is_at_home:
        sheet |= _worded(found, ruleset)
        used |= {name for name in found.values if name.startswith("stat_") and name[5:] in used}
    return sheet, used


def _hit_dice(found: Found, ruleset: Ruleset) -> dict[str, Value]:
    """Hit dice count alike in every game that has them: 3 of them stay 3, whichever game the file is of."""
    field = ruleset.tables.get("import_fields", {}).get("hit_dice")
    known, _ = dice(found.values.get("hit_dice"))
    return {str(field): known.count} if field and known is not None and known.count else {}


@lru_cache(maxsize=1024)
def _names_of(key: str, short: str, name: str) -> frozenset[str]:
    """Returns what imported values may call a field of a ruleset."""
    said = {key, f"stat_{key}", f"stat_{short.casefold()}"}
    return frozenset(said | {f"stat_{plain(key)}", f"stat_{plain(name)}"})


def _worded(found: Found, ruleset: Ruleset) -> dict[str, Value]:
    """Fields of words are read from words alone: ``(Weak)`` where a field may be weak, dangerous or deadly."""
    said = str(found.values.get("words", "")).casefold().split(", ")
    sheet: dict[str, Value] = {}
    for field in ruleset.fields:
        word = next((each for each in said if each and each in field.options), "")
        if word:
            sheet[field.key] = word
    return sheet


def _guesses(found: Found, ruleset: Ruleset, known: set[str]) -> dict[str, Value]:
    names = measures(found)
    sheet: dict[str, Value] = {}
    for field, formula in ruleset.tables.get("convert", {}).items():
        if field not in known:
            sheet[field] = converted(str(formula), names)
    return sheet


_FURTHEST = 100_000
"""Furthest from 0 a number of another game may be in a formula; real ones stay below a thousand."""


_SAID_AS = {"hp": "hp_max", "attack": "attack_bonus"}
"""Measures that imported values have another name for."""


def _copied(found: Found, ruleset: Ruleset) -> dict[str, str]:
    """Returns the fields a file says as they stand, though it is of another game, and our names for them.

    Where both count alike a value is read and not guessed: the armour class of the fifth edition is that of CWN.
    """
    fields = ruleset.tables.get("import_fields", {})
    said = {name: _SAID_AS.get(name, name) for name in NOBODY}
    return {
        field: said[formula]
        for field, formula in ruleset.tables.get("convert", {}).items()
        if isinstance(formula, str)
        and formula in said
        and said[formula] in found.values
        and fields.get(said[formula]) == field
    }


def measures(found: Found) -> dict[str, int]:
    """Returns what formulas may speak of: the values of a creature in rough common measures."""
    values = found.values
    said = {name: _number(values.get(_SAID_AS.get(name, name))) for name in NOBODY}
    melee = _number(values.get("attack_bonus_melee"))
    made = {name: NOBODY[name] if number is None else number for name, number in said.items()}
    made |= {"attack": max(made["attack"], melee or 0)}
    return {name: max(-_FURTHEST, min(number, _FURTHEST)) for name, number in made.items()}


def _kind_field(found: Found, ruleset: Ruleset) -> dict[str, Value]:
    """Rulesets that tell people from machines do so in a text field ``kind``; others have none."""
    words = ruleset.tables.get("import_kind", {})
    word = words.get(found.type) or words.get("npc")
    return {"kind": word} if isinstance(word, str) else {}


def _check(
    ruleset: Ruleset, sheet: Mapping[str, Value]
) -> tuple[dict[str, Value], tuple[Message, ...]]:
    """A number out of its field's range is brought to its edge, and said; a field nobody knows is left out."""
    fields = {each.key: each for each in ruleset.fields}
    made: dict[str, Value] = {}
    trouble: list[Message] = []
    for key, value in sheet.items():
        field = fields.get(key)
        if field is None:
            continue
        if next(sheet_value_faults(field, value, key), None) is None:
            made[key] = value
        elif isinstance(value, int):
            edge = max(value, field.least) if field.least is not None else value
            edge = min(edge, field.most) if field.most is not None else edge
            made[key] = edge
            trouble.append(say("import.out_of_range", field=field.name, value=value, edge=edge))
    return made, tuple(trouble)


# ------------------------------------------------------------------ what it carries


def _items(found: Found, ruleset: Ruleset) -> tuple[tuple[CarriedDef, ...], tuple[Message, ...]]:
    records = found.records("weapons")
    if _is_at_home(found, ruleset):
        return _own_weapons(records, ruleset)
    made, names = list[CarriedDef](), dict[str, str]()
    for record in records:
        carried, name = _weapon_here(found, record, ruleset), str(record.get("name", ""))
        # Two of one name are two; of other names that come nearest to the same of ours the first stands for all.
        if carried.item and names.setdefault(carried.item, name) == name:
            made.append(carried)
    armor = (each for each in _armor_here(found, ruleset) if each.item not in names)
    return (*made, *armor), ()


def gear_item(gear: FoundGear, ruleset: Ruleset) -> tuple[ItemDef, tuple[Message, ...]]:
    """Returns a thing of a table as an own item of a ruleset, and what of it could not be kept.

    Where the ruleset measures weapons otherwise, its values are those of the nearest of its own, and that is said.
    """
    name = str(gear.values["name"])
    if gear.kind == "armor":
        values, like = _armor_values(gear, ruleset), None
    else:
        values = _weapon_values(gear.values, ruleset, "weapon")
        like = ruleset.item(_like(ruleset, gear.values))
        is_told = "damage" in values
        values = values if is_told else {**(like.values if like else {}), **values}
        like = None if is_told else like
    trouble: list[Message] = []
    for ours, theirs in ruleset.tables.get("import_weapon", {}).items():
        odd = list(_odd_dice({ours: gear.values.get(ours, "")}, name))
        if odd:  # the game's own gear has nothing that cannot be rolled
            values.pop(str(theirs), None)
        trouble += odd
    for pointer, message in list(item_faults(ruleset, gear.kind, values, name)):
        values.pop(pointer.rpartition(".")[2], None)
        trouble.append(message)
    if like is not None:
        trouble.append(say("import.taken_as", name=name, said=name, item=like.name))
    return ItemDef(key=_key(name), name=name, kind=gear.kind, values=values), tuple(trouble)


def _armor_values(gear: FoundGear, ruleset: Ruleset) -> dict[str, Value]:
    known = {each.key for each in ruleset.item_fields if "armor" in each.on}
    values = {key: value for key, value in gear.values.items() if key in known}
    natural = ruleset.tables.get("natural_armor", {})
    if not values and isinstance(ac := gear.values.get("ac"), int):
        made = {key: _value(each, {**NOBODY, "ac": ac}) for key, each in natural.items()}
        return {key: value for key, value in made.items() if key in known}
    return {key: value for key, value in values.items() if isinstance(value, bool | int | str)}


def _named_gear(
    found: Found, ruleset: Ruleset
) -> tuple[tuple[CarriedDef, ...], tuple[Message, ...], tuple[str, ...]]:
    """Returns the library's items that mere names stand for, what was made of inexact ones, and names of none."""
    items: list[CarriedDef] = []
    said: list[Message] = []
    unplaced: list[str] = []
    for record in found.records("gear"):
        name = str(record.get("name", ""))
        item, count = _counted(ruleset, name)
        if item is None:
            unplaced.append(name)
            continue
        if "count" in item.values and count > 1:
            items.append(CarriedDef(item=item.key, values={"count": count}))
        else:
            items += [CarriedDef(item=item.key)] * count
        if count == 1 and _words(item.name) != _words(name):
            said.append(say("import.taken_as", name=found.name, said=name, item=item.name))
    level = found.values.get("armor_value")
    natural = ruleset.tables.get("natural_armor", {})
    if natural and isinstance(level, int) and _is_at_home(found, ruleset):
        values = {
            key: level if isinstance(each, str) and ":" in each else each
            for key, each in natural.items()
        }
        name = str(values.pop("name", "Armor"))
        items.append(CarriedDef(item=_key(name), name=name, kind="armor", values=values))
    elif level is not None:
        unplaced.append(f"armor {level}")
    return tuple(items), tuple(said), tuple(unplaced)


_COUNTED = re.compile(r"(?:(\d)\s*[x×]?\s+)?(.+?)(?:\s*[x×]\s*(\d)|\s*\((\d)\))?")


_LONGEST_NAME = 60
"""A longer text is no name of a thing, and is not looked through for a count."""


def _counted(ruleset: Ruleset, name: str) -> tuple[ItemDef | None, int]:
    """Returns the item of a name, and how many of it: ``2 frag grenades``, ``Heavy pistol x2``, ``Medkit (3)``.

    A number that belongs to the name (``9 mm pistol``) is none: what is counted is called as an item of the ruleset.
    """
    found = _COUNTED.fullmatch(name.strip()) if len(name) <= _LONGEST_NAME else None
    before, thing, times, number = found.groups() if found else (None, name, None, None)
    count = int(before or times or number or 1)
    if count > 1:
        for each in (thing, thing.removesuffix("s")):
            item = _by_name(ruleset, each)
            if item is not None:
                return item, count
    return _nearest(ruleset, name), 1


def _nearest(ruleset: Ruleset, name: str) -> ItemDef | None:
    """Returns the item of a name or key, or the first whose name has all its words, or is within it."""
    words, key = _words(name), _key(name)
    exact = (each for each in ruleset.items if _item_words(each.name) == words or each.key == key)
    near = (
        each
        for each in ruleset.items
        if words and (words <= _item_words(each.name) or _item_words(each.name) <= words)
    )
    return next(exact, None) or next(near, None)


_NATURAL = re.compile(
    r"\b(?:bites?|claws?|talons?|tails?|horns?|gore|fangs?|tusks?|hoo(?:f|ves)|slams?|stings?|stingers?"
    r"|tentacles?|beaks?|pincers?|wings?|rams?|constrict|maw|jaws?|spines?|antlers?|pseudopods?|tongue)\b",
    re.IGNORECASE,
)
"""Weapons that somebody is born with, by their names in stat blocks."""


def _weapon_here(found: Found, record: Mapping[str, Flat], ruleset: Ruleset) -> CarriedDef:
    """Returns a weapon of another game as one of ours: a natural one keeps its name, others are the nearest we have."""
    name = str(record.get("name", ""))
    natural = ruleset.tables.get("natural_weapon", {})
    if not natural or not _NATURAL.search(name):
        return CarriedDef(item=_like(ruleset, record))
    known, _ = dice(record.get("damage"))
    amount = average(known) if known is not None else 1
    names = {**measures(found), "damage": amount}
    values = {key: _value(each, names) for key, each in natural.items()}
    return CarriedDef(item=_key(name), name=name, kind="weapon", values=values)


def _value(said: object, names: Mapping[str, int]) -> Value:
    """Returns a value of a natural weapon or armour: as it stands, or what a scale makes of the creature."""
    if isinstance(said, str) and ":" in said:
        return converted(said, names)
    return said if isinstance(said, bool | int | str) else str(said)


def _armor_here(found: Found, ruleset: Ruleset) -> list[CarriedDef]:
    """Returns the armour of somebody of another game: its own hide by a scale, or the nearest that is worn here."""
    natural = ruleset.tables.get("natural_armor", {})
    if natural and "ac" in found.values:
        values = {key: _value(each, measures(found)) for key, each in natural.items()}
        if any(
            isinstance(each, int) and not isinstance(each, bool) and each > 0
            for each in values.values()
        ):
            name = str(values.pop("name", "Armor"))
            return [CarriedDef(item=_key(name), name=name, kind="armor", values=values)]
        return []
    key = _armor_like(found, ruleset)
    return [CarriedDef(item=key)] if key else []


def _own_weapons(
    records: Iterable[Mapping[str, Flat]], ruleset: Ruleset
) -> tuple[tuple[CarriedDef, ...], tuple[Message, ...]]:
    """A weapon keeps the numbers of the file; what those leave open it takes from the library's of the same name."""
    made: list[CarriedDef] = []
    trouble: list[Message] = []
    for record in records:
        name = str(record.get("name", ""))
        like = _by_name(ruleset, name)
        kind = like.kind if like else "weapon"
        values = {**(like.values if like else {}), **_weapon_values(record, ruleset, kind)}
        odd = [value for key in _DICE if isinstance(value := record.get(key), str)]
        for pointer, message in list(item_faults(ruleset, kind, values, name)):
            key = pointer.rpartition(".")[2]
            if values.get(key) not in odd:  # dice are kept as the file says them, see below
                values.pop(key, None)
                trouble.append(message)
        trouble += _odd_dice(record, name)
        made.append(CarriedDef(item=_key(name), name=name, kind=kind, values=values))
    return tuple(made), tuple(trouble)


_DICE = ("damage", "trauma_die")
"""The values of a weapon in a file that are dice."""


def _odd_dice(record: Mapping[str, Flat], name: str) -> Iterable[Message]:
    """What no game rolls is kept as the file says it, and said: it would count as nothing at the table."""
    for key in _DICE:
        said = record.get(key)
        if isinstance(said, str) and said and dice(said)[0] is None:
            yield say("import.odd_dice", name=name, said=said)


def _weapon_values(record: Mapping[str, Flat], ruleset: Ruleset, kind: str) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for ours, theirs in ruleset.tables.get("import_weapon", {}).items():
        value = record.get(ours)
        if (isinstance(value, bool | int | str) and value != "") or _is_row(value):
            values[str(theirs)] = value  # type: ignore[assignment]  # one of the four, as just seen
    if "melee" in record and kind == "weapon":
        words = ruleset.tables.get("import_weapon_class", {})
        word = words.get("melee" if record["melee"] else "ranged")
        if isinstance(word, str):
            values["class"] = word
    return values


def _is_row(value: Flat | None) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, int) for each in value)


def _by_name(ruleset: Ruleset, name: str) -> ItemDef | None:
    """Returns the library's item of that name; words in another order count as the same: ``Grenade, Frag``."""
    wanted = _words(name)
    found = (each for each in ruleset.items if wanted and _item_words(each.name) == wanted)
    return next(found, None)


def _like(ruleset: Ruleset, record: Mapping[str, Flat]) -> str:
    """Returns the key of the library's weapon that comes nearest: by a common word, else by what it is."""
    words = _words(str(record.get("name", "")))
    arms = [each for each in ruleset.items if each.kind in ("weapon", "explosive")]
    nearest = max(arms, key=lambda each: len(words & _item_words(each.name)), default=None)
    if nearest is not None and words & _item_words(nearest.name):
        return nearest.key
    offered = ruleset.tables.get("convert_items", {})
    known, _ = dice(record.get("damage"))
    is_strong = known is not None and average(known) >= _STRONG
    kind = "melee" if record.get("melee") else "ranged"
    return str(offered.get(f"{kind}_strong" if is_strong else kind) or offered.get(kind) or "")


_STRONG = 8
"""Mean damage from which a weapon counts as a strong one."""


def _armor_like(found: Found, ruleset: Ruleset) -> str:
    """Returns the key of the armour for an armour class: of ``armor_13``, ``armor_16`` … the highest it reaches."""
    ac = measures(found)["ac"]
    offered = ruleset.tables.get("convert_items", {})
    steps = [
        (int(key.rpartition("_")[2]), str(item))
        for key, item in offered.items()
        if key.startswith("armor_")
    ]
    return max(((least, item) for least, item in steps if ac >= least), default=(0, ""))[1]


def _is_weapon(ruleset: Ruleset, carried: CarriedDef) -> bool:
    known = ruleset.item(carried.item)
    return (carried.kind or (known.kind if known else "")) == "weapon"


# ------------------------------------------------------------------ words

_ABBREVIATION = 2
"""Names of so few letters are abbreviations: AC, HP."""


def _note(found: Found, left: Iterable[str], unplaced: Iterable[str] = ()) -> str:
    lines = [found.notes, ", ".join(unplaced)]
    worn = [str(each.get("name", "")) for each in found.records("armor")]
    lines += [", ".join(name for name in worn if name), str(found.values.get("cyberware", ""))]
    lines += [f"{_in_words(name)} {found.values[name]}" for name in left]
    return "\n".join(line for line in lines if line)


def _in_words(name: str) -> str:
    """Returns the key of a value as a game master reads it: ``AC``, ``Attack bonus``."""
    words = name.replace("_", " ")
    return words.upper() if len(words) <= _ABBREVIATION else words[:1].upper() + words[1:]


def _source_note(found: Found) -> SourceNote:
    origin = found.origin
    return SourceNote(
        file=origin.file,
        adapter=origin.adapter,
        system=origin.system,
        version=origin.version,
        sha256=origin.sha256,
    )


def _side(found: Found) -> Side:
    for side in ("pc", "ally", "foe", "neutral"):
        if found.side == side:
            return side
    return _FALLBACK.get(found.type, "foe")


def _key(name: str) -> str:
    return re.sub(r"[^\w]+", "_", name.casefold()).strip("_") or "creature"


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", name.casefold()))


@lru_cache(maxsize=4096)
def _item_words(name: str) -> frozenset[str]:
    """Returns the words in the name of a library's item, which is compared with everything that is carried."""
    return _words(name)


def _number(value: Flat | None) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
