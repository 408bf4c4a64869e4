"""How one attack on one target is rolled, and what it does. Source: CWN-25."""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import sum_text
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat import melee, reactions, screen_effects, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    AttackOccasion,
    Strike,
    mode_of,
    strike_at,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.harm.falling import Damage, DamageResult, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeResult:
    """How one attack went, before it takes effect.

    ``rolled`` is the damage roll with everything added; ``damage`` what arrives at the soak pool. ``trauma`` is the
    Trauma Die with its bonus; None: not rolled. ``events`` have happened on the way: Instants, screens.
    """

    who: CombatantId
    target: CombatantId
    strike: Strike
    die: int
    is_hit: bool
    trauma: int | None = None
    is_traumatic: bool = False
    rolled: int = 0
    damage: int = 0
    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def harm(self) -> Damage:
        """What the target suffers."""
        return Damage(
            target=self.target,
            amount=self.damage,
            is_lethal=self.strike.is_lethal,
            is_traumatic=self.is_traumatic,
        )


def struck_at(
    context: RulesContext, command: Attack, target: CombatantId, how: AttackOccasion
) -> Generator[Ask, Answer, StrikeResult]:
    """Rolls one attack in the order of the rules, whoever it meets in the end. Source: CWN-25, CWN-40."""
    combatant = context.combatant(command.who)
    weapon = weapon_in(combatant, command.weapon)
    mode = mode_of(weapon, command.mode)
    is_shot = mode in to_hit.SHOTS
    passed = yield from screen_effects.challenged(
        context, combatant, context.combatant(target), weapon, is_shot=is_shot
    )
    after = _after(context, passed.events)
    strike = strike_at(after, command, after.combatant(passed.target), how=how)
    die = yield from rolls.roll_one("attack", command.who, 20)
    shown = yield from reactions.settled(
        after, command.who, passed.target, strike, die, is_shot=is_shot
    )
    met_in_melee = (
        melee.joined(
            shown.context.state,
            shown.context.combatant(command.who),
            after.combatant(passed.target),
        )
        if mode == "melee"
        else ()
    )
    result = StrikeResult(
        who=command.who,
        target=passed.target,
        strike=shown.strike,
        die=shown.die,
        is_hit=shown.is_hit,
        events=(*passed.events, *shown.events, *met_in_melee),
        reasons=(*passed.reasons, *shown.reasons),
    )
    return (yield from _damaged(result) if result.is_hit else _missed(result))


def _damaged(result: StrikeResult) -> Generator[Ask, Answer, StrikeResult]:
    """Trauma Die and damage together; swarm, Trauma, Shock and the least in this order. Source: CWN-25 steps 4 to 8."""
    strike, who = result.strike, result.who
    trauma_dice, damage_dice = _requests(strike, who)
    totals = yield from rolls.together(*trauma_dice, *damage_dice)
    trauma = None
    if strike.trauma is not None:
        face = totals[0] if trauma_dice else 0
        trauma = face + strike.trauma.flat + strike.trauma_plus
    faces = totals[-1] if damage_dice else 0
    is_traumatic = trauma is not None and bool(
        mechanics.is_traumatic(trauma, 0, strike.trauma_target)
    )
    plain = faces + strike.damage_flat
    rolled = int(mechanics.swarm_damage(plain, strike.swarm, strike.damage_most))
    damage = mechanics.hit_damage(rolled, is_traumatic, strike.rating, strike.shock, strike.least)
    return replace(
        result,
        trauma=trauma,
        is_traumatic=is_traumatic,
        rolled=rolled,
        damage=int(mechanics.at_least(damage, 0)),
    )


def _requests(
    strike: Strike, who: CombatantId
) -> tuple[tuple[RollRequest, ...], tuple[RollRequest, ...]]:
    trauma: tuple[RollRequest, ...] = ()
    damage: tuple[RollRequest, ...] = ()
    if strike.trauma is not None and strike.trauma.count:
        trauma = (rolls.request("trauma", who, strike.trauma.sides, strike.trauma.count),)
    if strike.damage.count:
        damage = (rolls.request("damage", who, strike.damage.sides, strike.damage.count),)
    return trauma, damage


def _missed(result: StrikeResult) -> Generator[Ask, Answer, StrikeResult]:
    """Shock, or what a master's fists do on a miss if that is more. Source: CWN-25 step 7, CWN-45j."""
    strike = result.strike
    graze = (yield from rolls.dice("graze", result.who, strike.graze)) if strike.graze else 0
    events = result.events
    if strike.is_shock_ignored:
        events = (*events, ev.GaugeSet(who=result.target, gauge=FIRST_SHOCK, to=1))
    return replace(result, damage=max(strike.shock, graze), rolled=graze, events=events)


def took_effect(
    context: RulesContext, result: StrikeResult
) -> Generator[Ask, Answer, tuple[ev.Event, ...]]:
    """Lets an attack that was rolled take effect, and returns all its events, the fact of it first. Source: CWN-25."""
    outcome = yield from hurt(context, result.harm)
    return (fact_of(result, outcome), *outcome.events)


def fact_of(result: StrikeResult, outcome: DamageResult) -> ev.Resolved:
    """Returns the fact of an attack, for the log, reports and expectations."""
    strike = result.strike
    values: dict[str, Value] = {
        "die": result.die,
        "bonus": strike.bonus,
        "total": result.die + strike.bonus,
        "ac": strike.armor_class,
        "hit": result.is_hit,
        "shock": strike.shock,
        "damage": result.damage,
        "soaked": outcome.soaked,
        "lost": outcome.lost,
        "fate": outcome.fate,
    }
    if outcome.injury:
        values["injury"] = outcome.injury
    if result.is_hit:
        values |= {"rolled": result.rolled, "traumatic": result.is_traumatic}
    if result.trauma is not None:
        values |= {"trauma": result.trauma, "trauma_target": strike.trauma_target}
    return ev.Resolved(what="attack", who=result.who, target=result.target, values=values)


def kind_of(result: StrikeResult) -> str:
    """Returns how an attack went: missed, shock, hit or traumatic."""
    if result.is_hit:
        return "traumatic" if result.is_traumatic else "hit"
    return "shock" if result.damage else "missed"


def result_of(
    context: RulesContext, prefix: str, result: StrikeResult, fact: ev.Resolved
) -> Message:
    """Returns how an attack went in words."""
    values = fact.values
    fate = str(values.get("fate", ""))
    return say(
        f"{prefix}_{kind_of(result)}",
        who=context.combatant(result.who).name,
        target=context.combatant(result.target).name,
        total=result.die + result.strike.bonus,
        ac=result.strike.armor_class,
        damage=result.damage,
        soaked=int(values.get("soaked", 0)),  # type: ignore[arg-type]  # a number, as made above
        lost=int(values.get("lost", 0)),  # type: ignore[arg-type]  # as above
        fate=fate_words(context, fate, str(values.get("injury", ""))),
    )


def why(context: RulesContext, result: StrikeResult) -> tuple[Reason, ...]:
    """Returns the arithmetic of an attack, line by line. Source: CWN-25."""
    strike = result.strike
    key = "cwn.why.hit" if result.is_hit else "cwn.why.miss"
    lines = [
        *result.reasons,
        Reason(
            text=say(
                key,
                die=result.die,
                parts=strike.hit_text,
                total=result.die + strike.bonus,
                ac=strike.armor_class,
            ),
            rule="CWN-25",
        ),
    ]
    lines += _harm_reasons(context, result) if result.is_hit else _miss_reasons(result)
    return tuple(lines)


def _harm_reasons(context: RulesContext, result: StrikeResult) -> list[Reason]:
    strike, lines = result.strike, []
    if result.trauma is not None:
        key = "cwn.why.traumatic" if result.is_traumatic else "cwn.why.no_trauma"
        text = say(key, trauma=result.trauma, target=strike.trauma_target, rating=strike.rating)
        lines.append(Reason(text=text, rule="CWN-08"))
    plus = f" + {sum_text(strike.damage_plus)}" if strike.damage_plus else ""
    swarm = (
        context.texts.text_of("cwn.why.swarm_damage", swarm=strike.swarm) if strike.swarm else ""
    )
    text = say(
        "cwn.why.damage",
        dice=f"{strike.damage.text}{plus}{swarm}",
        rolled=result.rolled,
        damage=result.damage,
    )
    lines.append(Reason(text=text, rule="CWN-39" if strike.swarm else "CWN-25"))
    if strike.shock and result.damage == strike.shock:
        lines.append(Reason(text=say("cwn.why.shock_floor", shock=strike.shock), rule="CWN-25"))
    return lines


def _miss_reasons(result: StrikeResult) -> list[Reason]:
    strike = result.strike
    if strike.is_shock_ignored:
        return [Reason(text=say("cwn.why.shock_ignored"), rule="CWN-45q")]
    if not strike.shock:
        return []
    text = say("cwn.why.shock", parts=sum_text(strike.shock_parts), shock=strike.shock)
    return [Reason(text=text, rule="CWN-25")]


def _after(context: RulesContext, events: tuple[ev.Event, ...]) -> RulesContext:
    return replace(context, state=fold(context.state, events))
