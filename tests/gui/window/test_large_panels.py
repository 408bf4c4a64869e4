"""A large panel takes the place of parts of the fight, and leaves them as they were."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QSplitter
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.large.large_panels import Part


def add_panel(program: Program, *over: Part) -> tuple[QFrame, QLineEdit]:
    """Gives the window a panel with a field."""
    panel = QFrame()
    field = QLineEdit(panel)
    program.window.large_panels.add(panel, over)
    return panel, field


def settle() -> None:
    """Lets the column lay its parts out, as it does before it is painted."""
    QCoreApplication.processEvents()


def typed_dice(program: Program, qtbot: QtBot) -> DiceInput:
    """Types a die into the bench, which keeps the keyboard."""
    bench = program.window.attack_panel
    qtbot.waitUntil(lambda: bool(bench.findChildren(DiceInput)))
    field = bench.findChildren(DiceInput)[0]
    field.setFocus()
    qtbot.keyClicks(field, "4")
    return field


def test_it_stands_where_bench_and_log_were_and_the_table_does_not_move(program: Program) -> None:
    window = program.window
    panel, _ = add_panel(program, "bench", "log")
    table, bench, log = window.table.geometry(), window.attack_panel.parentWidget(), window.log
    assert bench is not None
    top = bench.parentWidget().geometry().top()  # type: ignore[union-attr]  # the stack of the bench
    bottom = log.geometry().bottom()
    window.large_panels.open(panel)
    settle()
    assert window.table.geometry() == table
    assert (panel.geometry().top(), panel.geometry().bottom()) == (top, bottom)
    assert not log.isVisible()
    assert not bench.isVisible()


def test_escape_brings_back_what_was_typed_and_the_keyboard(sample: Program, qtbot: QtBot) -> None:
    window = sample.window
    field = typed_dice(sample, qtbot)
    panel, inside = add_panel(sample, "bench", "log")
    before = [each.geometry() for each in (window.table, window.attack_panel, window.log)]
    window.large_panels.open(panel)
    settle()
    inside.setFocus()
    with qtbot.waitSignal(window.large_panels.dismissed):
        qtbot.keyClick(inside, Qt.Key.Key_Escape)
    settle()
    assert field.text() == "4"
    assert field.hasFocus()
    assert [each.geometry() for each in (window.table, window.attack_panel, window.log)] == before


def test_one_over_everything_hides_the_table_too(program: Program) -> None:
    window = program.window
    panel, _ = add_panel(program, "table", "bench", "log")
    before = window.table.geometry()
    window.large_panels.open(panel)
    settle()
    assert not window.table.isVisible()
    assert panel.geometry().top() == 0
    window.large_panels.close()
    settle()
    assert window.table.geometry() == before


def test_a_second_one_takes_the_place_of_the_first(program: Program) -> None:
    window = program.window
    small, _ = add_panel(program, "bench", "log")
    large, _ = add_panel(program, "table", "bench", "log")
    before = window.log.geometry()
    window.large_panels.open(small)
    settle()
    window.large_panels.open(large)
    settle()
    assert not small.isVisible()
    assert window.large_panels.current is large
    window.large_panels.close()
    settle()
    assert window.log.geometry() == before


def test_a_part_that_is_closed_in_the_menu_stays_closed(program: Program) -> None:
    window = program.window
    panel, _ = add_panel(program, "bench", "log")
    window.large_panels.open(panel)
    settle()
    window.large_panels.show_part("log", False)
    settle()
    window.large_panels.close()
    settle()
    assert not window.log.isVisible()
    window.large_panels.show_part("log", True)
    settle()
    assert window.log.isVisible()


def test_a_change_by_hand_closes_it_for_its_own_field(program: Program) -> None:
    window = program.window
    panel, _ = add_panel(program, "bench", "log")
    window.table.select(list(program.controller.context.state.combatants)[:1])
    window.large_panels.open(panel)
    settle()
    window.begin_change("-")
    assert window.damage.isVisible()
    assert not panel.isVisible()


def test_below_one_over_the_bench_the_log_keeps_a_line(sample: Program) -> None:
    """What is asked for next, or the newest line, is seen; then all heights are as before, kept ones too."""
    window = sample.window
    settle()
    parts = (window.table, window.attack_panel, window.log)
    before = [each.geometry() for each in parts]
    panel = QFrame()
    window.large_panels.add(panel, ("bench",), lowered=("log",))
    window.large_panels.open(panel)
    settle()
    assert window.table.geometry() == before[0]
    assert not window.attack_panel.isVisible()
    assert window.log.isVisible()
    assert window.log.height() == window.log.minimumSizeHint().height() < before[2].height()
    assert panel.geometry().bottom() < window.log.geometry().top()
    window.large_panels.close()
    settle()
    assert [each.geometry() for each in parts] == before
    column = panel.parentWidget()
    assert isinstance(column, QSplitter)
    assert [column.widget(place) for place in range(3)][2] is window.log
