"""The log: newest first, explained by a click, gone back to by its menu."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.log.explain_panel import ExplainLine
from encounter_gui.gui.log.log_model import DiceGroup, LogRow
from encounter_gui.gui.log.log_panel import LogPanel
from encounter_gui.gui.theme.icons import Icons


def entry(number: int, **parts: object) -> LogRow:
    """Returns a row of the log."""
    segments = (("Brandt", True), (f" does thing {number}", False))
    return LogRow(entry=EntryId(number), stamp="T3", segments=segments, side="pc", **parts)


DICE = (DiceGroup(faces=("4", "3"), is_physical=True), DiceGroup(faces=("5",), note="+7"))
ROWS = (entry(3, dice=DICE), entry(2), entry(1))


@pytest.fixture
def panel(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> LogPanel:
    """The log dock with three entries."""
    panel = LogPanel(icons, texts)
    qtbot.addWidget(panel)
    panel.resize(1000, 160)
    panel.log.show_rows(0, ROWS[::-1])
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


def test_rows_are_spoken_with_their_dice(panel: LogPanel, qtmodeltester: ModelTester) -> None:
    """Whose dice they were is said, not only drawn."""
    qtmodeltester.check(panel.log.rows, force_py=True)
    said = panel.log.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "T3 · Brandt does thing 3 · real dice 4 3 · app dice 5+7"


def test_a_new_entry_is_one_inserted_row(panel: LogPanel) -> None:
    """Nothing else is touched."""
    told: list[str] = []
    rows = panel.log.rows
    rows.rowsInserted.connect(lambda _, a, b: told.append(f"insert {a}-{b}"))
    rows.dataChanged.connect(lambda a, b: told.append(f"change {a.row()}-{b.row()}"))
    rows.modelReset.connect(lambda: told.append("reset"))
    panel.log.show_rows(3, (entry(4),))
    assert told == ["insert 0-0"]


def test_undoing_mutes_one_row(panel: LogPanel) -> None:
    """The entry stays, and says that it was undone."""
    told: list[str] = []
    panel.log.rows.dataChanged.connect(lambda a, b: told.append(f"{a.row()}-{b.row()}"))
    panel.log.show_rows(2, (dataclasses.replace(ROWS[0], is_undone=True),))
    assert told == ["0-0"]
    said = panel.log.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("· Undone")


def test_another_branch_replaces_what_differs(panel: LogPanel) -> None:
    """Rows that are gone go, new ones come, the order is as given."""
    rows = (entry(9), entry(8), ROWS[2])
    panel.log.show_rows(1, rows[1::-1])
    assert [panel.log.rows.row_at(at) for at in range(3)] == list(rows)
    assert panel.log.rows.rowCount() == 3


def _place(panel: LogPanel, place: int):
    return panel.log.visualRect(panel.log.rows.index(place)).center()


def test_a_click_or_enter_asks_to_explain(panel: LogPanel, qtbot: QtBot) -> None:
    """Both name the entry."""
    asked: list[int] = []
    panel.log.explained.connect(asked.append)
    qtbot.mouseClick(panel.log.viewport(), Qt.LeftButton, pos=_place(panel, 1))
    qtbot.keyClick(panel.log, Qt.Key_Down)
    qtbot.keyClick(panel.log, Qt.Key_Return)
    assert asked == [2, 1]


def test_a_click_on_a_die_wants_it_corrected_and_explains_nothing(
    panel: LogPanel, qtbot: QtBot
) -> None:
    """Each die by its own place; beside them the line is explained."""
    asked: list[tuple[int, str]] = []
    explained: list[int] = []
    panel.log.correction_requested.connect(lambda entry, step: asked.append((entry, step)))
    panel.log.explained.connect(explained.append)
    view = panel.log.viewport()
    for step in ("0.0", "0.1", "1.0"):
        die = panel.log.place_of_die(EntryId(3), step)
        qtbot.mouseClick(view, Qt.LeftButton, pos=view.mapFromGlobal(die.center()))
    assert asked == [(3, "0.0"), (3, "0.1"), (3, "1.0")]
    assert explained == []
    qtbot.mouseClick(view, Qt.LeftButton, pos=_place(panel, 0))
    assert explained == [3]
    qtbot.keyClick(panel.log, Qt.Key_F2)
    assert asked[-1] == (3, "")


@pytest.mark.qt_log_ignore("does not support raise", extend=True)  # said by the offscreen platform
@pytest.mark.parametrize(
    ("action", "signal"), [(0, "explained"), (1, "correction_requested"), (2, "rewind_requested")]
)
def test_the_menu_explains_corrects_and_rewinds(
    panel: LogPanel, qtbot: QtBot, action: int, signal: str
) -> None:
    """A right click opens it; choosing names the entry below the mouse."""
    point = _place(panel, 2)
    view = panel.log.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.mapToGlobal(point))
    QApplication.sendEvent(view, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(getattr(panel.log, signal)) as said:
        where = menu.actionGeometry(menu.actions()[action]).center()
        qtbot.mouseClick(menu, Qt.LeftButton, pos=where)
    assert said.args[0] == 1


def test_an_explanation_names_its_rules_and_closes(panel: LogPanel, qtbot: QtBot) -> None:
    """Each step stands with the id of the rule it follows."""
    lines = (ExplainLine(segments=(("Range: ", False), ("15", True)), rule="D6P-22"),)
    panel.explanation.show_explanation("Brandt shoots", lines)
    assert panel.explanation.isVisible()
    listed = panel.explanation._list
    said = listed.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Range: 15 · rule D6P-22"
    listed.setFocus()
    with qtbot.waitSignal(panel.explanation.closed):
        qtbot.keyClick(listed, Qt.Key_Escape)
    assert not panel.explanation.isVisible()


def test_the_strip_takes_its_height_from_the_list(panel: LogPanel, qtbot: QtBot) -> None:
    """The dock, and so the table above it, does not move."""
    before, height = panel.log.height(), panel.height()
    panel.prompt.show_error("Hook is out.")
    qtbot.waitUntil(lambda: panel.log.height() < before)
    assert before - panel.log.height() == panel.prompt.height() == 32
    assert panel.height() == height


def test_long_sentences_and_many_dice_are_painted(panel: LogPanel) -> None:
    """What does not fit is cut or left out, never drawn over something else."""
    long = LogRow(
        entry=EntryId(5),
        stamp="T12",
        segments=(("word " * 80, True),),
        icon="dice",
        dice=tuple(DiceGroup(faces=("6",) * 12) for _ in range(9)),
    )
    panel.log.show_rows(0, (dataclasses.replace(ROWS[0], is_undone=True), long))
    assert not panel.log.grab().isNull()
