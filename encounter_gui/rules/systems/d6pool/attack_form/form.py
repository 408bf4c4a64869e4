"""The attack bench of the D6-pool system: choices to a command, with the odds of exactly that command."""

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
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
from encounter_gui.rules.systems.d6pool.attack_form.selection import GM_DICE, Selection, setting
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
from encounter_gui.rules.systems.d6pool.turns import rounds
from encounter_gui.rules.view import AttackForm, FormChoices, FormField


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    selection = setting(context, choices)
    if selection is None:
        return AttackForm(why_not=context.texts.text_of("d6pool.form.nobody"))
    if selection.thrown:
        return _blast_bench(context, selection)
    if selection.item.kind == "explosive":
        return _throw_bench(context, selection)
    return _attack_bench(context, selection)


def _attack_bench(context: RulesContext, selection: Selection) -> AttackForm:
    combatant, target = selection.combatant, selection.target
    who = (
        actor_chooser(context, combatant),
        target_chooser(context, combatant, target),
        weapon_chooser(context, combatant, selection.item),
    )
    weapon = gear.weapon_of(selection.item)
    fields = [*who, *mode_choosers(context, weapon, selection.mode)]
    if selection.kind != "melee":
        fields.append(range_chooser(context, weapon.ranges, selection.band))
    if target is None:
        return AttackForm(
            actor=combatant.id,
            fields=tuple(fields),
            why_not=context.texts.text_of("d6pool.form.no_target"),
        )
    fields += [
        dodge_chooser(context, target, selection.dodge, parry=selection.kind == "melee"),
        *(_situation(context, selection) if selection.kind != "melee" else ()),
        _gm(context, selection),
    ]
    command = do.Attack(
        who=combatant.id,
        target=target.id,
        weapon=weapon.key,
        mode=selection.mode,  # type: ignore[arg-type]  # one of the weapon's modes
        band="" if selection.kind == "melee" else selection.band,
        modifiers=() if selection.kind == "melee" else selection.modifiers,
        gm=selection.gm,
        dodge=selection.dodge,
        hero=selection.hero,
    )
    plan = plan_attack(rounds.view_of_tie(context, combatant.id), command)
    made = combatant.gauges.get("attacks", 0)
    return AttackForm(
        actor=combatant.id,
        fields=tuple(fields),
        toggles=toggles(context, selection, plan.strike),
        sum=sum_text(context, plan.strike),
        dice=dice_fields(context, plan.strike),
        command=command,
        resolve=context.texts.text_of(f"d6pool.form.{'again' if made else 'resolve'}"),
    )


def _throw_bench(context: RulesContext, selection: Selection) -> AttackForm:
    combatant = selection.combatant
    explosive = explosive_in(combatant, selection.item.key)
    command = do.Throw(
        who=combatant.id,
        weapon=explosive.key,
        band=selection.band,
        modifiers=selection.modifiers,
        gm=selection.gm,
        hero=selection.hero,
    )
    pool = throw_pool(rounds.view_of_tie(context, combatant.id), command, explosive)
    dn = ladder(context, selection.band)
    texts = context.texts
    return AttackForm(
        actor=combatant.id,
        fields=(
            actor_chooser(context, combatant),
            weapon_chooser(context, combatant, selection.item),
            range_chooser(context, explosive.ranges, selection.band),
            *_situation(context, selection),
            _gm(context, selection),
        ),
        toggles=(
            *modifier_fields.locked(pool.modifiers),
            *modifier_fields.toggles(context.ruleset, selection.modifiers, selection.kind),
            *hero_toggles(context, selection),
        ),
        sum=texts.text_of("d6pool.form.sum_throw", dice=pool.dice, dn=dn),
        dice=(dice_field(context, "throw", pool.dice),) if pool.dice else (),
        command=command,
        resolve=texts.text_of("d6pool.form.throw"),
    )


def _blast_bench(context: RulesContext, selection: Selection) -> AttackForm:
    combatant, target, texts = selection.combatant, selection.target, context.texts
    explosive = explosive_in(combatant, selection.thrown)
    bands = blast_chooser(context, explosive, selection.band)
    head = (
        actor_chooser(context, combatant),
        target_chooser(context, combatant, target, include_self=True),
        bands,
    )
    if target is None:
        return AttackForm(
            actor=combatant.id, fields=head, why_not=texts.text_of("d6pool.form.no_target")
        )
    metres = explosive.blast[gear.BANDS.index(selection.band)]
    caught = do.Caught(target=target.id, metres=metres, dodge=selection.dodge, gm=selection.gm)
    strike = blast_strike(rounds.view_of_tie(context, combatant.id), explosive, caught)
    if strike is None:
        return AttackForm(
            actor=combatant.id, fields=head, why_not=texts.text_of("d6pool.form.no_target")
        )
    dodges = dodge_chooser(context, target, strike.dodge, parry=False)
    return AttackForm(
        actor=combatant.id,
        fields=(*head, dodges, _gm(context, selection)),
        toggles=modifier_fields.locked(strike.pool.modifiers),
        sum=sum_text(context, strike),
        dice=dice_fields(context, strike),
        command=do.Blast(who=combatant.id, targets=(caught,), more=True),
        resolve=texts.text_of("d6pool.form.blast"),
    )


def _gm(context: RulesContext, selection: Selection) -> FormField:
    return modifier_fields.by_hand(context.texts.text_of("d6pool.gm"), selection.gm, GM_DICE)


def _situation(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    return modifier_fields.choosers(context.ruleset, selection.modifiers, selection.kind)


def strike_of(context: RulesContext, command: Command) -> tuple[Strike, Combatant] | None:
    """Returns the strike a command would roll and its target; None for a command without one."""
    try:
        match command:
            case do.Attack():
                view = rounds.view_of_tie(context, command.who)
                return plan_attack(view, command).strike, view.combatant(command.target)
            case do.Blast(targets=(caught, *_)):
                return _blast_strike(context, command, caught)
            case _:
                return None
    except (RuleError, KeyError):
        return None


def _blast_strike(
    context: RulesContext, command: do.Blast, caught: do.Caught
) -> tuple[Strike, Combatant] | None:
    view = rounds.view_of_tie(context, command.who) if command.who else context
    explosive = exploding(context, command)
    strike = blast_strike(view, explosive, caught)
    return (strike, view.combatant(caught.target)) if strike else None
