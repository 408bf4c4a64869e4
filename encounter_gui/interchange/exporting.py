"""Creatures for other tools, and for ourselves, as text."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import yaml
from msgspec import Struct

from encounter_gui.core.markdown import escaped
from encounter_gui.encounter.values import Value
from encounter_gui.interchange.exact_records import EXACT, compact, record
from encounter_gui.interchange.formats import own_format
from encounter_gui.interchange.formats.value_parsing import dice
from encounter_gui.rules.model.items import things_of
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import Ruleset

CSV_NUMBERS = (
    *(
        "hp",
        "ac",
        "ac_melee",
        "attack_bonus",
        "attack_bonus_melee",
        "skill",
        "save",
        "morale",
        "move",
        "soak",
    ),
    "trauma_target",
)
_FORMULA = ("=", "+", "-", "@")
_UNCHANGED = {"hp": "hp_max", "soak": "soak_max"}


class Exported(Struct, frozen=True, kw_only=True):
    """A creature to be written: its ruleset, everything known of it, its raw source, its portrait as PNG, how many."""

    ruleset: Ruleset
    entry: LibraryCreature
    raw: str = ""
    picture: bytes = b""
    count: int = 1

    @property
    def own(self) -> own_format.OwnCreature:
        """The creature as our own files hold it."""
        return own_format.OwnCreature(
            ruleset=self.ruleset.id, entry=self.entry, raw=self.raw, picture=self.picture
        )


Writer = Callable[[Sequence[Exported], str], str]
"""Writes creatures under a title."""


def as_json(exported: Sequence[Exported], title: str) -> str:  # noqa: ARG001 - our own files have no title
    """Returns a file of ours, lossless."""
    return own_format.own_file_text([each.own for each in exported])


def as_csv(exported: Sequence[Exported], title: str) -> str:  # noqa: ARG001 - a table has no title
    """Returns a table in a fixed order of columns; the last one brings each creature back exactly."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        [
            "name",
            "ruleset",
            "count",
            "side",
            *CSV_NUMBERS,
            "weapon",
            "damage",
            "tags",
            "notes",
            EXACT,
        ]
    )
    for each in exported:
        values = values_of(each)
        first = next(iter(weapons_of(each)), {})
        creature = each.entry.creature
        writer.writerow(
            [
                *(
                    _cell(text)
                    for text in (creature.name, each.ruleset.id, str(each.count), creature.side)
                ),
                *(str(values.get(name, "")) for name in CSV_NUMBERS),
                *(_cell(str(first.get(name, ""))) for name in ("name", "damage")),
                _cell(", ".join(creature.tags)),
                _cell(creature.note),
                compact(record(each.entry)),
            ]
        )
    return out.getvalue()


def _cell(text: str) -> str:
    """A spreadsheet would take what begins so for a formula; numbers and dice are meant as they stand."""
    is_formula = text.startswith(_FORMULA) and dice(text)[0] is None
    return f"'{text}" if is_formula else text


def as_markdown(exported: Sequence[Exported], title: str) -> str:
    """Returns a note: a heading, a table to read, an encounter block, and a stat block for each creature."""
    lines = [f"# {escaped(title)}", "", "| # | name | HP | AC |", "| ---: | --- | ---: | ---: |"]
    for each in exported:
        values = values_of(each)
        name = escaped(each.entry.creature.name)
        lines.append(f"| {each.count} | {name} | {values.get('hp', '')} | {values.get('ac', '')} |")
    creatures = [_line(each) for each in exported]
    lines += ["", "```encounter", _yaml({"name": title, "creatures": creatures}), "```"]
    for each in exported:
        lines += ["", "```statblock", _yaml(_block(each)), "```"]
    return "\n".join(lines) + "\n"


def _line(each: Exported) -> dict[str, Any]:
    values = values_of(each)
    record_: dict[str, Any] = {"creature": each.entry.creature.name}
    record_ |= {key: values[key] for key in ("hp", "ac") if key in values}
    record_ |= {"friend": True} if each.entry.creature.side in ("pc", "ally") else {}
    return {str(each.count): record_}


def _block(each: Exported) -> dict[str, Any]:
    creature = each.entry.creature
    values = values_of(each)
    actions = [
        {"name": weapon["name"], "desc": _weapon_text(weapon)} for weapon in weapons_of(each)
    ]
    return {
        "name": creature.name,
        "layout": each.ruleset.name,
        **values,
        **({"actions": actions} if actions else {}),
        **({"desc": creature.note} if creature.note else {}),
        EXACT: compact({"ruleset": each.ruleset.id, **record(each.entry)}),
    }


def _weapon_text(weapon: Mapping[str, Value]) -> str:
    parts = [str(weapon.get("damage", ""))]
    if weapon.get("trauma_die"):
        parts.append(f"trauma {weapon['trauma_die']} x{weapon.get('trauma_rating', 1)}")
    if weapon.get("shock"):
        parts.append(f"shock {weapon['shock']}/{weapon.get('shock_ac', '')}")
    reach = weapon.get("range")
    if isinstance(reach, tuple) and reach:
        parts.append(f"{'/'.join(str(metres) for metres in reach)} m")
    if weapon.get("magazine"):
        parts.append(f"{weapon['magazine']} rounds")
    return ", ".join(part for part in parts if part)


class _Dumper(yaml.SafeDumper):
    """Writes a text with breaks or backticks in quotes, in one line: in lines of its own it could end its block."""


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if "\n" in text or "`" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _quoted)


def _yaml(data: Mapping[str, Any]) -> str:
    written = yaml.dump(
        data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=float("inf")
    )
    return str(written).rstrip()


def as_improved_initiative(exported: Sequence[Exported], title: str) -> str:
    """Returns an encounter as Improved Initiative takes it in."""
    combatants = [_combatant(each) for each in exported for _ in range(each.count)]
    return (
        json.dumps({"Name": title, "Combatants": combatants}, ensure_ascii=False, indent=2) + "\n"
    )


def _combatant(each: Exported) -> dict[str, Any]:
    values = values_of(each)
    hit_points, armor = values.get("hp", 0), values.get("ac", 0)
    return {
        "Name": each.entry.creature.name,
        "HP": {"Value": hit_points},
        "AC": {"Value": armor},
        "InitiativeModifier": values.get("initiative", 0),
        "Player": "player" if each.entry.creature.side == "pc" else "npc",
    }


def as_foundry(exported: Sequence[Exported], title: str) -> str:  # noqa: ARG001 - actors have names of their own
    """Returns Foundry VTT actors: one of them, or a list; every ruleset must name its system (``foundry_system``)."""
    actors = [_actor(each) for each in exported]
    return (
        json.dumps(actors[0] if len(actors) == 1 else actors, ensure_ascii=False, indent=2) + "\n"
    )


def foundry_system(ruleset: Ruleset) -> str:
    """Returns the Foundry VTT system that a ruleset's creatures can be written for; "" if there is none."""
    return str(ruleset.tables.get("export", {}).get("foundry", ""))


def _actor(each: Exported) -> dict[str, Any]:
    values = values_of(each)
    number: Callable[[str, int], int] = lambda key, default: int(values.get(key, default))  # noqa: E731
    system: dict[str, Any] = {
        "health": {"value": number("hp", 1), "max": number("hp", 1)},
        "hitDice": f"{each.entry.creature.sheet.get('hd', 1)}d8",
        "baseAc": number("ac", 10),
        "meleeAc": number("ac_melee", 10),
        "ab": number("attack_bonus", 0),
        "meleeAb": number("attack_bonus_melee", 0),
        "skillBonus": number("skill", 0),
        "saves": number("save", 15),
        "moralScore": number("morale", 6),
        "speed": number("move", 10),
        "traumaTarget": number("trauma_target", 6),
        "baseSoakTotal": {"value": number("soak", 0), "max": number("soak", 0)},
        "attacks": {"damage": "d6", "bonusDamage": 0, "number": 0},
        "biography": each.entry.creature.note,
    }
    is_machine = each.entry.kind == "drone" or each.entry.creature.sheet.get("kind") == "drone"
    if is_machine:  # machines of that system have their armour elsewhere
        system["ac"] = number("ac", 10)
    return {
        "name": each.entry.creature.name,
        "type": "drone" if is_machine else "npc",
        "system": system,
        "items": [_gear(weapon) for weapon in weapons_of(each)],
        "effects": [],
        "flags": {},
        "_stats": {
            "systemId": foundry_system(each.ruleset),
            "systemVersion": "2.3.0",
            "coreVersion": "13.348",
        },
    }


def _gear(weapon: Mapping[str, Value]) -> dict[str, Any]:
    reach = weapon.get("range")
    near, far = reach if isinstance(reach, tuple) and len(reach) == 2 else (1, 1)
    rounds = weapon.get("magazine", 0)
    return {
        "name": weapon["name"],
        "type": "weapon",
        "system": {
            "damage": weapon.get("damage", ""),
            "ab": weapon.get("hit_bonus", 0),
            "range": {"normal": near, "max": far},
            "ammo": {
                "type": "ammo" if rounds else "none",
                "max": rounds,
                "value": rounds,
                "burst": weapon.get("burst", False),
                "suppress": weapon.get("suppress", False),
            },
            "trauma": {
                "die": weapon.get("trauma_die", "none"),
                "rating": weapon.get("trauma_rating"),
            },
            "shock": {"dmg": weapon.get("shock", 0), "ac": weapon.get("shock_ac", 0)},
            "isMelee": weapon.get("melee", False),
            "isNonLethal": weapon.get("nonlethal", False),
        },
    }


FORMATS: Mapping[str, tuple[Writer, str]] = {
    "json": (as_json, ".json"),
    "csv": (as_csv, ".csv"),
    "markdown": (as_markdown, ".md"),
    "improved-initiative": (as_improved_initiative, ".json"),
    "foundry": (as_foundry, ".json"),
}
"""Every format: what writes it, and what its files end in."""


# ------------------------------------------------------------------ a ruleset's fields under our names


def values_of(each: Exported) -> dict[str, int]:
    """Returns the numbers of a creature under the names of imported values, as far as its ruleset tells."""
    fields = each.ruleset.tables.get("import_fields", {})
    named = {ours: str(field) for ours, field in fields.items()}
    sheet = each.entry.creature.sheet
    found: dict[str, int] = {}
    for ours in (*CSV_NUMBERS, "initiative"):
        field = named.get(_UNCHANGED.get(ours, ours))
        value = sheet.get(field) if field else None
        if isinstance(value, int) and not isinstance(value, bool):
            found[ours] = value
    return found


def weapons_of(each: Exported) -> Iterable[dict[str, Value]]:
    """Yields what a creature can attack with, under the names of imported weapons."""
    names = {
        str(theirs): ours for ours, theirs in each.ruleset.tables.get("import_weapon", {}).items()
    }
    classes = each.ruleset.tables.get("import_weapon_class", {})
    for thing in things_of(each.ruleset, each.entry.creature.items):
        if thing.kind not in ("weapon", "explosive"):
            continue
        values = thing.values
        weapon: dict[str, Value] = {"name": thing.name}
        weapon |= {names[key]: value for key, value in values.items() if key in names}
        if values.get("class") == classes.get("melee"):
            weapon["melee"] = True
        yield weapon
