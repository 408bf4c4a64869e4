"""The attack form of CHROME: choices to a command, with the odds of exactly that command."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters import form, modifier_fields
from encounter_gui.rules.presenters.form import FormContent, FormRules
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.attack_form import fields
from encounter_gui.rules.systems.chrome.attack_form.fields import RULE_OF_GM, sum_text
from encounter_gui.rules.systems.chrome.attack_form.selection import (
    CAUGHT,
    Selection,
    selection_of,
)
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    covered,
    plan_blast_save,
    plan_counter,
    weapon_in,
)
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan, plan_check
from encounter_gui.rules.view import AttackForm, DiceField, FormChoices, Toggle


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the form for these choices; those that no longer fit fall back to defaults."""
    selection = selection_of(context, choices)
    if selection is None:
        ghosts = any(character.is_presence(each) for each in action_budget.acting(context))
        key = "chrome.form.presence" if ghosts else "chrome.form.nobody"
        return AttackForm(why_not=context.texts.text_of(key))
    return form.build(selection, _FORMS)


def _missing(selection: Selection) -> str:
    if selection.target is None and selection.point is None:
        return "no_target"
    return "" if selection.item or selection.ability else "no_weapon"


def _attack(selection: Selection) -> FormContent:
    plan, save, counter = selection.plan, selection.save, _counter(selection)
    rolls = [sum_text(selection.context, each) for each in (plan.test, save) if each]
    if counter is not None:
        rolls.append(selection.text("sum.back", sum=sum_text(selection.context, counter)))
    if not save:
        damage = selection.text(
            "sum.damage",
            tier=plan.tier,
            soak=plan.soaked,
            damage=plan.applied(is_critical=False),
        )
        rolls.insert(1 if plan.test else 0, damage)
    return FormContent(
        command=selection.attack,
        toggles=(
            *_roll_toggles(selection, plan.test),
            *_roll_toggles(selection, save),
            *_soak_toggles(selection, plan.soak),
            *_cover_toggle(selection),
            *_situation_toggles(selection, plan.test),
        ),
        sum=" · ".join(rolls),
        dice=_dice(selection, {"attack": plan.test, "save": save, "counter": counter}),
    )


def _counter(selection: Selection) -> D100Plan | None:
    """Returns the check of the target's counter-attack; None: it makes none."""
    if selection.defence != "counter":
        return None
    target = selection.require_target()
    weapon = weapon_in(target, selection.counter)
    return plan_counter(selection.context, target, selection.actor, weapon).test


def _throw(selection: Selection) -> FormContent:
    """A grenade at somebody: one throw, and everybody in the blast. Source: CHR-46, CHR-47."""
    context, target, check = selection.context, selection.require_target(), selection.check
    in_cover = bool(selection.whole_throw.cover)
    save = plan_blast_save(context, target, in_cover=in_cover, by=selection.actor)
    rolls = [sum_text(context, each) for each in (check, save) if each]
    # The cover that helps is what lies between, not what one hides behind.
    soak = character.soak_parts(context, target, is_ranged=False)
    return FormContent(
        command=selection.throw,
        toggles=(
            *_roll_toggles(selection, check),
            *_soak_toggles(selection, soak),
            structs.replace(
                selection.toggle(
                    "cover", amount=with_sign(selection.context.number(mechanics.BLAST_COVER))
                ),
                is_on=in_cover,
                by_plan=selection.by_plan("cover") if in_cover else "",
            ),
            *_caught_toggles(selection),
            *_situation_toggles(selection, check),
        ),
        sum=" · ".join(rolls) or selection.text("sum.blast"),
        dice=(_d100(selection, "throw", check),) if check else (),
        resolve="throw",
    )


def _throw_at_point(selection: Selection) -> FormContent:
    """A grenade at a point of the plan: nobody is the target, whoever is in the blast is beside it. Source: CHR-46."""
    check = selection.check
    return FormContent(
        command=selection.throw,
        toggles=(
            *_roll_toggles(selection, check),
            *_caught_toggles(selection),
            *_situation_toggles(selection, check),
        ),
        sum=sum_text(selection.context, check) if check else selection.text("sum.blast"),
        dice=(_d100(selection, "throw", check),) if check else (),
        resolve="throw",
    )


def _special(selection: Selection) -> FormContent:
    """A special ability of an enemy: everybody it reaches makes a Save. Source: CHR-11."""
    context, target, ability = selection.context, selection.require_target(), selection.ability
    if ability is None:
        raise ValueError("an ability is not chosen")
    reached: tuple[CombatantId, ...] = (target.id,)
    if selection.is_everybody:
        reached = tuple(each.id for each in selection.targets)
    save = plan_check(context, target, ability.save)
    return FormContent(
        command=do.Special(who=selection.actor.id, ability=ability.key, targets=reached),
        toggles=_roll_toggles(selection, save),
        sum=sum_text(context, save),
        dice=(_d100(selection, "save", save),) if len(reached) == 1 else (),
    )


_FORMS: tuple[FormRules[Selection], ...] = (
    FormRules(
        fields=fields.HEAD,
        content=_special,
        applies=lambda selection: selection.ability is not None,
        missing=_missing,
    ),
    FormRules(
        fields=fields.THROW,
        content=_throw_at_point,
        applies=lambda selection: selection.point is not None,
        missing=_missing,
    ),
    FormRules(
        fields=fields.THROW,
        content=_throw,
        applies=lambda selection: selection.weapon is None,
        missing=_missing,
    ),
    FormRules(fields=fields.ATTACK, content=_attack, missing=_missing),
)


# ---- toggles


def _roll_toggles(selection: Selection, check: D100Plan | None) -> Iterator[Toggle]:
    """Yields what the state does to a roll, locked: Grit, Prone, what is unnoticed. Source: CHR-16, CHR-63."""
    if check is None:
        return
    for each in check.parts[1:]:
        if each.rule != "CHR-20":
            yield _locked_toggles(each, with_sign(each.amount))
    for each in check.edges:
        if each.key not in selection.shown_modifiers and (each.key or each.rule != RULE_OF_GM):
            yield _locked_toggles(each, _edge_word(selection, each.amount))


def _locked_toggles(modifier: Modifier, amount: str) -> Toggle:
    key = modifier.key or modifier.name
    return modifier_fields.locked(key, modifier.name, amount, modifier.rule)


def _edge_word(selection: Selection, amount: int) -> str:
    return selection.text("edge.adv" if amount > 0 else "edge.disadv")


def _soak_toggles(selection: Selection, soak: Iterable[Modifier]) -> Iterator[Toggle]:
    """Yields the target's Soak, and what adds to it now. Source: CHR-34, CHR-36, CHR-47."""
    known = list(soak)
    worn = [each for each in known if not each.key]
    text = selection.context.texts.text_of("chrome.column.soak")
    tip = modifiers.sum_text(worn) if worn else ""
    yield modifier_fields.locked("soak", text, str(modifiers.total(worn)), tip)
    for each in known:
        if each.key and not (each.key == "in_cover" and selection.is_screened):
            yield _locked_toggles(each, with_sign(each.amount))


def _cover_toggle(selection: Selection) -> Iterator[Toggle]:
    """Yields the cover that the plan says the target has, which the game master may take away. Source: CHR-34."""
    if not selection.is_screened:
        return
    hidden = covered(selection.require_target(), cover=True)
    parts = character.soak_parts(selection.context, hidden, is_ranged=True)
    amount = sum(each.amount for each in parts if each.key == "in_cover")
    yield Toggle(
        key="cover",
        text=selection.context.texts.text_of("chrome.cover"),
        amount=with_sign(amount) if amount else "",
        is_on=selection.said_cover is not False,
        tip=f"CHR-34 {selection.context.ruleset.rules.get('CHR-34', '')}".strip(),
        of_target=True,
        by_plan=selection.by_plan("cover"),
    )


def _situation_toggles(selection: Selection, check: D100Plan | None) -> Iterator[Toggle]:
    """Yields the situational modifiers of the attacker's check, as Advantage or Disadvantage. Source: CHR-16."""
    for each in selection.situation("attack") if check else ():
        known = selection.context.ruleset.modifier(each.key)
        word = _edge_word(selection, known.amount) if known else ""
        yield structs.replace(each, amount=word)


def _caught_toggles(selection: Selection) -> Iterator[Toggle]:
    """Yields who else is in a blast. Source: CHR-46."""
    for each in selection.bystanders:
        key = f"{CAUGHT}{each.id}"
        text = selection.text("caught", who=each.name)
        is_placed = each.id in selection.placed_blast
        far = selection.metres_from_blast(each)
        yield Toggle(
            key=key,
            text=text,
            amount=f"{metres_text(far)} m" if far is not None and selection.seen else "",
            is_on=selection.is_caught(each),
            by_plan=selection.by_plan(key) if is_placed or key in selection.choices else "",
        )


# ---- arithmetic and dice


def _dice(selection: Selection, checks: dict[str, D100Plan | None]) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are asked for."""
    rolled = {key: each for key, each in checks.items() if each is not None}
    is_alone = len(rolled) == 1
    return tuple(
        _d100(selection, key, each, label="" if is_alone else key) for key, each in rolled.items()
    )


def _d100(selection: Selection, key: str, check: D100Plan, *, label: str = "") -> DiceField:
    """Returns the field for the d100 of a check, under the key it is asked for with."""
    name = f"chrome.dice.{label or 'd100'}"
    return form.dice_field(selection, key, f"{check.dice}z100", label=name, needs_faces=True)
