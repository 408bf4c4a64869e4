"""The catalogue of actions of a ruleset: what is charged, what is offered, what is forbidden."""

import dataclasses

import pytest

from encounter_gui.paths import message_catalog
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.view import ActionOption
from tests.helpers.rulesets import read, shipped
from tests.helpers.table import Table


def house(actions: str) -> Ruleset:
    """Returns a ruleset that changes actions of the D6-pool rules."""
    text = f'name = "House"\nextends = "d6pool"\n[[actions]]\n{actions}'
    return build("house", lambda name: {"ruleset.toml": text} if name == "house" else read(name))


def begun(ruleset: Ruleset) -> Table:
    """Returns a running encounter of two; Ann acts."""
    made = Table(system_for("d6pool"), ruleset, message_catalog())
    made.join("Ann", side="pc", dexterity=4, items=["baretta_96f", "knife"], held="knife")
    made.join("Ben", dexterity=1)
    made.begin(3, 3)
    return made


def offers(table: Table) -> list[ActionOption]:
    """Returns what Ann is offered that she aims."""
    ann = next(iter(table.context.state.combatants))
    options = table.system.action_options(table.context, ann)
    return [each for each in options if isinstance(each.command, do.Aim)]


def test_an_action_costs_what_the_ruleset_says() -> None:
    """Aiming takes a whole turn, of which drawing has taken something; by a house rule it takes an action alone."""
    usual, changed = begun(shipped("d6pool")), begun(house('key = "aim"\nspends = "action"'))
    ann = next(iter(usual.context.state.combatants))
    for table in (usual, changed):
        table.play(do.Draw(who=ann, weapon="baretta_96f"))
    assert usual.refused(do.Aim(who=ann)) == "d6pool.needs_whole_turn"
    changed.play(do.Aim(who=ann))
    assert changed.combatant(ann).gauges["spent"]
    assert not changed.combatant(ann).has("busy")


def test_an_action_that_is_not_allowed_is_neither_offered_nor_played() -> None:
    """What the ruleset forbids is refused with the rule of the action."""
    table = begun(house('key = "aim"\nis_allowed = false'))
    ann = next(iter(table.context.state.combatants))
    assert offers(table) == []
    assert table.refused(do.Aim(who=ann)) == "rules.action_not_allowed"


def test_an_offer_says_what_it_costs() -> None:
    """In the words of the catalogue."""
    assert [each.note for each in offers(begun(shipped("d6pool")))] == ["whole turn"]
    assert [each.note for each in offers(begun(house('key = "aim"\ncost = "a breath"')))] == [
        "a breath"
    ]


def test_a_ruleset_of_an_earlier_version_charges_what_is_usual() -> None:
    """It says nothing of what is charged."""
    old = shipped("d6pool")
    table = begun(
        dataclasses.replace(
            old, actions=tuple(dataclasses.replace(each, spends="") for each in old.actions)
        )
    )
    ann = next(iter(table.context.state.combatants))
    table.play(do.Aim(who=ann))
    assert table.combatant(ann).has("busy")


@pytest.mark.parametrize(
    "actions", ['key = "aim"\nspends = "minute"', 'key = "attack"\nspends = "turn"']
)
def test_a_cost_the_game_does_not_know_is_refused(actions: str) -> None:
    """Another word, or an action whose cost is no matter of a word."""
    with pytest.raises(RulesetError) as caught:
        house(actions)
    (problem,) = caught.value.problems
    assert problem.place.pointer.endswith(".spends")
    assert problem.message.key == "ruleset.expects_one_of"
