"""What the records of cwn looked like in version 1 of their events."""

from collections.abc import Mapping
from typing import Any

from encounter_gui.encounter.lifts.shapes import ConditionLift, TextLift, words_of

_INJURIES = frozenset(
    {
        "eye_damage",
        "leg_right_ruined",
        "leg_left_ruined",
        "arm_right_ruined",
        "arm_left_ruined",
        "concussed",
        "cracked_ribs",
    }
)
"""Rows of the table of major injuries that left a condition; other notes were the game master's own."""


def _about(data: dict[str, Any]) -> dict[str, Any]:
    """The note was the id of another combatant."""
    return {**data, "about": data["note"], "note": ""} if data.get("note") else data


def _item(data: dict[str, Any]) -> dict[str, Any]:
    """The note was the key of an item."""
    return {**data, "keys": [data["note"]], "note": ""} if data.get("note") else data


def _injury(data: dict[str, Any]) -> dict[str, Any]:
    """The note was the key of a major injury, or the game master's own."""
    return _item(data) if data.get("note") in _INJURIES else data


MEMOS: Mapping[str, TextLift] = {"melee": words_of, "blocked": words_of, "dropped": words_of}
"""Records about a combatant by key; a key that ends in a dot stands for all keys that begin with it."""

ENCOUNTER_MEMOS: Mapping[str, TextLift] = {"late": words_of, "morale_seen.": words_of}
"""Records about the encounter by key; a key that ends in a dot stands for all keys that begin with it.

The rules turn ``morale.``, ``suppress.`` and ``blast.`` into obligations, from the texts as they are.
"""

CONDITIONS: Mapping[str, ConditionLift] = {
    "swarming": _about,
    "screening": _about,
    "in_air": _item,
    "blinded": _injury,
    "crawling": _injury,
    "one_hand": _injury,
    "concussed": _injury,
    "cracked_ribs": _injury,
}
"""Conditions by key."""
