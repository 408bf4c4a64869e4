"""Actions and rounds of a phase corrected by hand."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Item
from encounter_gui.rules.model.commands import Correct
from encounter_gui.rules.systems.phases.commands import Other
from encounter_gui.rules.systems.phases.sheet import gear
from tests.rules.systems.phases.conftest import Duel


@pytest.mark.rule("PHA-23")
def test_an_action_given_back_can_be_used(duel: Duel) -> None:
    """PHA-23: one action each; spent, corrected to 1, spent again."""
    table, who = duel.table, duel.who
    table.play(Other(who=who))
    table.play(Correct(who=who, number="actions", to=1))
    table.play(Other(who=who))
    assert table.refused(Correct(who=who, number="actions", to=2)) == "rules.number_out_of_range"


def test_rounds_of_a_pistol_are_corrected(duel: Duel) -> None:
    """Rounds loaded are the same in every game."""
    duel.table.play(Correct(who=duel.who, number="heavy_pistol", to=3))
    assert duel.table.gauge(duel.who, "ammo.heavy_pistol") == 3


@pytest.mark.rule("PHA-42")
def test_armor_is_set_at_one_place_alone(duel: Duel) -> None:
    """PHA-42: what is worn over several places goes on at the others as it was; at 0 the place is bare."""
    table, who = duel.table, duel.who
    vest = Item(key="vest", name="Vest", kind="armor", values={"value": 6, "covers": "head torso"})
    table.happen(ev.ItemPut(who=who, item=vest))
    before = gear.armor_by_place(table.combatant(who))
    table.play(Correct(who=who, number="armor.torso", to=9))
    assert gear.armor_by_place(table.combatant(who)) == {**before, "torso": 9}
    table.play(Correct(who=who, number="armor.torso", to=4))
    assert gear.armor_by_place(table.combatant(who)) == {**before, "torso": 4}
    table.play(Correct(who=who, number="armor.torso", to=0))
    assert "torso" not in gear.armor_by_place(table.combatant(who))
