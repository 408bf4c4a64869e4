"""Initiative of the turn: rolled by everybody, kept until the turn is over. Source: D6P-15, D6P-08."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine import asking, turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import Entrant, InitiativeRules
from encounter_gui.rules.engine.reading.asks import Play
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Block
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.d6pool.rules import order
from encounter_gui.rules.systems.d6pool.sheet import character

INITIATIVE = "initiative"
"""The record of a total that was rolled by itself, or set by hand, in this turn: its ``total``."""


class Initiative(InitiativeRules):
    """One die, Dexterity and reflexes, in every turn anew; a newcomer rolls when it comes. Source: D6P-15."""

    rule = "D6P-15"
    joins_ties = True

    @override
    def entrants(self, context: RulesContext) -> tuple[Entrant, ...]:
        """Returns everybody who is up. Source: D6P-15, D6P-45, D6P-48."""
        scores = totals_of(context)
        return tuple(
            Entrant(
                members=(each.id,),
                side=each.side,
                score=scores.get(each.id),
                dice=asking.request(context, "initiative", each.id),
                modifier=modifier(context, each),
            )
            for each in able(context)
        )

    @override
    def roll(self, resolution: Resolution, entrants: Sequence[Entrant]) -> Rolling[None]:
        """Rolls a die for each. Source: D6P-15."""
        combatants = [resolution.combatant(each.members[0]) for each in entrants]
        totals = yield from rolled_totals(resolution, combatants)
        for who, total in totals.items():
            resolution.set_record(who, INITIATIVE, {"total": total})

    @override
    def put(self, resolution: Resolution, entrant: Entrant, value: int) -> None:
        """Keeps a total given by hand."""
        resolution.set_record(entrant.members[0], INITIATIVE, {"total": value})

    @override
    def order(self, context: RulesContext) -> tuple[Slot, ...]:
        """Returns the order by total; whoever joins among second actions has no first any more. Source: D6P-16."""
        slots = in_order(context, totals_of(context))
        state = context.state
        there = {slot.who for slot in state.slots if not slot.lane}
        is_second = any(slot.lane for slot in state.slots_now)
        return tuple(slot for slot in slots if slot.lane or slot.who in there or not is_second)

    @override
    def has_acted(self, context: RulesContext, combatant: Combatant) -> bool:
        """Returns whether a combatant has spent some of this action. Source: D6P-16, D6P-17."""
        return any(combatant.gauges.get(gauge) for gauge in ("attacks", "spent", "drew"))


INITIATIVE_RULES = Initiative()
"""Initiative of this system."""


def able(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns those who roll for initiative: not who is out, or awake but too weak. Source: D6P-15, D6P-45."""
    return tuple(
        each
        for each in context.state.combatants.values()
        if not character.is_out(each) and not each.has("awake_weak")
    )


def kept_totals(context: RulesContext) -> dict[CombatantId, int]:
    """Returns the totals that were rolled by themselves, or set by hand, in this turn."""
    found: dict[CombatantId, int] = {}
    for combatant in context.state.combatants.values():
        match combatant.memo.get(INITIATIVE):
            case {"total": int(total)}:
                found[combatant.id] = total
    return found


def totals_of(context: RulesContext) -> dict[CombatantId, int]:
    """Returns the totals of this turn, as far as they are known, of those who are there."""
    state = context.state
    placed = {slot.who: slot.score for slot in state.slots if slot.who in state.combatants}
    return {**placed, **kept_totals(context)}


def rolled_totals(
    resolution: Resolution, combatants: Sequence[Combatant]
) -> Rolling[dict[CombatantId, int]]:
    """Rolls the initiative of combatants together. Source: D6P-15, D6P-08."""
    requests = (asking.request(resolution.context, "initiative", each.id) for each in combatants)
    dice = yield from asking.totals(*requests)
    return {
        each.id: _initiative(resolution, each, die)
        for each, die in zip(combatants, dice, strict=True)
    }


def modifier(context: RulesContext, combatant: Combatant) -> int:
    """Returns what is added to a combatant's initiative die. Source: D6P-08, D6P-15."""
    dexterity = character.level(context, combatant, "dexterity")
    return int(order.total(0, dexterity, items.number(combatant.sheet.get("reflex"))))


def _initiative(resolution: Resolution, combatant: Combatant, die: int) -> int:
    """Returns an initiative total, with its fact and its arithmetic. Source: D6P-15, D6P-08."""
    dexterity = character.level(resolution.context, combatant, "dexterity")
    reflex = items.number(combatant.sheet.get("reflex"))
    total = int(order.total(die, dexterity, reflex))
    resolution.fact("initiative", combatant.id, total=total)
    resolution.reason(
        "d6pool.why.initiative",
        "D6P-15",
        who=combatant.name,
        die=die,
        dexterity=dexterity,
        reflex=reflex,
        total=total,
    )
    return total


def in_order(context: RulesContext, totals: Mapping[CombatantId, int]) -> tuple[Slot, ...]:
    """Returns the slots of a turn by total; second actions come last, likewise. Source: D6P-15, D6P-16."""
    blocks = (
        Block(members=(who,), key=(index, -total), score=total, pass_index=index)
        for who, total in totals.items()
        for index in range(2 if order.acts_twice(Play(context), total) else 1)
    )
    return turns.slots_of(blocks, joins=turns.same_key)
