"""The results that the 3d6 phases-and-wounds rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "against base bonus defense dos hit hits mode modifiers number result total",
    "awareness": "total",
    "breakfall": "dn passed total",
    "climb": "dn feet fell total",
    "cool": "dn passed total",
    "damage": "armor damage past place raw",
    "dead": "",
    "defense": "base bonus kind modifiers total",
    "dropped": "item",
    "escape": "against free total",
    "fall": "dice feet",
    "first_aid": "dn fumbled passed total",
    "healing": "days dn passed total",
    "incapacitated": "minutes",
    "initiative": "total",
    "jump": "dn passed reach total",
    "move": "feet gait",
    "opposed": "against dos total wins",
    "resuscitation": "dn passed total",
    "shock": "dn passed total",
    "stealth": "total",
    "surgery": "dn fumbled passed total",
    "swim": "dn feet passed state total",
    "task": "dn dos passed result total",
    "technique": "effect technique",
    "wound": "before dealt level name past place",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
