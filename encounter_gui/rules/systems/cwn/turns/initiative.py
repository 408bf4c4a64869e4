"""Side initiative: rolled once per encounter by each side, kept until it is rolled again or set. Source: CWN-15."""

from collections.abc import Sequence

from typing_extensions import override

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import Entrant, InitiativeRules
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import (
    is_free_round,
    kept_scores,
    set_kept_scores,
)
from encounter_gui.rules.systems.cwn.turns import order


class Initiative(InitiativeRules):
    """A die and the best Dexterity of a side; single persons may be ahead of theirs. Source: CWN-15, CWN-46."""

    rule = "CWN-15"

    @override
    def entrants(self, context: RulesContext) -> tuple[Entrant, ...]:
        """Returns the sides of which somebody is up, allies with the players' people. Source: CWN-15."""
        scores = scores_of(context)
        members = [each for each in context.state.combatants.values() if not character.is_out(each)]
        return tuple(
            Entrant(
                members=tuple(each.id for each in order.of_team(members, team)),
                side=team,
                score=scores.get(team),
                dice=order.dice_of(context, team, order.dice_count(order.of_team(members, team))),
                modifier=order.dexterity_of(context, order.of_team(members, team)),
                by_side=True,
                keeps_one=True,
            )
            for team in order.teams(members)
        )

    @override
    def roll(self, resolution: Resolution, entrants: Sequence[Entrant]) -> Rolling[None]:
        """Rolls a die for each side; NPC sides that tie roll again. Source: CWN-15."""
        context = resolution.context
        members = [context.combatant(who) for each in entrants for who in each.members]
        known = scores_of(context)
        rolled = yield from order.rolled_scores(context, members, known)
        order.tell_scores(resolution, members, rolled)
        resolution.record(set_kept_scores({**known, **rolled}))

    @override
    def put(self, resolution: Resolution, entrant: Entrant, value: int) -> None:
        """Keeps the total of a side given by hand. Source: CWN-15."""
        resolution.record(set_kept_scores({**scores_of(resolution.context), entrant.side: value}))

    @override
    def order(self, context: RulesContext) -> tuple[Slot, ...]:
        """Returns the order of sides, and of those who act apart. Source: CWN-15, CWN-46."""
        members = tuple(context.state.combatants.values())
        scores = scores_of(context)
        return order.slots_of(members, scores, order.lead_scores(context))

    @override
    def has_order(self, context: RulesContext) -> bool:
        """Returns whether sides act by their scores: not in the free round of a surprise. Source: CWN-14."""
        return bool(context.state.slots) and not is_free_round(context.state)

    @override
    def has_acted(self, context: RulesContext, combatant: Combatant) -> bool:
        """Returns whether a combatant has spent its Main or its Move of this round. Source: CWN-17."""
        return any(combatant.gauges.get(gauge) for gauge in ("main", "move"))


INITIATIVE_RULES = Initiative()
"""Initiative of this system."""


def scores_of(context: RulesContext) -> order.Scores:
    """Returns the scores of the sides as far as they are known: kept, or those they act by. Source: CWN-15."""
    placed = {} if is_free_round(context.state) else order.placed_scores(context)
    return {**placed, **kept_scores(context.state)}
