"""What the records of chrome looked like in version 1 of their events."""

from collections.abc import Mapping
from typing import Any

from encounter_gui.encounter.lifts.shapes import ConditionLift, TextLift, items_of, words_of


def _initiative(text: str) -> Any:  # noqa: ANN401 - a mapping, or the text where it is none of these
    """Returns the block and the roll that were one text: ``before 32``."""
    block, _, roll = text.partition(" ")
    return {"block": block, "roll": int(roll)} if roll.isdecimal() else text


def _clock(text: str) -> Any:  # noqa: ANN401 - as above
    """Returns the clock of a system that was a text: ``2/4``, ``open`` or ``locked``."""
    if text in ("open", "locked"):
        return {"done": 0, "rating": 0, "state": text}
    done, _, rating = text.partition("/")
    if not (done.isdecimal() and rating.isdecimal()):
        return text
    return {"done": int(done), "rating": int(rating), "state": ""}


MEMOS: Mapping[str, TextLift] = {
    "initiative": _initiative,
    "distortions": items_of,
    "used": words_of,
    "rested": words_of,
    "unnoticed": words_of,
}
"""Records about a combatant by key; a key that ends in a dot stands for all keys that begin with it."""

ENCOUNTER_MEMOS: Mapping[str, TextLift] = {"hack.": _clock}
"""Records about the encounter by key; a key that ends in a dot stands for all keys that begin with it."""

CONDITIONS: Mapping[str, ConditionLift] = {}
"""Conditions by key."""
