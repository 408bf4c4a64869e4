"""Critical effects of weapons, and getting rid of them. Source: CHR-29k, CHR-38, CHR-48."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, grapple_marks, owed

SEVER = "sever"
GRAPPLE = "grapple"
"""The effect of a weapon that grapples with every hit: not critical, but it comes after the critical ones."""


def critical_effects(
    resolution: Resolution, who: CombatantId, effects: Sequence[str], *, by: CombatantId
) -> None:
    """Applies the effects of a hit to a target still alive, or owes them. Source: CHR-38, CHR-73.

    They are owed where one of them needs dice, or where the target has first to make its Save at 0 Health.
    """
    awaits_save = owed.is_owed(resolution.context, who, owed.DEATH_SAVE)
    if effects and (SEVER in effects or awaits_save):
        if awaits_save or not character.is_dead(resolution.combatant(who)):
            owed.owe(resolution, owed.CRITICAL_EFFECTS, who, effects=tuple(effects), source=by)
        return
    for effect in effects:
        _apply(resolution, who, effect, by)


def owed_effects(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Applies the critical effects that are owed, with the dice they need. Source: CHR-38, CHR-54, CHR-73."""
    obligation = obligations[0]
    who, effects = owed.who_of(obligation), obligation.values["effects"]
    for effect in effects if isinstance(effects, tuple) else ():
        if effect == SEVER and not character.is_dead(resolution.combatant(who)):
            yield from wounds.sever(resolution, who)
        else:
            _apply(resolution, who, effect, CombatantId(str(obligation.values["source"])))
    return say("chrome.log.critical_effects", who=resolution.combatant(who).name, tail="")


def _apply(resolution: Resolution, who: CombatantId, effect: str, by: CombatantId) -> None:
    target = resolution.combatant(who)
    if character.is_dead(target):
        return
    match effect:
        case "knockdown" if not target.sheet.get("large"):
            resolution.add_condition(who, Condition(key="prone"))
            resolution.add_text("chrome.then.prone", who=target.name)
        case "ablaze":
            resolution.add_condition(who, Condition(key="ablaze"))
            resolution.add_text("chrome.then.ablaze", who=target.name)
        case "shock" if not target.sheet.get("synthetic"):
            resolution.add_condition(who, Condition(key="shocked"))
            resolution.add_text("chrome.then.shocked", who=target.name)
        case "grapple":
            grab(resolution, by, who)


def grab(
    resolution: Resolution, who: CombatantId, target: CombatantId, hindrance: str = ""
) -> None:
    """Puts the two marks of a grapple on who holds and a living target; grapples with others last. Source: CHR-48."""
    if character.is_dead(resolution.combatant(target)):
        return
    resolution.apply(*grapple_marks.grab_events(resolution.context, who, target, hindrance))
    resolution.add_text("chrome.then.grappled", who=resolution.combatant(target).name)


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
    action_budget.pay(resolution, combatant.id, action="extinguish")
    resolution.remove_conditions(target.id, "ablaze")
    return say("chrome.log.extinguished", who=combatant.name, target=target.name)
