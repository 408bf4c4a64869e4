"""The lifts of whole events, by kind and version."""

from collections.abc import Callable, Mapping
from typing import Any

from encounter_gui.encounter.lifts import chrome, cwn, d6pool, phases
from encounter_gui.encounter.lifts.shapes import ConditionLift, TextLift, merge

Lift = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the data of an event of one version into that of the next."""

_GAMES = (chrome, cwn, d6pool, phases)
_MEMOS: Mapping[str, TextLift] = merge(*(game.MEMOS for game in _GAMES))
_ENCOUNTER_MEMOS: Mapping[str, TextLift] = merge(*(game.ENCOUNTER_MEMOS for game in _GAMES))
_CONDITIONS: Mapping[str, ConditionLift] = merge(*(game.CONDITIONS for game in _GAMES))


def _value(table: Mapping[str, TextLift], key: str, text: Any) -> Any:  # noqa: ANN401 - plain data
    """Returns the value of an old record; an empty text is a record that was forgotten."""
    if not isinstance(text, str) or not text:
        return text
    family = key[: key.find(".") + 1]
    lift = table.get(key) or (table.get(family) if family else None)
    return lift(text) if lift else text


def _memo(data: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in data.items() if key != "text"}
    return {**rest, "value": _value(_MEMOS, data["key"], data["text"])}


def _encounter_memo(data: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in data.items() if key != "text"}
    return {**rest, "value": _value(_ENCOUNTER_MEMOS, data["key"], data["text"])}


def lift_condition(data: dict[str, Any]) -> dict[str, Any]:
    """Returns an old condition as it is now."""
    lift = _CONDITIONS.get(data.get("key", ""))
    return lift(data) if lift else data


def lift_combatant(data: dict[str, Any]) -> dict[str, Any]:
    """Returns an old combatant as it is now: its records, and its conditions."""
    found = dict(data)
    if "memo" in found:
        memo: dict[str, Any] = found["memo"]
        found["memo"] = {key: _value(_MEMOS, key, text) for key, text in memo.items()}
    if "conditions" in found:
        conditions = found["conditions"]
        found["conditions"] = [
            lift_condition(each) if isinstance(each, dict) else each for each in conditions
        ]
    return found


def lift_prepared(data: Any) -> Any:  # noqa: ANN401 - plain data of any shape
    """Returns old plain data of any shape with every combatant and prepared creature in it as it is now."""
    if isinstance(data, list):
        return [lift_prepared(each) for each in data]
    if not isinstance(data, dict):
        return data
    inside = {key: lift_prepared(value) for key, value in data.items()}
    is_combatant = isinstance(inside.get("conditions"), list) or isinstance(
        inside.get("memo"), dict
    )
    return lift_combatant(inside) if is_combatant else inside


def _condition_added(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "condition": lift_condition(data["condition"])}


def _combatant_added(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "combatant": lift_combatant(data["combatant"])}


def _result_held(data: dict[str, Any]) -> dict[str, Any]:
    """Events inside others carry no version: they are as old as the event around them."""
    return {**data, "events": [_lifted_inside(each) for each in data["events"]]}


def _lifted_inside(data: dict[str, Any]) -> dict[str, Any]:
    lift = LIFTS.get((str(data.get("kind")), 1))
    return lift(data) if lift else data


LIFTS: Mapping[tuple[str, int], Lift] = {
    ("memo.set", 1): _memo,
    ("fight.memo", 1): _encounter_memo,
    ("condition.added", 1): _condition_added,
    ("combatant.added", 1): _combatant_added,
    ("result.held", 1): _result_held,
}
"""(kind, version n) → what turns its data into version n + 1. Frozen once released."""
