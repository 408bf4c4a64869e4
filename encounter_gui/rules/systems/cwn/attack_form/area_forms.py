"""The attack bench for what strikes an area: suppressive fire, throws and blasts. Source: CWN-32, CWN-41, CWN-42."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import blasts, detonations, suppression, throws
from encounter_gui.rules.systems.cwn.attack_form.fields import (
    actor_chooser,
    dice_field,
    gm_chooser,
    head_choosers,
    left_choosers,
    plus,
    target_chooser,
    weapon_chooser,
)
from encounter_gui.rules.systems.cwn.attack_form.selection import Selection
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view import AttackForm, DiceField, FormField, Toggle


def suppress_bench(context: RulesContext, selection: Selection) -> AttackForm:
    """One target of the cone after the other, until nobody else is in it. Source: CWN-32."""
    target, texts = selection.target, context.texts
    if target is None:
        return AttackForm(actor=selection.combatant.id, fields=head_choosers(context, selection))
    save = character.save_target(context, target, "evasion")
    dice = attack_plan.damage_dice(context, selection.combatant, selection.weapon)
    caught = do.InCone(target=target.id, hard_cover=selection.guarded, gm=selection.gm)
    return AttackForm(
        actor=selection.combatant.id,
        fields=(*head_choosers(context, selection), gm_chooser(context, selection)),
        toggles=(
            Toggle(
                key="guarded", text=texts.text_of("cwn.form.hard_cover"), is_on=selection.guarded
            ),
        ),
        sum=texts.text_of("cwn.form.sum_suppress", save=save, damage=dice.text),
        dice=tuple(_suppress_dice(context, selection, dice)),
        command=do.Suppress(
            who=selection.combatant.id, targets=(caught,), weapon=selection.item.key, more=True
        ),
        resolve=texts.text_of("cwn.form.resolve"),
    )


def _suppress_dice(
    context: RulesContext, selection: Selection, dice: DiceSum
) -> Iterator[DiceField]:
    """The save, the damage where it is not known from another in the cone, and the Trauma Die."""
    yield dice_field(context, "evasion", DiceSum(count=1, sides=20))
    going_on = suppression.swept(context.state, selection.combatant.id)
    if going_on is None or going_on[1] is None:
        yield dice_field(context, "damage", dice)
    if selection.weapon.trauma is not None and not selection.weapon.is_nonlethal:
        yield dice_field(context, "trauma", selection.weapon.trauma)


def throw_bench(context: RulesContext, selection: Selection) -> AttackForm:
    """A grenade is thrown at a point, not at somebody; what is laid goes off where it is. Source: CWN-41, CWN-42."""
    combatant, texts = selection.combatant, context.texts
    explosive = gear.explosive_of(selection.item)
    launcher = launcher_of(combatant)
    if explosive.is_placed and not launcher:
        return _laid_bench(context, selection)
    throw = do.Throw(
        who=combatant.id,
        weapon=explosive.key,
        launcher=launcher,
        metres=selection.metres,
        modifiers=selection.modifiers,
        gm=selection.gm,
    )
    head = (actor_chooser(context, combatant), weapon_chooser(context, combatant, selection.item))
    try:
        made = throws.plan_throw(context, throw)
    except RuleError as refused:
        return AttackForm(
            actor=combatant.id, fields=head, why_not=context.texts.text(refused.message)
        )
    state = [modifier for modifier in made.hit if modifier.key not in selection.modifiers]
    return AttackForm(
        actor=combatant.id,
        fields=(*head, *left_choosers(context, selection)),
        toggles=(
            *modifier_fields.locked(state),
            *modifier_fields.toggles(context.ruleset, selection.modifiers, "thrown"),
        ),
        sum=texts.text_of(
            "cwn.form.sum_throw", bonus=plus(modifiers.total(made.hit)), armor=made.armor_class
        ),
        dice=(dice_field(context, "throw", DiceSum(count=1, sides=20)),),
        command=throw,
        resolve=texts.text_of("cwn.form.throw"),
    )


def _laid_bench(context: RulesContext, selection: Selection) -> AttackForm:
    """What is laid goes off for one after the other as well. Source: CWN-42."""
    combatant = selection.combatant
    command = do.Blast(who=combatant.id, weapon=selection.item.key, more=True)
    try:
        explosive, _ = detonations.exploding(context, command)
    except RuleError as refused:
        head = (
            actor_chooser(context, combatant),
            weapon_chooser(context, combatant, selection.item),
        )
        return AttackForm(
            actor=combatant.id, fields=head, why_not=context.texts.text(refused.message)
        )
    return _caught_bench(context, selection, explosive, command)


def launcher_of(combatant: Combatant) -> str:
    """Returns the launcher somebody has in hand; empty: none."""
    items = (combatant.item(key) for key in gear.in_hands(combatant))
    return next((item.key for item in items if item and item.values.get("class") == "launcher"), "")


def blast_bench(context: RulesContext, selection: Selection) -> AttackForm:
    """What is in the air goes off for one after the other, until nobody else is in it. Source: CWN-41."""
    command = do.Blast(who=selection.combatant.id, more=True)
    explosive, _ = detonations.exploding(context, command)
    return _caught_bench(context, selection, explosive, command)


def _caught_bench(
    context: RulesContext, selection: Selection, explosive: gear.Explosive, command: do.Blast
) -> AttackForm:
    combatant, target, texts = selection.combatant, selection.target, context.texts
    head: tuple[FormField, ...] = (
        actor_chooser(context, combatant),
        target_chooser(context, combatant, target),
        *((weapon_chooser(context, combatant, selection.item),) if command.weapon else ()),
    )
    if target is None:
        return AttackForm(
            actor=combatant.id, fields=head, why_not=texts.text_of("cwn.form.no_target")
        )
    caught = do.Caught(target=target.id, protected=selection.guarded, gm=selection.gm)
    kind = blasts.save_of(explosive)
    return AttackForm(
        actor=combatant.id,
        fields=(*head, gm_chooser(context, selection)),
        toggles=(
            Toggle(
                key="guarded", text=texts.text_of("cwn.form.protected"), is_on=selection.guarded
            ),
        )
        if explosive.effect in ("flash", "gas")
        else (),
        sum=texts.text_of(
            "cwn.form.sum_blast",
            save=texts.text_of(f"cwn.save.{kind}"),
            target=character.save_target(context, target, kind),
        )
        if explosive.effect != "smoke"
        else "",
        dice=tuple(_blast_dice(context, explosive, kind)),
        command=structs.replace(command, targets=(caught,)),
        resolve=texts.text_of("cwn.form.resolve"),
    )


def _blast_dice(context: RulesContext, explosive: gear.Explosive, kind: str) -> Iterator[DiceField]:
    if explosive.effect == "smoke":
        return
    if explosive.damage is not None and explosive.damage.count:
        yield dice_field(context, "damage", explosive.damage)
    yield dice_field(context, kind, DiceSum(count=1, sides=20))
    if explosive.trauma is not None and not explosive.is_nonlethal:
        yield dice_field(context, "trauma", explosive.trauma)
