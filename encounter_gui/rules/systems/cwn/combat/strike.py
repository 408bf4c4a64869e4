"""How one attack on one target is rolled, and what it does. Source: CWN-25."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import (
    Rolling,
    ask,
    request,
    requests_of,
    roll_dice,
    total,
    worth,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import sum_text, values_of
from encounter_gui.rules.engine.modifiers import total as total_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import melee, reactions, screen_effects, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    AttackOccasion,
    Strike,
    mode_of,
    strike_at,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.harm.damage import Damage, DamageResult, deal, fate_text
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK


class StrikeResult(Struct, frozen=True, kw_only=True):
    """How one attack was rolled, before it takes effect.

    ``rolled`` is the damage roll with everything added; ``damage`` what arrives at the soak pool. ``trauma`` is the
    Trauma Die with its bonus; None: not rolled.
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

    @property
    def total(self) -> int:
        """The d20 with everything added."""
        return self.die + self.strike.bonus

    @property
    def kind(self) -> str:
        """How the attack went: missed, shock, hit or traumatic."""
        if self.is_hit:
            return "traumatic" if self.is_traumatic else "hit"
        return "shock" if self.damage else "missed"


def roll_strike(
    resolution: Resolution, command: Attack, target: CombatantId, how: AttackOccasion
) -> Rolling[StrikeResult]:
    """Rolls one attack in the order of the rules, whether or not it meets its target. Source: CWN-25, CWN-40.

    It takes effect by ``take_effect``.
    """
    lying = yield from show_die(resolution, command, target, how)
    lying = yield from reactions.react(resolution, lying)
    return (yield from roll_damage(resolution, lying))


def show_die(
    resolution: Resolution, command: Attack, target: CombatantId, how: AttackOccasion
) -> Rolling[reactions.LyingDie]:
    """Rolls the d20 of an attack on its target, or on who screens it. Source: CWN-25 step 2, CWN-40."""
    context = resolution.context
    actor = context.combatant(command.who)
    weapon = weapon_in(actor, command.weapon)
    mode = mode_of(weapon, command.mode)
    is_shot = mode in to_hit.SHOTS
    met = yield from screen_effects.challenge(
        resolution, actor, context.combatant(target), weapon, is_shot=is_shot
    )
    context = resolution.context
    strike = strike_at(context, command, context.combatant(met), how=how)
    strike = replace(
        strike,
        hit=resolution.parts("hit", strike.hit),
        armor=resolution.parts("armor", strike.armor),
    )
    die = yield from total(request(context, "attack", actor.id, sides=20))
    return reactions.LyingDie.of(actor.id, met, strike, die, is_shot=is_shot)


def roll_damage(resolution: Resolution, lying: reactions.LyingDie) -> Rolling[StrikeResult]:
    """Rolls what a d20 leads to with which everybody is done. Source: CWN-25 steps 3 to 8."""
    strike = lying.strike
    if strike.is_melee:
        melee.join(resolution, lying.who, lying.target)
    result = StrikeResult(
        who=lying.who, target=lying.target, strike=strike, die=lying.die, is_hit=lying.is_hit
    )
    _hit_reason(resolution, result)
    if result.is_hit:
        return (yield from _roll_damage(resolution, result))
    return (yield from _take_miss(resolution, result))


def _hit_reason(resolution: Resolution, result: StrikeResult) -> None:
    resolution.reason(
        "cwn.why.hit" if result.is_hit else "cwn.why.miss",
        "CWN-25",
        die=result.die,
        parts=result.strike.hit_text,
        total=result.total,
        ac=result.strike.armor_class,
    )


def _roll_damage(resolution: Resolution, result: StrikeResult) -> Rolling[StrikeResult]:
    """Trauma Die and damage together; swarm, Trauma, Shock and the least in this order. Source: CWN-25 steps 4 to 8."""
    strike = replace(
        result.strike,
        damage_plus=resolution.parts("damage", result.strike.damage_plus),
        trauma_target=resolution.number("trauma_target", result.strike.trauma_target),
        shock=resolution.number("shock", result.strike.shock),
    )
    result = replace(result, strike=strike)
    trauma_dice, damage_dice = _requests(resolution.context, strike, result.who)
    dice = yield from ask(*trauma_dice, *damage_dice)
    trauma = None
    if strike.trauma is not None:
        face = dice[0].total if trauma_dice else 0
        trauma = face + strike.trauma.flat + strike.trauma_plus
    is_traumatic = trauma is not None and bool(
        mechanics.is_traumatic(trauma, 0, strike.trauma_target)
    )
    plain = yield from worth(strike.damage, dice[len(trauma_dice) :])
    plain += total_of(strike.damage_plus)
    rolled = int(mechanics.swarm_damage(plain, strike.swarm, strike.damage_most))
    damage = int(
        mechanics.at_least(
            mechanics.hit_damage(rolled, is_traumatic, strike.rating, strike.shock, strike.least),
            0,
        )
    )
    result = replace(
        result,
        trauma=trauma,
        is_traumatic=is_traumatic,
        rolled=rolled,
        damage=resolution.number("damage", damage),
    )
    _damage_reasons(resolution, result)
    return result


def _requests(
    context: RulesContext, strike: Strike, who: CombatantId
) -> tuple[tuple[RollRequest, ...], tuple[RollRequest, ...]]:
    """Returns the requests of the Trauma Die and of the damage; none where there are no dice."""
    trauma, damage = strike.trauma, strike.damage
    return (
        (request(context, "trauma", who, count=trauma.count, sides=trauma.sides),)
        if trauma is not None and trauma.count
        else (),
        requests_of(context, "damage", who, damage),
    )


def _damage_reasons(resolution: Resolution, result: StrikeResult) -> None:
    strike = result.strike
    if result.trauma is not None:
        resolution.reason(
            "cwn.why.traumatic" if result.is_traumatic else "cwn.why.no_trauma",
            "CWN-08",
            trauma=result.trauma,
            target=strike.trauma_target,
            rating=strike.rating,
        )
    plus = f" + {sum_text(strike.damage_plus)}" if strike.damage_plus else ""
    text_of = resolution.context.texts.text_of
    swarm = text_of("cwn.why.swarm_damage", swarm=strike.swarm) if strike.swarm else ""
    resolution.reason(
        "cwn.why.damage",
        "CWN-39" if strike.swarm else "CWN-25",
        dice=f"{strike.damage.text}{plus}{swarm}",
        rolled=result.rolled,
        damage=result.damage,
    )
    if strike.shock and result.damage == strike.shock:
        resolution.reason("cwn.why.shock_floor", "CWN-25", shock=strike.shock)


def _take_miss(resolution: Resolution, result: StrikeResult) -> Rolling[StrikeResult]:
    """Shock, or what a master's fists do on a miss if that is more. Source: CWN-25 step 7, CWN-45j."""
    strike = result.strike
    if strike.shock and not strike.is_shock_ignored:
        strike = replace(strike, shock=resolution.number("shock", strike.shock))
        result = replace(result, strike=strike)
    graze = 0
    if strike.graze:
        graze = yield from roll_dice(resolution.context, "graze", result.who, strike.graze)
    if strike.is_shock_ignored:
        resolution.set_gauge(result.target, FIRST_SHOCK, 1)
        resolution.reason("cwn.why.shock_ignored", "CWN-45q")
    elif strike.shock:
        parts = sum_text(strike.shock_parts)
        resolution.reason("cwn.why.shock", "CWN-25", parts=parts, shock=strike.shock)
    return replace(result, damage=max(strike.shock, graze), rolled=graze)


def take_effect(resolution: Resolution, result: StrikeResult) -> DamageResult:
    """Lets an attack that was rolled take effect; the fact of it comes first. Source: CWN-25."""
    damage = Damage(
        target=result.target,
        amount=result.damage,
        is_lethal=result.strike.is_lethal,
        is_traumatic=result.is_traumatic,
    )
    strike = result.strike
    values: dict[str, Value] = {
        "die": result.die,
        "bonus": strike.bonus,
        "total": result.total,
        "ac": strike.armor_class,
        "hit": result.is_hit,
        "shock": strike.shock,
        **values_of(strike.hit),
    }
    if result.is_hit:
        values |= {"rolled": result.rolled, "traumatic": result.is_traumatic}
    if result.trauma is not None:
        values |= {"trauma": result.trauma, "trauma_target": strike.trauma_target}
    return deal(resolution, "attack", result.who, damage, **values)


def result_label(
    context: RulesContext, prefix: str, result: StrikeResult, done: DamageResult, **params: str
) -> Message:
    """Returns how an attack went in words."""
    return say(
        f"{prefix}_{result.kind}",
        who=context.combatant(result.who).name,
        target=context.combatant(result.target).name,
        total=result.total,
        ac=result.strike.armor_class,
        damage=result.damage,
        soaked=done.soaked,
        lost=done.lost,
        fate=fate_text(context, done.fate),
        **params,
    )
