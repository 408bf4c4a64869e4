"""Joins the parts of the program with a window; this alone knows all of them."""

from encounter_gui.app.program import Program
from encounter_gui.app.provisions import now, ruleset
from encounter_gui.app.running import run

__all__ = ["Program", "now", "ruleset", "run"]
