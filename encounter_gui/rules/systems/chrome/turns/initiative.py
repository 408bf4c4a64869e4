"""Speed Checks as initiative: once per combat, Operators only. Source: CHR-25, CHR-26."""

from collections.abc import Sequence

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import Entrant, InitiativeRules
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.combat.attack_plan import is_stunned
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.at_table import D100Check, at
from encounter_gui.rules.systems.chrome.rules.rolls import tested
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_check
from encounter_gui.rules.systems.chrome.turns import order


class Initiative(InitiativeRules):
    """Operators make a Speed Check; enemies act between those who succeed and those who fail. Source: CHR-25."""

    rule = "CHR-25"
    least = 0
    most = 99

    @override
    def entrants(self, context: RulesContext) -> tuple[Entrant, ...]:
        """Returns the Operators who need a place. Source: CHR-25, CHR-60."""
        return tuple(
            Entrant(
                members=(each.id,),
                side=each.side,
                score=known[1] if (known := order.speed_roll(each)) is not None else None,
                dice=_dice(context, each),
                keeps_one=True,
            )
            for each in context.state.combatants.values()
            if character.is_operator(each) and needs_place(each)
        )

    @override
    def roll(self, resolution: Resolution, entrants: Sequence[Entrant]) -> Rolling[None]:
        """Makes a Speed Check for each, with all that it brings. Source: CHR-25."""
        who = [each.members[0] for each in entrants]
        extras = yield from speed_checks(resolution, who)
        for each in extras:
            order.keep_extra(resolution, each)

    @override
    def put(self, resolution: Resolution, entrant: Entrant, value: int) -> None:
        """Keeps a Speed roll given by hand: under the Speed it comes before the enemies, as a die does.

        Source: CHR-13, CHR-25, CHR-26.
        """
        combatant = resolution.combatant(entrant.members[0])
        plan = plan_check(resolution.context, combatant, "speed", kinds=("initiative",))
        acts_first = gear.worn_with_flag(combatant, "acts_first") is not None
        is_before = bool(mechanics.succeeds(value, plan.target)) or acts_first
        order.set_place(resolution, combatant.id, value, is_before=is_before)

    @override
    def order(self, context: RulesContext) -> tuple[Slot, ...]:
        """Returns the three blocks, without the extra Major Actions that are over. Source: CHR-25, CHR-26."""
        return order.slots(context, order.kept_extras(context))

    @override
    def has_acted(self, context: RulesContext, combatant: Combatant) -> bool:
        """Returns whether a combatant has spent a Major Action of this turn. Source: CHR-28, CHR-31."""
        return action_budget.has_begun(context, combatant)


def _dice(context: RulesContext, combatant: Combatant) -> RollRequest:
    """Returns the dice of a Speed Check: two with an edge. Source: CHR-16, CHR-25."""
    plan = plan_check(context, combatant, "speed", kinds=("initiative",))
    count = 2 if plan.edge else 1
    return asking.request(
        context, "speed", combatant.id, count=count, sides=plan.sides, lowest=plan.lowest
    )


INITIATIVE_RULES = Initiative()
"""Initiative of this system."""


def speed_checks(
    resolution: Resolution, again: Sequence[CombatantId] = ()
) -> Rolling[tuple[CombatantId, ...]]:
    """Rolls a Speed Check for every Operator without a place; returns whose extra Major Action comes first.

    ``again`` not empty: for these, whether they have a place or not. Source: CHR-17, CHR-18, CHR-23, CHR-25.
    """
    context = resolution.context
    plans = [
        plan_check(context, combatant, "speed", kinds=("initiative",))
        for combatant in context.state.combatants.values()
        if character.is_operator(combatant)
        and needs_place(combatant)
        and (combatant.id in again if again else order.speed_roll(combatant) is None)
    ]
    results = yield from checks.roll_checks(resolution, plans, "speed")
    return tuple(result.plan.who for result in results if _place(resolution, result))


def needs_place(combatant: Combatant) -> bool:
    """Returns whether an Operator needs a place: a Presence does, one still to appear included.

    Source: CHR-25, CHR-60.
    """
    is_ghost = character.is_presence(combatant) or dying.presence_round(combatant) is not None
    return not character.is_out(combatant) or (is_ghost and "left" not in combatant.flags)


def _place(resolution: Resolution, result: D100Check) -> bool:
    """Gives an Operator a place by its Speed Check; returns whether an extra Major Action comes of it.

    Source: CHR-25.
    """
    who = result.plan.who
    costs = resolution.context.switch("chrome.initiativeStress")
    checks.apply_result(resolution, result, plain=None if costs else 0)
    acts_first = gear.worn_with_flag(resolution.combatant(who), "acts_first") is not None
    is_before = result.is_success or acts_first
    order.set_place(resolution, who, checks.counted_roll(result), is_before=is_before)
    resolution.fact("initiative", who, roll=result.total, before=is_before, outcome=result.rank)
    nerve.start_slowly(*at(resolution, who), tested(result.plan, checks.number_of(result)))
    return result.is_critical and not is_stunned(resolution.context, resolution.combatant(who))
