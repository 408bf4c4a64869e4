"""Numbers corrected by hand: rounds loaded, spares, the actions of a round, gauges."""

import pytest

from encounter_gui.rules.model.commands import Correct
from encounter_gui.rules.systems.cwn.commands import Spend
from tests.rules.systems.cwn.conftest import Skirmish


def shown(skirmish: Skirmish) -> dict[str, int]:
    """Returns the numbers of Halloran that can be set, by key."""
    table = skirmish.table
    view = table.system.combatant_view(table.context, skirmish.halloran)
    return {each.key: each.value for each in view.values}


def test_rounds_loaded_are_set_and_told(skirmish: Skirmish) -> None:
    """A gun fired that nobody typed: the magazine is corrected, and the log says from what to what."""
    table, who = skirmish.table, skirmish.halloran
    key = next(key for key in shown(skirmish) if key.startswith("ammo."))
    before = table.gauge(who, key)
    table.play(Correct(who=who, number=key.removeprefix("ammo."), to=before - 2))
    assert table.gauge(who, key) == before - 2
    label = table.context.texts.sentence(table.labels[0])
    assert f"{before} → {before - 2}, by hand" in label
    assert table.refused(Correct(who=who, number=key, to=before - 2)) == "rules.number_is_so"
    assert table.refused(Correct(who=who, number=key, to=999)) == "rules.number_out_of_range"


@pytest.mark.rule("CWN-17")
def test_a_main_given_back_opens_the_turn_again(skirmish: Skirmish) -> None:
    """CWN-17: with Main and Move spent the turn is over; a Main corrected to 1 can be used, to 0 it is over again."""
    table, who = skirmish.table, skirmish.halloran
    table.play(Spend(who=who, action="main"))
    table.play(Spend(who=who, action="move"))
    assert shown(skirmish)["main"] == 0
    assert table.refused(Spend(who=who, action="main")) == "cwn.no_main_left"
    table.play(Correct(who=who, number="main", to=1))
    assert shown(skirmish)["main"] == 1
    table.play(Spend(who=who, action="main"))
    table.play(Correct(who=who, number="Main", to=1))
    table.play(Correct(who=who, number="main", to=0))
    assert table.refused(Spend(who=who, action="main")) == "cwn.no_main_left"


@pytest.mark.rule("CWN-57")
def test_hit_points_set_to_none_do_what_the_rules_make_of_it(skirmish: Skirmish) -> None:
    """CWN-57: an ordinary foe at 0 is dead, also where the number was only corrected."""
    table = skirmish.table
    table.play(Correct(who=skirmish.gunman, number="hp", to=0))
    assert table.combatant(skirmish.gunman).has("dead")


def test_an_unknown_number_is_refused_with_those_there_are(skirmish: Skirmish) -> None:
    """What was typed names nothing: the sentence lists what can be set."""
    assert (
        skirmish.table.refused(Correct(who=skirmish.halloran, number="zeal", to=1))
        == "rules.no_such_number"
    )
