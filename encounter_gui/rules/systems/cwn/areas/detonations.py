"""What goes off in a blast, and whose it is. Source: CWN-41, CWN-42."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn.areas.throws import IN_AIR, explosive_in
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.commands import Blast
from encounter_gui.rules.systems.cwn.sheet import action_budget, gear
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive


def exploding(context: RulesContext, command: Blast) -> tuple[Explosive, Combatant | None]:
    """Returns what goes off, as its owner makes it, and whose it is; None: nobody's. Source: CWN-41, CWN-42, CWN-45b.

    Of a blast that is not over the damage is what was rolled for the first of its victims.

    Raises:
        RuleError: there is no such explosive, or nothing of somebody's is in the air or laid.
    """
    explosive, thrower = _found(context, command)
    if explosive.damage is None:
        return explosive, thrower
    known = context.state.memo_text(memo_of(explosive, command.who))
    plus = total(attack_plan.killing_parts(context, thrower)) if thrower else 0
    damage = replace(explosive.damage, flat=explosive.damage.flat + plus)
    trauma = explosive.trauma
    if trauma is not None and thrower is not None:
        trauma = replace(trauma, flat=trauma.flat + attack_plan.trauma_by(thrower))
    fixed = DiceSum(count=0, flat=int(known)) if known else damage
    return replace(explosive, damage=fixed, trauma=trauma), thrower


def memo_of(explosive: Explosive, who: CombatantId | None) -> str:
    """The memo of the fight that keeps the damage of a blast that is not over: one roll serves all. Source: CWN-41."""
    return f"{action_budget.BLAST}{who or ''}.{explosive.key}"


def remembered(
    context: RulesContext, explosive: Explosive, command: Blast, rolled: int | None
) -> tuple[ev.Event, ...]:
    """Returns the events of keeping the damage for those who are still to be named, or of forgetting it."""
    key = memo_of(explosive, command.who)
    text = str(rolled) if command.more and rolled is not None else ""
    if not command.more and not context.state.memo.get(key):
        return ()
    return () if command.more and rolled is None else (ev.FightMemoSet(key=key, value=text),)


def _found(context: RulesContext, command: Blast) -> tuple[Explosive, Combatant | None]:
    if command.who is None:
        if not command.weapon:
            raise refuse("cwn.choose_explosive", rule="CWN-42")
        item = context.ruleset.item(command.weapon)
        if item is None or item.kind != "explosive":
            raise refuse("cwn.no_such_explosive", rule="CWN-42", weapon=command.weapon)
        return gear.explosive_of(item.copy()), None
    thrower = context.known_combatant(command.who)
    in_air = thrower.condition(IN_AIR)
    if in_air is not None:
        return explosive_in(thrower, in_air.note)[1], thrower
    item_key = command.weapon
    laid = thrower.item(item_key)
    if laid is None or laid.kind != "explosive" or not gear.explosive_of(laid).is_placed:
        raise refuse("cwn.nothing_in_air", rule="CWN-41", who=thrower.name)
    if ammo_gauge(laid.key) in thrower.gauges and thrower.gauges[ammo_gauge(laid.key)] < 1:
        raise refuse("cwn.none_left", rule="CWN-42", who=thrower.name, weapon=laid.name)
    return gear.explosive_of(laid), thrower
