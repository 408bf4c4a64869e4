"""Moving, and what it costs to turn one's back on an enemy. Source: CWN-18, CWN-22, CWN-35, CWN-36h, CWN-36i."""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.combat import melee
from encounter_gui.rules.systems.cwn.combat.strike import result_of, struck_at, took_effect, why
from encounter_gui.rules.systems.cwn.commands import (
    Attack,
    ExtraMove,
    GoProne,
    Run,
    Stand,
    Withdraw,
)
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """What leaving melee came to. ``is_stopped``: a free attack put the mover down, and it does not move.

    ``struck`` tells of the free attacks in words, to stand after what was done.
    """

    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()
    struck: str = ""
    is_stopped: bool = False


def run(context: RulesContext, command: Run) -> Procedure:
    """Moves somebody up to its Move rate; whoever leaves melee draws free attacks. Source: CWN-22, CWN-36h, CWN-18."""
    combatant = action_budget.actor(context, command.who, "move")
    most = character.move_rate(context, combatant)
    if not 0 <= command.metres <= most:
        raise refuse("cwn.too_far", rule="CWN-22", who=combatant.name, most=most)
    free = free_attackers(context, combatant)
    for who in command.free or ():
        if who not in free:
            raise refuse("cwn.no_free_attack", rule="CWN-18", who=context.known_combatant(who).name)
    away = yield from left_melee(context, combatant, leaves=command.leaves, free=command.free)
    paid = action_budget.paid(context, combatant, "move")
    key = "cwn.log.run_stopped" if away.is_stopped else "cwn.log.run"
    key = "cwn.log.moves" if not command.metres and not away.is_stopped else key
    return Outcome(
        label=say(key, who=combatant.name, metres=command.metres, struck=away.struck),
        events=(*away.events, *paid),
        reasons=away.reasons,
    )


def free_attackers(context: RulesContext, combatant: Combatant) -> tuple[CombatantId, ...]:
    """Returns the enemies in melee who can strike at somebody who leaves. Source: CWN-18."""
    only_armed = bool(context.switch("cwn.freeAttackArmedOnly"))
    return tuple(
        who
        for who in character.in_melee(context.state, combatant)
        if character.can_act(context.combatant(who))
        and (not only_armed or character.hampers(context.combatant(who)))
    )


def left_melee(
    context: RulesContext,
    combatant: Combatant,
    *,
    leaves: bool,
    free: tuple[CombatantId, ...] | None = None,
) -> Generator[Ask, Answer, Away]:
    """Lets every enemy in melee strike before somebody gets away, unless it withdrew first. Source: CWN-18, CWN-36i.

    A Move that reflexes gave never needs that.
    """
    if not leaves or not melee.listed(combatant):
        return Away()
    is_bonus = (
        not combatant.has("withdrawn") and combatant.gauges.get(action_budget.REFLEX_MOVE, 0) > 0
    )
    attackers = free_attackers(context, combatant)
    if free is not None:
        attackers = tuple(who for who in attackers if who in free)
    if combatant.has("withdrawn") or is_bonus:
        attackers = ()
    events: tuple[ev.Event, ...] = ()
    if is_bonus:
        events = (ev.GaugeChanged(who=combatant.id, gauge=action_budget.REFLEX_MOVE, by=-1),)
    reasons: tuple[Reason, ...] = ()
    results: list[str] = []
    for who in attackers:
        now = replace(context, state=fold(context.state, events))
        if character.is_down(now.combatant(combatant.id)):
            break
        attack = Attack(who=who, target=combatant.id, weapon=blade(now.combatant(who)))
        result = yield from struck_at(now, attack, combatant.id, "free")
        fact, *rest = yield from took_effect(_with(now, result.events), result)
        events = (*events, *result.events, fact, *rest)
        if isinstance(fact, ev.Resolved):
            found = result_of(context, "cwn.free", result, fact)
            results.append(context.texts.sentence(found))
        head = Reason(text=say("cwn.why.free", who=now.combatant(who).name), rule="CWN-18")
        reasons = (*reasons, head, *why(context, result))
    told = context.texts.text_of("cwn.struck", results="; ".join(results)) if results else ""
    after = fold(context.state, events)
    if character.is_down(after.combatants[combatant.id]):
        return Away(events=events, reasons=reasons, struck=told, is_stopped=True)
    gone = melee.parted(after, combatant.id, melee.listed(after.combatants[combatant.id]))
    return Away(events=(*events, *gone), reasons=reasons, struck=told)


def blade(combatant: Combatant) -> str:
    """Returns what somebody strikes with in melee: in hand, else part of the body, else the fist. Source: CWN-18."""
    for item in gear.weapons(combatant):
        if item.kind != "weapon":
            continue
        weapon = gear.weapon_of(item)
        if weapon.uses:  # one does not waste it on somebody's back
            continue
        if weapon.reach == "melee" and not weapon.is_unarmed and gear.is_readied(combatant, weapon):
            return item.key
    return gear.UNARMED.key


def withdraw(context: RulesContext, command: Withdraw) -> Procedure:
    """Spends the Main, or with training nothing, on getting away unhurt later this turn. Source: CWN-36i, CWN-45g."""
    yield from ()
    is_free = gear.rank(context.known_combatant(command.who), "close_combatant") >= 2
    combatant = (
        action_budget.on_turn(context, command.who)
        if is_free
        else action_budget.actor(context, command.who, "main")
    )
    if combatant.has("withdrawn"):
        raise refuse("cwn.withdrawn_already", rule="CWN-36i", who=combatant.name)
    until = Expiry(round=context.state.round, edge="end", whose=combatant.id)
    return Outcome(
        label=say("cwn.log.withdraws", who=combatant.name),
        events=(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key="withdrawn", until=until)),
            *(() if is_free else action_budget.paid(context, combatant, "main")),
        ),
        reasons=(Reason(text=say("cwn.why.withdraws"), rule="CWN-36i"),),
    )


def extra_move(context: RulesContext, command: ExtraMove) -> Procedure:
    """Gives up a Main for a second Move. Source: CWN-21, CWN-36r."""
    yield from ()
    combatant = action_budget.actor(context, command.who, "main")
    more: tuple[ev.Event, ...] = (ev.GaugeChanged(who=combatant.id, gauge="bonus_move", by=1),)
    if not action_budget.is_own_turn(context.state, combatant.id) and not action_budget.is_holding(
        context.state, combatant
    ):
        more = (*more, ev.GaugeChanged(who=combatant.id, gauge="instant_move", by=1))
    return Outcome(
        label=say("cwn.log.extra_move", who=combatant.name),
        events=(*more, *action_budget.paid(_with(context, more), combatant, "main")),
        reasons=(Reason(text=say("cwn.why.extra_move"), rule="CWN-36r"),),
    )


def stand(context: RulesContext, command: Stand) -> Procedure:
    """Gets up with everything dropped, the last of it in hand. Source: CWN-36o, CWN-35."""
    yield from ()
    combatant = action_budget.actor(context, command.who, "move")
    if not combatant.has("prone"):
        raise refuse("cwn.not_prone", rule="CWN-36o", who=combatant.name)
    if combatant.has("crawling"):
        raise refuse("cwn.can_only_crawl", rule="CWN-64", who=combatant.name)
    return Outcome(
        label=say("cwn.log.stands", who=combatant.name),
        events=(
            ev.ConditionRemoved(who=combatant.id, key="prone"),
            *_collected(combatant),
            *action_budget.paid(context, combatant, "move"),
        ),
    )


def _collected(combatant: Combatant) -> tuple[ev.Event, ...]:
    lying = gear.dropped(combatant)
    if not lying:
        return ()
    forgotten = ev.MemoSet(who=combatant.id, key="dropped", value="")
    if gear.held(combatant):
        return (forgotten,)
    return (forgotten, ev.MemoSet(who=combatant.id, key="held", value=lying[-1]))


def go_prone(context: RulesContext, command: GoProne) -> Procedure:
    """Drops to the ground, On Turn. Source: CWN-36p, CWN-35."""
    yield from ()
    combatant = action_budget.on_turn(context, command.who)
    if combatant.has("prone"):
        raise refuse("cwn.is_prone", rule="CWN-36p", who=combatant.name)
    return Outcome(
        label=say("cwn.log.goes_prone", who=combatant.name),
        events=(ev.ConditionAdded(who=combatant.id, condition=Condition(key="prone")),),
        reasons=(Reason(text=say("cwn.why.prone"), rule="CWN-35"),),
    )


def _with(context: RulesContext, events: tuple[ev.Event, ...]) -> RulesContext:
    return replace(context, state=fold(context.state, events))
