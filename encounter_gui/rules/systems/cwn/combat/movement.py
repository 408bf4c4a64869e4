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
from encounter_gui.rules.engine.scene import Scene
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


def run(scene: Scene, command: Run) -> Procedure:
    """Moves somebody up to its Move rate; whoever leaves melee draws free attacks. Source: CWN-22, CWN-36h, CWN-18."""
    one = action_budget.actor(scene, command.who, "move")
    most = character.move_rate(scene, one)
    if not 0 <= command.metres <= most:
        raise refuse("cwn.too_far", rule="CWN-22", who=one.name, most=most)
    free = free_attackers(scene, one)
    for who in command.free or ():
        if who not in free:
            raise refuse("cwn.no_free_attack", rule="CWN-18", who=scene.known(who).name)
    away = yield from left_melee(scene, one, leaves=command.leaves, free=command.free)
    paid = action_budget.paid(scene, one, "move")
    key = "cwn.log.run_stopped" if away.is_stopped else "cwn.log.run"
    key = "cwn.log.moves" if not command.metres and not away.is_stopped else key
    return Outcome(
        label=say(key, who=one.name, metres=command.metres, struck=away.struck),
        events=(*away.events, *paid),
        reasons=away.reasons,
    )


def free_attackers(scene: Scene, one: Combatant) -> tuple[CombatantId, ...]:
    """Returns the enemies in melee who can strike at somebody who leaves. Source: CWN-18."""
    only_armed = bool(scene.switch("cwn.freeAttackArmedOnly"))
    return tuple(
        who
        for who in character.in_melee(scene.state, one)
        if character.can_act(scene.one(who))
        and (not only_armed or character.hampers(scene.one(who)))
    )


def left_melee(
    scene: Scene,
    one: Combatant,
    *,
    leaves: bool,
    free: tuple[CombatantId, ...] | None = None,
) -> Generator[Ask, Answer, Away]:
    """Lets every enemy in melee strike before somebody gets away, unless it withdrew first. Source: CWN-18, CWN-36i.

    A Move that reflexes gave never needs that.
    """
    if not leaves or not melee.listed(one):
        return Away()
    is_bonus = not one.has("withdrawn") and one.gauges.get(action_budget.REFLEX_MOVE, 0) > 0
    attackers = free_attackers(scene, one)
    if free is not None:
        attackers = tuple(who for who in attackers if who in free)
    if one.has("withdrawn") or is_bonus:
        attackers = ()
    events: tuple[ev.Event, ...] = ()
    if is_bonus:
        events = (ev.GaugeChanged(who=one.id, gauge=action_budget.REFLEX_MOVE, by=-1),)
    reasons: tuple[Reason, ...] = ()
    results: list[str] = []
    for who in attackers:
        now = replace(scene, state=fold(scene.state, events))
        if character.is_down(now.one(one.id)):
            break
        attack = Attack(who=who, target=one.id, weapon=blade(now.one(who)))
        struck = yield from struck_at(now, attack, one.id, "free")
        fact, *rest = yield from took_effect(_with(now, struck.events), struck)
        events = (*events, *struck.events, fact, *rest)
        if isinstance(fact, ev.Resolved):
            found = result_of(scene, "cwn.free", struck, fact)
            results.append(scene.words.sentence(found))
        head = Reason(text=say("cwn.why.free", who=now.one(who).name), rule="CWN-18")
        reasons = (*reasons, head, *why(scene, struck))
    told = scene.words.word("cwn.struck", results="; ".join(results)) if results else ""
    after = fold(scene.state, events)
    if character.is_down(after.combatants[one.id]):
        return Away(events=events, reasons=reasons, struck=told, is_stopped=True)
    gone = melee.parted(after, one.id, melee.listed(after.combatants[one.id]))
    return Away(events=(*events, *gone), reasons=reasons, struck=told)


def blade(one: Combatant) -> str:
    """Returns what somebody strikes with in melee: in hand, else part of the body, else the fist. Source: CWN-18."""
    for item in gear.weapons(one):
        if item.kind != "weapon":
            continue
        weapon = gear.weapon_of(item)
        if weapon.uses:  # one does not waste it on somebody's back
            continue
        if weapon.reach == "melee" and not weapon.is_unarmed and gear.is_readied(one, weapon):
            return item.key
    return gear.UNARMED.key


def withdraw(scene: Scene, command: Withdraw) -> Procedure:
    """Spends the Main, or with training nothing, on getting away unhurt later this turn. Source: CWN-36i, CWN-45g."""
    yield from ()
    is_free = gear.rank(scene.known(command.who), "close_combatant") >= 2
    one = (
        action_budget.on_turn(scene, command.who)
        if is_free
        else action_budget.actor(scene, command.who, "main")
    )
    if one.has("withdrawn"):
        raise refuse("cwn.withdrawn_already", rule="CWN-36i", who=one.name)
    until = Expiry(round=scene.state.round, edge="end", whose=one.id)
    return Outcome(
        label=say("cwn.log.withdraws", who=one.name),
        events=(
            ev.ConditionAdded(who=one.id, condition=Condition(key="withdrawn", until=until)),
            *(() if is_free else action_budget.paid(scene, one, "main")),
        ),
        reasons=(Reason(text=say("cwn.why.withdraws"), rule="CWN-36i"),),
    )


def extra_move(scene: Scene, command: ExtraMove) -> Procedure:
    """Gives up a Main for a second Move. Source: CWN-21, CWN-36r."""
    yield from ()
    one = action_budget.actor(scene, command.who, "main")
    more: tuple[ev.Event, ...] = (ev.GaugeChanged(who=one.id, gauge="bonus_move", by=1),)
    if not action_budget.is_own_turn(scene.state, one.id) and not action_budget.is_holding(
        scene.state, one
    ):
        more = (*more, ev.GaugeChanged(who=one.id, gauge="instant_move", by=1))
    return Outcome(
        label=say("cwn.log.extra_move", who=one.name),
        events=(*more, *action_budget.paid(_with(scene, more), one, "main")),
        reasons=(Reason(text=say("cwn.why.extra_move"), rule="CWN-36r"),),
    )


def stand(scene: Scene, command: Stand) -> Procedure:
    """Gets up with everything dropped, the last of it in hand. Source: CWN-36o, CWN-35."""
    yield from ()
    one = action_budget.actor(scene, command.who, "move")
    if not one.has("prone"):
        raise refuse("cwn.not_prone", rule="CWN-36o", who=one.name)
    if one.has("crawling"):
        raise refuse("cwn.can_only_crawl", rule="CWN-64", who=one.name)
    return Outcome(
        label=say("cwn.log.stands", who=one.name),
        events=(
            ev.ConditionRemoved(who=one.id, key="prone"),
            *_collected(one),
            *action_budget.paid(scene, one, "move"),
        ),
    )


def _collected(one: Combatant) -> tuple[ev.Event, ...]:
    lying = gear.dropped(one)
    if not lying:
        return ()
    forgotten = ev.MemoSet(who=one.id, key="dropped", value="")
    if gear.held(one):
        return (forgotten,)
    return (forgotten, ev.MemoSet(who=one.id, key="held", value=lying[-1]))


def go_prone(scene: Scene, command: GoProne) -> Procedure:
    """Drops to the ground, On Turn. Source: CWN-36p, CWN-35."""
    yield from ()
    one = action_budget.on_turn(scene, command.who)
    if one.has("prone"):
        raise refuse("cwn.is_prone", rule="CWN-36p", who=one.name)
    return Outcome(
        label=say("cwn.log.goes_prone", who=one.name),
        events=(ev.ConditionAdded(who=one.id, condition=Condition(key="prone")),),
        reasons=(Reason(text=say("cwn.why.prone"), rule="CWN-35"),),
    )


def _with(scene: Scene, events: tuple[ev.Event, ...]) -> Scene:
    return replace(scene, state=fold(scene.state, events))
