"""Critical effects of weapons, and getting rid of them. Source: CHR-29k, CHR-38, CHR-48."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.reading.table import at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.field.beside import require_beside
from encounter_gui.rules.systems.chrome.harm.wounds import sever_plan
from encounter_gui.rules.systems.chrome.rules import harm
from encounter_gui.rules.systems.chrome.rules.at_table import TableSaid, at
from encounter_gui.rules.systems.chrome.rules.fighter import EFFECT_BIT, Fighter
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, owed


def owed_effects(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Applies the critical effects that are owed, with the dice they need; nobody who is gone or out holds on.

    Source: CHR-38, CHR-48, CHR-54, CHR-73.
    """
    obligation = obligations[0]
    who, effects = owed.who_of(obligation), obligation.values["effects"]
    source = CombatantId(str(obligation.values["source"]))
    attacker = resolution.context.state.combatants.get(source)
    holds = attacker is not None and not character.is_out(attacker)
    kept = tuple(effects) if isinstance(effects, tuple) else ()
    order = tuple(each for each in kept if each != "grapple" or holds)
    people = {"who": who, "by": source}
    bits = sum({EFFECT_BIT[each] for each in order})
    plan = sever_plan(resolution.context)
    yield from at_table(
        TableSaid(resolution), Fighter, harm.owed_effects, people, plan, bits, order
    )
    return say("chrome.log.critical_effects", who=resolution.combatant(who).name, tail="")


def grab(
    resolution: Resolution, who: CombatantId, target: CombatantId, hindrance: str = ""
) -> None:
    """Puts the two marks of a grapple on who holds and a living target; grapples with others last. Source: CHR-48."""
    is_alive = not character.is_dead(resolution.combatant(target))
    play, body = at(resolution, target)
    body.be_grabbed(play.fighter(who), is_alive, hindrance)


def stand_up(resolution: Resolution, command: do.StandUp) -> Rolling[Message]:
    """Gets a prone combatant up. Source: CHR-29k, CHR-31, CHR-35."""
    yield from ()
    combatant = action_budget.require_body(resolution.context, command.who, "stand_up")
    if not combatant.has("prone"):
        raise refuse("chrome.not_prone", rule="CHR-29k", who=combatant.name)
    action_budget.pay(resolution, combatant.id, action="stand_up")
    resolution.remove_conditions(combatant.id, "prone")
    return say("chrome.log.stands", who=combatant.name)


def extinguish(resolution: Resolution, command: do.Extinguish) -> Rolling[Message]:
    """Puts out a fire, without a roll. Source: CHR-38."""
    yield from ()
    combatant = action_budget.require_body(resolution.context, command.who, "extinguish")
    target = resolution.context.known_combatant(command.target or command.who)
    if not target.has("ablaze"):
        raise refuse("chrome.not_ablaze", rule="CHR-38", who=target.name)
    require_beside(resolution.context, combatant, target, "CHR-38")
    action_budget.pay(resolution, combatant.id, action="extinguish")
    resolution.remove_conditions(target.id, "ablaze")
    return say("chrome.log.extinguished", who=combatant.name, target=target.name)
