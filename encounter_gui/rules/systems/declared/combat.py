"""Attacks at the table, and what each is rolled with: the one place where numbers of sheets become a plan."""

from functools import lru_cache

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import chosen, game_master, modifier_of, total
from encounter_gui.rules.engine.reading.table import TablePlay, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.games.declared_game import AttackDef
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared import rules, sheet
from encounter_gui.rules.systems.declared.fighter import (
    ENDLESS,
    Fighter,
    condition_place,
    gauge_place,
    rounds_of,
)
from encounter_gui.rules.systems.declared.formulas import filled
from encounter_gui.rules.systems.declared.rules import Blow, Strike


def require_turn(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns a combatant that may act now.

    Raises:
        RuleError: the fight is not running, it is not its turn, it is out, or something keeps it from acting.
    """
    combatant = context.active_combatant(who)
    if who not in context.state.acting:
        raise refuse("declared.not_your_turn", who=combatant.name)
    if sheet.is_out(combatant):
        raise refuse("declared.is_out", who=combatant.name)
    if sheet.is_idle(context, combatant):
        raise refuse("declared.is_idle", who=combatant.name)
    return combatant


def attack(resolution: Resolution, command: do.Attack) -> Rolling[Message]:
    """Plays an attack.

    Raises:
        RuleError: it cannot be made now, or not like that.
    """
    context = resolution.view
    attacker = require_turn(context, command.who)
    target = context.known_combatant(command.target)
    if target.id == attacker.id:
        raise refuse("declared.at_oneself", who=attacker.name)
    if not sheet.attacks_left(context, attacker):
        raise refuse("declared.no_attack_left", who=attacker.name)
    way, weapon, plan = plan_attack(context, command)
    play = TablePlay(resolution)
    people = {"who": attacker.id, "target": target.id}
    blow: Blow = yield from at_table(play, Fighter, rules.attack, people, plan)
    words = {"who": attacker.name, "target": target.name, "attack": way.name}
    words["weapon"] = weapon.name if weapon is not None else way.name
    if not blow.is_hit:
        return say("declared.log.missed", **words)
    if sheet.is_down(resolution.combatant(target.id)) and not sheet.is_down(target):
        return say("declared.log.down", **words, harm=int(blow.harm))
    return say("declared.log.hit", **words, harm=int(blow.harm))


def way_of(context: RulesContext, command: do.Attack) -> tuple[AttackDef, Item | None]:
    """Returns which of the ruleset's attacks is made, and with which weapon; None: with none.

    Raises:
        RuleError: there is no such weapon or attack, or not both together.
    """
    combatant = context.known_combatant(command.who)
    weapon = sheet.weapon_of(combatant, command.weapon)
    if command.weapon not in ("", do.NO_WEAPON) and weapon is None:
        raise refuse("declared.no_such_weapon", who=combatant.name, weapon=command.weapon)
    known = {each.key: each for each in context.ruleset.attacks}
    if command.attack and command.attack not in known:
        raise refuse("declared.no_such_attack", attack=command.attack, known=", ".join(known))
    for each in sheet.attacks_with(context.ruleset, weapon):
        if command.attack in ("", each.key):
            return each, weapon
    if weapon is None:
        raise refuse("declared.needs_weapon", who=combatant.name)
    name = known[command.attack].name if command.attack else ""
    raise refuse("declared.not_with_weapon", attack=name, weapon=weapon.name)


def plan_attack(context: RulesContext, command: do.Attack) -> tuple[AttackDef, Item | None, Strike]:
    """Returns an attack, its weapon, and what it will be rolled with, whether or not it may be made now.

    Raises:
        RuleError: as ``way_of``; or a modifier is not known.
    """
    way, weapon = way_of(context, command)
    attacker, target = context.combatant(command.who), context.known_combatant(command.target)
    mine = sheet.attacker_values(context, attacker, weapon)
    theirs = sheet.target_values(context, target)
    parts = (
        *sheet.effects(context, attacker, "attack"),
        *(modifier_of(each) for each in chosen(context, command.modifiers, "")),
        *game_master(context, command.gm, ""),
    )

    def plus(kind: str, combatant: Combatant) -> int:
        return total(sheet.effects(context, combatant, kind))

    return (
        way,
        weapon,
        replace(
            effect_of(context, way, target),
            roll=filled(way.roll, mine),
            against=filled(way.against, theirs, plus("defense", target)),
            damage=filled(way.damage, mine, plus("damage", attacker)),
            soak=filled(way.soak, theirs, plus("soak", target)),
            parts=parts,
            wins_draw=way.draw == "attacker",
            least=way.least,
        ),
    )


def effect_of(context: RulesContext, way: AttackDef, target: Combatant) -> Strike:
    """Returns what an attack does to a target, without what it is rolled with."""
    ruleset = context.ruleset
    lowers = gauge_place(ruleset, way.lowers)
    gauge = ruleset.gauges[lowers]
    floor = gauges.floor_of(context, target, gauge.key)
    most = gauges.most_of(context, target, gauge.key) if gauge.is_harm else None
    hit, harm = ruleset.condition(way.on_hit), ruleset.condition(way.on_harm)
    return Strike(
        lowers=lowers,
        main=gauge_place(ruleset, ""),
        sign=1 if gauge.is_harm else -1,
        floor=-ENDLESS if floor is None else floor,
        most=ENDLESS if most is None else most,
        on_hit=condition_place(ruleset, way.on_hit),
        on_harm=condition_place(ruleset, way.on_harm),
        hit_rounds=rounds_of(hit) if hit else 0,
        harm_rounds=rounds_of(harm) if harm else 0,
    )


@lru_cache(4)
def known_plan(context: RulesContext, command: do.Attack) -> tuple[AttackDef, Item | None, Strike]:
    """Returns what ``plan_attack`` does, worked out once for the form and the odds.

    Raises:
        RuleError: as ``plan_attack``.
    """
    return plan_attack(context, command)


def wait(resolution: Resolution, command: do.Wait) -> Message:
    """Gives up what is left of a turn."""
    combatant = require_turn(resolution.view, command.who)
    most = sheet.turns_of(resolution.context.ruleset).attacks
    resolution.record(ev.GaugeSet(who=combatant.id, gauge=sheet.ATTACKS, to=most))
    return say("declared.log.waits", who=combatant.name)


def leave(resolution: Resolution, command: do.Leave) -> Message:
    """Takes a combatant out of the fight that is not down."""
    combatant = resolution.view.known_combatant(command.who)
    if "left" in combatant.flags:
        raise refuse("declared.left_already", who=combatant.name)
    resolution.record(ev.FlagSet(who=combatant.id, flag="left", on=True))
    return say("declared.log.left", who=combatant.name)
