"""Numbers of a sheet set in a running fight: what hangs on them goes with them."""

import pytest

from encounter_gui.rules.model.commands import Correct, SetField
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-04", "CHR-05")
def test_health_and_conviction_go_with_their_maximum(table: Crew) -> None:
    """CHR-04, CHR-05: what is lost stays lost, whichever way the maximum goes; who is down stays down."""
    ann = table.operator("Ann", "pistol", health=10, conviction=20)
    foe = table.enemy("Grub", "horror_claws", health=8)
    table.begin(20)
    table.set_gauge(ann, "health", 7)
    table.set_gauge(ann, "conviction", 15)
    table.play(SetField(who=ann, field="health", to=12))
    table.play(SetField(who=ann, field="conviction", to=18))
    assert (table.health(ann), table.conviction(ann)) == (9, 13)
    table.play(SetField(who=foe, field="health", to=12))
    assert table.health(foe) == 12
    table.play(Correct(who=foe, number="max health", to=5))
    assert table.health(foe) == 5
    table.set_gauge(foe, "health", 0)
    table.play(SetField(who=foe, field="health", to=20))
    assert table.health(foe) == 0


@pytest.mark.rule("CHR-28")
def test_a_third_major_action_is_there_at_once_in_ones_own_turn_only(table: Crew) -> None:
    """CHR-28: in Ann's turn two are three; Bob has his when his turn begins."""
    ann, bob = table.operator("Ann", "pistol", speed=50), table.operator("Bob", "pistol")
    table.enemy("Grub", "horror_claws")
    table.begin(20, 30)
    table.until(ann)
    for who in (ann, bob):
        table.play(SetField(who=who, field="majors", to=3))
    assert (table.gauge(ann, "majors"), table.gauge(bob, "majors")) == (3, 0)
    table.until(bob)
    assert table.gauge(bob, "majors") == 3


@pytest.mark.rule("CHR-26")
def test_the_order_of_the_next_round_goes_by_the_new_speed(table: Crew) -> None:
    """CHR-26: Bob has become the faster."""
    ann, bob = table.operator("Ann", speed=50), table.operator("Bob", speed=40)
    foe = table.enemy("Grub", "horror_claws")
    table.begin(20, 30)
    table.play(SetField(who=bob, field="speed", to=60))
    table.until(foe)
    while table.context.state.round == 1:
        table.next()
    assert [slot.who for slot in table.context.state.slots][:2] == [bob, ann]
