"""The attack form of a fight in phases: choices to a command, with the odds of exactly that command."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.amounts import area_name
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.model.text_format import plain, with_sign
from encounter_gui.rules.presenters import form, modifier_fields
from encounter_gui.rules.presenters.form import FormContent, FormRules, dice_field
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.attack_form.fields import FIELDS, defense_name
from encounter_gui.rules.systems.phases.attack_form.selection import (
    AREA,
    Selection,
    Strike,
    selection_of,
    strike_at,
)
from encounter_gui.rules.systems.phases.combat.attack_conditions import within_reach
from encounter_gui.rules.systems.phases.field import areas
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.systems.phases.turns.phases_of_round import view_of
from encounter_gui.rules.view import AttackForm, DiceField, FormChoices, Toggle

_BASE = ("PHA-01", "PHA-02")
"""Characteristic, skill and specialty: on the form one figure."""


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the form for these choices; those that no longer fit fall back to defaults."""
    selection = selection_of(context, choices)
    if selection is None:
        is_declaring = context.state.stage == "running" and context.state.group < 0
        key = "declaring" if is_declaring else "nobody"
        return AttackForm(why_not=context.texts.text_of(f"phases.form.{key}"))
    return form.build(selection, (FormRules(fields=FIELDS, content=_attack),))


def _attack(selection: Selection) -> FormContent:
    strike = selection.strike
    within_reach(strike.view, strike.command, strike.plan)
    return FormContent(
        command=structs.replace(selection.attack, defense=strike.command.defense),
        toggles=_toggles(selection, strike.plan.discharges[0].bonus.parts),
        sum=_sum(selection, strike),
        dice=_dice(selection, strike),
    )


def _toggles(selection: Selection, parts: tuple[Modifier, ...]) -> Iterator[Toggle]:
    """Yields what speaks for and against an attack: locked where the state says so. Source: PHA-31."""
    base = [each for each in parts if each.rule in _BASE]
    state = [
        each
        for each in parts
        if each not in base and each.key not in (*selection.modifiers, "gm", areas.AREA)
    ]
    skill = Modifier(name=selection.text("skill"), amount=modifiers.total(base))
    first, *locked = modifier_fields.locked_toggles((skill, *state))
    yield structs.replace(first, tip=modifiers.sum_text(base)) if base else first
    yield from locked
    yield from _by_plan(selection)
    for each in selection.situation(selection.kind):
        if each.group not in selection.decided_groups:
            yield each


def _by_plan(selection: Selection) -> Iterator[Toggle]:
    """Yields what the plan says and a click overrules: areas, and where the target goes; and the way to it."""
    for area in selection.areas:
        is_on = area.key not in selection.overruled
        yield Toggle(
            key=f"{AREA}{area.key}",
            text=area_name(selection.context, area),
            amount=with_sign(area.amount),
            is_on=is_on,
            of_target=True,
            by_plan="plan" if is_on else "overruled",
        )
    if selection.target_moves:
        toggle, is_on = selection.toggle("straight"), selection.is_straight
        yield structs.replace(toggle, is_on=is_on, by_plan=selection.by_plan("straight"))
    strike = selection.strike
    way = within_reach(strike.view, strike.command, strike.plan)
    if way is not None:
        text = selection.text("closes_in", feet=metres_text(way.feet))
        yield modifier_fields.locked("closes_in", text, "")


def _sum(selection: Selection, strike: Strike) -> str:
    """Returns the arithmetic on one line: ``3d6 + 13 / 11 / 9 against Dodge 3d6 + 14``."""
    first, *later = (each.bonus.amount for each in strike.plan.discharges)
    attack = "".join((dice_text(first), *(f" / {plain(each)}" for each in later)))
    if strike.defense is None:
        return selection.text("sum_dn", attack=attack, dn=strike.plan.passive or 0)
    name = defense_name(selection.context, strike.defense.kind)
    total = dice_text(strike.defense.bonus.amount)
    return selection.text("sum", attack=attack, defense=name, total=total)


def _dice(selection: Selection, strike: Strike) -> Iterator[DiceField]:
    """Yields the fields for typed dice, in the order in which they are rolled. Source: PHA-78.

    Location and damage are asked for once there is a hit: what is typed before would be for nothing.
    """
    keys = ("attack",) if strike.plan.passive is not None else ("defense", "attack")
    return (dice_field(selection, key, f"{mechanics.TEST_DICE}d6") for key in keys)


def strike_of(context: RulesContext, command: Command) -> Strike | None:
    """Returns the strike a command would roll; None for a command without one."""
    if not isinstance(command, do.Attack):
        return None
    try:
        return strike_at(view_of(context, command.who), command)
    except (RuleError, KeyError):
        return None
