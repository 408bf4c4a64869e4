"""Initiative, rolled once per combat by everybody when they enter. Source: PHA-19, PHA-29."""

from collections.abc import Sequence

from typing_extensions import override

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import Entrant, InitiativeRules
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character, test_dice
from encounter_gui.rules.systems.phases.turns import declarations, order


class Initiative(InitiativeRules):
    """Three dice, Reflexes and Initiative, for the whole combat; wounds do not change it. Source: PHA-19."""

    rule = "PHA-19"

    @override
    def entrants(self, context: RulesContext) -> tuple[Entrant, ...]:
        """Returns everybody who is not out. Source: PHA-19, PHA-76."""
        return tuple(
            Entrant(
                members=(each.id,),
                side=each.side,
                score=character.edge_score(context, each)
                if character.INITIATIVE in each.gauges
                else None,
                dice=test_dice.request(context, "initiative", each.id),
                modifier=int(mechanics.initiative(0, 0, character.tie_break(context, each)))
                + each.gauges.get(character.EDGE, 0),
            )
            for each in context.state.combatants.values()
            if not character.is_out(context, each)
        )

    @override
    def roll(self, resolution: Resolution, entrants: Sequence[Entrant]) -> Rolling[None]:
        """Rolls three dice for each. Source: PHA-19."""
        combatants = tuple(resolution.combatant(each.members[0]) for each in entrants)
        yield from order.roll_for(resolution, combatants)

    @override
    def put(self, resolution: Resolution, entrant: Entrant, value: int) -> None:
        """Keeps the total given by hand, without what this phase adds to it. Source: PHA-19, PHA-29."""
        combatant = resolution.combatant(entrant.members[0])
        added = character.edge_score(resolution.context, combatant) - combatant.gauges.get(
            character.INITIATIVE, 0
        )
        resolution.set_gauge(combatant.id, character.INITIATIVE, value - added)

    @override
    def order(self, context: RulesContext) -> tuple[Slot, ...]:
        """Returns the order of this phase: who came after declarations acts from the next. Source: PHA-19, PHA-24."""
        there = {slot.who for slot in context.state.slots}
        return tuple(slot for slot in order.slots_of_phase(context) if slot.who in there)

    @override
    def has_order(self, context: RulesContext) -> bool:
        """Returns whether the phase has begun. Source: PHA-24."""
        return bool(context.state.slots) and not declarations.is_open(context)

    @override
    def has_acted(self, context: RulesContext, combatant: Combatant) -> bool:
        """Returns whether a combatant has used an action or moved in this phase. Source: PHA-23, PHA-24."""
        return order.has_begun(combatant)


INITIATIVE_RULES = Initiative()
"""Initiative of this system."""
