"""The results that the Cities Without Number rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "ac base bonus damage die fate hit injury lost "
    "modifiers raw rolled shock soaked total trauma trauma_target traumatic",
    "blast": "damage fate injury lost raw rolled save saved soaked target trauma traumatic",
    "check": "base difficulty modifiers success total",
    "damage": "damage fate lost raw soaked",
    "dead": "",
    "down": "",
    "execute": "base die modifiers saved target total",
    "fate": "fate injury",
    "first_aid": "healed",
    "flash": "base modifiers save saved target",
    "initiative": "side total",
    "injury_save": "base die modifiers saved target total",
    "lurch": "healed",
    "major_injury": "die injury row",
    "morale": "broken morale total",
    "opposed": "base modifiers other total won",
    "save": "base die modifiers saved target total",
    "screen": "base modifiers screen stopped total",
    "stabilize": "base difficulty modifiers success total",
    "suppress": "damage fate lost raw rolled save saved soaked traumatic",
    "surgery": "base difficulty modifiers success total",
    "throw": "ac base die direction landed metres modifiers total",
    "whirlwind": "damage fate lost raw soaked",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
