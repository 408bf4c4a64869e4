"""What the records of chrome looked like in version 1 of their events."""

from collections.abc import Mapping

from encounter_gui.encounter.lifts.shapes import ConditionLift, TextLift

MEMOS: Mapping[str, TextLift] = {}
"""Records about a combatant by key; a key that ends in a dot stands for all keys that begin with it."""

ENCOUNTER_MEMOS: Mapping[str, TextLift] = {}
"""Records about the encounter by key; a key that ends in a dot stands for all keys that begin with it."""

CONDITIONS: Mapping[str, ConditionLift] = {}
"""Conditions by key."""
