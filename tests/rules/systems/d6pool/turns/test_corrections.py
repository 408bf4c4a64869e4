"""Actions, rounds and spares of a turn corrected by hand."""

import pytest

from encounter_gui.rules.model.commands import Correct
from encounter_gui.rules.systems.d6pool.commands import Wait
from tests.rules.systems.d6pool.conftest import Duel


@pytest.mark.rule("D6P-17")
def test_a_spent_action_given_back_can_be_used(duel: Duel) -> None:
    """D6P-17: who has waited is done; corrected to one action left it may act, to none it may not."""
    table, who = duel.table, duel.who
    table.play(Wait(who=who))
    assert table.refused(Wait(who=who)) == "d6pool.action_spent"
    table.play(Correct(who=who, number="actions", to=1))
    table.play(Wait(who=who))
    table.play(Correct(who=who, number="actions", to=1))
    table.play(Correct(who=who, number="actions", to=0))
    assert table.refused(Wait(who=who)) == "d6pool.action_spent"


def test_grenades_are_counted_without_an_end(duel: Duel) -> None:
    """Somebody is handed five grenades: what is carried by number has no magazine to fill."""
    duel.table.play(Correct(who=duel.who, number="grenade", to=6))
    assert duel.table.gauge(duel.who, "ammo.grenade") == 6
    assert (
        duel.table.refused(Correct(who=duel.who, number="grenade", to=-1)) == "rules.number_too_low"
    )
