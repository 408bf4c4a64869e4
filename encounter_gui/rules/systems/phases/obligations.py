"""What the rules of phases demand after a command: tests, the rest of an action, the phases still to pass."""

from encounter_gui.rules.engine.obligations import kinds_of
from encounter_gui.rules.systems.phases.combat.attacks import COUNTER, NEXT_HIT, NEXT_SHOT
from encounter_gui.rules.systems.phases.harm.dying import CLOCK_SHOCK
from encounter_gui.rules.systems.phases.harm.first_aid import FIRST_AID_TEST
from encounter_gui.rules.systems.phases.harm.healing import HEALING_TEST
from encounter_gui.rules.systems.phases.harm.wounds import COOL_TEST, SHOCK_TEST
from encounter_gui.rules.systems.phases.turns.phase_clock import PASS_TIME

KINDS = kinds_of(
    FIRST_AID_TEST,
    SHOCK_TEST,
    CLOCK_SHOCK,
    COOL_TEST,
    NEXT_HIT,
    NEXT_SHOT,
    COUNTER,
    HEALING_TEST,
    PASS_TIME,
)
"""Every kind, in the order of settling. Source: PHA-78."""
