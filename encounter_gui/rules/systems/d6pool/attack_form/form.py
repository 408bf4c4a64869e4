"""The attack form of a D6-pool fight: choices to a command, with the odds of exactly that command."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters import form, modifier_fields
from encounter_gui.rules.presenters.form import FormContent, FormRules, dice_field
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.attack_form.fields import (
    ACTOR,
    BLAST,
    DODGE,
    GM,
    MODE,
    RANGE,
    SITUATION,
    TARGET,
    WEAPON,
)
from encounter_gui.rules.systems.d6pool.attack_form.selection import (
    Selection,
    blast_key,
    selection_of,
)
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    blast_strike,
    known_plan,
    ladder,
    throw_pool,
)
from encounter_gui.rules.systems.d6pool.combat.blasts import exploding
from encounter_gui.rules.systems.d6pool.rules.strike import Strike
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.turns import rounds
from encounter_gui.rules.view import AttackForm, DiceField, FormChoices, Toggle


def attack_form(context: RulesContext, choices: FormChoices) -> AttackForm:
    """Returns the form for these choices; those that no longer fit fall back to defaults."""
    selection = selection_of(context, choices)
    if selection is None:
        return AttackForm(why_not=context.texts.text_of("d6pool.form.nobody"))
    return form.build(selection, _FORMS)


def _attack(selection: Selection) -> FormContent:
    is_melee = selection.kind == "melee"
    command = do.Attack(
        who=selection.actor.id,
        target=selection.require_target().id,
        weapon=selection.weapon.key,
        mode=selection.mode,  # type: ignore[arg-type]  # one of the modes of the weapon
        band="" if is_melee else selection.band,
        modifiers=() if is_melee else selection.modifiers,
        gm=selection.gm,
        dodge=selection.dodge,
        hero=selection.hero,
    )
    strike = known_plan(selection.view, command).strike
    return FormContent(
        command=command,
        toggles=(
            *selection.locked(strike.pool.modifiers),
            *selection.situation(selection.kind),
            *_hero_toggle(selection),
        ),
        sum=_sum(selection, strike),
        dice=_dice(selection, strike),
        resolve="again" if selection.actor.gauges.get("attacks") else "resolve",
    )


def _hero_toggle(selection: Selection) -> Iterator[Toggle]:
    """Yields the offer of a Hero Point, where one can be spent. Source: D6P-12."""
    runs = selection.has_running_hero_point
    if runs or selection.may_be_heroic:
        yield Toggle(
            key="hero",
            text=selection.text("hero"),
            amount="×2",
            is_on=runs or selection.hero,
            is_locked=runs,
        )


def _sum(selection: Selection, strike: Strike) -> str:
    return selection.text(
        "sum_dodge" if strike.dodge else "sum",
        attack=strike.pool.dice,
        dn=strike.dn,
        dodge=strike.dodge,
        damage=strike.damage,
        resistance=strike.resistance.dice,
    )


def _dice(
    selection: Selection, strike: Strike, against: Combatant | None = None
) -> Iterator[DiceField]:
    """Yields the fields for typed dice, in the order in which they are rolled. Source: D6P-52.

    ``against``: somebody who has a row of dice among others.
    """
    asked = {
        "dodge": 0 if strike.is_certain else strike.dodge,
        "attack": 0 if strike.is_certain else strike.pool.dice,
        "damage": strike.damage,
        "resistance": strike.resistance.dice if strike.damage else 0,
    }
    return (
        dice_field(selection, key, f"{dice}d6", against=against)
        for key, dice in asked.items()
        if dice
    )


def _throw(selection: Selection) -> FormContent:
    """A throw at a point; whom the blast catches is asked when it lands. Source: D6P-40."""
    command = do.Throw(
        who=selection.actor.id,
        weapon=selection.explosive.key,
        band=selection.band,
        modifiers=selection.modifiers,
        gm=selection.gm,
        hero=selection.hero,
    )
    pool = throw_pool(selection.view, command, selection.explosive)
    dn = ladder(selection.context, selection.band)
    return FormContent(
        command=command,
        toggles=(
            *modifier_fields.locked_toggles(pool.modifiers),
            *selection.situation(selection.kind),
            *_hero_toggle(selection),
        ),
        sum=selection.text("sum_throw", dice=pool.dice, dn=dn),
        dice=(dice_field(selection, "throw", f"{pool.dice}d6"),) if pool.dice else (),
        resolve="throw",
    )


def _blast(selection: Selection) -> FormContent:
    """A blast strikes all who are named in it, each as far away as it is, with dice of its own. Source: D6P-40."""
    caught = tuple(_caught(selection, each) for each in selection.in_blast)
    strikes = tuple(blast_strike(selection.view, selection.explosive, each) for each in caught)
    if strikes[0] is None:
        raise refuse("d6pool.form.no_target")
    return FormContent(
        command=do.Blast(who=selection.actor.id, targets=caught, more=True),
        toggles=(
            *modifier_fields.locked_toggles(strikes[0].pool.modifiers),
            *_others_in_blast(selection),
        ),
        sum=_sum(selection, strikes[0]),
        dice=_blast_dice(selection, strikes),
        resolve="blast",
        goes_on=True,
    )


def _caught(selection: Selection, target: Combatant) -> do.Caught:
    band = gear.BANDS.index(selection.blast_band(target))
    return do.Caught(
        target=target.id,
        metres=selection.explosive.blast[band],
        dodge=selection.blast_dodge(target),
        gm=selection.blast_gm(target),
    )


def _blast_dice(selection: Selection, strikes: Sequence[Strike | None]) -> Iterator[DiceField]:
    """Yields the fields of everybody in the blast; a row for each, where there are several."""
    targets = selection.in_blast
    for target, strike in zip(targets, strikes, strict=True):
        if strike is not None:
            yield from _dice(selection, strike, target if len(targets) > 1 else None)


def _others_in_blast(selection: Selection) -> Iterator[Toggle]:
    """Yields the offer to strike somebody besides the target at once. Source: D6P-40."""
    target = selection.require_target()
    for each in selection.view.state.combatants.values():
        if each.id != target.id and selection.can_be_target(each):
            key = blast_key("in", each)
            yield Toggle(
                key=key,
                text=selection.text("also_in_blast", who=each.name),
                is_on=selection.is_on(key),
            )


_FORMS = (
    FormRules(
        fields=(ACTOR, TARGET, BLAST),
        content=_blast,
        applies=lambda selection: selection.is_blast,
    ),
    FormRules(
        fields=(ACTOR, WEAPON, RANGE, SITUATION, GM),
        content=_throw,
        applies=lambda selection: selection.is_explosive,
        missing=lambda selection: "",
    ),
    FormRules(fields=(ACTOR, TARGET, WEAPON, MODE, RANGE, DODGE, SITUATION, GM), content=_attack),
)


def strike_of(context: RulesContext, command: Command) -> tuple[Strike, Combatant] | None:
    """Returns the strike a command would roll and its target; None for a command without one."""
    try:
        match command:
            case do.Attack():
                view = rounds.view_of_tie(context, command.who)
                return known_plan(view, command).strike, view.combatant(command.target)
            case do.Blast(targets=(caught, *_)):
                return _blast_strike(context, command, caught)
            case _:
                return None
    except (RuleError, KeyError):
        return None


def _blast_strike(
    context: RulesContext, command: do.Blast, caught: do.Caught
) -> tuple[Strike, Combatant] | None:
    view = rounds.view_of_tie(context, command.who) if command.who else context
    explosive = exploding(context, command)
    strike = blast_strike(view, explosive, caught)
    return (strike, view.combatant(caught.target)) if strike else None
