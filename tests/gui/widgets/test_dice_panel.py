"""The dice roller beside the fight: odds come from another thread, and only those of what stands in the field."""

import threading

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.dice_panel import DicePanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.latest_result import LatestResult


def test_odds_of_what_is_typed_are_told(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> None:
    dialog = DicePanel(icons, texts)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.expression.clear()
    qtbot.keyClicks(dialog.expression, "{2d6,1d10}kh1")
    qtbot.waitUntil(lambda: "7.889" in dialog.odds.text())
    qtbot.keyClicks(dialog.expression, "x")
    qtbot.waitUntil(lambda: "7.889" not in dialog.odds.text())
    qtbot.keyClick(dialog.expression, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: "7.889" in dialog.odds.text())


def test_the_dearest_expression_does_not_hold_the_window(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
) -> None:
    """What is typed over while it is worked out is not told any more."""
    dialog = DicePanel(icons, texts)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: bool(dialog.odds.text()))
    told: list[str] = []
    dialog._worked_out.ready.connect(lambda odds: told.append(str(odds)))
    dialog.expression.setText("100d40kh60")
    dialog._show_odds("100d40kh60")
    dialog._show_odds("1d4")
    qtbot.waitUntil(lambda: "2.5" in dialog.odds.text())
    assert len(told) == 1


def test_only_the_newest_of_what_waits_is_begun(qtbot: QtBot) -> None:
    begun: list[int] = []
    gate = threading.Event()
    results = LatestResult()

    def work(number: int) -> int:
        begun.append(number)
        gate.wait(5)
        return number

    told: list[object] = []
    results.ready.connect(told.append)
    results.ask(lambda: work(1))
    qtbot.waitUntil(lambda: begun == [1])
    results.ask(lambda: work(2))
    results.ask(lambda: work(3))
    gate.set()
    qtbot.waitUntil(lambda: told == [3])
    assert begun == [1, 3]


def test_an_error_that_is_none_of_ours_is_not_swallowed(qtbot: QtBot) -> None:
    """It is raised in the window's thread, where faults are shown and logged; the next result comes all the same."""
    results = LatestResult()
    told: list[object] = []
    results.ready.connect(told.append)

    def fault() -> object:
        raise ZeroDivisionError("a fault of the program")

    with qtbot.captureExceptions() as caught:
        results.ask(fault)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError
    results.ask(lambda: "well")
    qtbot.waitUntil(lambda: told == ["well"])


def test_several_expressions_are_compared_against_a_number_and_copied(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
) -> None:
    """The exact chances of 2d6 and 1d12, worked out by hand."""
    dialog = DicePanel(icons, texts)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.expression.clear()
    qtbot.keyClicks(dialog.expression, "2d6; 1d12")
    dialog.number.setValue(10)
    qtbot.waitUntil(
        lambda: dialog.chart.accessibleDescription() == "2d6: 16.67 %; 1d12: 25.00 %",
        timeout=10_000,
    )
    dialog.condition.setCurrentText("=")
    dialog.condition.activated.emit(2)
    assert dialog.chart.accessibleDescription() == "2d6: 8.33 %; 1d12: 8.33 %"
    dialog.condition.setCurrentText("≤")
    dialog.condition.activated.emit(1)
    assert dialog.chart.accessibleDescription() == "2d6: 91.67 %; 1d12: 83.33 %"
    assert dialog.chart.reader.table[0] == ("≤ 10", "2d6", "1d12")
    assert dialog.chart.reader.table[1] == ("1", "", "8.33")
    assert dialog.chart.reader.table[-1] == ("12", "2.78", "8.33")
    qtbot.keyClick(dialog.expression, Qt.Key.Key_Return)
    first, second = dialog.total.text().split(" · ")
    assert 2 <= int(first) <= 12
    assert 1 <= int(second) <= 12
    dialog.make_copy_menu().actions()[-1].trigger()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].startswith(f"2d6: {first} (")
    assert copied[1] == f"1d12: {second} ({second})"
