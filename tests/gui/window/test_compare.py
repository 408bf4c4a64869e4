"""The comparison in the place of bench and log, in the running program, by key, button and click."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.compare.compare_panel import ComparePanel
from encounter_gui.gui.compare.measure import (
    BY_ONE_ATTACK,
    LATER,
    MEASURES,
    Measure,
    best_first,
    is_filled,
)
from encounter_gui.gui.compare.variant_rows import VariantRows
from encounter_gui.rules.view import AttackComparison, LaterMeasures, Measures

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


def choose_measure(panel: ComparePanel, key: str) -> None:
    """Chooses what the rows are compared by, as with the mouse."""
    place = MEASURES.index(key)
    panel.by.setCurrentIndex(place)
    panel.by.activated.emit(place)


def wait_until_filled(panel: ComparePanel, qtbot: QtBot) -> None:
    """Waits for the last figure of several attacks in a row."""
    qtbot.waitUntil(
        lambda: bool(panel.rows.variants) and is_filled(panel._comparison), timeout=10_000
    )


def texts_of(panel: ComparePanel) -> list[str]:
    return [f"{each.text} {each.note}" for each in panel.rows.variants]


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
    best = compared.rows.variants
    row = next(at for at, each in enumerate(best) if not each.is_chosen)
    wanted = dict(best[row].choices)
    click_row(compared.rows, row, qtbot)
    assert wanted.items() <= chosen_of(sample).items()
    qtbot.waitUntil(
        lambda: (
            [dict(each.choices) for each in compared.rows.variants if each.is_chosen] == [wanted]
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
    name = rows.variants[1].text
    assert rows.reader.said.startswith(name)
    wanted = dict(rows.variants[1].choices)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert wanted.items() <= chosen_of(sample).items()
    wait_until_filled(compared, qtbot)
    for key in MEASURES:
        choose_measure(compared, key)
        assert compared.measure.key == key
        values = [compared.measure.of(each.measures) for each in rows.variants]
        known = [each for each in values if each is not None]
        assert known == sorted(known, reverse=True)
        assert values[: len(known)] == known


def test_the_number_of_attacks_is_carried_into_every_target(
    sample: Program, compared: ComparePanel, qtbot: QtBot
):
    choose_measure(compared, "within")
    wait_until_filled(compared, qtbot)
    before = compared.rows.accessibleDescription()
    compared.attacks.setValue(10)
    after = compared.rows.accessibleDescription()
    assert "10" in compared.rows.accessibleName()
    assert before != after
    table = compared.rows.reader.table
    assert len(table) == 1 + len(compared.rows.variants)
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


# ---- attacks in a row come after one attack


@pytest.fixture
def told(sample: Program) -> list[AttackComparison]:
    """Every comparison that is told, with more and more of what comes later."""
    found: list[AttackComparison] = []
    sample.comparing._result.ready.connect(
        lambda each: found.append(each) if isinstance(each, AttackComparison) else None
    )
    return found


def test_rows_are_ranked_by_one_attack_and_then_filled_in_where_they_stand(
    sample: Program, told: list[AttackComparison], compared: ComparePanel, qtbot: QtBot
):
    """What is best now is seen at once; no row moves while the others come."""
    orders = [texts_of(compared)]
    compared.rows.describe = _watching(compared, orders)
    wait_until_filled(compared, qtbot)
    assert compared.measure.key == "out"
    assert not is_filled(told[0])
    assert len(told) > 2
    assert all(order == orders[0] for order in orders)
    values = [each.measures.out for each in compared.rows.variants]
    assert values == sorted(values, reverse=True)
    table = compared.rows.reader.table
    column = table[0].index("Out in 3")
    system, context = sample.controller.system, sample.controller.context
    known = system.comparison(context, sample.connections.attack.choices)
    chances = {each.text: each.measures.within[2] for each in known.ways}
    assert {row[0]: round(float(row[column]) / 100, 4) for row in table[1:]} == {
        text: round(chance, 4) for text, chance in chances.items()
    }


def _watching(panel: ComparePanel, orders: list[list[str]]) -> Callable[..., None]:
    """Describes the rows as ever, and keeps in which order they stand."""
    describe = panel.rows.describe

    def watched(*given: object) -> None:
        orders.append(texts_of(panel))
        describe(*given)

    return watched


def test_what_is_still_worked_out_is_three_dots(
    sample: Program, told: list[AttackComparison], compared: ComparePanel
):
    compared.show_comparison(told[0])
    assert "Out in 3 …" in compared.rows.accessibleDescription()
    choose_measure(compared, "within")
    assert compared.what_if.rows
    assert "then …" in compared.what_if.accessibleDescription()


def test_a_newer_question_ends_the_filling_in(
    sample: Program, told: list[AttackComparison], compared: ComparePanel, qtbot: QtBot
):
    """Nothing of the older one is told any more."""
    attack = sample.connections.attack
    count = len(told)
    attack.set_choices({**attack.choices, "gm": "3"})
    wait_until_filled(compared, qtbot)
    qtbot.waitUntil(lambda: len(told) > count and is_filled(told[-1]), timeout=10_000)
    system, context = sample.controller.system, sample.controller.context
    known = system.comparison(context, attack.choices)
    assert told[-1] == known
    hit = known.now.hit
    assert {each.now.hit for each in told[count:]} == {hit}


def test_a_way_whose_one_attack_comes_later_stands_last_until_it_has_come(
    told: list[AttackComparison], compared: ComparePanel, qtbot: QtBot
):
    wait_until_filled(compared, qtbot)
    last = told[-1]
    one = Measures(hit=1.0, hurt=1.0, out=1.0)
    long = LaterMeasures(work=tuple, one_of=lambda: one)
    ways = (replace(last.ways[0], measures=long), *last.ways[1:])
    for measure in map(Measure, MEASURES):
        assert measure.comes_later(long)
        assert measure.text_of(long) == LATER
    assert best_first(ways, BY_ONE_ATTACK)[-1] is ways[0]
    ways = (replace(ways[0], measures=long.worked_out()), *ways[1:])
    assert best_first(ways, BY_ONE_ATTACK)[0] is ways[0]


def test_by_attacks_in_a_row_rows_are_sorted_once_all_have_come_and_the_mouse_has_left(
    sample: Program, told: list[AttackComparison], compared: ComparePanel, qtbot: QtBot
):
    """Nobody clicks on what was another row a moment ago."""
    wait_until_filled(compared, qtbot)
    first, last = told[0], told[-1]
    weaker = tuple(
        replace(each, measures=replace(each.measures, within=(place / 10,) * 10))
        for place, each in enumerate(best_first(last.ways, BY_ONE_ATTACK))
    )
    compared.show_comparison(first)
    before = texts_of(compared)
    choose_measure(compared, "within")
    assert texts_of(compared) == before
    QApplication.sendEvent(compared.rows, _entering(compared.rows))
    compared.show_comparison(replace(last, ways=weaker))
    assert texts_of(compared) == before
    QApplication.sendEvent(compared.rows, QEvent(QEvent.Type.Leave))
    assert texts_of(compared) == before[::-1]


def test_whoever_asks_for_another_order_gets_it_under_the_mouse(
    sample: Program, compared: ComparePanel, qtbot: QtBot
):
    """A heading is pressed with the mouse over the rows."""
    wait_until_filled(compared, qtbot)
    QApplication.sendEvent(compared.rows, _entering(compared.rows))
    for key in MEASURES:
        compared.rows.sorted_by.emit(key)
        known = [compared.measure.of(each.measures) for each in compared.rows.variants]
        assert known == sorted(known, key=lambda each: -(each or 0.0))


def test_closed_it_works_nothing_out(
    sample: Program, told: list[AttackComparison], compared: ComparePanel, qtbot: QtBot
):
    """The step under way is the last."""
    qtbot.mouseClick(compared.close_button, LEFT)
    qtbot.wait(100)
    count = len(told)
    qtbot.wait(100)
    assert len(told) == count


def _entering(widget: QWidget) -> QEnterEvent:
    place = QPointF(widget.rect().center())
    return QEnterEvent(place, place, QPointF(widget.mapToGlobal(widget.rect().center())))
