"""The attack bench of the D6-pool system: choices to a command, with the odds of exactly that command."""

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.attack_form.fields import (
    actor_chooser,
    blast_chooser,
    dice_field,
    dice_fields,
    dodge_chooser,
    hero_toggles,
    mode_choosers,
    range_chooser,
    sum_text,
    target_chooser,
    toggles,
    weapon_chooser,
)
from encounter_gui.rules.systems.d6pool.attack_form.selection import GM_DICE, Setting, setting
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    Strike,
    blast_strike,
    explosive_in,
    ladder,
    plan_attack,
    throw_pool,
)
from encounter_gui.rules.systems.d6pool.combat.blasts import exploding
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.turns import action_budget
from encounter_gui.rules.view import Bench, BenchChoices, Chooser


def bench(scene: Scene, choices: BenchChoices) -> Bench:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    chosen = setting(scene, choices)
    if chosen is None:
        return Bench(why_not=scene.words.word("d6pool.bench.nobody"))
    if chosen.one.has("in_air"):
        return _blast_bench(scene, chosen)
    if chosen.item.kind == "explosive":
        return _throw_bench(scene, chosen)
    return _attack_bench(scene, chosen)


def _attack_bench(scene: Scene, chosen: Setting) -> Bench:
    one, target = chosen.one, chosen.target
    who = (
        actor_chooser(scene, one),
        target_chooser(scene, one, target),
        weapon_chooser(scene, one, chosen.item),
    )
    weapon = gear.weapon_of(chosen.item)
    choosers = [*who, *mode_choosers(scene, weapon, chosen.mode)]
    if chosen.kind != "melee":
        choosers.append(range_chooser(scene, weapon.ranges, chosen.band))
    if target is None:
        return Bench(
            actor=one.id,
            choosers=tuple(choosers),
            why_not=scene.words.word("d6pool.bench.no_target"),
        )
    choosers += [
        dodge_chooser(scene, target, chosen.dodge, parry=chosen.kind == "melee"),
        *(_situation(scene, chosen) if chosen.kind != "melee" else ()),
        _gm(scene, chosen),
    ]
    command = do.Attack(
        who=one.id,
        target=target.id,
        weapon=weapon.key,
        mode=chosen.mode,  # type: ignore[arg-type]  # one of the weapon's modes
        band="" if chosen.kind == "melee" else chosen.band,
        modifiers=() if chosen.kind == "melee" else chosen.modifiers,
        gm=chosen.gm,
        dodge=chosen.dodge,
        hero=chosen.hero,
    )
    plan = plan_attack(action_budget.seen(scene, one.id), command)
    made = one.gauges.get("attacks", 0)
    return Bench(
        actor=one.id,
        choosers=tuple(choosers),
        toggles=toggles(scene, chosen, plan.strike),
        sum=sum_text(scene, plan.strike),
        dice=dice_fields(scene, plan.strike),
        command=command,
        resolve=scene.words.word(f"d6pool.bench.{'again' if made else 'resolve'}"),
    )


def _throw_bench(scene: Scene, chosen: Setting) -> Bench:
    one = chosen.one
    explosive = explosive_in(one, chosen.item.key)
    command = do.Throw(
        who=one.id,
        weapon=explosive.key,
        band=chosen.band,
        modifiers=chosen.modifiers,
        gm=chosen.gm,
        hero=chosen.hero,
    )
    pool = throw_pool(action_budget.seen(scene, one.id), command, explosive)
    dn = ladder(scene, chosen.band)
    words = scene.words
    return Bench(
        actor=one.id,
        choosers=(
            actor_chooser(scene, one),
            weapon_chooser(scene, one, chosen.item),
            range_chooser(scene, explosive.ranges, chosen.band),
            *_situation(scene, chosen),
            _gm(scene, chosen),
        ),
        toggles=(
            *modifier_fields.locked(pool.parts),
            *modifier_fields.toggles(scene.ruleset, chosen.modifiers, chosen.kind),
            *hero_toggles(scene, chosen),
        ),
        sum=words.word("d6pool.bench.sum_throw", dice=pool.dice, dn=dn),
        dice=(dice_field(scene, "throw", pool.dice),) if pool.dice else (),
        command=command,
        resolve=words.word("d6pool.bench.throw"),
    )


def _blast_bench(scene: Scene, chosen: Setting) -> Bench:
    one, target, words = chosen.one, chosen.target, scene.words
    in_air = one.condition("in_air")
    explosive = explosive_in(one, in_air.note if in_air else "")
    bands = blast_chooser(scene, explosive, chosen.band)
    head = (actor_chooser(scene, one), target_chooser(scene, one, target, include_self=True), bands)
    if target is None:
        return Bench(actor=one.id, choosers=head, why_not=words.word("d6pool.bench.no_target"))
    metres = explosive.blast[gear.BANDS.index(chosen.band)]
    caught = do.Caught(target=target.id, metres=metres, dodge=chosen.dodge, gm=chosen.gm)
    strike = blast_strike(action_budget.seen(scene, one.id), explosive, caught)
    if strike is None:
        return Bench(actor=one.id, choosers=head, why_not=words.word("d6pool.bench.no_target"))
    dodges = dodge_chooser(scene, target, strike.dodge, parry=False)
    return Bench(
        actor=one.id,
        choosers=(*head, dodges, _gm(scene, chosen)),
        toggles=modifier_fields.locked(strike.pool.parts),
        sum=sum_text(scene, strike),
        dice=dice_fields(scene, strike),
        command=do.Blast(who=one.id, targets=(caught,), more=True),
        resolve=words.word("d6pool.bench.blast"),
    )


def _gm(scene: Scene, chosen: Setting) -> Chooser:
    return modifier_fields.by_hand(scene.words.word("d6pool.gm"), chosen.gm, GM_DICE)


def _situation(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    return modifier_fields.choosers(scene.ruleset, chosen.modifiers, chosen.kind)


def strike_of(scene: Scene, command: Command) -> tuple[Strike, Combatant] | None:
    """Returns the strike a command would roll and its target; None for a command without one."""
    try:
        match command:
            case do.Attack():
                view = action_budget.seen(scene, command.who)
                return plan_attack(view, command).strike, view.one(command.target)
            case do.Blast(targets=(caught, *_)):
                return _blast_strike(scene, command, caught)
            case _:
                return None
    except (RuleError, KeyError):
        return None


def _blast_strike(
    scene: Scene, command: do.Blast, caught: do.Caught
) -> tuple[Strike, Combatant] | None:
    view = action_budget.seen(scene, command.who) if command.who else scene
    explosive, _ = exploding(scene, command)
    strike = blast_strike(view, explosive, caught)
    return (strike, view.one(caught.target)) if strike else None
