"""The attack form, from fields a system declares."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.presenters import form
from encounter_gui.rules.presenters.form import (
    FieldSpec,
    FormContent,
    FormRules,
    actor_field,
    build,
    dice_field,
    gm_field,
    next_actor,
    target_field,
)
from encounter_gui.rules.view import AttackForm, Option
from tests.helpers.rulesets import shipped

VEX, TACK, RAZOR = CombatantId("vex"), CombatantId("tack"), CombatantId("razor")


class Selection(form.Selection):
    """A selection with a target and a mode."""

    @property
    def target(self) -> Combatant | None:
        """The target that is chosen; none by default."""
        return self.chosen_combatant("target")

    @property
    def mode(self) -> str:
        """The first of the modes by default."""
        return self.pick("mode", ("single", "burst"), "single")


def context_of() -> RulesContext:
    """Returns an encounter of two friends and a foe."""
    sides = {VEX: "pc", TACK: "ally", RAZOR: "foe"}
    combatants = {
        who: Combatant(id=who, number=number, name=who.capitalize(), side=side)  # type: ignore[arg-type]  # a side
        for number, (who, side) in enumerate(sides.items(), start=1)
    }
    slots = tuple(Slot(who=who, score=9, group=group) for group, who in enumerate(combatants))
    state = EncounterState(
        ruleset="d6pool", combatants=combatants, slots=slots, stage="running", group=0
    )
    return RulesContext(state=state, ruleset=shipped("d6pool"), texts=message_catalog())


def selection(**choices: str) -> Selection:
    """Returns what is chosen by the first combatant."""
    context = context_of()
    return Selection(context, choices, context.combatant(VEX))


def everybody(chosen: Selection) -> list[Combatant]:
    """Returns all combatants."""
    return list(chosen.context.state.combatants.values())


def modes(chosen: Selection) -> list[Option]:
    """Returns two modes, of which the razor cannot be attacked with."""
    known = ("single", "burst") if chosen.target and chosen.target.id == TACK else ("single",)
    return [Option(key=key, text=key) for key in known]


MODE: FieldSpec[Selection] = FieldSpec(
    "mode", lambda chosen: chosen.mode, modes, look="segments", needs="target", fewest=2
)
GM: FieldSpec[Selection] = gm_field("d6pool.gm", 9)
RULES: FormRules[Selection] = FormRules(
    fields=(actor_field(everybody), target_field(everybody), MODE, GM),
    content=lambda chosen: FormContent(
        command=Next(), dice=(dice_field(chosen, "attack", "4d6"),), sum="4d6"
    ),
)


def keys(made: AttackForm) -> list[str]:
    """Returns which questions are asked."""
    return [each.key for each in made.fields]


def test_a_complete_form_has_its_fields_command_and_dice() -> None:
    """Fields in their order, with what is chosen."""
    made = build(selection(target=TACK, mode="burst", gm="12"), (RULES,))
    assert [(each.key, each.chosen) for each in made.fields] == [
        ("who", VEX),
        ("target", TACK),
        ("mode", "burst"),
        ("gm", "9"),
    ]
    assert (made.command, made.sum, made.why_not) == (Next(), "4d6", "")
    assert [(each.key, each.notation) for each in made.dice] == [("attack", "4d6")]


def test_a_choice_that_does_not_fit_falls_back() -> None:
    """A mode nobody knows, a number that is none, a target that is not there."""
    made = build(selection(target=TACK, mode="laser", gm="much"), (RULES,))
    assert [each.chosen for each in made.fields] == [VEX, TACK, "single", "0"]
    assert selection(target="nobody").target is None


def test_a_question_without_an_alternative_is_not_asked() -> None:
    """With fewer options than it needs."""
    assert keys(build(selection(target=RAZOR), (RULES,))) == ["who", "target", "gm"]


def test_what_is_missing_is_said_and_asked_for() -> None:
    """Only what needs nothing but the actor is shown then."""
    made = build(selection(), (RULES,))
    assert keys(made) == ["who", "target"]
    assert made.why_not == message_catalog().text_of("d6pool.form.no_target")
    assert (made.command, made.actor) == (None, VEX)


def test_a_refusal_becomes_a_reason() -> None:
    """What needs no plan stays: with another choice it may go."""

    def refused(chosen: Selection) -> FormContent:
        raise refuse("rules.no_such_combatant", who=chosen.actor.id)

    made = build(selection(target=TACK), (replace(RULES, content=refused),))
    assert keys(made) == ["who", "target", "mode"]
    assert made.command is None
    assert VEX in made.why_not


def test_the_first_form_that_applies_is_built() -> None:
    """A system has several, the special ones first."""
    special = replace(RULES, fields=RULES.fields[:1], applies=lambda chosen: chosen.is_on("blast"))
    assert keys(build(selection(target=TACK, blast="on"), (special, RULES))) == ["who"]
    assert len(keys(build(selection(target=TACK), (special, RULES)))) == 4


def test_many_segments_become_a_list() -> None:
    """There is room for five side by side."""

    def numbers(count: int) -> AttackForm:
        options = [Option(key=str(each), text=str(each)) for each in range(count)]
        many: FieldSpec[Selection] = FieldSpec(
            "mode", lambda chosen: "0", lambda chosen: options, look="segments"
        )
        return build(selection(target=TACK), (replace(RULES, fields=(many,)),))

    assert [numbers(count).fields[0].look for count in (5, 6)] == ["segments", "list"]


@pytest.mark.parametrize(
    ("choices", "out", "who"),
    [
        ({}, (), VEX),
        ({"who": VEX}, (), VEX),
        ({"who": RAZOR}, (), VEX),  # not its turn
        ({}, (VEX,), VEX),  # nobody else acts now
    ],
)
def test_who_is_chosen_acts_if_it_may(
    choices: Mapping[str, str], out: tuple[CombatantId, ...], who: CombatantId
) -> None:
    """Else the first of those who act now."""
    assert next_actor(context_of(), choices, lambda slot: slot.who not in out) == who


def test_nobody_acts_before_the_order_is_known() -> None:
    """Then there is no form."""
    context = context_of()
    context = replace(context, state=replace(context.state, slots=()))
    assert next_actor(context, {}, lambda slot: True) is None


def test_friends_are_not_the_first_target() -> None:
    """An ally of a player is none; for a foe both are opponents."""
    chosen = selection()
    found = chosen.first_opponent(everybody(chosen))
    assert found is not None
    assert found.id == RAZOR
    foe = Selection(chosen.context, {}, found)
    assert [foe.first_opponent([each]) is not None for each in everybody(foe)] == [
        True,
        True,
        False,
    ]


def test_the_nearest_on_the_plan_is_the_first_target() -> None:
    """Who stands nowhere comes after those who do, and a bystander last, however near."""
    context = context_of()
    near, far, nowhere, bystander = (CombatantId(each) for each in ("near", "far", "off", "by"))
    places = {VEX: 0.0, far: 20.0, near: 4.0, nowhere: None, bystander: 1.0}
    combatants = {
        who: Combatant(
            id=who,
            number=number,
            name=who,
            side="pc" if who == VEX else "neutral" if who == bystander else "foe",
            place=None if x is None else Place(x=x, y=0),
        )
        for number, (who, x) in enumerate(places.items(), start=1)
    }

    def first(*among: CombatantId, plan: Plan | None = Plan(width=60, height=40)) -> str:  # noqa: B008 - never changed
        state = replace(context.state, combatants=combatants, plan=plan)
        chosen = Selection(replace(context, state=state), {}, combatants[VEX])
        found = chosen.first_opponent(combatants[who] for who in among)
        return found.id if found is not None else ""

    assert first(bystander, nowhere, far, near) == near
    assert first(bystander, nowhere, far) == far
    assert first(bystander, nowhere) == nowhere
    assert first(far, near, plan=None) == far
