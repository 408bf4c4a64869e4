"""The comparison in the place of bench and log, in the running program, by key, button and click."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.compare.compare_panel import ComparePanel
from encounter_gui.gui.compare.measure import MEASURES
from encounter_gui.gui.compare.variant_rows import VariantRows

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def compared(sample: Program, qtbot: QtBot) -> ComparePanel:
    """The comparison of the sample, opened by its key in the table."""
    sample.window.table.setFocus()
    qtbot.keyClick(sample.window.table, Qt.Key.Key_M)
    panel = sample.comparing.panel
    assert sample.window.large_panels.current is panel
    wait_for_rows(panel, qtbot)
    return panel


def wait_for_rows(panel: ComparePanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(panel.rows.accessibleDescription()), timeout=10_000)


def click_row(rows: VariantRows, row: int, qtbot: QtBot) -> None:
    line = rows.cell(row, 0)
    qtbot.mouseClick(rows, LEFT, pos=QPoint(30, round(line.center().y())))


def chosen_of(program: Program) -> dict[str, str]:
    return {each.key: each.chosen for each in program.connections.attack.form.fields}


def test_picking_a_variant_sets_the_bench_and_the_comparison_follows(
    sample: Program, compared: ComparePanel, qtbot: QtBot
):
    """Weapon, mode and target of the bench are those of the row; bench and log come back with Esc."""
    window = sample.window
    assert not window.attack_panel.isVisible()
    best = compared.rows._variants
    row = next(at for at, each in enumerate(best) if not each.is_chosen)
    wanted = dict(best[row].choices)
    click_row(compared.rows, row, qtbot)
    assert wanted.items() <= chosen_of(sample).items()
    qtbot.waitUntil(
        lambda: (
            [dict(each.choices) for each in compared.rows._variants if each.is_chosen] == [wanted]
        ),
        timeout=10_000,
    )
    qtbot.keyClick(compared.rows, Qt.Key.Key_Escape)
    assert window.large_panels.current is None
    assert window.attack_panel.isVisible()
    assert wanted.items() <= chosen_of(sample).items()


def test_rows_are_read_and_picked_by_keys_and_sorted_by_any_measure(
    sample: Program, compared: ComparePanel, qtbot: QtBot
):
    """Arrow keys read, Enter picks; another measure sorts anew; the words say the values."""
    rows = compared.rows
    qtbot.waitUntil(rows.hasFocus, timeout=10_000)
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    name = rows._variants[1].text
    assert rows.reader.said.startswith(name)
    wanted = dict(rows._variants[1].choices)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert wanted.items() <= chosen_of(sample).items()
    for place, key in enumerate(MEASURES):
        compared.by.setCurrentIndex(place)
        compared.by.activated.emit(place)
        assert compared.measure.key == key
        values = [compared.measure.of(each.measures) for each in rows._variants]
        known = [each for each in values if each is not None]
        assert known == sorted(known, reverse=True)
        assert values[: len(known)] == known


def test_the_number_of_attacks_is_carried_into_every_target(
    sample: Program, compared: ComparePanel, qtbot: QtBot
):
    before = compared.rows.accessibleDescription()
    compared.attacks.setValue(10)
    after = compared.rows.accessibleDescription()
    assert "10" in compared.rows.accessibleName()
    assert before != after
    table = compared.rows.reader.table
    assert len(table) == 1 + len(compared.rows._variants)
    compared.attacks.setValue(1)
    assert compared.measure.attacks == 1


def test_a_circumstance_goes_onto_the_bench_by_a_click(
    sample: Program, compared: ComparePanel, qtbot: QtBot
):
    rows = compared.what_if
    before = sample.connections.attack.form.command
    first = rows.reader._marks()[0].place.center().toPoint()
    qtbot.mouseClick(rows, LEFT, pos=first)
    assert sample.connections.attack.form.command != before


def test_the_button_in_the_bench_opens_it_and_onto_the_bench_leads_back(
    sample: Program, qtbot: QtBot
):
    window = sample.window
    qtbot.mouseClick(window.attack_panel.compare, LEFT)
    panel = sample.comparing.panel
    assert window.large_panels.current is panel
    wait_for_rows(panel, qtbot)
    qtbot.mouseClick(panel.enter, LEFT)
    assert window.large_panels.current is None
    assert window.attack_panel.isAncestorOf(QApplication.focusWidget())


def test_typed_dice_are_still_there_afterwards(sample: Program, qtbot: QtBot):
    bench = sample.window.attack_panel
    field = next(each for each in bench.set_up.dice.inputs if each.isVisible())
    field.setFocus()
    qtbot.keyClicks(field, "3")
    typed = field.text()
    qtbot.mouseClick(bench.compare, LEFT)
    wait_for_rows(sample.comparing.panel, qtbot)
    qtbot.mouseClick(sample.comparing.panel.close_button, LEFT)
    assert field.text() == typed
