"""Groups in the table of the real window, in all four games: one row, its sums, and who steps out of it."""

from pathlib import Path

from PySide6.QtCore import Qt

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view import GaugeCell, Row, SlotsCell
from tests.gui.palette.conftest import Palette

Key = Qt.Key


def rows(palette: Palette) -> list[Row]:
    """The rows of the table."""
    return list(palette.program.window.table.rows.shown)


def group(palette: Palette) -> Row:
    """The row of the group."""
    (row,) = (row for row in rows(palette) if row.members)
    return row


def gang(palette: Palette, count: int = 6) -> list[Combatant]:
    """Has so many of one creature join as a group, by the line."""
    state = palette.program.controller.context.state
    creatures = palette.program.controller.context.ruleset.creatures
    creature = next(each for each in creatures if each.side == "foe" and not each.is_named)
    palette.type(f"add {count} {creature.name.casefold()} group")
    palette.enter()
    after = palette.program.controller.context.state.combatants
    made = [each for each in after.values() if each.id not in state.combatants]
    assert len(made) == count
    palette.program.window.table.setFocus()
    return made


def pool(row: Row) -> list[tuple[int, int]]:
    """What is left of what, in the cells of a row that count."""
    found: list[tuple[int, int]] = []
    for cell in row.cells.values():
        if isinstance(cell, GaugeCell):
            found.append((cell.current, cell.high))
        elif isinstance(cell, SlotsCell):
            found.append((cell.left, cell.total))
    return found


def test_several_join_as_one_row_with_their_sums(palette: Palette) -> None:
    """Count and pool of six are six times those of one."""
    before = len(rows(palette))
    made = gang(palette)
    assert len(rows(palette)) == before + 1
    row = group(palette)
    assert row.cells["name"].words().endswith("×6")
    assert row.who == made[0].id
    palette.program.window.table.select([row.who])
    palette.press(Key.Key_Right)
    alone = [each for each in rows(palette) if each.group]
    assert len(alone) == 6
    assert pool(row) == [
        (sum(now), sum(high))
        for now, high in (
            zip(*each, strict=True) for each in zip(*(pool(one) for one in alone), strict=True)
        )
    ]


def test_whoever_gets_a_condition_of_its_own_steps_out(palette: Palette) -> None:
    """By number, as any other; and back when it is gone. Undo does the same."""
    made = gang(palette)
    palette.type(f"{made[2].number} c prone")
    palette.enter()
    assert group(palette).cells["name"].words().endswith("×5")
    assert made[2].id in [row.who for row in rows(palette)]
    palette.program.controller.undo()
    palette.program.window.table.select([made[0].id])
    palette.qtbot.waitUntil(
        lambda: group(palette).cells["name"].words().endswith("×6"), timeout=10_000
    )


def test_whoever_is_hurt_steps_out_and_the_next_stands_for_the_row(palette: Palette) -> None:
    """What is done to the row is done to its next member; who is down comes back into it as a count."""
    made = gang(palette)
    controller = palette.program.controller
    first = group(palette).who
    gauge = controller.system.changes(controller.context, do.Adjust(who=(first,), change="-1"))
    assert gauge
    assert controller.perform(do.Adjust(who=(first,), change="-1"))
    if not any(isinstance(cell, GaugeCell | SlotsCell) for cell in group(palette).cells.values()):
        return  # this game has wounds, no gauge in the table
    row = group(palette)
    assert row.cells["name"].words().endswith("×5")
    assert row.who == made[1].id


def test_an_attack_goes_on_to_the_next_who_stands(palette: Palette, game: str) -> None:
    """The one aimed at falls: the bench aims at the next of the group."""
    if game == "phases":
        return  # nobody falls by a gauge alone there
    made = gang(palette, 3)
    controller, bench = palette.program.controller, palette.program.connections.attack
    if bench.form.actor is None:
        assert controller.step()
    actor = controller.context.state.acting[0]
    bench.set_choices({"who": actor})

    def aimed() -> str | None:
        return next(each.chosen for each in bench.form.fields if each.key == "target")

    bench.set_choices({"who": actor, "target": made[0].id})
    assert aimed() == made[0].id
    assert controller.perform(do.Adjust(who=(made[0].id,), change="-99"))
    assert aimed() == made[1].id


def test_a_number_picks_one_out_as_long_as_it_is_selected(palette: Palette) -> None:
    """The digits of a member select it, in a row of its own; with another selected it is back."""
    made = gang(palette)
    table = palette.program.window.table
    for digit in str(made[3].number):
        palette.press(Key(ord(digit)))
    assert table.selected() == (made[3].id,)
    assert group(palette).cells["name"].words().endswith("×5")
    table.select([made[0].id])
    palette.qtbot.waitUntil(
        lambda: group(palette).cells["name"].words().endswith("×6"), timeout=10_000
    )


def test_keys_gather_open_close_and_take_apart(palette: Palette) -> None:
    """Ctrl+G, Right, Left, Ctrl+Shift+G; the line says it too, and undo takes it back."""
    made = gang(palette, 4)
    table = palette.program.window.table
    table.select([made[0].id])
    before = len(rows(palette))
    palette.press(Key.Key_Right)
    assert len(rows(palette)) == before + 3
    assert table.selected() == (made[0].id,)
    palette.press(Key.Key_Left)
    assert len(rows(palette)) == before
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    palette.press(Key.Key_G, both)
    assert len(rows(palette)) == before + 3
    assert not any(row.members for row in rows(palette))
    table.select([each.id for each in made])
    palette.press(Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert group(palette).cells["name"].words().endswith("×4")
    palette.type("ungroup")
    palette.enter()
    assert len(rows(palette)) == before + 3
    palette.program.controller.undo()
    assert len(rows(palette)) == before


def test_those_who_are_not_alike_are_refused(palette: Palette) -> None:
    """It says who is not, and nothing is changed."""
    controller = palette.program.controller
    state = controller.context.state
    sides = {each.side: each.id for each in state.combatants.values()}
    palette.program.window.table.select(sides.values())
    palette.press(Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert controller.context.state == state
    assert not any(row.group for row in rows(palette))


def test_a_group_is_there_after_a_start(palette: Palette, tmp_path: Path, game: str) -> None:
    """The campaign keeps it."""
    gang(palette)
    program = palette.program
    before = [row.cells["name"].words() for row in rows(palette)]
    program.campaigns.close()
    assert not rows(palette)
    program.campaigns.open(tmp_path / f"{game}.encounter")
    palette.qtbot.waitUntil(lambda: bool(rows(palette)), timeout=10_000)
    assert [row.cells["name"].words() for row in rows(palette)] == before
