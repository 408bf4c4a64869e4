"""Moving, and what it costs to turn one's back on an enemy. Source: CWN-18, CWN-22, CWN-35, CWN-36h, CWN-36i."""

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving, sight
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import melee
from encounter_gui.rules.systems.cwn.combat.snap_attacks import roll_answered
from encounter_gui.rules.systems.cwn.combat.strike import StrikeResult, result_label, take_effect
from encounter_gui.rules.systems.cwn.commands import (
    Attack,
    ExtraMove,
    GoProne,
    Run,
    Stand,
    Withdraw,
)
from encounter_gui.rules.systems.cwn.field import leaving
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, hands


class Departure(Struct, frozen=True, kw_only=True):
    """What leaving melee came to. ``is_stopped``: a free attack put the combatant down, and it does not move.

    ``struck`` tells of the free attacks in words, to stand after what was done.
    """

    struck: str = ""
    is_stopped: bool = False


def run(resolution: Resolution, command: Run) -> Rolling[Message]:
    """Moves a combatant up to its Move rate; leaving melee draws free attacks. Source: CWN-22, CWN-36h, CWN-18."""
    context = resolution.context
    actor = _require_run(context, command)
    moves = 2 if command.main and action_budget.actions_left(actor, "move") else 1
    most = moves * character.move_rate(context, actor)
    end = moving.end_of(context, field.RULES, command)
    metres = min(command.metres, most) if end is not None else command.metres
    if not 0 <= metres <= most:
        raise refuse("cwn.too_far", rule="CWN-22", who=actor.name, most=most)
    stop = _stop_of(context, actor, end, metres, most)
    able = leaving.can_strike(context, actor, stop)
    for who in command.free or ():
        if who not in able:
            raise refuse("cwn.no_free_attack", rule="CWN-18", who=context.known_combatant(who).name)
    leaves, free = command.leaves, command.free
    if command.main:  # before anybody strikes: it is no longer there to answer with
        give_main(resolution, actor.id)
    away = yield from leave_melee(resolution, actor.id, leaves=leaves, free=free, end=stop)
    for _ in range(moves):
        action_budget.spend(resolution, actor.id, "run")
    if away.is_stopped:
        key = "cwn.log.run_stopped"
    else:
        leave_screens(resolution, actor, metres, stop)
        moving.arrive(resolution, field.RULES, actor.id, end, moved=metres, most=most)
        key = "cwn.log.run" if metres else "cwn.log.moves"
    label = say(key, who=actor.name, metres=distance.metres_text(metres), struck=away.struck)
    return resolution.with_clauses(label)


def _require_run(context: RulesContext, command: Run) -> Combatant:
    """Returns who moves, if there is a Move for it, or a Main to be given up. Source: CWN-22, CWN-36r."""
    if not command.main:
        return action_budget.require(context, command.who, "run")
    actor = action_budget.require_action(context, command.who, "main")
    if action_budget.actions_left(actor, "move"):
        action_budget.require(context, command.who, "run")
    return actor


def _stop_of(
    context: RulesContext, actor: Combatant, end: Place | None, metres: Metres, most: Metres
) -> Place | None:
    """Returns where a Move stops on the plan; None: it names no place."""
    if end is None or actor.place is None:
        return None
    return moving.stop_of(context, field.RULES, actor.place, end, moved=metres, most=most)


def leave_screens(
    resolution: Resolution, actor: Combatant, metres: Metres, end: Place | None = None
) -> None:
    """Ends the screens that a run or charge takes apart: screener and ally have to stay within 3 m.

    Where both stand on the plan, and the way to ``end`` is on it, their places say it. Source: CWN-40.
    """
    if metres <= mechanics.SCREEN_REACH:
        return
    state = resolution.context.state
    for each in state.combatants.values():
        screening = each.condition("screening")
        if screening is not None and actor.id in (each.id, screening.about):
            other = screening.about if actor.id == each.id else each.id
            if end is not None and other and sight.distance(state, actor.id, other) is not None:
                continue
            resolution.remove_conditions(each.id, "screening")
            resolution.reason(
                "cwn.why.screen_left", "CWN-40", who=each.name, metres=distance.metres_text(metres)
            )


def leave_melee(
    resolution: Resolution,
    who: CombatantId,
    *,
    leaves: bool,
    free: tuple[CombatantId, ...] | None = None,
    end: Place | None = None,
) -> Rolling[Departure]:
    """Lets enemies in melee strike before a combatant gets away, unless it withdrew first. Source: CWN-18, CWN-36i.

    ``free``: which of them strike; None: all who can. A Move that reflexes gave draws no free attacks. ``end`` is where
    the way leads on the plan: it may leave the reach of some, or of nobody.
    """
    actor = resolution.combatant(who)
    left = leaving.left_by(resolution.context, actor, end)
    if not leaves or not left:
        return Departure()
    is_bonus = not actor.has("withdrawn") and actor.gauges.get(action_budget.REFLEX_MOVE, 0) > 0
    if is_bonus:
        resolution.change_gauge(who, action_budget.REFLEX_MOVE, -1)
    able = leaving.can_strike(resolution.context, actor, end)
    attackers = able if leaving.draws_strikes(actor) else ()
    results: list[str] = []
    for attacker in attackers:
        if character.is_down(resolution.combatant(who)):
            break
        if free is None or attacker in free:
            results.append((yield from _free_attack(resolution, attacker, who, end)))
    text_of = resolution.context.texts.text_of
    struck = text_of("cwn.struck", results="; ".join(results)) if results else ""
    if character.is_down(resolution.combatant(who)):
        return Departure(struck=struck, is_stopped=True)
    melee.part(resolution, who, left)
    return Departure(struck=struck)


def _free_attack(
    resolution: Resolution, attacker: CombatantId, target: CombatantId, end: Place | None
) -> Rolling[str]:
    """Plays the attack on a combatant that leaves, and returns how it went, in words. Source: CWN-18."""
    striker, actor = resolution.combatant(attacker), resolution.combatant(target)
    resolution.reason("cwn.why.free", "CWN-18", who=striker.name)
    bare = Attack(who=attacker, target=target, weapon=blade(striker))
    command = field.free_attack(resolution.context, bare, actor, end)
    result, answers = yield from roll_answered(resolution, command, target, "free")
    return "; ".join((*answers, _effect_text(resolution, result, striker, target)))


def _effect_text(
    resolution: Resolution, result: StrikeResult | None, striker: Combatant, target: CombatantId
) -> str:
    """Lets a free attack take effect, and returns how it went in words. Source: CWN-18, CWN-24."""
    texts = resolution.context.texts
    if result is None:
        return texts.text_of("cwn.free_lost", who=striker.name)
    done = take_effect(resolution, result)
    context = resolution.context
    text = texts.sentence(result_label(context, "cwn.free", result, done))
    if result.target == target:
        return text
    screener = context.combatant(result.target).name
    return texts.text_of("cwn.free_screened", text=text, screener=screener)


def blade(striker: Combatant) -> str:
    """Returns the key of the weapon for free attacks: in hand, else part of the body, else the fist. Source: CWN-18."""
    for item in gear.weapons(striker):
        if item.kind != "weapon":
            continue
        weapon = gear.weapon_of(item)
        if weapon.uses:  # too few of them to spend one on a free attack
            continue
        if weapon.reach == "melee" and not weapon.is_unarmed and gear.is_readied(striker, weapon):
            return item.key
    return gear.UNARMED.key


def withdraw(resolution: Resolution, command: Withdraw) -> Message:
    """Spends the Main, or with training nothing, on getting away unhurt later this turn. Source: CWN-36i, CWN-45g."""
    context = resolution.context
    is_trained = gear.rank(context.known_combatant(command.who), "close_combatant") >= 2
    cost = "on_turn" if is_trained else ""
    actor = action_budget.require(context, command.who, "withdraw", cost=cost)
    if actor.has("withdrawn"):
        raise refuse("cwn.withdrawn_already", rule="CWN-36i", who=actor.name)
    until = Expiry(round=context.state.round, edge="end", whose=actor.id)
    resolution.add_condition(actor.id, Condition(key="withdrawn", until=until))
    action_budget.spend(resolution, actor.id, "withdraw", cost=cost)
    resolution.reason("cwn.why.withdraws", "CWN-36i")
    return say("cwn.log.withdraws", who=actor.name)


def extra_move(resolution: Resolution, command: ExtraMove) -> Message:
    """Gives up a Main for a second Move. Source: CWN-21, CWN-36r."""
    actor = action_budget.require_action(resolution.context, command.who, "main")
    give_main(resolution, actor.id)
    return say("cwn.log.extra_move", who=actor.name)


def give_main(resolution: Resolution, who: CombatantId) -> None:
    """Gives up a Main for one more Move. Source: CWN-21, CWN-36r."""
    state, actor = resolution.context.state, resolution.combatant(who)
    resolution.change_gauge(who, "bonus_move", 1)
    if not action_budget.is_own_turn(state, who) and not action_budget.is_holding(state, actor):
        resolution.change_gauge(who, "instant_move", 1)
    action_budget.pay(resolution, who, "main")
    resolution.reason("cwn.why.extra_move", "CWN-36r")


def stand(resolution: Resolution, command: Stand) -> Message:
    """Gets up with everything dropped, the last of it in hand. Source: CWN-36o, CWN-35."""
    actor = action_budget.require(resolution.context, command.who, "stand")
    if not actor.has("prone"):
        raise refuse("cwn.not_prone", rule="CWN-36o", who=actor.name)
    if actor.has("crawling"):
        raise refuse("cwn.can_only_crawl", rule="CWN-64", who=actor.name)
    resolution.remove_conditions(actor.id, "prone")
    resolution.record(*hands.collect_events(actor))
    action_budget.spend(resolution, actor.id, "stand")
    return say("cwn.log.stands", who=actor.name)


def go_prone(resolution: Resolution, command: GoProne) -> Message:
    """Drops to the ground, On Turn. Source: CWN-36p, CWN-35."""
    actor = action_budget.require(resolution.context, command.who, "go_prone")
    if actor.has("prone"):
        raise refuse("cwn.is_prone", rule="CWN-36p", who=actor.name)
    resolution.add_condition(actor.id, Condition(key="prone"))
    action_budget.spend(resolution, actor.id, "go_prone")
    resolution.reason("cwn.why.prone", "CWN-35")
    return say("cwn.log.goes_prone", who=actor.name)
