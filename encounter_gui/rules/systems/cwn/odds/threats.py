"""What a command threatens its target with, as exact odds. Source: CWN-25, CWN-32, CWN-39, CWN-41, CWN-42, CWN-69."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import blasts, detonations, flashes, suppression, throws
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.odds import attack as attack_odds
from encounter_gui.rules.systems.cwn.odds import repeated
from encounter_gui.rules.systems.cwn.odds.attack import HarmOdds
from encounter_gui.rules.systems.cwn.odds.repeated import CHAIN
from encounter_gui.rules.systems.cwn.rules import areas
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter, armed
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from encounter_gui.rules.systems.cwn.sheet import character


class Threat(Struct, frozen=True, kw_only=True):
    """The odds of one action against one target.

    ``kind`` chooses the words. ``harm`` are the odds of one attack; None: nothing is lost by it, and ``chance`` is all
    there is to say. ``needs`` is what the target's save takes, 0 for none. ``attacks`` are made with the one action;
    ``repeated`` works out what so many actions come to; None: nothing.
    """

    kind: str
    target: Combatant | None = None
    strike: Strike | None = None
    harm: HarmOdds | None = None
    chance: float = 0.0
    needs: int = 0
    attacks: int = 1
    repeated: Callable[[int], tuple[float, ...]] | None = None

    def within(self, actions: int = CHAIN) -> tuple[float, ...]:
        """Returns the chances to be down within 1, 2 … such actions; it is not kept."""
        return (0.0,) * actions if self.repeated is None else self.repeated(actions)

    def down(self) -> float:
        """Returns the chance to be down after one such action; of who lies there already, to die."""
        if self.harm is not None and self.repeated is not None and self.attacks == 1:
            return self.harm.down
        return self.within(1)[0]


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
    strike = attack_plan.first_strike(context, command)
    attacks = made.targets.count(command.target)
    attacker, target = context.combatant(command.who), context.combatant(command.target)

    def strike_of(stopped: bool, defends: bool) -> Strike:  # noqa: FBT001 - as the rules ask
        shown = attack_plan.as_target(target, stopped=stopped, defends=defends)
        return attack_plan.strike_at(context, command, shown)

    rounds = made.rounds or int(made.mode == "thrown")
    action = repeated.Repeated(armed(made.weapon, made.mode), rounds, attacks)
    return Threat(
        kind="attacks" if attacks > 1 else "attack",
        target=target,
        strike=strike,
        harm=attack_odds.strike_odds(strike),
        attacks=attacks,
        repeated=partial(repeated.attacks_within, context, attacker, target, action, strike_of),
    )


def _suppression_threat(context: RulesContext, command: do.Suppress, caught: do.InCone) -> Threat:
    """Half the damage for who fails to save; hard cover is safe. Source: CWN-32."""
    combatant, target = context.combatant(command.who), context.combatant(caught.target)
    weapon = attack_plan.weapon_in(combatant, command.weapon)
    plan = suppression.plan_cone(context, combatant, weapon, target, caught)
    action = repeated.Repeated(armed(weapon, "single"), suppression.rounds_of(context))
    return Threat(
        kind="suppress",
        target=target,
        harm=attack_odds.suppressed_odds(plan, points_of(target)),
        needs=plan.save.target,
        repeated=partial(
            repeated.area_within, context, combatant, target, action, areas.suppressed, plan
        ),
    )


def _throw_threat(context: RulesContext, command: do.Throw) -> Threat:
    made = throws.plan_throw(context, command)
    rolled = throws.rolled_throw(made)
    chance = attack_odds.landing_chance(rolled.bonus, rolled.armor_class)
    return Threat(kind="throw", chance=chance)


def _in_blast(context: RulesContext, command: do.Blast, caught: do.Caught) -> Threat | None:
    """A save halves; then Trauma, then the armour step. Source: CWN-41, CWN-42."""
    explosive, thrower = detonations.exploding(context, command)
    target = context.combatant(caught.target)
    plan = blasts.plan_blast(context, explosive, caught)
    needs = plan.save.target
    if explosive.effect == "flash":
        can_be = flashes.can_be_flashed(context, caught)
        chance = 1.0 - attack_odds.save_chance(needs, plan.save.modifier) if can_be else 0.0
        return Threat(kind="flash", target=target, chance=chance, needs=needs)
    if explosive.damage is None:
        return None
    if explosive.effect == "gas" and flashes.is_safe(context, caught, "gas"):
        nothing = attack_odds.harmless(points_of(target))
        return Threat(kind="blast", target=target, harm=nothing)
    return Threat(
        kind="blast",
        target=target,
        harm=attack_odds.blast_odds(plan, points_of(target)),
        needs=needs,
        repeated=partial(
            repeated.area_within,
            context,
            thrower,
            target,
            repeated.Repeated(Fighter, 0),
            areas.blasted,
            plan,
        ),
    )


def points_of(target: Combatant) -> int:
    """Returns the damage that puts a combatant down, or kills who lies there. Source: CWN-07, CWN-57, CWN-59."""
    return attack_odds.points_of(character.soak_now(target), character.hp_now(target))
