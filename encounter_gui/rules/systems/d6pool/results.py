"""The results that the D6-pool rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "base damage dice dn dodge hit level modifiers raw resistance stunned total wounds",
    "blast": "base damage dice dn dodge hit level modifiers raw resistance stunned total wounds",
    "bleeding": "wounds",
    "damage": "damage resistance wounds",
    "dead": "",
    "down": "",
    "fall": "damage level resistance wounds",
    "fast_draw": "dice dn drawn total",
    "first_aid": "cured needed total works",
    "healing": "die total works",
    "initiative": "total",
    "opposed": "other total won",
    "task": "dice dn success total",
    "throw": "dice direction dn landed metres total",
    "wake": "awake dn total",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
