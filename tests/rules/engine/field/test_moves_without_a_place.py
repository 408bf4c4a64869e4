"""Listed actions that move somebody and name no place of the plan: the token stays, and the log says so."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Command, Next, Put
from encounter_gui.rules.systems import SYSTEMS, system_for
from encounter_gui.rules.systems.cwn import commands as cwn
from encounter_gui.rules.systems.d6pool import commands as d6pool
from encounter_gui.rules.systems.phases import commands as phases
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

TOLD = "no place on the plan is named, so the token stays"


@pytest.fixture(params=SYSTEMS)
def table(request: pytest.FixtureRequest) -> Table:
    """One of the first creature of a game against another; somebody acts."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    creature = table.context.ruleset.creatures[0].key
    table.play(Add(creature=creature, side="pc"))
    table.play(Add(creature=creature, side="foe"))
    for _ in range(9):
        if not table.context.state.acting:
            table.one_command(Next(), [5, 3, 2] * 10, [])
    return table


def listed(table: Table) -> tuple[CombatantId, list[Command]]:
    """Returns who acts, and the listed actions that may be done now and could name a place to go to."""
    who = table.context.state.acting[0]
    options = table.system.action_options(table.context, who)
    able = [each.command for each in options if not each.why_not and each.command is not None]
    return who, [
        each
        for each in able
        if type(each).__name__ in ("Move", "Run")
        and getattr(each, "gait", "") not in ("prone", "still", "stand")
    ]


def line(table: Table, command: Command) -> str:
    """Plays a command on a copy of the table, and returns its line in the log; nobody has stood elsewhere by it."""
    before = table.context
    outcome = table.one_command(command, [1] * 20, [])
    table.context = before
    assert not any(isinstance(each, ev.PlaceSet) for each in outcome.events)
    return table.context.texts.sentence(outcome.label)


def test_a_way_without_a_place_is_not_claimed_on_the_plan(table: Table) -> None:
    """Of who stands on it; of who stands nowhere the line is as ever."""
    who, commands = listed(table)
    assert commands
    assert not [each for each in commands if TOLD in line(table, each)]
    table.play(Put(who=(who,), at=(10, 10)))
    assert not [each for each in commands if TOLD not in line(table, each)]


def test_who_goes_somewhere_or_drops_is_told_as_before(table: Table) -> None:
    """A place named, or a position that goes nowhere, says nothing of tokens."""
    who, _ = listed(table)
    table.play(Put(who=(who,), at=(10, 10)))
    _, offered = table.system.move_offer(table.context, who, (11, 10))
    positions: dict[str, Command] = {
        "cwn": cwn.GoProne(who=who),
        "phases": phases.Move(who=who, gait="prone"),
        "d6pool": d6pool.Move(who=who, gait="prone"),
    }
    for each in dict.fromkeys((offered, positions.get(table.system.id, offered))):
        outcome = table.one_command(each, [1] * 20, [])
        assert TOLD not in table.context.texts.sentence(outcome.label)
