"""The results that the D6-pool rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "base damage dice dn dodge hit level modifiers raw resistance stunned total wounds",
    "blast": "base damage dice dn dodge hit level modifiers raw resistance stunned total wounds",
    "bleeding": "wounds",
    "damage": "damage raw resistance wounds",
    "dead": "",
    "down": "",
    "fall": "damage level raw resistance wounds",
    "fast_draw": "base dice dn drawn modifiers total",
    "first_aid": "base cured modifiers needed total works",
    "healing": "base die total works",
    "initiative": "total",
    "opposed": "base modifiers other total won",
    "task": "base dice dn modifiers success total",
    "throw": "base dice direction dn landed metres modifiers total",
    "wake": "awake base dn modifiers total",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
