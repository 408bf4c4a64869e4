"""What a ruleset must have to be played as it declares itself."""

from collections.abc import Iterator

from encounter_gui.rules.engine.requirements import Fault, missing, needs
from encounter_gui.rules.model.declared_game import HEALTH, OUT
from encounter_gui.rules.model.ruleset import Ruleset


def faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yields what a ruleset lacks: how a fight runs, an attack, the gauge and the condition that decide who is out."""
    if ruleset.fight is None:
        yield "fight", needs(ruleset, "fight")
    if not ruleset.attacks:
        yield "attacks", needs(ruleset, "attacks")
    yield from missing(ruleset, "gauges", (each.key for each in ruleset.gauges), (HEALTH,))
    yield from missing(ruleset, "conditions", (each.key for each in ruleset.conditions), (OUT,))
