"""Major Actions, an enemy's list and rounds corrected by hand."""

import pytest

from encounter_gui.rules.model.commands import Correct
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-28")
def test_major_actions_of_an_operator_are_corrected(table: Crew) -> None:
    """CHR-28: the Major Actions left are a gauge as any other."""
    ann = table.operator("Ann", "pistol")
    table.enemy("Grub", "horror_claws")
    table.begin(20)
    table.until(ann)
    left = table.gauge(ann, "majors")
    table.play(Correct(who=ann, number="majors", to=left - 1))
    assert table.gauge(ann, "majors") == left - 1


@pytest.mark.rule("CHR-31")
def test_an_attack_of_an_enemys_list_is_given_back(table: Crew) -> None:
    """CHR-31: an enemy does what its block lists; its Major Actions mean nothing and are not offered."""
    table.operator("Ann")
    grub = table.enemy("Grub", "horror_claws")
    table.begin(90)
    table.until(grub)
    numbers = {each.key: each for each in table.system.combatant_view(table.context, grub).values}
    assert "majors" not in numbers
    attacks = numbers["made.horror_claws"].value
    table.play(Correct(who=grub, number="made.horror_claws", to=0))
    table.play(Correct(who=grub, number="made.horror_claws", to=attacks))
    again = {each.key: each for each in table.system.combatant_view(table.context, grub).values}
    assert again["made.horror_claws"].value == attacks
    assert table.gauge(grub, "used") == 0
