"""The attack forms for what strikes an area: suppressive fire, throws and blasts. Source: CWN-32, CWN-41, CWN-42."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.presenters.form import FormContent, FormRules
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import blasts, detonations, suppression, throws
from encounter_gui.rules.systems.cwn.attack_form.fields import (
    ACTOR,
    GM,
    HEAD,
    LEFT,
    TARGET,
    WEAPON,
    dice_fields,
    plus,
)
from encounter_gui.rules.systems.cwn.attack_form.selection import Selection
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view import DiceField

_D20 = DiceSum(count=1, sides=20)


def _suppress(selection: Selection) -> FormContent:
    """One target of the cone after the other, until nobody else is in it. Source: CWN-32."""
    context, actor = selection.context, selection.actor
    target = selection.require_target()
    dice = attack_plan.damage_dice(context, actor, selection.weapon)
    caught = do.InCone(target=target.id, hard_cover=selection.is_on("guarded"), gm=selection.gm)
    return FormContent(
        command=do.Suppress(who=actor.id, targets=(caught,), weapon=selection.item.key, more=True),
        toggles=(selection.toggle("guarded", "hard_cover"),),
        sum=selection.text(
            "sum_suppress",
            save=character.save_target(context, target, "evasion"),
            damage=dice.text,
        ),
        dice=_suppress_dice(selection, dice),
        goes_on=suppression.swept(context.state, actor.id) is not None,
    )


def _suppress_dice(selection: Selection, dice: DiceSum) -> Iterator[DiceField]:
    """Yields the save, the damage where it is not known from another in the cone, and the Trauma Die."""
    yield from dice_fields(selection, "evasion", _D20)
    known = suppression.swept(selection.context.state, selection.actor.id)
    if known is None or known[1] is None:
        yield from dice_fields(selection, "damage", dice)
    weapon = selection.weapon
    if weapon.trauma is not None and not weapon.is_nonlethal:
        yield from dice_fields(selection, "trauma", weapon.trauma)


def _throw(selection: Selection) -> FormContent:
    """A grenade is thrown at a point, not at somebody. Source: CWN-41."""
    command = do.Throw(
        who=selection.actor.id,
        weapon=selection.item.key,
        launcher=launcher_of(selection.actor),
        metres=selection.metres,
        modifiers=selection.modifiers,
        gm=selection.gm,
    )
    plan = throws.plan_throw(selection.context, command)
    bonus = plus(modifiers.total(plan.hit))
    return FormContent(
        command=command,
        toggles=(*selection.locked(plan.hit), *selection.situation("thrown")),
        sum=selection.text("sum_throw", bonus=bonus, armor=plan.armor_class),
        dice=dice_fields(selection, "throw", _D20),
        resolve="throw",
    )


def launcher_of(combatant: Combatant) -> str:
    """Returns the key of the launcher a combatant has in hand; empty: none."""
    items = (combatant.item(key) for key in gear.in_hands(combatant))
    return next((item.key for item in items if item and item.values.get("class") == "launcher"), "")


def _is_laid(selection: Selection) -> bool:
    """Returns whether an explosive goes off where it is, instead of being thrown. Source: CWN-42."""
    if not selection.is_explosive or launcher_of(selection.actor):
        return False
    return gear.explosive_of(selection.item).is_placed


def _blast(selection: Selection) -> FormContent:
    """What is in the air or laid catches one target after the other. Source: CWN-41, CWN-42."""
    weapon = "" if selection.actor.has("in_air") else selection.item.key
    command = do.Blast(who=selection.actor.id, weapon=weapon, more=True)
    explosive, _ = detonations.exploding(selection.context, command)
    target = selection.require_target()
    caught = do.Caught(target=target.id, protected=selection.is_on("guarded"), gm=selection.gm)
    save, is_soft = blasts.save_of(explosive), explosive.effect in ("flash", "gas")
    text = selection.text(
        "sum_blast",
        save=selection.context.texts.text_of(f"cwn.save.{save}"),
        target=character.save_target(selection.context, target, save),
    )
    return FormContent(
        command=structs.replace(command, targets=(caught,)),
        toggles=(selection.toggle("guarded", "protected"),) if is_soft else (),
        sum="" if explosive.effect == "smoke" else text,
        dice=_blast_dice(selection, explosive, save),
        goes_on=not weapon,
    )


def _blast_dice(selection: Selection, explosive: gear.Explosive, save: str) -> Iterator[DiceField]:
    if explosive.effect == "smoke":
        return
    if explosive.damage is not None:
        yield from dice_fields(selection, "damage", explosive.damage)
    yield from dice_fields(selection, save, _D20)
    if explosive.trauma is not None and not explosive.is_nonlethal:
        yield from dice_fields(selection, "trauma", explosive.trauma)


FORMS = (
    FormRules(
        fields=(ACTOR, TARGET, GM),
        content=_blast,
        applies=lambda selection: selection.actor.has("in_air"),
    ),
    FormRules(fields=(ACTOR, TARGET, WEAPON, GM), content=_blast, applies=_is_laid),
    FormRules(
        fields=(ACTOR, WEAPON, *LEFT),
        content=_throw,
        applies=lambda selection: selection.is_explosive,
        missing=lambda selection: "",
    ),
    FormRules(
        fields=(*HEAD, GM),
        content=_suppress,
        applies=lambda selection: selection.how == "suppress",
    ),
)
