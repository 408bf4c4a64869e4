"""The attack form of a CWN fight: choices to a command, with the odds of exactly that command."""

from collections.abc import Iterator

from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters import form, modifier_fields
from encounter_gui.rules.presenters.form import FormContent, FormRules
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.attack_form import area_forms
from encounter_gui.rules.systems.cwn.attack_form.fields import HEAD, LEFT, dice_fields, plus
from encounter_gui.rules.systems.cwn.attack_form.selection import (
    Selection,
    is_swarming,
    selection_of,
)
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from encounter_gui.rules.systems.cwn.sheet import gear
from encounter_gui.rules.view import AttackForm, DiceField, FormChoices, Toggle

_HOW: dict[str, do.How] = {"snap": "snap", "charge": "charge", "swarm": "swarm", "extra": "extra"}


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the form for these choices; those that no longer fit fall back to defaults."""
    selection = selection_of(context, choices)
    if selection is None:
        return AttackForm(why_not=context.texts.text_of("cwn.form.nobody"))
    return form.build(selection, (*area_forms.FORMS, _JOIN, _ATTACK))


def attack_command(selection: Selection) -> do.Attack:
    """Returns the attack of a selection with a target."""
    target = selection.require_target().id
    also = tuple(each.id for each in selection.also)
    return do.Attack(
        who=selection.actor.id,
        target=target,
        weapon=selection.item.key,
        mode=selection.mode,  # type: ignore[arg-type]  # one of the modes of the weapon
        how=_HOW.get(selection.how, ""),
        metres=selection.metres,
        modifiers=() if selection.kind == "melee" else selection.modifiers,
        overruled=selection.overruled,
        gm=selection.gm,
        nonlethal=selection.is_on("nonlethal"),
        boost=selection.is_on("boost") and selection.how == "snap",
        also=also if set(also) - {target} else (),
    )


def _attack(selection: Selection) -> FormContent:
    command = attack_command(selection)
    whole = selection.whole(command)
    plan = attack_plan.plan_attack(selection.context, whole)
    strike = attack_plan.first_strike(selection.context, whole)
    attacks = plan.targets.count(command.target)
    text = _sum(selection, strike)
    return FormContent(
        command=command,
        toggles=_toggles(selection, strike),
        sum=f"{attacks} × {text}" if attacks > 1 else text,
        dice=_dice(selection, strike),
    )


def _toggles(selection: Selection, strike: Strike) -> Iterator[Toggle]:
    """Yields what speaks for and against an attack: locked where the state says so. Source: CWN-25."""
    yield from selection.locked(strike.hit)
    yield from _locked_damage(selection, strike)
    text, tip = "vs_melee" if strike.is_melee else "vs_ranged", modifiers.sum_text(strike.armor)
    yield modifier_fields.locked("armor", selection.text(text), str(strike.armor_class), tip)
    yield from selection.situation(selection.kind)
    yield from _intent(selection)


def _locked_damage(selection: Selection, strike: Strike) -> tuple[Toggle, ...]:
    amount = strike.swarm + modifiers.total(strike.damage_plus)
    if not amount:
        return ()
    damage = Modifier(name=selection.text("damage"), amount=amount)
    return modifier_fields.locked_toggles((Modifier(name="", amount=0), damage))[1:]


def _intent(selection: Selection) -> Iterator[Toggle]:
    """Yields nonlethal intent of a blow, and a Reaction Booster of a Snap Attack. Source: CWN-58, CWN-45n."""
    if selection.mode == "melee" and not selection.weapon.is_nonlethal:
        yield selection.toggle("nonlethal")
    if selection.how == "snap" and gear.rank(selection.actor, "reaction_booster"):
        yield selection.toggle(
            "boost", amount=with_sign(-selection.context.number(mechanics.SNAP_HIT))
        )


def _sum(selection: Selection, strike: Strike) -> str:
    """Returns the arithmetic of a strike on one line: ``d20 + 14 against melee AC 14 · miss still Shock 8``."""
    key = "sum_melee" if strike.is_melee else "sum_ranged"
    text = selection.text(key, bonus=plus(strike.bonus), armor=strike.armor_class)
    if not strike.shock:
        return text
    return f"{text} · {selection.text('sum_shock', amount=strike.shock)}"


def _dice(selection: Selection, strike: Strike) -> Iterator[DiceField]:
    """Yields the fields for typed dice, in the order in which they are rolled. Source: CWN-25."""
    asked = {
        "attack": DiceSum(count=1, sides=20),
        "trauma": strike.trauma,
        "damage": strike.damage,
    }
    return (
        field
        for key, dice in asked.items()
        if dice is not None
        for field in dice_fields(selection, key, dice)
    )


def _join(selection: Selection) -> FormContent:
    """Joins a swarm: that costs the Main and rolls nothing. Source: CWN-39."""
    target = selection.require_target().id
    there = len(attack_plan.swarm_on(selection.context, target))
    return FormContent(
        command=do.Swarm(who=selection.actor.id, target=target),
        sum=selection.text(
            "sum_join", count=there, most=selection.context.number(mechanics.SWARM_MOST)
        ),
        resolve="join",
    )


_JOIN = FormRules(
    fields=HEAD,
    content=_join,
    applies=lambda selection: (
        selection.how == "swarm" and not is_swarming(selection.actor, selection.target)
    ),
)
_ATTACK = FormRules(fields=(*HEAD, *LEFT), content=_attack)
