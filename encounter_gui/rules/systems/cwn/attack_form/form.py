"""The attack bench of the CWN system: choices to a command, with the odds of exactly that command."""

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.attack_form.area_forms import (
    blast_bench,
    suppress_bench,
    throw_bench,
)
from encounter_gui.rules.systems.cwn.attack_form.fields import (
    head_choosers,
    left_choosers,
    strike_dice,
    strike_toggles,
    sum_text,
)
from encounter_gui.rules.systems.cwn.attack_form.selection import Selection, is_swarming, setting
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.view import AttackForm, FormChoices

_HOW: dict[str, do.How] = {
    "attack": "",
    "snap": "snap",
    "charge": "charge",
    "swarm": "swarm",
    "extra": "extra",
}


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    selection = setting(context, choices)
    if selection is None:
        return AttackForm(why_not=context.texts.text_of("cwn.form.nobody"))
    if selection.combatant.has("in_air"):
        return blast_bench(context, selection)
    return (
        throw_bench(context, selection)
        if selection.item.kind == "explosive"
        else _armed(context, selection)
    )


def _armed(context: RulesContext, selection: Selection) -> AttackForm:
    if selection.target is None:
        return AttackForm(
            actor=selection.combatant.id,
            fields=head_choosers(context, selection),
            why_not=context.texts.text_of("cwn.form.no_target"),
        )
    if selection.how == "suppress":
        return suppress_bench(context, selection)
    if selection.how == "swarm" and not is_swarming(selection.combatant, selection.target):
        return _join_bench(context, selection)
    return _attack_bench(context, selection)


def attack_command(selection: Selection) -> do.Attack:
    """Returns the attack these choices stand for; there is a target."""
    target = selection.target
    return do.Attack(
        who=selection.combatant.id,
        target=target.id if target else selection.combatant.id,
        weapon=selection.item.key,
        mode=selection.mode,  # type: ignore[arg-type]  # one of the weapon's modes
        how=_HOW.get(selection.how, ""),
        metres=selection.metres,
        modifiers=() if selection.kind == "melee" else selection.modifiers,
        gm=selection.gm,
        nonlethal=selection.nonlethal,
        boost=selection.boost and selection.how == "snap",
        also=_others(selection),
    )


def _others(selection: Selection) -> tuple[CombatantId, ...]:
    """The targets of further attacks, unless all are at the same. Source: CWN-69."""
    ids = tuple(each.id for each in selection.also)
    return ids if selection.target and set(ids) - {selection.target.id} else ()


def _attack_bench(context: RulesContext, selection: Selection) -> AttackForm:
    command = attack_command(selection)
    head = head_choosers(context, selection)
    try:
        made = attack_plan.plan_attack(context, command)
    except RuleError as refused:  # a launcher without a grenade, say
        return AttackForm(
            actor=selection.combatant.id, fields=head, why_not=context.texts.text(refused.message)
        )
    attacks = sum(who == command.target for who, _ in made.strikes)
    text = sum_text(context, made.strike)
    return AttackForm(
        actor=selection.combatant.id,
        fields=(*head, *left_choosers(context, selection)),
        toggles=strike_toggles(context, selection, made.strike),
        sum=f"{attacks} × {text}" if attacks > 1 else text,
        dice=strike_dice(context, made.strike),
        command=command,
        resolve=context.texts.text_of("cwn.form.resolve"),
    )


def _join_bench(context: RulesContext, selection: Selection) -> AttackForm:
    """A swarm gathers first: joining costs the Main and rolls nothing. Source: CWN-39."""
    target = selection.target
    if target is None:
        return AttackForm(actor=selection.combatant.id, fields=head_choosers(context, selection))
    there = len(attack_plan.swarm_on(context, target.id))
    return AttackForm(
        actor=selection.combatant.id,
        fields=head_choosers(context, selection),
        sum=context.texts.text_of(
            "cwn.form.sum_join", count=there, most=context.number(mechanics.SWARM_MOST)
        ),
        command=do.Swarm(who=selection.combatant.id, target=target.id),
        resolve=context.texts.text_of("cwn.form.join"),
    )
