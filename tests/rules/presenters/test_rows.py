"""Rows of the combatant table: what their cells depend on, and when these are worked out."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Item, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.chips import ChipRules
from encounter_gui.rules.presenters.rows import (
    ColumnSpec,
    KeptRows,
    RowRules,
    Standing,
    score_cell,
    weapon_cell,
)
from encounter_gui.rules.view import BandCell, Cell, Row, TextCell
from tests.helpers.rulesets import shipped

VEX, TACK = CombatantId("vex"), CombatantId("tack")
COLUMNS = (
    ColumnSpec("side", "band", 80),
    ColumnSpec("name", "name", 100),
    ColumnSpec("score", "number", 30),
)


class Table:
    """Two combatants in a row, and a count of how often cells were worked out."""

    def __init__(self) -> None:
        """The first of the two acts."""
        self.made: list[CombatantId] = []
        self.kept = KeptRows()
        combatants = {
            who: Combatant(id=who, number=number, name=who.capitalize())
            for number, who in enumerate((VEX, TACK), start=1)
        }
        slots = (Slot(who=VEX, score=9, group=0), Slot(who=TACK, score=4, group=1))
        state = EncounterState(
            ruleset="d6pool", combatants=combatants, slots=slots, stage="running", group=0, round=1
        )
        self.context = RulesContext(state=state, ruleset=shipped("d6pool"), texts=message_catalog())
        self.rules = RowRules(
            columns=COLUMNS,
            chips=ChipRules(
                derived=lambda context, combatant: (),
                text=lambda context, combatant, known, condition: known.name,
                lasts=lambda context, key, condition: "",
            ),
            cells=self._cells,
        )

    def _cells(
        self, context: RulesContext, combatant: Combatant, standing: Standing
    ) -> Mapping[str, Cell]:
        self.made.append(combatant.id)
        score = standing.slot.score if standing.slot else None
        return {"score": score_cell(context, score, is_now=standing.is_now)}

    def rows(self, context: RulesContext | None = None) -> tuple[Row, ...]:
        """Returns the rows."""
        shown = context or self.context
        slots = {slot.who: slot for slot in shown.state.slots}

        def standing(combatant: Combatant) -> Standing:
            slot, now = slots[combatant.id], shown.state.group
            band = BandCell(text="Side", is_now=slot.group == now)
            return Standing(
                slots=(slot,), is_now=slot.group == now, is_done=slot.group < now, band=band
            )

        return self.kept.rows(shown, self.rules, shown.state.combatants, standing)

    def after(self, **changed: object) -> tuple[Row, ...]:
        """Returns the rows of the state with this changed."""
        state = replace(self.context.state, **changed)  # type: ignore[arg-type]  # fields of the state
        return self.rows(replace(self.context, state=state))


def test_cells_are_worked_out_when_they_are_looked_at() -> None:
    """Of a long table only what is seen costs anything."""
    table = Table()
    first, _ = table.rows()
    assert table.made == []
    assert first.cells["score"] == TextCell(text="9", sort=9, is_strong=True)
    assert first.cells["side"] == BandCell(text="Side", is_now=True)
    assert list(first.cells) == ["side", "name", "score"]
    assert table.made == [VEX]


def test_rows_of_the_same_state_are_equal_unseen() -> None:
    """What they are made from is the same."""
    table = Table()
    assert table.rows() == table.rows()
    assert table.made == []


def test_rows_whose_turn_comes_or_goes_differ_unseen() -> None:
    """The turn is told by the row, not by its cells."""
    table = Table()
    assert [
        one != other for one, other in zip(table.rows(), table.after(group=1), strict=True)
    ] == [
        True,
        True,
    ]
    assert table.made == []


def test_only_a_row_whose_own_slots_pass_is_looked_at() -> None:
    """Beyond the last group nothing changes for who is over already."""
    table = Table()
    before, after = table.after(group=2), table.after(group=3)
    assert before == after
    assert table.made == []


@pytest.mark.parametrize(
    "changed",
    [
        {"round": 2},
        {"stage": "ended"},
        {"switches": {"d6pool.grenadeAlwaysHits": True}},
        {"side_names": {"pc": "Crew"}},
        {"obligations": (Obligation(id=1, kind="resume", who=VEX),)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_cells_may_depend_on_is_looked_at(changed: Mapping[str, object]) -> None:
    """A new round, stage, switch, name or obligation may change a cell of this row."""
    table = Table()
    before, after = table.rows()[0], table.after(**changed)[0]
    is_equal = before == after
    assert table.made == [VEX, VEX]
    assert is_equal == ("obligations" not in changed)


def test_what_a_game_looks_at_besides_is_told() -> None:
    """By ``depends_on``; without it the row would stay as it is."""
    table = Table()
    table.rules = replace(table.rules, depends_on=lambda context, combatant: context.state.name)
    assert table.rows()[0] == table.after(name="Docks")[0]
    assert table.made == [VEX, VEX]


def test_nothing_in_hand_is_a_dash() -> None:
    """And what is in hand has its ammunition beside it."""
    table = Table()
    vex = table.context.combatant(VEX)
    assert weapon_cell(table.context, vex, None).text == "–"
    knife = Item(key="knife", name="Knife", kind="weapon")
    assert weapon_cell(table.context, vex, knife).text == "Knife"
