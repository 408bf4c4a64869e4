"""What goes off in a blast, and whose it is. Source: CWN-41, CWN-42."""

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.systems.cwn.areas.landing import item_in_air
from encounter_gui.rules.systems.cwn.areas.throws import explosive_in
from encounter_gui.rules.systems.cwn.areas.victims import IN_AIR, open_area, rolled_of
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.commands import Blast
from encounter_gui.rules.systems.cwn.sheet import gear
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive


def exploding(context: RulesContext, command: Blast) -> tuple[Explosive, Combatant | None]:
    """Returns what goes off, as its owner makes it, and whose it is; None: nobody's. Source: CWN-41, CWN-42, CWN-45b.

    Of a blast that is not over the damage is what was rolled for the first of its victims.

    Raises:
        RuleError: there is no such explosive, or nothing of the combatant's is in the air or laid.
    """
    explosive, thrower = _find(context, command)
    if explosive.damage is None:
        return explosive, thrower
    plus = total(attack_plan.killing_parts(context, thrower)) if thrower else 0
    damage = replace(explosive.damage, flat=explosive.damage.flat + plus)
    trauma = explosive.trauma
    if trauma is not None and thrower is not None:
        trauma = replace(trauma, flat=trauma.flat + attack_plan.trauma_by(thrower))
    known = rolled_of(open_area(context.state, "blast", command.who, explosive.key))
    fixed = damage if known is None else DiceSum(count=0, flat=known)
    return replace(explosive, damage=fixed, trauma=trauma), thrower


def _find(context: RulesContext, command: Blast) -> tuple[Explosive, Combatant | None]:
    if command.who is None:
        return _library_item(context, command.weapon), None
    thrower = context.known_combatant(command.who)
    in_air = thrower.condition(IN_AIR)
    if in_air is not None:
        return explosive_in(thrower, item_in_air(in_air))[1], thrower
    laid = thrower.item(command.weapon)
    if laid is None or laid.kind != "explosive" or not gear.explosive_of(laid).is_placed:
        raise refuse("cwn.nothing_in_air", rule="CWN-41", who=thrower.name)
    if thrower.gauges.get(ammo_gauge(laid.key), 1) < 1:
        raise refuse("cwn.none_left", rule="CWN-42", who=thrower.name, weapon=laid.name)
    return gear.explosive_of(laid), thrower


def _library_item(context: RulesContext, key: str) -> Explosive:
    if not key:
        raise refuse("cwn.choose_explosive", rule="CWN-42")
    item = context.ruleset.item(key)
    if item is None or item.kind != "explosive":
        raise refuse("cwn.no_such_explosive", rule="CWN-42", weapon=key)
    return gear.explosive_of(item.copy())
