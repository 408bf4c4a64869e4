"""What is still open at the end of a fight, at the real window and with the keyboard alone."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.encounter.values import Duration
from encounter_gui.rules.model import commands as do
from tests.gui.window.conftest import show

EXAMPLES = paths.data_folder("resources") / "examples"
WAITING = ("prone", "cover_50", "cover_75", "unaware", "helpless", "aimed", "bleeding")


@pytest.fixture
def seven(start, qtbot, tmp_path):
    """A fight of D6 pools that has ended with seven things of ten minutes open."""
    program = start()
    program.campaigns.create(tmp_path / "Docks.encounter")
    program.campaigns.replay(EXAMPLES / "d6pool-dead-end.toml")
    show(program, qtbot)
    controller = program.controller
    qtbot.waitUntil(lambda: getattr(program, "recap", None) is not None, timeout=20_000)
    controller.perform(do.Next())
    who = next(iter(controller.context.state.combatants))
    for key in WAITING:
        ten = Duration(kind="minute", count=10)
        controller.perform(do.Afflict(who=(who,), condition=key, duration=ten))
    program.window.actions_of["finish"].trigger()
    qtbot.waitUntil(
        lambda: program.window.large_panels.current is program.recap.panel, timeout=20_000
    )
    return program


def words(program):
    return [
        index.data()
        for row in range(program.recap.panel.open.shown.rowCount())
        if (index := program.recap.panel.open.shown.index(row)).isValid()
    ]


def press(qtbot, key):
    qtbot.keyClick(QApplication.focusWidget(), key)


def test_the_list_has_the_keyboard_and_one_key_carries_all_over(seven, qtbot):
    """Seven things wait: A, and the scene can be closed with L; both can be undone."""
    panel, state = seven.recap.panel.open, lambda: seven.controller.context.state
    assert panel.view.hasFocus()
    waiting = len(words(seven))
    assert waiting >= len(WAITING)
    assert not panel.buttons["close"].isEnabled()
    press(qtbot, Qt.Key.Key_L)
    assert not state().memo.get("scene_closed")
    press(qtbot, Qt.Key.Key_A)
    assert all(each.is_carried for each in panel.shown.rows)
    assert len(words(seven)) == waiting
    press(qtbot, Qt.Key.Key_L)
    assert state().memo.get("scene_closed")
    seven.controller.undo()
    assert not state().memo.get("scene_closed")
    assert panel.buttons["close"].isEnabled()
    seven.controller.undo()
    assert not any(each.is_carried for each in panel.shown.rows)


def test_each_is_waived_settled_or_carried_over_by_a_key(seven, qtbot):
    """W takes the first away, S the next, C carries the third; the keyboard stays in the list."""
    panel = seven.recap.panel.open
    first, second, third, *rest = (each.key for each in panel.shown.rows)
    press(qtbot, Qt.Key.Key_W)
    press(qtbot, Qt.Key.Key_S)
    press(qtbot, Qt.Key.Key_C)
    assert [each.key for each in panel.shown.rows] == [third, *rest]
    assert [each.is_carried for each in panel.shown.rows] == [True, *([False] * len(rest))]
    assert panel.view.hasFocus()
    assert first != second


def test_a_fight_with_nothing_open_can_be_closed_at_once(seven, qtbot):
    """Once all is waived only the closing is left, and fighting on is refused after it."""
    panel = seven.recap.panel.open
    for _ in range(len(words(seven))):
        press(qtbot, Qt.Key.Key_W)
    assert not words(seven)
    assert panel.buttons["close"].isVisible()
    panel.buttons["close"].click()
    seven.controller.step()
    assert seven.controller.context.state.stage == "ended"


@pytest.mark.parametrize("theme", ["dark", "light", "high_contrast"])
def test_the_list_at_the_smallest_size(seven, theme):
    """At 1024×700 the rows and all buttons are inside the window, in every theme."""
    seven.theme_choice.use(theme)
    seven.window.resize(1024, 700)
    QApplication.processEvents()
    if folder := os.environ.get("OPEN_LIST_SHOTS"):
        seven.window.grab().save(f"{folder}/{theme}.png")
    panel = seven.recap.panel.open
    inside = seven.recap.panel.rect()
    for button in panel.buttons.values():
        corner = button.mapTo(seven.recap.panel, button.rect().bottomRight())
        assert inside.contains(corner)
