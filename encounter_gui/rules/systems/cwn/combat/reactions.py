"""What can still be done once a d20 is on the table. Source: CWN-24, CWN-36g, CWN-45a, CWN-45p.

Only those are asked who have something that would matter; of Total Defense only player characters and named NPCs, as of
Snap Attacks: for the rest the game master declares it before the roll.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike, guarded
from encounter_gui.rules.systems.cwn.combat.total_defense import defended
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, scene_uses

KEEP, LUCK, DEFEND, REROLL = "keep", "luck", "defend", "reroll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A d20 as it lies on the table, with what Instants have made of it so far."""

    context: RulesContext
    strike: Strike
    die: int
    is_hit: bool
    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


def settled(
    context: RulesContext,
    who: CombatantId,
    target: CombatantId,
    strike: Strike,
    die: int,
    *,
    is_shot: bool,
) -> Generator[Ask, Answer, Shown]:
    """Asks everybody concerned until nobody changes anything any more. Source: CWN-24."""
    is_hit = bool(mechanics.hits(die, strike.bonus, strike.armor_class))
    shown = Shown(context=context, strike=strike, die=die, is_hit=is_hit)
    declined: set[tuple[CombatantId, bool]] = set()
    while True:
        asked = _next_asked(shown, who, target, declined, is_shot=is_shot)
        if asked is None:
            return shown
        one, options = asked
        key = "cwn.choose.hit" if shown.is_hit else "cwn.choose.miss"
        answer = yield Choice(
            key="instant",
            label=say(
                key,
                target=context.combatant(target).name,
                total=shown.die + shown.strike.bonus,
                ac=shown.strike.armor_class,
            ),
            who=one,
            options=(KEEP, *options),
        )
        chosen = answer.option if isinstance(answer, Chosen) else KEEP
        declined.add((one, shown.is_hit))
        shown = yield from _used(shown, one, chosen)


def _next_asked(
    shown: Shown,
    who: CombatantId,
    target: CombatantId,
    declined: set[tuple[CombatantId, bool]],
    *,
    is_shot: bool,
) -> tuple[CombatantId, tuple[str, ...]] | None:
    """Returns who is to be asked next, and what it could do; the target first."""
    state = shown.context.state
    for key, options in (
        (target, _of_target(shown, state.combatants[target])),
        (who, _of_attacker(shown, state.combatants[who], is_shot=is_shot)),
    ):
        if options and (key, shown.is_hit) not in declined:
            return key, options
    return None


def _of_target(shown: Shown, combatant: Combatant) -> tuple[str, ...]:
    found = []
    if not character.can_act(combatant):
        return ()
    if shown.is_hit and _has(combatant, "veterans_luck"):
        found.append(LUCK)
    if _would_defend(shown, combatant):
        found.append(DEFEND)
    return tuple(found)


def _would_defend(shown: Shown, combatant: Combatant) -> bool:
    """Whether Total Defense would turn the hit into a miss, or stop the Shock of a miss. Source: CWN-36g."""
    if combatant.has("total_defense") or not character.is_somebody(combatant):
        return False
    if not action_budget.has_instant_main(shown.context, combatant):
        return False
    better = guarded(shown.strike)
    if shown.is_hit:
        return not mechanics.hits(shown.die, better.bonus, better.armor_class)
    return shown.strike.shock > 0


def _of_attacker(shown: Shown, combatant: Combatant, *, is_shot: bool) -> tuple[str, ...]:
    if shown.is_hit or not character.can_act(combatant):
        return ()
    found = [LUCK] if _has(combatant, "veterans_luck") else []
    if is_shot and _has(combatant, "gunlink"):
        found.append(REROLL)
    return tuple(found)


def _has(combatant: Combatant, trait: str) -> bool:
    """Whether somebody has a trait that works once per scene, and has not used it. Source: CWN-45a, CWN-45p."""
    return bool(gear.rank(combatant, trait)) and not scene_uses.uses(combatant, trait)


def luck(
    combatant: Combatant, total: int, armor_class: int
) -> Generator[Ask, Answer, tuple[ev.Event, ...]]:
    """Asks who has just missed a point whether luck lands it there; no events: it does not. Source: CWN-45a, CWN-41."""
    if not _has(combatant, "veterans_luck"):
        return ()
    label = say("cwn.choose.point", who=combatant.name, total=total, ac=armor_class)
    answer = yield Choice(key="instant", label=label, who=combatant.id, options=(KEEP, LUCK))
    is_lucky = isinstance(answer, Chosen) and answer.option == LUCK
    return (scene_uses.used(combatant, "veterans_luck"),) if is_lucky else ()


def _used(shown: Shown, who: CombatantId, chosen: str) -> Generator[Ask, Answer, Shown]:
    combatant = shown.context.combatant(who)
    match chosen:
        case "luck":
            after = _with(
                shown, (scene_uses.used(combatant, "veterans_luck"),), "luck", "CWN-45a", combatant
            )
            return replace(after, is_hit=not shown.is_hit)
        case "defend":
            after = _with(
                shown, defended(shown.context, combatant), "defends", "CWN-36g", combatant
            )
            strike = guarded(shown.strike)
            is_hit = bool(mechanics.hits(shown.die, strike.bonus, strike.armor_class))
            return replace(after, strike=strike, is_hit=is_hit)
        case "reroll":
            die = yield from rolls.roll_one("attack", who, 20)
            after = _with(
                shown, (scene_uses.used(combatant, "gunlink"),), "reroll", "CWN-45p", combatant
            )
            strike = shown.strike
            is_hit = bool(mechanics.hits(die, strike.bonus, strike.armor_class))
            return replace(after, die=die, is_hit=is_hit)
        case _:
            return shown


def _with(
    shown: Shown, events: tuple[ev.Event, ...], word: str, rule: str, combatant: Combatant
) -> Shown:
    reason = Reason(text=say(f"cwn.instant.{word}", who=combatant.name), rule=rule)
    return replace(
        shown,
        context=replace(shown.context, state=fold(shown.context.state, events)),
        events=(*shown.events, *events),
        reasons=(*shown.reasons, reason),
    )
