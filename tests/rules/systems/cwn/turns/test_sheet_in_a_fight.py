"""Numbers of a sheet set in a running fight: what hangs on them goes with them."""

import pytest

from encounter_gui.rules.model.commands import Correct, SetField
from encounter_gui.rules.systems.cwn.sheet import character
from tests.rules.systems.cwn.conftest import Skirmish


@pytest.mark.rule("CWN-05")
def test_hit_points_go_with_their_most_and_the_dying_stay_down(skirmish: Skirmish) -> None:
    """CWN-05: six lost stay lost; at 0 nobody rises by a larger number on the sheet."""
    table, who = skirmish.table, skirmish.halloran
    most = character.most_hp(table.context, table.combatant(who))
    skirmish.gauge(who, "hp", most - 6)
    table.play(SetField(who=who, field="hp", to=most + 10))
    assert table.gauge(who, "hp") == most + 4
    skirmish.gauge(who, "hp", 0)
    table.play(SetField(who=who, field="hp", to=most + 20))
    assert table.gauge(who, "hp") == 0


@pytest.mark.rule("CWN-02", "CWN-05")
def test_hit_points_by_the_dice_go_with_level(skirmish: Skirmish) -> None:
    """CWN-05: what the dice make on average does so for the new level; a number of its own stays."""
    table = skirmish.table
    average = table.join("Average", side="pc", kind="pc", level=1, constitution=10)
    own = table.join("Own", side="pc", kind="pc", level=1, constitution=10, hp=30)
    for who in (average, own):
        table.play(SetField(who=who, field="level", to=4))
    before = character.most_hp(table.context, table.combatant(average))
    assert table.gauge(average, "hp") == before > 10
    assert table.gauge(own, "hp") == 30
    table.play(SetField(who=own, field="hp", to=0))
    assert character.most_hp(table.context, table.combatant(own)) == before


@pytest.mark.rule("CWN-07", "CWN-62")
def test_soak_goes_with_armor_and_strain_is_bounded(skirmish: Skirmish) -> None:
    """CWN-07: two of the soak are used up and stay so. CWN-62: strain is what it was, as far as it can be."""
    table = skirmish.table
    who = table.join("Wearer", side="pc", kind="pc", constitution=12, items=["armored_clothing"])
    most = character.most_soak(table.context, table.combatant(who))
    skirmish.gauge(who, "soak", most - 2)
    skirmish.gauge(who, "strain", 9)
    table.play(Correct(who=who, number="armored_clothing.soak", to=most + 5))
    assert table.gauge(who, "soak") == most + 3
    table.play(SetField(who=who, field="constitution", to=15))
    assert table.gauge(who, "strain") == 9
    table.play(SetField(who=who, field="constitution", to=8))
    assert table.gauge(who, "strain") == 8


@pytest.mark.rule("CWN-08")
def test_a_trauma_target_counts_from_the_next_attack(skirmish: Skirmish) -> None:
    """CWN-08: it is read from the sheet whenever it is rolled with, and set by its name."""
    table, who = skirmish.table, skirmish.halloran
    before = character.trauma_target(table.context, table.combatant(who))
    table.play(Correct(who=who, number="trauma target", to=before + 3))
    assert character.trauma_target(table.context, table.combatant(who)) == before + 3
