"""What a command threatens its target with, as exact odds. Source: CWN-25, CWN-32, CWN-39, CWN-41, CWN-42, CWN-69."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.dice.absorbing import used_up_within
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import blasts, detonations, flashes, suppression, throws
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.odds import attack as attack_odds
from encounter_gui.rules.systems.cwn.odds.areas import blast_odds, suppressed_odds
from encounter_gui.rules.systems.cwn.odds.attack import HarmOdds
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.action_budget import FIRST_SHOCK
from encounter_gui.rules.systems.cwn.sheet.checks import save_bonus


class Threat(Struct, frozen=True, kw_only=True):
    """The odds of one action against one target.

    ``kind`` chooses the words. ``harm`` are the odds of one attack; None: nothing is lost by it, and ``chance`` is all
    there is to say. ``needs`` is what the target's save takes, 0 for none. ``attacks`` are made with the one action;
    ``within`` looks at so many actions.
    """

    kind: str
    target: Combatant | None = None
    strike: attack_plan.Strike | None = None
    harm: HarmOdds | None = None
    chance: float = 0.0
    needs: int = 0
    attacks: int = 1
    within: tuple[float, ...] = ()


def threat_of(context: RulesContext, command: Command) -> Threat | None:
    """Returns what a command threatens its target with; None: nothing."""
    try:
        match command:
            case do.Attack():
                return _attack(context, command)
            case do.Suppress(targets=(caught, *_)):
                return _suppression_threat(context, command, caught)
            case do.Throw():
                return _throw_threat(context, command)
            case do.Blast(targets=(caught, *_)):
                return _in_blast(context, command, caught)
            case _:
                return None
    except (RuleError, KeyError):
        return None


def _attack(context: RulesContext, command: do.Attack) -> Threat:
    made = attack_plan.plan_attack(context, command)
    harm = attack_odds.strike_odds(made.strike)
    attacks = sum(who == command.target for who, _ in made.strikes)
    return Threat(
        kind="attacks" if attacks > 1 else "attack",
        target=context.combatant(command.target),
        strike=made.strike,
        harm=harm,
        attacks=attacks,
        within=_within(context, command, made.strike, harm, attacks),
    )


def _within(
    context: RulesContext,
    command: do.Attack,
    strike: attack_plan.Strike,
    harm: HarmOdds,
    attacks: int,
) -> tuple[float, ...]:
    """Returns the chances to be down within so many actions, one a round. Source: CWN-36a, CWN-36b, CWN-45q, CWN-69."""
    target = context.combatant(command.target)
    is_stopped = bool(target.gauges.get(FIRST_SHOCK))
    if attacks == 1 and not is_stopped:
        return harm.within
    loss = attack_odds.action_loss(harm, attacks, _later(context, command, strike))
    if not is_stopped:
        return used_up_within(harm.points, attack_odds.CHAIN, loss, loss)
    begins = ev.GaugeSet(who=target.id, gauge=FIRST_SHOCK, to=0)
    after = replace(context, state=evolve(context.state, begins))
    again = attack_plan.strike_at(after, command, after.combatant(target.id))
    rest = attack_odds.action_loss(
        attack_odds.strike_odds(again), attacks, _later(after, command, again)
    )
    return used_up_within(harm.points, attack_odds.CHAIN, loss, rest)


def _later(
    context: RulesContext, command: do.Attack, strike: attack_plan.Strike
) -> HarmOdds | None:
    """Returns the odds once the first Shock of the round has been stopped; None: none is. Source: CWN-45q."""
    if not strike.is_shock_ignored:
        return None
    stopped = ev.GaugeSet(who=command.target, gauge=FIRST_SHOCK, to=1)
    after = replace(context, state=evolve(context.state, stopped))
    return attack_odds.strike_odds(
        attack_plan.strike_at(after, command, after.combatant(command.target))
    )


def _suppression_threat(context: RulesContext, command: do.Suppress, caught: do.InCone) -> Threat:
    """Half the damage for who fails to save; hard cover is safe. Source: CWN-32."""
    combatant, target = context.combatant(command.who), context.combatant(caught.target)
    weapon = attack_plan.weapon_in(combatant, command.weapon)
    lethal = (
        None
        if weapon.is_nonlethal
        else attack_plan.trauma_of(combatant, weapon, target, suited=None)
    )
    needs = character.save_target(context, target, "evasion")
    saved = attack_odds.save_chance(needs, save_bonus(context, target) + caught.gm)
    going_on = suppression.swept(context.state, combatant.id)
    known = going_on[1] if going_on else None
    dice = attack_plan.damage_dice(context, combatant, weapon)
    harm = suppressed_odds(
        dice if known is None else DiceSum(count=0, flat=known),
        total(attack_plan.damage_parts(context, combatant, weapon, "single"))
        if known is None
        else 0,
        failed=0.0 if caught.hard_cover else 1.0 - saved,
        trauma=attack_odds.trauma_chance(
            lethal,
            attack_plan.trauma_bonus(context, combatant, target),
            character.trauma_target(context, target),
        ),
        rating=weapon.rating,
        points=points_of(target),
    )
    return Threat(kind="suppress", target=target, harm=harm, needs=needs, within=harm.within)


def _throw_threat(context: RulesContext, command: do.Throw) -> Threat:
    made = throws.plan_throw(context, command)
    return Threat(kind="throw", chance=attack_odds.hit_chance(total(made.hit), made.armor_class))


def _in_blast(context: RulesContext, command: do.Blast, caught: do.Caught) -> Threat | None:
    """A save halves; then Trauma, then the armour step. Source: CWN-41, CWN-42."""
    explosive, _ = detonations.exploding(context, command)
    target = context.combatant(caught.target)
    kind = blasts.save_of(explosive)
    needs = character.save_target(context, target, kind)
    saved = attack_odds.save_chance(needs, save_bonus(context, target) + caught.gm)
    if explosive.effect == "flash":
        can_be = flashes.can_be_flashed(context, caught)
        return Threat(
            kind="flash", target=target, chance=1.0 - saved if can_be else 0.0, needs=needs
        )
    if explosive.damage is None:
        return None
    if explosive.effect == "gas" and flashes.is_safe(context, caught, "gas"):
        nothing = attack_odds.harmless(points_of(target))
        return Threat(kind="blast", target=target, harm=nothing, within=nothing.within)
    harm = blast_odds(
        explosive.damage,
        saved=saved,
        trauma=_trauma(context, explosive, target),
        rating=explosive.rating,
        armor_class=character.armor_class(context, target, melee=True),
        step=explosive.ac_step,
        points=points_of(target),
    )
    return Threat(kind="blast", target=target, harm=harm, needs=needs, within=harm.within)


def _trauma(context: RulesContext, explosive: gear.Explosive, target: Combatant) -> float:
    if not blasts.has_trauma(explosive, target):
        return 0.0
    against = attack_plan.trauma_against(context, target)
    return attack_odds.trauma_chance(
        explosive.trauma, against, character.trauma_target(context, target)
    )


def points_of(target: Combatant) -> int:
    """Returns the damage that puts a combatant down, or kills who lies there. Source: CWN-07, CWN-57, CWN-59."""
    return attack_odds.points_of(character.soak_now(target), character.hp_now(target))
