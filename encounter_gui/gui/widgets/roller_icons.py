"""The sign of each roller, wherever dice are wanted."""

from collections.abc import Mapping

from encounter_gui.play.session.rollers import Roller

ROLLER_ICONS: Mapping[Roller, str] = {"hand": "hand", "dice": "dice", "ask": "help"}
"""The icon for the table typing its dice, the program rolling, and being asked each time."""
