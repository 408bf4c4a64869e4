"""Damage by hand in every game: the preview says what the command does; what refuses one refuses the other."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Total
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.harm import damage
from encounter_gui.rules.model.commands import Damage
from encounter_gui.rules.view import DamagePreview
from tests.helpers.any_damage import any_damage
from tests.helpers.examples import examples
from tests.helpers.table import Table
from tests.rules.systems.chrome import test_any_commands as chrome
from tests.rules.systems.cwn import test_any_commands as cwn
from tests.rules.systems.d6pool import test_any_commands as d6pool
from tests.rules.systems.phases import test_any_commands as phases

LIVELY: dict[str, Callable[[], Table]] = {
    "chrome": chrome.lively,
    "cwn": cwn.lively,
    "d6pool": d6pool.lively,
    "phases": phases.lively,
}
PEOPLE = {"chrome": chrome, "cwn": cwn, "d6pool": d6pool, "phases": phases}


def done(table: Table, command: Damage, typed: dict[str, Total]) -> EncounterState:
    """Returns the state after a command whose dice fall as typed; the table stays as it is."""
    before = table.context
    procedure = table.system.procedure(before, command)
    answer: Any = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration as finished:
            table.happen(*finished.value.events)
            after, table.context = table.context.state, before
            return after
        answer = tuple(
            damage.accept(request, typed.setdefault(request.key, Total(value=request.least)))
            for request in asked
        )


def assert_told(preview: DamagePreview, state: EncounterState, table: Table, way: str) -> None:
    """Every gauge and wound after it is as the preview had it; the totals add up; everything has words."""
    for row in preview.rows:
        assert row.damage is not None
        assert not row.damage.dice
        gauge = table.system.views().changes.harmed
        if gauge:
            shown = {each.before.name: each.after.current for each in row.gauges}
            assert state.combatants[row.who].gauges.get(gauge, 0) in shown.values() or way == "raw"
        if row.damage.wound is not None:
            place = state.combatants[row.who].locations.get(row.damage.wound.place)
            assert row.damage.wound.after[0] == (place.level if place else 0)
        new = [
            each
            for each in state.obligations
            if each.who == row.who and each.id >= table.context.state.next_obligation
        ]
        assert len(row.damage.owed) >= len(new)
        assert row.damage.sum
    assert preview.dealt == sum(row.damage.amount for row in preview.rows if row.damage)
    assert "{" not in preview.total
    assert all(text and "{" not in text for text, _ in preview.sentences)


@pytest.mark.parametrize("game", sorted(LIVELY))
def test_the_preview_is_what_the_command_does(game: str) -> None:
    """One damage after the other, on the same people, the dead among them."""
    who = st.sampled_from([CombatantId(each) for each in PEOPLE[game].PEOPLE])

    @examples(40)
    @given(commands=st.lists(any_damage(who), min_size=1, max_size=4))
    def tried(commands: list[Damage]) -> None:
        table = LIVELY[game]()
        for command in commands:
            typed: dict[str, Total] = {}
            before = table.context
            if table.system.dry_run(before).refusal(command) is not None:
                assert table.refused(command)
                with pytest.raises(RuleError):
                    table.system.damage_preview(before, command, typed)
                continue
            after = done(table, command, typed)
            preview = table.system.damage_preview(before, command, typed)
            assert table.context is before
            assert [row.who for row in preview.rows] == [each.who for each in command.targets]
            assert_told(preview, after, table, command.way)
            table.context = type(before)(state=after, ruleset=before.ruleset, texts=before.texts)

    tried()
