"""The attack form of a declared game: choices to a command, with what it will be rolled with."""

from collections.abc import Iterator
from functools import cached_property

from typing_extensions import override

from encounter_gui.encounter.values import Combatant, Item, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import form
from encounter_gui.rules.presenters.form import (
    FieldSpec,
    FormContent,
    FormRules,
    SituationFields,
    acting_field,
    dice_field,
    gm_field,
    target_field,
)
from encounter_gui.rules.systems.declared import combat, sheet
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.formulas import dice_in
from encounter_gui.rules.view import AttackForm, DiceField, FormChoices, Option

_GM = 20
"""Most that the game master may add or take."""


class Selection(form.Selection):
    """What is chosen on the form, after defaults."""

    @cached_property
    @override
    def target(self) -> Combatant | None:
        """The target; by default the nearest opponent who is not out. None: there is none."""
        chosen = self.chosen_combatant("target")
        if chosen is not None and self.can_be_target(chosen):
            return chosen
        there = self.context.state.combatants.values()
        return self.first_opponent(each for each in there if self.can_be_target(each))

    def can_be_target(self, combatant: Combatant) -> bool:
        """Returns whether a combatant may be aimed at."""
        return combatant.id != self.actor.id and not sheet.is_out(combatant)

    @cached_property
    def weapon(self) -> Item | None:
        """The weapon; None: none."""
        return sheet.weapon_of(self.actor, self.choices.get("weapon", ""))

    @cached_property
    def attack(self) -> str:
        """The key of the attack; empty: none is possible with the weapon."""
        keys = [each.key for each in sheet.attacks_with(self.context.ruleset, self.weapon)]
        return self.pick("attack", keys, keys[0] if keys else "")

    @property
    def command(self) -> do.Attack:
        """The command."""
        return do.Attack(
            who=self.actor.id,
            target=self.require_target().id,
            attack=self.attack,
            weapon=self.weapon.key if self.weapon is not None else do.NO_WEAPON,
            modifiers=self.modifiers,
            gm=self.number("gm", -_GM, _GM),
        )


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the form for these choices; those that no longer fit fall back to defaults."""

    def takes_part(slot: Slot) -> bool:
        return sheet.can_act(context, context.combatant(slot.who))

    who = form.next_actor(context, choices, takes_part)
    if who is None:
        return AttackForm(why_not=context.texts.text_of("declared.form.nobody"))
    return form.build(Selection(context, choices, context.combatant(who)), _FORMS)


def _content(selection: Selection) -> FormContent:
    command = selection.command
    way, _, plan = combat.known_plan(selection.context, command)
    words = {"roll": plan.roll, "against": plan.against, "damage": plan.damage, "soak": plan.soak}
    return FormContent(
        command=command,
        toggles=(*selection.locked(plan.parts), *selection.situation(way.key)),
        sum=selection.text("sum" if plan.soak == "0" else "sum_soak", **words),
        dice=tuple(_dice(selection, command)),
        resolve="again" if selection.actor.gauges.get(sheet.ATTACKS) else "resolve",
    )


def _dice(selection: Selection, command: do.Attack) -> Iterator[DiceField]:
    plan = combat.known_plan(selection.context, command)[2]
    rolls = {
        "attack": plan.roll,
        "defense": plan.against,
        "damage": plan.damage,
        "soak": plan.soak,
    }
    for key, formula in rolls.items():
        for name, dice, needs_faces in dice_in(key, formula):
            yield dice_field(selection, name, dice, of=key, needs_faces=needs_faces)


def _targets(selection: Selection) -> Iterator[Combatant]:
    there = selection.context.state.combatants.values()
    return (each for each in there if selection.can_be_target(each))


def _weapons(selection: Selection) -> Iterator[Option]:
    for each in sheet.weapons(selection.actor):
        yield Option(key=each.key, text=each.name)
    if any(sheet.attacks_with(selection.context.ruleset, None)):
        yield Option(key=do.NO_WEAPON, text=selection.text("no_weapon"))


def _attacks(selection: Selection) -> Iterator[Option]:
    possible = sheet.attacks_with(selection.context.ruleset, selection.weapon)
    return (Option(key=each.key, text=each.name, note=each.text) for each in possible)


_FORMS = (
    FormRules(
        fields=(
            acting_field(),
            target_field(_targets),
            FieldSpec(
                "weapon",
                lambda selection: selection.weapon.key if selection.weapon else do.NO_WEAPON,
                _weapons,
                fewest=2,
                compared="way",
            ),
            FieldSpec(
                "attack",
                lambda selection: selection.attack,
                _attacks,
                fewest=2,
                look="segments",
                compared="way",
            ),
            SituationFields(lambda selection: selection.attack),
            gm_field("declared.gm", _GM),
        ),
        content=_content,
    ),
)
