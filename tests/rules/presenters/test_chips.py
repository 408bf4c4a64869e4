"""Conditions as chips: one order for all games, and what a combatant owes."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.chips import URGENCY, ChipRules, chips, with_amount
from tests.helpers.rulesets import shipped

WHO = CombatantId("vex")


def context_of(*conditions: str, system: str = "cwn") -> RulesContext:
    """Returns an encounter with one combatant who has these conditions."""
    combatant = Combatant(
        id=WHO,
        number=1,
        name="Vex",
        conditions=tuple(Condition(key=key) for key in conditions),
    )
    state = EncounterState(ruleset=system, combatants={WHO: combatant})
    return RulesContext(state=state, ruleset=shipped(system), texts=message_catalog())


def rules(**changed: object) -> ChipRules:
    """Returns rules that show every condition by its name."""
    usual = ChipRules(
        derived=lambda context, combatant: (),
        text=lambda context, combatant, known, condition: known.key,
        lasts=lambda context, key, condition: "",
    )
    return replace(usual, **changed)  # type: ignore[arg-type]  # fields of ChipRules


def keys(context: RulesContext, chip_rules: ChipRules) -> list[str]:
    """Returns the texts of the chips in order."""
    return [chip.text for chip in chips(context, context.combatant(WHO), chip_rules)]


def test_the_most_urgent_comes_first() -> None:
    """By kind; of one kind, in the order in which they came."""
    context = context_of("holding", "prone", "frail", "mortally_wounded")
    kinds = [chip.kind for chip in chips(context, context.combatant(WHO), rules())]
    assert kinds == sorted(kinds, key=lambda kind: URGENCY[kind])
    assert len(set(kinds)) > 2


def test_what_may_matter_later_stands_behind_all_others() -> None:
    """The place of a condition goes before its kind: Frail is meant last, though it is a danger."""
    context = context_of("frail", "prone", "mortally_wounded")
    late = rules(place=lambda key: int(key == "frail"))
    assert keys(context, late) == ["mortally_wounded", "prone", "frail"]


def test_of_equally_urgent_ones_the_shortest_comes_first() -> None:
    """What lasts nobody knows how long comes last."""
    left = {"mortally_wounded": 3.0, "frail": None}
    short = rules(remaining=lambda context, condition: left[condition.key])
    assert keys(context_of("frail", "mortally_wounded"), short) == ["mortally_wounded", "frail"]


def test_what_is_derived_is_shown_once_and_cannot_be_removed() -> None:
    """A condition that follows from numbers has no key, unless it may be removed all the same."""
    context = context_of("prone")
    derived = rules(derived=lambda context, combatant: ("prone", "holding"))
    shown = chips(context, context.combatant(WHO), derived)
    assert sorted(chip.text for chip in shown) == ["holding", "prone"]
    assert [chip.key for chip in shown] == ["", ""]
    removable = replace(derived, removable=frozenset({"prone"}))
    shown = chips(context, context.combatant(WHO), removable)
    assert sorted(chip.key for chip in shown) == ["", "prone"]


def test_hidden_conditions_are_left_out() -> None:
    """And nothing is shown where nothing is left."""
    assert keys(context_of("prone"), rules(hidden=frozenset({"prone"}))) == []


@pytest.mark.parametrize(("who", "shown"), [(WHO, ["Interrupted action owed"]), (None, [])])
def test_who_owes_a_test_has_a_chip_that_says_so(who: CombatantId | None, shown: list[str]) -> None:
    """Once for each kind of test; nobody has one for what the game master owes."""
    context = context_of()
    owed = tuple(Obligation(id=number, kind="resume", who=who) for number in (1, 2))
    context = replace(context, state=replace(context.state, obligations=owed))
    assert keys(context, rules()) == shown


def test_amounts_have_a_sign() -> None:
    """And nothing is said of an amount of nothing."""
    known = context_of().ruleset.condition("prone")
    assert known is not None
    assert with_amount(known, -2) == f"{known.name} −2"
    assert with_amount(known, 0) == known.name
