"""What the records of d6pool looked like in version 1 of their events."""

from collections.abc import Mapping

from encounter_gui.encounter.lifts.shapes import ConditionLift, TextLift


def _using(text: str) -> dict[str, str]:
    """Returns the weapon and the mode that were one text: ``baretta_96f SA``."""
    weapon, _, mode = text.rpartition(" ")
    return {"weapon": weapon, "mode": mode}


MEMOS: Mapping[str, TextLift] = {"using": _using}
"""Records about a combatant by key; a key that ends in a dot stands for all keys that begin with it."""

ENCOUNTER_MEMOS: Mapping[str, TextLift] = {}
"""Records about the encounter by key; a key that ends in a dot stands for all keys that begin with it."""

CONDITIONS: Mapping[str, ConditionLift] = {}
"""Conditions by key."""
