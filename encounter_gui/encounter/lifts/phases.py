"""What the records of phases looked like in version 1 of their events."""

from collections.abc import Mapping
from typing import Any

from encounter_gui.encounter.lifts.shapes import ConditionLift, TextLift, number_of, words_of


def _declaration(text: str) -> dict[str, Any]:
    """Returns what was declared for a phase: ``2 ducking snap_shot``, or ``1 full:run``."""
    actions, *words = text.split()
    full = [word.removeprefix("full:") for word in words if word.startswith("full:")]
    stances = [word for word in words if not word.startswith("full:")]
    return {"actions": number_of(actions), "full": "".join(full[:1]), "stances": stances}


def _aid(text: str) -> dict[str, Any]:
    """Returns the modifier and the wound of first aid: ``-2 left_leg``, or ``0``."""
    modifier, _, place = text.partition(" ")
    return {"gm": number_of(modifier), "place": place}


def _lift_jammed(data: dict[str, Any]) -> dict[str, Any]:
    """The note was the keys of the jammed weapons."""
    return {**data, "keys": words_of(data["note"]), "note": ""} if data.get("note") else data


def _aiding(data: dict[str, Any]) -> dict[str, Any]:
    """The note was the name of the patient."""
    return {**data, "note": ""} if data.get("by") else data


MEMOS: Mapping[str, TextLift] = {
    "plan": _declaration,
    "aid": _aid,
    "singles": words_of,
    "dropped": words_of,
}
"""Records about a combatant by key; a key that ends in a dot stands for all keys that begin with it."""

ENCOUNTER_MEMOS: Mapping[str, TextLift] = {}
"""Records about the encounter by key; a key that ends in a dot stands for all keys that begin with it."""

CONDITIONS: Mapping[str, ConditionLift] = {"jammed": _lift_jammed, "aiding": _aiding}
"""Conditions by key."""
