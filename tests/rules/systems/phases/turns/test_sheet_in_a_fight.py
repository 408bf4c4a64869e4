"""Numbers of a sheet set in a running fight: what hangs on them goes with them."""

import pytest

from encounter_gui.rules.model.commands import Correct, SetField
from encounter_gui.rules.systems.phases.sheet import character
from tests.rules.systems.phases.conftest import Duel


@pytest.mark.rule("PHA-19", "PHA-60")
def test_thresholds_and_the_next_initiative_go_with_the_sheet(duel: Duel) -> None:
    """PHA-60: a wound stays what it was, the next is measured by the new Strength. PHA-19: so is initiative."""
    table = duel.table
    before = character.thresholds(table.context, table.combatant(duel.mark))
    table.play(Correct(who=duel.mark, number="strength", to=9))
    after = character.thresholds(table.context, table.combatant(duel.mark))
    assert after > before
    assert table.last is not None
    assert "→ 9" in table.context.texts.sentence(table.last.label)
    initiative = table.gauge(duel.mark, "initiative")
    reflexes = character.level(table.context, table.combatant(duel.mark), "reflexes")
    table.play(SetField(who=duel.mark, field="reflexes", to=9))
    assert table.gauge(duel.mark, "initiative") == initiative + 9 - reflexes
    entrants = table.system.rules().initiative.entrants(table.context)
    mark = next(each for each in entrants if each.members == (duel.mark,))
    assert mark.modifier == 9
