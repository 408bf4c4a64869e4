"""Actions and rounds of a phase corrected by hand."""

import pytest

from encounter_gui.rules.model.commands import Correct
from encounter_gui.rules.systems.phases.commands import Other
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
