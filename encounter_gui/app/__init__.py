"""The composition root: the only package that imports everything, with a window and for printing without one."""

from encounter_gui.app.program import Program
from encounter_gui.app.run import run
from encounter_gui.app.services import now, ruleset

__all__ = ["Program", "now", "ruleset", "run"]
