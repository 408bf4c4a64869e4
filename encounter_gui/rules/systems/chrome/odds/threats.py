"""What a command threatens a combatant with, as the numbers the odds are made of. Source: CHR-36 to CHR-46, CHR-57."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import threat
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    AttackPlan,
    counter_weapons,
    defences,
    grenade_in,
    plan_attack,
    plan_blast,
    plan_blast_save,
    plan_counter,
    plan_throw,
)
from encounter_gui.rules.systems.chrome.combat.strike import COUNTER, SAVE
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.odds.attack import (
    PASSING,
    Strike,
    StrikeOdds,
    Target,
    strike_odds,
)
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.fighter import BIT, EFFECT_BIT, marks_of
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan
from encounter_gui.rules.systems.chrome.rules.rolls import Roll
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, plan_check
from encounter_gui.rules.systems.chrome.sheet.gear import Ability


class Back(Struct, frozen=True, kw_only=True):
    """A counter-attack: its plan, the odds of it if it is made, and the chance that it still is. Source: CHR-42.

    ``saved`` are the odds of the attack with the Save, ``accepted`` without.
    """

    plan: AttackPlan
    odds: StrikeOdds
    chance: float
    saved: StrikeOdds
    accepted: StrikeOdds


class Threat(Struct, frozen=True, kw_only=True):
    """What one attack threatens one target with.

    ``kind`` chooses the words: ``attack`` of an Operator, ``duel`` of an Operator on another, ``enemy``, ``throw`` or
    ``special``. ``defence`` is what the target does; ``test`` and ``save`` are rolled for it (None: not). ``tier`` and
    ``soak`` are the damage and what lessens it. ``back``: how it could strike back, chosen or not.
    """

    kind: str
    target: Combatant
    strike: Strike
    odds: StrikeOdds
    tier: int
    soak: int
    effects: tuple[str, ...] = ()
    defence: str = ""
    test: D100Plan | None = None
    save: D100Plan | None = None
    back: Back | None = None
    attacks: int = 1


def threat_of(context: RulesContext, command: Command) -> Threat | None:
    """Returns what a command threatens a combatant with; None: nothing."""
    try:
        match command:
            case do.Attack():
                return _attack(context, command)
            case do.Throw():
                return _throw(context, command)
            case do.Special(targets=(who, *_)):
                return _special(context, command, context.combatant(who))
            case _:
                return None
    except (RuleError, KeyError):
        return None


def _attack(context: RulesContext, command: do.Attack) -> Threat | None:
    combatant, target = context.combatant(command.who), context.combatant(command.target)
    plan = plan_attack(context, command)
    if not plan.weapon.works_at(plan.band):
        return None  # it is refused: the chances of nothing would be no help
    possible = defences(context, target, plan.band)
    defence = command.defence if command.defence in possible else SAVE if possible else ""
    save = plan.save if defence == SAVE else None
    strike = strike_of(context, combatant, target, plan.harm, test=plan.test, save=save)
    odds = strike_odds(strike)
    is_duel = plan.test is not None and character.is_operator(target)
    return Threat(
        kind="enemy" if plan.test is None else "duel" if is_duel else "attack",
        target=target,
        strike=strike,
        odds=odds,
        tier=plan.tier,
        soak=plan.soaked,
        effects=plan.weapon.effects,
        defence=defence,
        test=plan.test,
        save=save,
        back=_back(context, command, plan, strike, odds) if COUNTER in possible else None,
        attacks=threat.attacks_left(context, combatant, plan.weapon),
    )


def strike_of(
    context: RulesContext,
    who: Combatant,
    target: Combatant,
    harm: HarmPlan,
    *,
    test: D100Plan | None,
    save: D100Plan | None,
) -> Strike:
    """Returns an attack as numbers, with the Save that is made against it; None: none is."""
    mine, theirs = (marks_of(context, each) & PASSING for each in (who, target))
    return Strike(
        mine=mine,
        theirs=theirs,
        unnoticed=target.id in character.unnoticed_by(who),
        target=target_of(context, target, save),
        test=roll_of(test),
        save=roll_of(save),
        harm=numbers_of(harm),
        fumble_stress=context.number(nerve.FUMBLED_STRESS),
    )


def numbers_of(plan: HarmPlan) -> HarmPlan:
    """Returns what a hit does as numbers, without the effects that its odds do not show."""
    sever = EFFECT_BIT["sever"]
    return replace(plan, soak=plan.soaked, effects=plan.effects & sever, always=plan.always & sever)


def roll_of(plan: D100Plan | None) -> Roll | None:
    """Returns a test as numbers."""
    if plan is None:
        return None
    return Roll(
        plan.target,
        plan.edge,
        plan.by_outcome,
        plan.zero,
        critical_gain=plan.critical_gain,
        favoured_gain=plan.favoured_gain,
        plain_stress=plan.plain_stress,
        critical_stress=plan.critical_stress,
        is_save=plan.is_save,
        is_prime=plan.is_prime,
        kept=plan.kept,
        burn=plan.burn,
    )


def target_of(context: RulesContext, combatant: Combatant, save: D100Plan | None) -> Target:
    """Returns a combatant attacked as numbers; what helps one Save only is used up by the one against the attack."""
    is_operator = character.is_operator(combatant)
    return Target(
        health=character.health_now(combatant),
        death=_death(context, combatant, save) if is_operator else None,
        panics=is_operator and character.is_awake(combatant),
        conviction=character.conviction_now(combatant),
        is_edgy=combatant.has("on_the_edge"),
        places=wounds.sever_plan(context),
        may_lose_head=character.may_lose_head(combatant),
    )


def _death(context: RulesContext, combatant: Combatant, save: D100Plan | None) -> Roll | None:
    """The Save at 0 Health. Source: CHR-57, CHR-63."""
    kept = -1 if save is None else save.kept
    rest = tuple(
        each for each in combatant.conditions if BIT.get(each.key, 0) & kept or each.key not in BIT
    )
    then = replace(combatant, conditions=rest)
    return roll_of(plan_check(context, then, str(context.switch("chrome.deathSave"))))


def _back(
    context: RulesContext, command: do.Attack, plan: AttackPlan, strike: Strike, odds: StrikeOdds
) -> Back | None:
    """How the target could strike back; ``strike`` and ``odds`` are those of the attack as chosen. Source: CHR-42."""
    combatant, target = context.combatant(command.who), context.combatant(command.target)
    arms = {each.key: each for each in counter_weapons(target)}
    weapon = arms.get(command.counter_weapon) or next(iter(arms.values()), None)
    if weapon is None:
        return None
    other = None if strike.save else plan.save
    rest = strike_odds(strike_of(context, combatant, target, plan.harm, test=plan.test, save=other))
    saved, accepted = (odds, rest) if strike.save else (rest, odds)
    mine = plan_counter(context, target, combatant, weapon)
    return Back(
        plan=mine,
        odds=strike_odds(
            strike_of(context, target, combatant, mine.harm, test=mine.test, save=mine.save)
        ),
        chance=_strikes_back(context, accepted),
        saved=saved,
        accepted=accepted,
    )


def _strikes_back(context: RulesContext, odds: StrikeOdds) -> float:
    """The chance that who accepts the damage is still able to strike back. Source: CHR-42, CHR-73."""
    if context.switch("chrome.counterWhenDropped"):
        return 1.0
    return (odds.hit - odds.out) / odds.hit if odds.hit else 0.0


def victim_of(command: do.Throw) -> do.Caught | None:
    """Returns of whom the odds of a grenade are: the target; at a point the nearest it catches. None: it is nobody."""
    if command.target is not None:
        return do.Caught(target=command.target, cover=command.cover, waive=command.waive)
    return next(iter(command.caught or ()), None)


def _throw(context: RulesContext, command: do.Throw) -> Threat | None:
    """The blast on whom it is aimed at, or at a point on the nearest to it. Source: CHR-46, CHR-47."""
    victim = victim_of(command)
    if victim is None:
        return None
    target, in_cover = context.combatant(victim.target), bool(victim.cover)
    grenade = grenade_in(context.combatant(command.who), command.weapon)
    test = plan_throw(context, command)
    combatant = context.combatant(command.who)
    save = None
    if not victim.waive:
        save = plan_blast_save(context, target, in_cover=in_cover, by=combatant)
    tier = grenade.near if command.target is None else grenade.centre
    plan = plan_blast(
        context,
        target,
        tier,
        grenade.effects,
        has_cover=in_cover,
        is_by_enemy=not character.is_operator(combatant),
    )
    strike = strike_of(context, combatant, target, plan, test=test, save=save)
    return Threat(
        kind="throw",
        target=target,
        strike=strike,
        odds=strike_odds(strike),
        tier=tier,
        soak=plan.soaked,
        effects=grenade.effects,
        defence=SAVE if save else "",
        test=test,
        save=save,
    )


def _special(context: RulesContext, command: do.Special, target: Combatant) -> Threat | None:
    """An enemy's special ability on one of its targets. Source: CHR-11, CHR-71."""
    combatant = context.combatant(command.who)
    ability = next(
        (each for each in gear.abilities(combatant) if each.key == command.ability), None
    )
    if ability is None or not character.is_operator(target) or not character.is_awake(target):
        return None
    save = plan_check(context, target, ability.save)
    strike = _dread(context, target, ability, save)
    return Threat(
        kind="special",
        target=target,
        strike=strike,
        odds=strike_odds(strike),
        tier=0,
        soak=0,
        defence=SAVE,
        save=save,
    )


def _dread(context: RulesContext, target: Combatant, ability: Ability, save: D100Plan) -> Strike:
    return Strike(
        target=target_of(context, target, save),
        save=roll_of(save),
        stress=ability.stress,
        dreads=ability.panics,
        fumble_stress=context.number(nerve.FUMBLED_STRESS),
    )
