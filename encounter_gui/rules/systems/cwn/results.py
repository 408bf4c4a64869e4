"""The results that the Cities Without Number rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "ac base bonus damage die fate hit injury lost "
    "modifiers raw rolled shock soaked total trauma trauma_target traumatic",
    "blast": "damage fate injury lost rolled save saved soaked target trauma traumatic",
    "check": "difficulty success total",
    "damage": "damage fate lost soaked",
    "dead": "",
    "down": "",
    "execute": "die saved target total",
    "fate": "fate injury",
    "first_aid": "healed",
    "flash": "save saved target",
    "initiative": "side total",
    "injury_save": "die saved target total",
    "lurch": "healed",
    "major_injury": "die injury row",
    "morale": "broken morale total",
    "opposed": "other total won",
    "save": "die saved target total",
    "screen": "screen stopped total",
    "stabilize": "difficulty success total",
    "suppress": "damage fate lost rolled save saved soaked traumatic",
    "surgery": "difficulty success total",
    "throw": "ac die direction landed metres total",
    "whirlwind": "damage fate lost soaked",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
