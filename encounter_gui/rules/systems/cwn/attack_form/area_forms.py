"""The attack forms for what strikes an area: suppressive fire, throws and blasts. Source: CWN-32, CWN-41, CWN-42."""

from collections.abc import Iterator

from msgspec import structs
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.presenters.form import FormContent, FormRules
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import (
    blasts,
    detonations,
    landing,
    suppression,
    throws,
)
from encounter_gui.rules.systems.cwn.attack_form.fields import (
    ACTOR,
    CROWD,
    GM,
    HEAD,
    LEFT,
    TARGET,
    WEAPON,
    dice_fields,
    plus,
)
from encounter_gui.rules.systems.cwn.attack_form.selection import Selection, marked_key
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view import ByPlan, DiceField, Toggle

_D20 = DiceSum(count=1, sides=20)

_SHOWN = 2
"""Up to so many times the radius people are shown whom the game master may add."""


def _is_swept_by_plan(selection: Selection) -> bool:
    """Returns whether the plan says who is in the cone of suppressive fire."""
    return selection.how == "suppress" and selection.seen is not None


def _sweep(selection: Selection) -> FormContent:
    """Everybody whom the plan has in the cone towards the target, each changed by a click. Source: CWN-32."""
    context, actor = selection.context, selection.actor
    target = selection.require_target()
    found = landing.in_sweep(context, actor.id, selection.weapon, target.id) or ()
    hidden = {each.id for each, _ in found if landing.is_behind_cover(context, actor.id, each.id)}
    toggles = tuple(
        _marked(selection, each, far, planned=each.id not in hidden, is_hidden=each.id in hidden)
        for each, far in found
    )
    dice = attack_plan.damage_dice(context, actor, selection.weapon)
    caught = tuple(
        do.InCone(target=each.id, gm=selection.gm)
        for each, _ in found
        if selection.marked(each.id, planned=each.id not in hidden)
    )
    known = suppression.swept(context.state, actor.id)
    return FormContent(
        command=do.Suppress(
            who=actor.id, targets=caught, weapon=selection.item.key, towards=target.id
        ),
        toggles=toggles,
        sum=selection.text(
            "sum_suppress",
            save=character.save_target(context, target, "evasion"),
            damage=dice.text,
        ),
        dice=() if known and known[1] is not None else dice_fields(selection, "damage", dice),
        goes_on=known is not None,
    )


def _marked(
    selection: Selection, who: Combatant, far: Metres, *, planned: bool, is_hidden: bool = False
) -> Toggle:
    """Returns whether somebody is in an area as a toggle, with how far they are, and why they are not."""
    key = marked_key(who.id)
    text_of = selection.context.texts.text_of
    amount = text_of("rules.field.apart", distance=metres_text(far), unit=landing.RULES.unit)
    by_plan: ByPlan = "plan" if planned else ""
    if selection.marked(who.id, planned=planned) != planned:
        by_plan = "overruled"
    return Toggle(
        key=key,
        text=who.name,
        amount=amount,
        is_on=selection.marked(who.id, planned=planned),
        by_plan=by_plan,
        tip=selection.text("hard_cover") if is_hidden else "",
    )


def _suppress(selection: Selection) -> FormContent:
    """One target of the cone after the other, until nobody else is in it. Source: CWN-32."""
    context, actor = selection.context, selection.actor
    target = selection.require_target()
    dice = attack_plan.damage_dice(context, actor, selection.weapon)
    caught = tuple(
        do.InCone(target=each.id, hard_cover=selection.is_on("guarded"), gm=selection.gm)
        for each in selection.caught
    )
    return FormContent(
        command=do.Suppress(who=actor.id, targets=caught, weapon=selection.item.key, more=True),
        toggles=(selection.toggle("guarded", "hard_cover", of_target=True),),
        sum=selection.text(
            "sum_suppress",
            save=character.save_target(context, target, "evasion"),
            damage=dice.text,
        ),
        dice=_suppress_dice(selection, dice),
        goes_on=suppression.swept(context.state, actor.id) is not None,
    )


def _suppress_dice(selection: Selection, dice: DiceSum) -> Iterator[DiceField]:
    """Yields the save, the damage where it is not known from another in the cone, and the Trauma Die.

    Of several at once only what is rolled once for all has a field.
    """
    is_alone = len(selection.caught) == 1
    if is_alone:
        yield from dice_fields(selection, "evasion", _D20)
    known = suppression.swept(selection.context.state, selection.actor.id)
    if known is None or known[1] is None:
        yield from dice_fields(selection, "damage", dice)
    weapon = selection.weapon
    if is_alone and weapon.trauma is not None and not weapon.is_nonlethal:
        yield from dice_fields(selection, "trauma", weapon.trauma)


def _throw(selection: Selection) -> FormContent:
    """A grenade is thrown at a point: one of the plan, or where somebody stands. Source: CWN-41."""
    command = do.Throw(
        who=selection.actor.id,
        weapon=selection.item.key,
        launcher=gear.launcher_of(selection.actor),
        metres=selection.metres,
        at=selection.point,
        towards=_thrown_towards(selection),
        modifiers=selection.modifiers,
        overruled=selection.overruled,
        gm=selection.gm,
    )
    plan = throws.plan_throw(selection.context, selection.whole(command))
    bonus = plus(modifiers.total(plan.hit))
    return FormContent(
        command=command,
        toggles=(*selection.locked(plan.hit), *selection.situation("thrown")),
        sum=selection.text("sum_throw", bonus=bonus, armor=plan.armor_class),
        dice=dice_fields(selection, "throw", _D20),
        resolve="throw",
    )


def _thrown_towards(selection: Selection) -> CombatantId | None:
    """Returns at whose place something is thrown; None: at a point, or nobody knows where."""
    if selection.point is not None or selection.seen is None or selection.target is None:
        return None
    return selection.target.id


def _blast_by_plan(selection: Selection) -> FormContent:
    """Whom the plan has within the radius, the nearest first, and a little beyond it; each changed by a click.

    Source: CWN-41, CWN-42.
    """
    context, actor, centre = selection.context, selection.actor, selection.centre
    explosive, _ = detonations.exploding(context, do.Blast(who=actor.id))
    if centre is None:
        raise ValueError("a form by the plan is built without a place on it")
    inside = landing.reached(context, explosive, centre, actor.id)
    wider = replace(explosive, radius=explosive.radius * _SHOWN)
    shown = landing.reached(context, wider, centre, actor.id)
    planned = {each.id for each, _ in inside}
    caught = tuple(
        do.Caught(target=each.id, protected=selection.is_on("guarded"), gm=selection.gm)
        for each, _ in shown
        if selection.marked(each.id, planned=each.id in planned)
    )
    save, is_soft = blasts.save_of(explosive), explosive.effect in ("flash", "gas")
    toggles = [_marked(selection, each, far, planned=each.id in planned) for each, far in shown]
    if is_soft:
        toggles.append(selection.toggle("guarded", "protected"))
    names = [context.combatant(each.target) for each in caught]
    return FormContent(
        command=do.Blast(who=actor.id, targets=caught),
        toggles=tuple(toggles),
        sum=selection.text(
            "sum_reached",
            count=len(caught),
            weapon=explosive.name,
            radius=explosive.radius,
            who=names_of(names) if names else context.texts.text_of("cwn.blast.nobody"),
            save=context.texts.text_of(f"cwn.save.{save}"),
        ),
        dice=() if explosive.damage is None else dice_fields(selection, "damage", explosive.damage),
    )


def _blast(selection: Selection) -> FormContent:
    """What is in the air or laid catches one target after the other. Source: CWN-41, CWN-42."""
    weapon = "" if selection.actor.has("in_air") else selection.item.key
    command = do.Blast(who=selection.actor.id, weapon=weapon, more=True)
    explosive, _ = detonations.exploding(selection.context, command)
    target = selection.require_target()
    caught = tuple(
        do.Caught(target=each.id, protected=selection.is_on("guarded"), gm=selection.gm)
        for each in selection.caught
    )
    save, is_soft = blasts.save_of(explosive), explosive.effect in ("flash", "gas")
    text = selection.text(
        "sum_blast",
        save=selection.context.texts.text_of(f"cwn.save.{save}"),
        target=character.save_target(selection.context, target, save),
    )
    return FormContent(
        command=structs.replace(command, targets=caught),
        toggles=(selection.toggle("guarded", "protected", of_target=True),) if is_soft else (),
        sum="" if explosive.effect == "smoke" else text,
        dice=_blast_dice(selection, explosive, save),
        goes_on=not weapon,
    )


def _blast_dice(selection: Selection, explosive: gear.Explosive, save: str) -> Iterator[DiceField]:
    if explosive.effect == "smoke":
        return
    if explosive.damage is not None:
        yield from dice_fields(selection, "damage", explosive.damage)
    if len(selection.caught) > 1:
        return
    yield from dice_fields(selection, save, _D20)
    if explosive.trauma is not None and not explosive.is_nonlethal:
        yield from dice_fields(selection, "trauma", explosive.trauma)


FORMS = (
    FormRules(
        fields=(ACTOR, GM),
        content=_blast_by_plan,
        applies=lambda selection: selection.centre is not None,
        missing=lambda selection: "",
    ),
    FormRules(
        fields=(ACTOR, TARGET, CROWD, GM),
        content=_blast,
        applies=lambda selection: selection.actor.has("in_air"),
    ),
    FormRules(
        fields=(ACTOR, TARGET, WEAPON, CROWD, GM),
        content=_blast,
        applies=lambda selection: selection.is_laid,
    ),
    FormRules(
        fields=(ACTOR, TARGET, WEAPON, *LEFT),
        content=_throw,
        applies=lambda selection: selection.is_explosive and selection.seen is not None,
    ),
    FormRules(
        fields=(ACTOR, WEAPON, *LEFT),
        content=_throw,
        applies=lambda selection: selection.is_explosive,
        missing=lambda selection: "",
    ),
    FormRules(fields=(*HEAD, GM), content=_sweep, applies=_is_swept_by_plan),
    FormRules(
        fields=(*HEAD, CROWD, GM),
        content=_suppress,
        applies=lambda selection: selection.how == "suppress",
    ),
)
