"""The rule systems: an explicit list, no discovery."""

from encounter_gui.core.errors import refuse
from encounter_gui.rules.system import System
from encounter_gui.rules.systems.d6pool.system import D6Pool

SYSTEMS: tuple[System, ...] = (D6Pool(),)
"""Every rule system there is."""


def system_for(name: str) -> System:
    """Returns the system a ruleset asks for.

    Raises:
        RuleError: this program has no such system.
    """
    for system in SYSTEMS:
        if system.id == name:
            return system
    raise refuse("rules.no_such_system", system=name)
