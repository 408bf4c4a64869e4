"""The attack bench of CHROME: choices to a command, with the odds of exactly that command."""

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.attack_form.fields import (
    band_chooser,
    blast_toggles,
    burn_chooser,
    damage_text,
    defence_chooser,
    dice_field,
    edge_chooser,
    head,
    roll_toggles,
    situation_toggles,
    soak_toggles,
    sum_text,
)
from encounter_gui.rules.systems.chrome.attack_form.selection import Selection, setting, targets
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    AttackPlan,
    plan_attack,
    plan_blast_save,
    plan_counter,
    plan_throw,
    weapon_in,
)
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import CheckPlan, plan_check
from encounter_gui.rules.view import AttackForm, DiceField, FormChoices, FormField


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    selection = setting(context, choices)
    if selection is None:
        ghosts = any(
            character.is_presence(combatant) for combatant in action_budget.acting(context)
        )
        return AttackForm(
            why_not=context.texts.text_of(f"chrome.form.{'presence' if ghosts else 'nobody'}")
        )
    if selection.target is None or (selection.item is None and selection.ability is None):
        word = "no_target" if selection.target is None else "no_weapon"
        return AttackForm(
            actor=selection.combatant.id,
            fields=head(context, selection),
            why_not=context.texts.text_of(f"chrome.form.{word}"),
        )
    if selection.ability is not None:
        return _special_bench(context, selection)
    try:
        if selection.weapon is None:
            return _throw_bench(context, selection, selection.target.id)
        return _attack_bench(context, selection, selection.target.id)
    except RuleError as refused:
        why = context.texts.text(refused.message)
        return AttackForm(
            actor=selection.combatant.id, fields=head(context, selection), why_not=why
        )


def _attack_bench(context: RulesContext, selection: Selection, target: CombatantId) -> AttackForm:
    command = attack_command(selection, target)
    plan = plan_attack(context, command)
    save = plan.save if selection.defence == "save" else None
    counter = _counter(context, selection)
    return AttackForm(
        actor=selection.combatant.id,
        fields=(
            *head(context, selection),
            *band_chooser(context, selection),
            *defence_chooser(context, selection, plan),
            *_edges(context, selection, plan.test, save),
            *_burns(context, selection, plan.test, save),
        ),
        toggles=(
            *(roll_toggles(context, selection, plan.test) if plan.test else ()),
            *(roll_toggles(context, selection, save) if save else ()),
            *soak_toggles(context, plan.soak),
            *(situation_toggles(context, selection) if plan.test else ()),
        ),
        sum=_sum(context, plan, save, counter),
        dice=_dice(context, plan.test, save, counter),
        command=command,
        resolve=context.texts.text_of("chrome.form.resolve"),
    )


def attack_command(selection: Selection, target: CombatantId) -> do.Attack:
    """Returns the attack these choices stand for."""
    saves, rolls = selection.defence == "save", selection.rolls
    return do.Attack(
        who=selection.combatant.id,
        target=target,
        weapon=selection.item.key if selection.item else "",
        band=selection.band,
        modifiers=selection.modifiers if rolls else (),
        edge=selection.edge if rolls else 0,
        burn=selection.burn if rolls else 0,
        defence=selection.defence,
        counter_weapon=selection.counter,
        save_edge=selection.save_edge if saves else 0,
        save_burn=selection.save_burn if saves else 0,
    )


def _counter(context: RulesContext, selection: Selection) -> CheckPlan | None:
    """The check of the target's counter-attack, if it is to make one."""
    if selection.target is None or selection.defence != "counter":
        return None
    weapon = weapon_in(selection.target, selection.counter)
    return plan_counter(context, selection.target, selection.combatant, weapon).test


def _edges(
    context: RulesContext, selection: Selection, test: CheckPlan | None, save: CheckPlan | None
) -> tuple[FormField, ...]:
    """The game master's own word on each roll; the second one goes to the left."""
    found = []
    if test is not None:
        found.append(edge_chooser(context, "edge", selection.edge))
    if save is not None:
        is_second = test is not None
        found.append(edge_chooser(context, "save_edge", selection.save_edge, is_second=is_second))
    return tuple(found)


def _burns(
    context: RulesContext, selection: Selection, test: CheckPlan | None, save: CheckPlan | None
) -> tuple[FormField, ...]:
    mine = burn_chooser(context, "burn", selection.combatant, selection.burn) if test else ()
    theirs = (
        burn_chooser(context, "save_burn", selection.target, selection.save_burn) if save else ()
    )
    return (*mine, *theirs)


def _sum(
    context: RulesContext, plan: AttackPlan, save: CheckPlan | None, counter: CheckPlan | None
) -> str:
    """What is rolled, one roll after the other; without any, what the hit comes to."""
    rolls = [sum_text(context, test) for test in (plan.test, save) if test]
    if counter is not None:
        rolls.append(context.texts.text_of("chrome.form.sum.back", sum=sum_text(context, counter)))
    if not save:
        rolls.insert(1 if plan.test else 0, damage_text(context, plan))
    return " · ".join(rolls)


def _dice(
    context: RulesContext, test: CheckPlan | None, save: CheckPlan | None, counter: CheckPlan | None
) -> tuple[DiceField, ...]:
    """The fields for typed dice, in the order in which they are asked for."""
    asked = [("attack", test), ("save", save), ("counter", counter)]
    rolled = [(key, each) for key, each in asked if each is not None]
    alone = len(rolled) == 1
    return tuple(
        dice_field(context, key, each, label="d100" if alone else key) for key, each in rolled
    )


def _throw_bench(context: RulesContext, selection: Selection, target: CombatantId) -> AttackForm:
    """A grenade: one throw, and everybody in the blast. Source: CHR-46."""
    command = do.Throw(
        who=selection.combatant.id,
        target=target,
        weapon=selection.item.key if selection.item else "",
        band=selection.band,
        caught=tuple(do.Caught(target=each) for each in selection.caught),
        cover=selection.has_cover,
        modifiers=selection.modifiers if selection.rolls else (),
        edge=selection.edge if selection.rolls else 0,
        burn=selection.burn if selection.rolls else 0,
    )
    test = plan_throw(context, command)
    victim = context.combatant(target)
    save = plan_blast_save(context, victim, in_cover=selection.has_cover, by=selection.combatant)
    rolls = [sum_text(context, each) for each in (test, save) if each]
    return AttackForm(
        actor=selection.combatant.id,
        fields=(
            *head(context, selection),
            *_edges(context, selection, test, None),
            *_burns(context, selection, test, None),
        ),
        toggles=(
            *(roll_toggles(context, selection, test) if test else ()),
            *soak_toggles(context, _blast_soak(context, victim.id)),
            *blast_toggles(context, selection),
            *(situation_toggles(context, selection) if test else ()),
        ),
        sum=" · ".join(rolls) or context.texts.text_of("chrome.form.sum.blast"),
        dice=(dice_field(context, "throw", test),) if test else (),
        command=command,
        resolve=context.texts.text_of("chrome.form.throw"),
    )


def _blast_soak(context: RulesContext, who: CombatantId) -> tuple[Modifier, ...]:
    """Soak against a blast; the cover that helps is what lies between, not what one hides behind. Source: CHR-47."""
    return character.soak_parts(context, context.combatant(who), is_ranged=False)


def _special_bench(context: RulesContext, selection: Selection) -> AttackForm:
    """A special ability of an enemy: everybody it reaches makes a Save. Source: CHR-11."""
    ability, target = selection.ability, selection.target
    if ability is None or target is None:
        return AttackForm(actor=selection.combatant.id, fields=head(context, selection))
    everybody = targets(context, selection.combatant, ability)
    ids = tuple(each.id for each in everybody) if selection.is_everybody else (target.id,)
    save = plan_check(context, target, ability.save)
    return AttackForm(
        actor=selection.combatant.id,
        fields=head(context, selection),
        toggles=roll_toggles(context, selection, save),
        sum=sum_text(context, save),
        dice=(dice_field(context, "save", save),) if len(ids) == 1 else (),
        command=do.Special(who=selection.combatant.id, ability=ability.key, targets=ids),
        resolve=context.texts.text_of("chrome.form.resolve"),
    )
