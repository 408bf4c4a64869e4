"""The attack bench of a fight in phases: choices to a command, with the odds of exactly that command."""

from dataclasses import dataclass

from msgspec.structs import replace as changed

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.attack_form import fields as form_fields
from encounter_gui.rules.systems.phases.attack_form.selection import Selection, setting
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, plan_attack
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.systems.phases.turns.phases_of_round import view_of
from encounter_gui.rules.view import AttackForm, FormChoices


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """An attack on the bench: the plan, the target as it stands, and its defense; None: it rolls none."""

    view: RulesContext
    command: do.Attack
    plan: AttackPlan
    target: Combatant
    defense: defenses.Defense | None


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    selection = setting(context, choices)
    if selection is None:
        return AttackForm(why_not=context.texts.text_of(f"phases.form.{_idle(context)}"))
    head = (
        form_fields.actor_chooser(context, selection.combatant),
        form_fields.target_chooser(context, selection.combatant, selection.target),
        form_fields.weapon_chooser(context, selection.combatant, selection.item),
        *form_fields.mode_choosers(context, selection),
    )
    if selection.target is None:
        why = context.texts.text_of("phases.form.no_target")
        return AttackForm(actor=selection.combatant.id, fields=head, why_not=why)
    if selection.technique is None:
        head = (*head, form_fields.place_chooser(context, selection))
    command = _command(context, selection, selection.target)
    left = tuple(form_fields.left_choosers(context, selection))
    try:
        strike = strike_at(selection.view, command)
    except RuleError as refused:
        why = context.texts.text(refused.message)
        return AttackForm(actor=selection.combatant.id, fields=(*head, *left), why_not=why)
    kind = strike.defense.kind if strike.defense else ""
    command = replace_defense(command, kind)
    return AttackForm(
        actor=selection.combatant.id,
        fields=(
            *head,
            *form_fields.defense_chooser(selection.view, strike.target, strike.plan, kind),
            *left,
        ),
        toggles=form_fields.toggles(context, selection, strike.plan.discharges[0].bonus.parts),
        sum=sum_text(context, strike),
        dice=form_fields.dice_fields(context, strike.plan),
        command=command,
        resolve=context.texts.text_of("phases.form.resolve"),
    )


def _idle(context: RulesContext) -> str:
    """Returns why nobody acts: the phase has not begun, or the fight has not."""
    return "declaring" if context.state.stage == "running" and context.state.group < 0 else "nobody"


def _command(context: RulesContext, selection: Selection, target: Combatant) -> do.Attack:
    return do.Attack(
        who=selection.combatant.id,
        target=target.id,
        weapon=selection.weapon.key,
        mode="" if selection.technique else selection.mode,  # type: ignore[arg-type]  # one of the weapon's modes
        technique=selection.technique.key if selection.technique else "",
        shots=selection.shots,
        rounds=selection.rounds,
        place=selection.place,
        straight=selection.straight,
        band=_band(context, selection),  # type: ignore[arg-type]  # one of the bands
        modifiers=form_fields.effective(selection, context),
        gm=selection.gm,
        defense=selection.defense,
        defense_gm=selection.defense_gm,
    )


def _band(context: RulesContext, selection: Selection) -> str:
    return (
        selection.band if context.switch("phases.rangeTable") and selection.kind != "melee" else ""
    )


def replace_defense(command: do.Attack, kind: str) -> do.Attack:
    """Returns the attack against this defense."""
    return changed(command, defense=kind)


def strike_at(context: RulesContext, command: do.Attack) -> Strike:
    """Returns what an attack would roll; a defense that is not open falls back to the first that is.

    Raises:
        RuleError: it cannot be made at all.
    """
    plan = plan_attack(context, command)
    target = context.combatant(command.target)
    open_to = defenses.options(context, target, plan)
    if not open_to:
        return Strike(view=context, command=command, plan=plan, target=target, defense=None)
    kind = command.defense if command.defense in open_to else open_to[0]
    made = defenses.defense(context, target, kind, command.defense_gm)
    return Strike(view=context, command=command, plan=plan, target=target, defense=made)


def strike_of(context: RulesContext, command: Command) -> Strike | None:
    """Returns the strike a command would roll; None for a command without one."""
    if not isinstance(command, do.Attack):
        return None
    try:
        return strike_at(view_of(context, command.who), command)
    except (RuleError, KeyError):
        return None


def sum_text(context: RulesContext, strike: Strike) -> str:
    """Returns the arithmetic on one line: ``3d6 + 13 / 11 / 9 against Dodge 3d6 + 14``."""
    first, *later = (each.bonus.amount for each in strike.plan.discharges)
    attack = "".join((dice_text(first), *(f" / {plain(each)}" for each in later)))
    if strike.defense is None:
        return context.texts.text_of(
            "phases.form.sum_dn", attack=attack, dn=strike.plan.passive or 0
        )
    name = form_fields.defense_name(context, strike.defense.kind)
    total = dice_text(strike.defense.bonus.amount)
    return context.texts.text_of("phases.form.sum", attack=attack, defense=name, total=total)
