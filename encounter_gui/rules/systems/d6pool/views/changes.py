"""What a change or damage by hand would do, without doing it. Source: D6P-35, D6P-43."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.views import table


def _brought_to(combatant: Combatant) -> tuple[str, ...]:
    """Returns what follows from Temporary Health, or a stun, by key."""
    return (*character.derived_keys(combatant), *(["stunned"] if combatant.has("stunned") else []))


RULES = ChangeRules(
    brought_to=_brought_to,
    gauges={character.HEALTH: table.health_cell},
    harmed=character.HEALTH,
)
