"""Everything can be named, and the daily things take few keys and no dialog."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.damage.damage_panel import DamagePanel
from encounter_gui.gui.dialogs.condition_picker import ConditionPicker
from encounter_gui.rules.systems.d6pool.commands import Wait

Key = Qt.Key
_SPOKEN = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QSlider)


def test_everything_that_can_be_used_has_a_name(sample: Program) -> None:
    """A screen reader says what it is."""
    nameless = [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        for widget in sample.window.findChildren(QWidget)
        if isinstance(widget, _SPOKEN)
        and widget.isVisible()
        and not isinstance(widget, QHeaderView)
        if not _name(widget) and not widget.objectName().startswith("qt_")
    ]
    assert not nameless, nameless


def _name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    spoken = interface.text(QAccessible.Text.Name) if interface is not None else ""
    return widget.accessibleName() or spoken


def test_advancing_the_turn_is_one_key(sample: Program, qtbot: QtBot) -> None:
    """Budget of task 3 in the comparison with other programs; nothing that was declared is left open."""
    assert sample.controller.perform(Wait(who=CombatantId("lem")))
    before = sample.controller.context.state.group
    qtbot.keyClick(sample.window.table, Key.Key_N)
    assert sample.controller.context.state.group != before
    assert QApplication.activeModalWidget() is None


def test_undoing_three_things_is_three_keys_or_one_line(sample: Program, qtbot: QtBot) -> None:
    """Budget of task 6; exact."""
    path = sample.controller.session.log.path()
    for _ in range(3):
        qtbot.keyClick(sample.window.table, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert sample.controller.session.log.head == path[-4].id
    assert QApplication.activeModalWidget() is None


def test_daily_tasks_open_no_modal_window(sample: Program, qtbot: QtBot) -> None:
    """Damage, condition, turn, undo: nothing has to be closed first."""
    sample.window.table.select([sample.controller.context.state.acting[0]])
    window = sample.window
    for keys, kind in (("d", DamagePanel), ("h", DamagePanel), ("c", ConditionPicker)):
        qtbot.keyClicks(window.table, keys)
        assert any(each.isVisible() for each in window.findChildren(kind))
        assert QApplication.activeModalWidget() is None
        widget = QApplication.focusWidget()
        assert widget is not None
        qtbot.keyClick(widget, Key.Key_Escape)
