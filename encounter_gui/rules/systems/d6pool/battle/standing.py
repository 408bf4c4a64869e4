"""Where people stand in a fight of D6 pools that is played out, and what they attack with from there.

Source: D6P-18, D6P-26, D6P-28, D6P-30, D6P-38.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.standing import RUNS, Standing, Stride, standing_of
from encounter_gui.rules.engine.battlefield.stopping import IsStopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.d6pool.battle.attacks import HAND, NO_ARM, Arm, Situation
from encounter_gui.rules.systems.d6pool.combat.attack_plan import band_of
from encounter_gui.rules.systems.d6pool.commands import Attack, Gait, Throw
from encounter_gui.rules.systems.d6pool.field import rules
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import distances

_NOBODY = CombatantId("")


class _Weapon(Struct, frozen=True):
    """What somebody attacks with, and how far; no limits: it strikes blows."""

    arm: Arm
    limits: tuple[int, ...]


def standing(
    context: RulesContext,
    members: Sequence[Combatant],
    arms: Sequence[Arm],
    is_stopped: IsStopped,
) -> Standing | None:
    """Returns where everybody stands; None: no two opponents stand on the plan."""
    hands = {
        one.id: _Weapon(arm, _limits(one, arm)) for one, arm in zip(members, arms, strict=True)
    }
    bare = _Weapon(NO_ARM, ())

    def situate(
        view: RulesContext, one: Combatant, arm: int, other: Combatant, pace: int
    ) -> Situation | None:
        weapon = hands[one.id] if arm == HAND else bare
        made = _throws if weapon.arm.explosive else _attacks
        return made(view, one, weapon, other, runs=pace == RUNS)

    strides = [_stride(context, one, hands[one.id].limits) for one in members]
    is_in = [not character.is_down(each) and "left" not in each.flags for each in members]
    return standing_of(
        context, rules.RULES, members, strides, situate, is_in=is_in, is_stopped=is_stopped
    )


def _limits(one: Combatant, arm: Arm) -> tuple[int, ...]:
    if arm.explosive is not None:
        return arm.explosive.ranges
    item = gear.find(one, arm.key) if arm is not NO_ARM and arm.mode != "melee" else None
    return () if item is None else gear.weapon_of(item).ranges


def _stride(context: RulesContext, one: Combatant, limits: tuple[int, ...]) -> Stride:
    """Returns how somebody moves: walking costs nothing, running or crawling takes a die off. Source: D6P-18."""
    ways = {each.gait: each for each in distances.ways(context, one)}
    is_able = not one.has("awake_weak") and not one.has("prone")
    fast: Gait = "run" if is_able else "crawl"
    in_turn = bool(context.state.slots)
    is_over = in_turn and not any(
        slot.who == one.id and slot.group >= context.state.group and not slot.is_done
        for slot in context.state.slots
    )
    walk = distances.most(context, one, "walk") if is_able else 0
    run = distances.most(context, one, fast)
    now = {gait: way.left if way.is_open and not is_over else 0 for gait, way in ways.items()}
    reach = float(rules.RULES.reach)
    farthest = max(float(limits[-1]), reach) if limits else reach
    return Stride(
        walk=walk,
        run=run,
        walk_now=now.get("walk", 0) if in_turn else walk,
        run_now=now.get(fast, 0) if in_turn else run,
        wants=max(float(limits[0]), reach) if limits else reach,
        reaches=(farthest, reach),
    )


def _attacks(
    view: RulesContext, one: Combatant, weapon: _Weapon, other: Combatant, *, runs: bool
) -> Situation | None:
    """Returns what a shot or blow takes from the plan; None: it cannot be made."""
    made = rules.completed(view, Attack(who=one.id, target=other.id, weapon=weapon.arm.key))
    if not isinstance(made, Attack):
        return None
    band = ""
    if weapon.arm.mode != "melee":
        try:
            band = band_of(made.metres, made.band, weapon.limits, weapon="")
        except RuleError:
            return None
    attack = replace(made, who=_NOBODY, target=_NOBODY, weapon="", metres=None, band=band)
    return Situation(attack=attack, runs=runs)


def _throws(
    view: RulesContext, one: Combatant, weapon: _Weapon, other: Combatant, *, runs: bool
) -> Situation | None:
    """Returns what a throw at somebody takes from the plan; None: it cannot be made."""
    made = rules.completed(view, Throw(who=one.id, target=other.id, weapon=weapon.arm.key))
    if not isinstance(made, Throw):
        return None
    try:
        band = band_of(made.metres, made.band, weapon.limits, weapon="")
    except RuleError:
        return None
    throw = replace(made, who=_NOBODY, target=None, weapon="", metres=None, band=band)
    return Situation(throw=throw, runs=runs)
