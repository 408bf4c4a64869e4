"""What is remembered of combatants and states from one step to the next, against all of it worked out anew.

Rows, notices, the timeline and what is owed are made of what did not change since they were last looked at. Here they
are compared with those of a system that has never seen the fight, from a state read from its text, after each of many
random commands, undo and redo.
"""

from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Put, PutArea
from encounter_gui.rules.view import Row
from tests.play.random_play import SYSTEMS, RandomTable

STEPS = 80


def read_anew(context: RulesContext) -> RulesContext:
    """Returns the same context with nothing remembered: its state is read from its text."""
    text = msgspec.json.encode(context.state)
    state = msgspec.json.decode(text, type=EncounterState)
    assert state == context.state
    return replace(context, state=state)


def looks(row: Row) -> tuple[object, ...]:
    """Returns all of a row, its cells as they are made now."""
    return replace(row, cells={}), dict(row.cells)


def frames(rows: Iterable[Row]) -> list[Row]:
    """Returns rows without their cells."""
    return [replace(row, cells={}) for row in rows]


def views(system: System, context: RulesContext) -> dict[str, Any]:
    """Returns what the window shows of all combatants."""
    return {
        "heading": system.heading(context),
        "notices": system.notices(context),
        "timeline": system.timeline(context),
        "undone": system.left_undone(context),
        "owed": system.owed(context),
        "form": system.attack_form(context, {}),
        "acting": system.taking_part(context),
    }


def assert_as_anew(table: RandomTable, random: Random) -> None:
    """Asserts that what is shown is what a system shows that has never seen the fight.

    Of the rows only some are looked at, as of a long table: the others are kept unmade.
    """
    kept, context = table.session.game.system, table.context
    fresh, anew = type(kept)(), read_anew(context)
    rows, others = kept.rows(context), fresh.rows(anew)
    assert frames(rows) == frames(others)
    for row, other in zip(rows, others, strict=True):
        if random.random() < 0.3:
            assert looks(row) == looks(other)
    assert views(kept, context) == views(fresh, anew)
    who = random.choice(list(context.state.combatants))
    assert kept.combatant_view(context, who) == fresh.combatant_view(anew, who)
    assert kept.action_options(context, who) == fresh.action_options(anew, who)
    target = random.choice(list(context.state.combatants))
    assert kept.field(context, who, target) == fresh.field(anew, who, target)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "seed", [3, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(4, 9))]
)
def test_what_is_kept_is_what_would_be_worked_out_anew(system: str, seed: int) -> None:
    table, random = RandomTable(system, seed), Random(seed)
    for _ in range(STEPS):
        table.step()
        if not table.context.state.combatants:
            break
        assert_as_anew(table, random)
    assert table.entries > 5


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "seed", [3, *(pytest.param(each, marks=pytest.mark.deep) for each in (4, 5))]
)
def test_what_is_kept_of_a_plan_is_what_would_be_worked_out_anew(system: str, seed: int) -> None:
    """People are put somewhere and move, areas come and go, between all else that happens, undo and redo."""
    table, random = RandomTable(system, seed), Random(seed)
    for _ in range(STEPS // 2):
        table.step()
        if not table.context.state.combatants:
            break
        moved_about(table, random)
        assert_as_anew(table, random)
    assert table.context.state.plan is not None


def moved_about(table: RandomTable, random: Random) -> None:
    """Puts somebody somewhere, takes a way as it is offered on the plan, or lays an area; what is refused is not."""
    state = table.context.state
    at = (round(random.uniform(0, 80), 1), round(random.uniform(0, 40), 1))
    who = random.choice(list(state.combatants))
    command: Command = Put(who=(who,), at=at)
    if state.plan is not None and random.random() < 0.2:
        command = PutArea(at=at, radius=4, is_="cover", until="next turn")
    elif state.combatants[who].place is not None and random.random() < 0.5:
        command = table.session.game.system.move_offer(table.context, who, at)[1]
    with suppress(RuleError):
        table.session.perform(command)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_row_of_whom_nothing_changes_stays_the_very_same(system: str) -> None:
    """Then the table has nothing to compare, and nothing to paint."""
    table, same = RandomTable(system, 5), 0
    before: dict[str, Row] = {}
    for _ in range(40):
        table.step()
        context = table.context
        rows = {row.who: row for row in table.session.game.system.rows(context)}
        same += sum(before.get(who) is row for who, row in rows.items())
        before = dict(rows)
    assert same > 40
