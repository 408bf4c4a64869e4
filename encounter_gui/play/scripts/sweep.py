"""A fight script in variants: what is to be varied, and the script with one choice of it."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import product
from math import prod
from typing import Any

import msgspec

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import say
from encounter_gui.play.scripts.asked_attack import name_of
from encounter_gui.play.scripts.conversion import convert
from encounter_gui.play.scripts.expectations import flat
from encounter_gui.play.scripts.script import Expect, ScriptError
from encounter_gui.rules.engine.battlefield.orders import MOST_FIGHTS_ASKED, MOST_ROUNDS_ASKED
from encounter_gui.rules.files.toml_text import parse

MOST_VARIANTS = 10_000
"""How many variants one sweep may have."""

MOST_COPIES = 50
"""How often somebody may be there."""

MOST_SWEPT_FIGHTS = 1_000_000_000
"""How many fights all variants of a sweep may have together: that of 10,000 variants is as many as the window plays."""

Variant = dict[str, Any]
"""The value of each key that is varied."""


class Sweep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a sweep file says.

    ``fight`` is the script, beside the sweep's own file. ``vary`` has a list of values for each of: ``count.ID`` how
    many of somebody there are, ``switch.KEY`` a house rule, ``doctrine.pc`` and ``doctrine.foe``, and ``ID.FIELD``
    anything that the script may say of a combatant (``vee.held``, ``gang.sheet.hp``).
    """

    fight: str
    vary: dict[str, Any]
    fights: int = 3_000
    seed: int = 0
    rounds: int = 100


def read_sweep(text: str, file: str) -> Sweep:
    """Returns what a sweep file says.

    Raises:
        ScriptError: it is not TOML, a key is wrong, there is nothing to vary, or too much.
    """
    try:
        sweep = convert(parse(file, text), Sweep, Place(file=file))
    except DataError as error:
        raise ScriptError([error]) from error
    for key, values in flat(sweep.vary):
        if not isinstance(values, list) or not values:
            raise _wrong(file, f"vary.{key}", "forecast.sweep_list")
    count = prod(len(values) for _, values in _lists(sweep))
    if not sweep.vary or count > MOST_VARIANTS:
        raise _wrong(file, "vary", "forecast.sweep_count", most=MOST_VARIANTS, count=count)
    for key, value, most in (
        ("fights", sweep.fights, MOST_FIGHTS_ASKED),
        ("rounds", sweep.rounds, MOST_ROUNDS_ASKED),
    ):
        if value < 1:
            raise _wrong(file, key, "forecast.sweep_least", least=1)
        if value > most:
            raise _wrong(file, key, "forecast.sweep_most", most=most, value=value)
    if sweep.fights * count > MOST_SWEPT_FIGHTS:
        params = {"count": count, "fights": sweep.fights, "most": MOST_SWEPT_FIGHTS}
        raise _wrong(file, "fights", "forecast.sweep_fights", **params)
    if sweep.seed < 0:
        raise _wrong(file, "seed", "forecast.sweep_least", least=0)
    return sweep


def _wrong(file: str, pointer: str, why: str, **params: int | str) -> ScriptError:
    return ScriptError([DataError(Place(file=file, pointer=pointer), say(why, **params))])


def _lists(sweep: Sweep) -> Iterator[tuple[str, list[object]]]:
    for key, values in flat(sweep.vary):
        yield key, values if isinstance(values, list) else [values]


def variants(sweep: Sweep) -> tuple[Variant, ...]:
    """Returns every choice of values, the last key changing fastest."""
    pairs = tuple(_lists(sweep))
    keys = [key for key, _ in pairs]
    return tuple(
        dict(zip(keys, values, strict=True)) for values in product(*(each for _, each in pairs))
    )


def varied(content: Mapping[str, Any], variant: Variant, file: str) -> dict[str, Any]:
    """Returns the tables of a script with the values of a variant; doctrines are left to who plays it.

    What the script expects is left out: it is said of the fight as it stands there, not of its variants.

    Raises:
        ScriptError: a key names nobody in the script, or a number of copies that cannot be.
    """
    changed: dict[str, Any] = deepcopy(dict(content))
    people = changed.get("combatants", [])
    for key, value in variant.items():
        first, _, rest = key.partition(".")
        if first == "doctrine":
            continue
        if first == "switch":
            changed.setdefault("fight", {}).setdefault("switches", {})[rest] = value
            continue
        who = rest if first == "count" else first
        one = next((each for each in people if each.get("id") == who), None)
        if one is None or not rest:
            known = ", ".join(str(each.get("id")) for each in people)
            raise _wrong(file, f"vary.{key}", "forecast.sweep_key", path=key, known=known)
        if first != "count":
            _set(one, rest.split("."), value)
    for key, value in variant.items():  # last, so that copies are of what has been varied
        first, _, who = key.partition(".")
        if first == "count":
            people = _copied(people, who, value, file)
    changed["combatants"] = people
    steps = changed.get("steps", [])
    if isinstance(steps, list):
        changed["steps"] = [_without_expectations(each) for each in steps]
    return changed


def _without_expectations(step: Any) -> Any:  # noqa: ANN401 - a table, or whatever stands in its place
    if not isinstance(step, dict):
        return step
    only_expects = step.get("do") == name_of(Expect)
    return {
        key: value
        for key, value in step.items()
        if key == "do" or not (only_expects or key == "expect")
    }


def _set(table: dict[str, Any], path: list[str], value: object) -> None:
    for step in path[:-1]:
        below = table.setdefault(step, {})
        if not isinstance(below, dict):
            below = table[step] = {}
        table = below
    table[path[-1]] = value


def _copied(
    people: list[dict[str, Any]], who: str, count: object, file: str
) -> list[dict[str, Any]]:
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_COPIES:
        raise _wrong(file, f"vary.count.{who}", "forecast.sweep_copies", most=MOST_COPIES)
    made: list[dict[str, Any]] = []
    for each in people:
        if each.get("id") != who:
            made.append(each)
            continue
        name = each.get("name")
        for number in range(1, count + 1):
            copy = deepcopy(each)
            if number > 1:
                copy["id"] = f"{who}_{number}"
                copy |= {"name": f"{name} {number}"} if name else {}
            made.append(copy)
    return made
