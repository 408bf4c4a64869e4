"""Attacks that are owed: the counter-attack of a target, the attack of a combatant in a frenzy.

Source: CHR-42, CHR-63, CHR-73.
"""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import attacks, frenzy, strike
from encounter_gui.rules.systems.chrome.combat.attack_plan import counter_weapons, plan_counter
from encounter_gui.rules.systems.chrome.combat.complications import mishap_of
from encounter_gui.rules.systems.chrome.field.rules import band_between, completed
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon


def counter(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the counter-attack of a target, unless the damage it accepted dropped it. Source: CHR-42, CHR-73."""
    (obligation,) = obligations
    context, values = resolution.context, obligation.values
    combatant = context.combatant(owed.who_of(obligation))
    attacker = context.combatant(CombatantId(str(values["attacker"])))
    weapon = _weapon(combatant, str(values.get("weapon", "")))
    may = character.is_awake(combatant) or bool(context.switch("chrome.counterWhenDropped"))
    if not may or weapon is None or character.is_dead(attacker):
        return say("chrome.log.no_counter", who=combatant.name, tail="")
    plan = plan_counter(context, combatant, attacker, weapon)
    attacks.fire(resolution, combatant, weapon)
    attacks.end_unnoticed(resolution, combatant, attacker.id)
    result = yield from strike.strike(
        resolution,
        combatant.id,
        attacker.id,
        plan,
        what="counter",
        defence="save",
        may_counter=False,
        mishap=mishap_of(combatant.id, plan, None, attacker.id),
    )
    key = "chrome.log.counter_hit" if result.is_hit else "chrome.log.counter_missed"
    names = {"who": combatant.name, "target": attacker.name}
    return say(key, **names, damage=result.applied, tail="")


def _weapon(combatant: Combatant, wanted: str) -> Weapon | None:
    arms = {each.key: each for each in counter_weapons(combatant)}
    return arms.get(wanted) or next(iter(arms.values()), None)


def frenzy_attack(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Asks whom a combatant in a frenzy attacks, and plays that attack: on the plan with what reaches so far.

    Source: CHR-07, CHR-63.
    """
    who = owed.who_of(obligations[0])
    context = resolution.context
    name = context.combatant(who).name
    options = frenzy.targets(context, who)
    target = yield from choose(context, "frenzy", who, options, who=name)
    held = context.combatant(who).memo_text("held")
    usable = sorted(
        frenzy.usable_weapons(context.combatant(who)), key=lambda each: each[0].key != held
    )
    there = band_between(context, who, CombatantId(target))
    reaching = [(each, there) for each, _ in usable if there and each.works_at(there)]
    weapon, band = (reaching or usable)[0]
    command = do.Attack(who=who, target=CombatantId(target), weapon=weapon.key, band=band)
    whole = completed(context, command)
    if not isinstance(whole, do.Attack):
        raise TypeError("an attack became something else")
    return (yield from attacks.attack(resolution, whole))
