"""Drafts of own rules for the shipped games, without a campaign."""

from collections.abc import Mapping
from functools import cache

from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Base, Layer, with_value
from encounter_gui.rules.model.own_rules import OwnRules
from tests.helpers.rulesets import read

Changes = Mapping[tuple[str, ...], object]
"""Values by the places where they stand."""


@cache
def base(game: str) -> Base:
    """Returns the files of a shipped game, read once."""
    return Base(game, read)


def draft(game: str, changes: Changes) -> DraftView:
    """Returns a draft in which these values differ from the game."""
    layer = Layer()
    for place, value in changes.items():
        layer = with_value(layer, place, value)
    return DraftView(base(game), OwnRules(name="Own", data=layer.data))
