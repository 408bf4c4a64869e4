"""The attack form of a D6-pool fight: choices to a command, with the odds of exactly that command."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.presenters import form, modifier_fields
from encounter_gui.rules.presenters.form import FormContent, FormRules, dice_field
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.attack_form.fields import (
    ACTOR,
    AIM,
    BLAST,
    CROWD,
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
    band_of,
    blast_strike,
    known_plan,
    throw_plan,
)
from encounter_gui.rules.systems.d6pool.combat.blasts import exploding
from encounter_gui.rules.systems.d6pool.rules.strike import Strike
from encounter_gui.rules.systems.d6pool.sheet import gear
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
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
        band=selection.said_band,
        modifiers=() if is_melee else selection.modifiers,
        overruled=selection.all_overruled,
        gm=selection.gm,
        dodge=selection.dodge,
        hero=selection.hero,
    )
    whole = selection.whole(command)
    strike = known_plan(selection.view, whole).strike
    return FormContent(
        command=command,
        toggles=(
            *selection.locked(_without_area(selection, whole, strike.pool)),
            *selection.situation(selection.kind),
            *selection.area_toggle(),
            *_hero_toggle(selection),
        ),
        sum=_sum(selection, strike),
        dice=_dice(selection, strike),
        resolve="again" if selection.actor.gauges.get("attacks") else "resolve",
    )


def _without_area(
    selection: Selection, command: do.Attack | do.Throw, pool: Pool
) -> tuple[Modifier, ...]:
    """Returns what the dice are made of without the own modifier of an area, which is a toggle of its own."""
    own = amounts.parts(selection.view, command.area, "D6P-28")
    return tuple(each for each in pool.modifiers if each not in own)


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
    command = structs.replace(
        selection.throw,
        band=selection.said_band,
        modifiers=selection.modifiers,
        overruled=selection.all_overruled,
        gm=selection.gm,
        hero=selection.hero,
    )
    explosive, whole = selection.explosive, selection.whole(command)
    band = band_of(whole.metres, whole.band, explosive.ranges, weapon=explosive.name)
    plan = throw_plan(selection.view, whole, explosive, band)
    pool, dn = plan.pool, plan.dn
    return FormContent(
        command=command,
        toggles=(
            *selection.locked(_without_area(selection, whole, pool)),
            *selection.situation(selection.kind),
            *selection.area_toggle(),
            *_hero_toggle(selection),
        ),
        sum=selection.text("sum_throw", dice=pool.dice, dn=dn),
        dice=(dice_field(selection, "throw", f"{pool.dice}d6"),) if pool.dice else (),
        resolve="throw",
    )


def _blast(selection: Selection) -> FormContent:
    """A blast strikes all who are named in it, each as far away as it is, with dice of its own. Source: D6P-40."""
    caught = tuple(_caught(selection, each) for each in selection.in_blast)
    command = do.Blast(who=selection.actor.id, targets=caught, more=True)
    whole = selection.whole(command).targets
    strikes = tuple(blast_strike(selection.view, selection.explosive, each) for each in whole)
    if strikes[0] is None:
        metres = metres_text(whole[0].metres or 0)
        who = selection.require_target().name
        raise refuse("d6pool.form.outside_blast", who=who, metres=metres)
    return FormContent(
        command=command,
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
    by_plan = selection.blast_by_plan(target) == "plan"
    return do.Caught(
        target=target.id,
        metres=None if by_plan else selection.explosive.blast[band],
        dodge=selection.blast_dodge(target),
        gm=selection.blast_gm(target),
    )


def _blast_dice(selection: Selection, strikes: Sequence[Strike | None]) -> Iterator[DiceField]:
    """Yields the fields of everybody in the blast; a row for each, where there are several, but for many of a group."""
    targets = selection.in_blast
    if len(selection.caught) > 1:
        return
    for target, strike in zip(targets, strikes, strict=True):
        if strike is not None:
            yield from _dice(selection, strike, target if len(targets) > 1 else None)


def _others_in_blast(selection: Selection) -> Iterator[Toggle]:
    """Yields the offer to strike somebody besides the target at once. Source: D6P-40."""
    for each in selection.others:
        key, metres = blast_key("in", each), selection.metres_from_blast(each)
        is_known = metres is not None
        words = {"who": each.name, "metres": metres_text(metres or 0)}
        yield Toggle(
            key=key,
            text=selection.text("also_at" if is_known else "also_in_blast", **words),
            is_on=selection.is_in_blast(each),
            by_plan="" if not is_known else "overruled" if key in selection.choices else "plan",
        )


def _nobody_in_blast(selection: Selection) -> str:
    """Returns why nobody is proposed as caught in a blast; empty: somebody is. Source: D6P-40."""
    if selection.target is not None:
        return ""
    return "no_target" if selection.landing is None else "nobody_near"


_FORMS = (
    FormRules(
        fields=(ACTOR, TARGET, CROWD, BLAST),
        content=_blast,
        applies=lambda selection: selection.is_blast,
        missing=_nobody_in_blast,
    ),
    FormRules(
        fields=(ACTOR, AIM, WEAPON, RANGE, SITUATION, GM),
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
