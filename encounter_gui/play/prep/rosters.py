"""Rosters written in a line, and strangers made up offline: names, loadouts and hit points, all from ruleset data.

A ruleset says in its tables: ``names`` holds lists (``given = "Ada, Bex"``), ``name_patterns`` how they are put
together (``"{given} {family}" = 3``, with a weight), ``loadout_<creature or tag>`` what such a one carries (item keys,
with a weight for each set), ``overlay_<key>`` a variant.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Value
from encounter_gui.play.prep.creature_repository import CreatureItem, CreatureRepository
from encounter_gui.rules.files.ruleset_errors import unknown
from encounter_gui.rules.model.prepared import Overlay, Recruit
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, FieldDef, Ruleset

Die = Callable[[int], int]
"""Returns a face of a die with so many sides, from 1: what everything random here is made with."""

MOST = 100
"""Most of one line of a roster; more is likely a slip of the finger."""

MADE_UP = "?"
"""The name of a roster's line that asks for a made-up one for each."""

_LINE = re.compile(
    r"\s*(?:(?P<count>\d+d\d+(?:\s*[-+]\s*\d+)?|\d+)\s*(?:[x×]\s*)?)?(?P<name>\S.*?)\s*(?P<made_up>\?)?\s*",
    re.IGNORECASE,
)
_DICE = re.compile(r"(\d+)d(\d+)\s*(?:([-+])\s*(\d+))?", re.IGNORECASE)
_FIELD = re.compile(r"\{(\w+)\}")
_PLURALS = (("ies", "y"), ("ves", "f"), ("men", "man"), ("es", ""), ("s", ""))


def parse_roster(text: str, library: CreatureRepository, ruleset: str) -> tuple[Recruit, ...]:
    """Returns the lines of a roster such as ``1d4+1 gangers, 1 lieutenant``: parts between commas or line breaks.

    Names may be beginnings or plurals; the ruleset's own creatures come before those of others. With a question mark
    behind it each gets a name and gear made up.

    Raises:
        RuleError: nobody is called so, or only somebody of another ruleset, or a count is none.
    """
    parts = [part for part in re.split(r"[,;\n]", text) if part.strip()]
    return tuple(_recruit(part, library, ruleset) for part in parts)


def _recruit(part: str, library: CreatureRepository, ruleset: str) -> Recruit:
    match = _LINE.fullmatch(part)
    if match is None:
        raise refuse("prep.roster_line", line=part.strip())
    count = (match["count"] or "1").replace(" ", "").casefold()
    if count == "0" or (count.isdecimal() and int(count) > MOST):
        raise refuse("prep.roster_count", line=part.strip(), most=MOST)
    found = _with_name(match["name"], library, ruleset)
    if found is None:
        names = (item.name for item in library.items if item.ruleset == ruleset)
        raise RuleError(unknown("prep.nobody_called", match["name"], names))
    if found.ruleset != ruleset:
        raise refuse("prep.other_game", name=found.name)
    return Recruit(
        creature=found.value.creature.key,
        own=found.row,
        count=count,
        name=MADE_UP if match["made_up"] else "",
        draws_gear=bool(match["made_up"]),
    )


def _with_name(name: str, library: CreatureRepository, ruleset: str) -> CreatureItem | None:
    wanted = name.casefold()
    for each in (wanted, *_singulars(wanted)):
        found = [item for item in library.find(each) if item.ruleset == ruleset] or list(
            library.find(each)
        )
        exact = [item for item in found if item.value.name.casefold() == each]
        if found:
            return (exact or found)[0]
    return None


def _singulars(name: str) -> Iterable[str]:
    return (
        name.removesuffix(ending) + instead for ending, instead in _PLURALS if name.endswith(ending)
    )


def is_count(text: str) -> bool:
    """Returns whether a text is a count: a number from 1 to ``MOST``, or dice."""
    return bool(_DICE.fullmatch(text)) or (text.isdecimal() and 1 <= int(text) <= MOST)


def roll_count(count: str, die: Die) -> int:
    """Returns how many a count comes to: ``4``, or dice such as ``1d4+1``; never below 0."""
    if not _DICE.fullmatch(count):
        return min(int(count), MOST) if count.isdecimal() else 1
    return max(0, min(roll_dice_text(count, die), MOST))


def roll_dice_text(dice: str, die: Die) -> int:
    """Returns what dice such as ``2d8+2`` come to."""
    match = _DICE.fullmatch(dice)
    if match is None:
        raise ValueError(dice)
    number, sides, sign, plus = match.groups()
    faces = sum(die(int(sides)) for _ in range(min(int(number), MOST)))
    return faces + int(f"{sign or '+'}{plus or 0}")


# ------------------------------------------------------------------ strangers


def stranger_name(ruleset: Ruleset, taken: Iterable[str], die: Die) -> str:
    """Returns a made-up name nobody has yet; empty if the ruleset has no lists of names."""
    lists = {key: _values_in(value) for key, value in ruleset.tables.get("names", {}).items()}
    patterns = ruleset.tables.get("name_patterns", {})
    used = {name.casefold() for name in taken}
    if not lists or not patterns:
        return ""
    name = ""
    for _ in range(MOST):
        pattern = draw_weighted(patterns, die)
        name = _FIELD.sub(lambda field: _draw_word(lists.get(field[1], ()), die), pattern).strip()
        if name.casefold() not in used:
            return name
    return name


def with_equipment(creature: CreatureDef, ruleset: Ruleset, die: Die) -> CreatureDef:
    """Returns a creature with a loadout drawn for it instead of what it carries; without one it is as it was."""
    table = loadouts(creature, ruleset)
    if not table:
        return creature
    keys = [key.strip() for key in draw_weighted(table, die).split(",") if key.strip()]
    known = [key for key in keys if ruleset.item(key) is not None]
    held = next((key for key in known if _is_weapon(ruleset, key)), "")
    return replace(creature, items=tuple(CarriedDef(item=key) for key in known), held=held)


def loadouts(creature: CreatureDef, ruleset: Ruleset) -> Mapping[str, Value]:
    """Returns what such a one may carry, with weights: by its key, or the first of its tags that has a table."""
    return _table_for(creature, ruleset, "loadout")


def rolled_up(creature: CreatureDef, ruleset: Ruleset, die: Die) -> CreatureDef:
    """Returns a creature with dice rolled for the fields its sheet leaves open, within their bounds.

    The table ``rolled_…`` of its key, or of the first of its tags that has one, gives dice to fields, e.g. ``6d10``.
    """
    dice = _table_for(creature, ruleset, "rolled")
    fields = {field.key: field for field in ruleset.fields}
    made = {
        key: _in_bounds(fields[key], roll_dice_text(str(roll), die))
        for key, roll in dice.items()
        if key in fields and key not in creature.sheet and _DICE.fullmatch(str(roll))
    }
    return replace(creature, sheet={**creature.sheet, **made}) if made else creature


def _in_bounds(field: FieldDef, amount: int) -> int:
    least = amount if field.least is None else max(amount, field.least)
    return least if field.most is None else min(least, field.most)


def _table_for(creature: CreatureDef, ruleset: Ruleset, sort: str) -> Mapping[str, Value]:
    named = (ruleset.tables.get(f"{sort}_{name}") for name in (creature.key, *creature.tags))
    return next((table for table in named if table), {})


def overlays(ruleset: Ruleset) -> tuple[Overlay, ...]:
    """Returns the variants a ruleset offers: amounts for sheet fields, ``gauge_…`` as a percentage of the most."""
    made: list[Overlay] = []
    for table, values in ruleset.tables.items():
        if not table.startswith("overlay_"):
            continue
        numbers = {key: value for key, value in values.items() if isinstance(value, int)}
        made.append(
            Overlay(
                key=table.removeprefix("overlay_"),
                name=str(values.get("name", table.removeprefix("overlay_"))),
                sheet={
                    key: amount for key, amount in numbers.items() if not key.startswith("gauge_")
                },
                gauges={
                    key.removeprefix("gauge_"): share / 100
                    for key, share in numbers.items()
                    if key.startswith("gauge_")
                },
                conditions=_values_in(values.get("conditions", "")),
            )
        )
    return tuple(made)


def draw_weighted(table: Mapping[str, Value], die: Die) -> str:
    """Returns a key of a table, drawn by the weights that stand behind the keys."""
    weights = [
        (key, weight) for key, weight in table.items() if isinstance(weight, int) and weight > 0
    ]
    total = sum(weight for _, weight in weights)
    if not total:
        return ""
    left = die(total)
    for key, weight in weights:
        left -= weight
        if left <= 0:
            return key
    return weights[-1][0]


def _draw_word(words: Sequence[str], die: Die) -> str:
    return words[die(len(words)) - 1] if words else ""


def _values_in(value: Value) -> tuple[str, ...]:
    return tuple(word.strip() for word in str(value).split(",") if word.strip())


def _is_weapon(ruleset: Ruleset, key: str) -> bool:
    item = ruleset.item(key)
    return item is not None and item.kind == "weapon"
