"""F10: before a fight and after it a drag puts somebody there: no game spends a move, or asks for dice."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Finish, Next, Put
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(params=SYSTEMS)
def table(request: pytest.FixtureRequest) -> Table:
    """One of the first creature of a game, placed; the fight has not begun."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    table.play(Add(creature=table.context.ruleset.creatures[0].key))
    table.play(Put(who=tuple(table.context.state.combatants), at=(10, 10)))
    return table


def dragged(table: Table) -> list[ev.Event]:
    """Drags the one who is there, and returns what happened."""
    who: CombatantId = next(iter(table.context.state.combatants))
    offer, command = table.system.move_offer(table.context, who, (13, 10), None)
    assert offer.is_by_hand
    return list(table.one_command(command, [], []).events)


def test_f10_placed_before_the_fight_is_not_walked(table: Table) -> None:
    assert [type(each) for each in dragged(table)] == [ev.PlaceSet]


def test_f10_placed_after_the_fight_is_not_walked(table: Table) -> None:
    for _ in range(3):
        table.one_command(Next(), [5, 3, 2] * 10, [])
    table.one_command(Finish(), [1] * 30, [])
    assert table.context.state.stage == "ended"
    assert [type(each) for each in dragged(table)] == [ev.PlaceSet]
