"""The results that the 3d6 phases-and-wounds rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "against base bonus defense dos hit hits mode modifiers number result total",
    "awareness": "base modifiers total",
    "breakfall": "base dn modifiers passed total",
    "climb": "base dn feet fell modifiers total",
    "cool": "base dn modifiers passed total",
    "damage": "armor damage past place raw",
    "dead": "",
    "defense": "base bonus kind modifiers total",
    "dropped": "item",
    "escape": "against base free modifiers total",
    "fall": "dice feet",
    "first_aid": "base dn fumbled modifiers passed total",
    "healing": "base days dn modifiers passed total",
    "incapacitated": "minutes",
    "initiative": "total",
    "jump": "base dn modifiers passed reach total",
    "move": "feet gait",
    "opposed": "against base dos modifiers total wins",
    "resuscitation": "base dn modifiers passed total",
    "shock": "base dn modifiers passed total",
    "stealth": "base modifiers total",
    "surgery": "base dn fumbled modifiers passed total",
    "swim": "base dn feet modifiers passed state total",
    "task": "base dn dos modifiers passed result total",
    "technique": "effect item lead technique",
    "wound": "before dealt level name past place",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
