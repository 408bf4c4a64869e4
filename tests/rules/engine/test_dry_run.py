"""A dry run tells beforehand what the table would say, and starts each command once a state."""

from collections.abc import Iterator

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


class Counting:
    """A system that counts the procedures it is asked for."""

    def __init__(self, table: Table) -> None:
        """Takes the table whose system answers."""
        self.table = table
        self.started: list[Command] = []

    def procedure(self, context: RulesContext, command: Command) -> Procedure:
        """Returns the procedure of the true system."""
        self.started.append(command)
        return self.table.system.procedure(context, command)


@pytest.fixture
def table() -> Iterator[Table]:
    """A running encounter of two, by the minimal rules; Ann acts."""
    made = Table(system_for("d6pool"), shipped("minimal"), message_catalog())
    made.join("Ann", side="pc", dexterity=4, firearms=3, items=["zip_gun"])
    made.join("Ben", dexterity=1)
    made.begin(3, 3)
    return made


def test_each_command_is_started_once(table: Table) -> None:
    """Whether it is refused, why, and with which rolls it begins, are one trial."""
    counting = Counting(table)
    run = DryRun(counting, table.context)
    ann, ben = table.context.state.combatants
    for _ in range(2):
        assert run.refusal(do.Aim(who=ann)) is None
        assert run.why_not(do.Aim(who=ben)) == "It is not Ben's turn. Press Next until it is."
        assert [each.key for each in run.first_rolls(do.Attack(who=ann, target=ben))] == ["attack"]
        assert run.first_rolls(do.Aim(who=ben)) == ()
    assert len(counting.started) == 3


def test_nothing_happens_by_a_dry_run(table: Table) -> None:
    """Neither in the state nor in the rolls."""
    before = table.context.state
    ann, ben = before.combatants
    DryRun(table.system, table.context).first_rolls(do.Attack(who=ann, target=ben))
    assert table.context.state is before


def test_all_views_of_a_state_share_a_dry_run(table: Table) -> None:
    """Another state has another one."""
    system = table.system
    first = system.dry_run(table.context)
    assert system.dry_run(table.context) is first
    table.happen(ev.NoteWritten(text="x", who=next(iter(table.context.state.combatants))))
    assert system.dry_run(table.context) is not first
