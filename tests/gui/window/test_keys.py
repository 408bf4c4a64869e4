"""The keys of the whole window with real key events: where each works, and that nobody is caught anywhere."""

import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import groupby

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.resolve_button import ResolveButton
from encounter_gui.gui.control.actions import ACTIONS
from encounter_gui.gui.keys.key_map import KEY_MAP
from encounter_gui.gui.keys.live_caps import is_typing
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.gui.status.chip_button import ChipButton
from encounter_gui.gui.toolbar.key_button import KeyButton
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from tests.gui.window.conftest import Start, show

Key, Modifier = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT = Modifier.NoModifier, Modifier.ShiftModifier


def focus() -> QWidget:
    """Returns what has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Key, modifier: Modifier = NONE) -> None:
    """Presses a key wherever the keyboard is."""
    QTest.keyClick(focus(), key, modifier)
    QCoreApplication.processEvents()


def press_sequence(text: str) -> None:
    """Presses a key written as in menus."""
    combination = QKeySequence(text)[0]
    press(combination.key(), combination.keyboardModifiers())


def press_cap(cap: str) -> None:
    """Presses what a key cap shows, such as ``Ctrl Del`` or ``↵``."""
    for key in ("Return",) * cap.count("↵") or (cap.replace(" ", "+"),):
        modifier = "Ctrl+" if "↵" in cap and cap.startswith("Ctrl") else ""
        press_sequence(modifier + key)


def stops(program: Program) -> list[QWidget]:
    """Returns everything Tab comes to, from the table on."""
    program.window.table.setFocus()
    found = [focus()]
    for _ in range(300):
        program.window.focusNextChild()
        if focus() is found[0]:
            break
        found.append(focus())
    return found


def heard(program: Program) -> list[str]:
    """Has the actions of the window do nothing but say their names from now on."""
    names: list[str] = []
    for spec in ACTIONS:
        action = program.window.actions_of[spec.id]
        with suppress(RuntimeError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            action.triggered.disconnect()
        with suppress(RuntimeError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            action.toggled.disconnect()
        action.triggered.connect(partial(_note, names, spec.id))
    return names


def _note(names: list[str], name: str, *_: object) -> None:
    names.append(name)


def _close_menu(pressed: list[bool]) -> None:
    menu = QApplication.activePopupWidget()
    if menu is not None:
        pressed[:] = [True]
        menu.close()


@pytest.fixture
def depot(start: Start, qtbot: QtBot, tmp_path) -> Iterator[Program]:
    """Redline depot in its third round: a Morale Check is owed, so that the strip stands there."""
    program = start()
    program.campaigns.create(tmp_path / "Depot.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "redlines.toml")
    show(program, qtbot)
    qtbot.waitUntil(program.window.log.prompt.isVisible, timeout=10_000)
    program.window.table.select([program.controller.context.state.acting[0]])
    return program


# ---- round the window


def test_f6_goes_round_the_parts_and_back(depot: Program) -> None:
    """The table, then what waits, the attack, the log, the sheet, the timeline, the tool bar, the rail."""
    regions = depot.window.regions
    order = []
    for _ in range(8):
        order.append(regions.current)
        press(Key.Key_F6)
    assert order == ["table", "strip", "bench", "log", "sheet", "timeline", "toolbar", "rail"]
    assert regions.current == "table"
    back = []
    for _ in range(8):
        press(Key.Key_F6, SHIFT)
        back.append(regions.current)
    assert back == order[::-1]


def test_enter_and_e_lead_from_the_table_to_the_attack(depot: Program) -> None:
    """To its first die, so that Enter once more rolls the attack."""
    for key in (Key.Key_Return, Key.Key_Enter, Key.Key_E):
        depot.window.table.setFocus()
        press(key)
        assert focus() is depot.window.attack_panel.set_up.dice.inputs[0]


def test_escape_leads_to_the_table_from_everywhere(depot: Program) -> None:
    """One press, wherever Tab can lead."""
    caught = []
    for stop in stops(depot)[1:]:
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if focus() is not stop:
            continue
        press(Key.Key_Escape)
        if not depot.window.table.hasFocus():
            caught.append(f"{type(stop).__name__} {stop.accessibleName()}")
        depot.connections.prompts.recall()
    assert caught == []


@pytest.mark.parametrize("key", [Key.Key_N, Key.Key_Space])
def test_next_from_everywhere_but_a_text_field(depot: Program, key: Key) -> None:
    """N and Space move the fight on also from a button, a list, the log; letters stay letters in a text field."""
    pressed = heard(depot)
    dead = []
    for stop in stops(depot):
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if focus() is not stop:
            continue
        is_text = isinstance(stop, QLineEdit | QAbstractSpinBox)
        pressed.clear()
        press(key)
        expected = not is_typing() if key == Key.Key_N else not is_text
        if isinstance(stop, QLineEdit) and not stop.text():
            # Before the first die a space parts nothing.
            expected = key == Key.Key_N or isinstance(stop, DiceInput)
        if bool(pressed) != expected:
            dead.append(f"{type(stop).__name__} {stop.accessibleName()}: {len(pressed)}")
    assert dead == []


@pytest.mark.qt_log_ignore("does not support", extend=True)
def test_enter_presses_the_button_that_has_the_keyboard(depot: Program) -> None:
    """In the tool bar, the rail, the strip, the bench, the sheet."""
    heard(depot)
    dead, count = [], 0
    for stop in stops(depot):
        if not isinstance(stop, QAbstractButton) or isinstance(stop, ChipButton | ResolveButton):
            continue  # these two do more than a click, tested elsewhere
        pressed: list[bool] = []
        with suppress(RuntimeError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            stop.clicked.disconnect()
        stop.clicked.connect(lambda *_, pressed=pressed: pressed.append(True))
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if isinstance(stop, QToolButton) and stop.menu() is not None:
            QTimer.singleShot(50, partial(_close_menu, pressed))
        press(Key.Key_Return)
        count += 1
        if not pressed:
            dead.append(f"{type(stop).__name__} {stop.accessibleName()}: {len(pressed)}")
    assert dead == []
    assert count > 20


def test_every_key_of_an_action_works_where_the_table_says_and_nowhere_else(depot: Program) -> None:
    """All regions, all actions with a key, with the real keys."""
    window = depot.window
    pressed = heard(depot)
    for action in window.actions_of.by_id.values():
        action.setEnabled(True)
    places = {"window": None, "fight": _FIGHT, "selected": ("table", "sheet", "timeline")}
    own = {(each.where, key) for each in KEY_MAP if "." in each.id for key in each.keys}
    wrong, count = [], 0
    for region in (*_FIGHT, "toolbar", "rail"):
        for use in (each for each in KEY_MAP if "." not in each.id):
            for key in use.keys:
                if (region, key) in own:
                    continue
                if region == "strip" and key in ("Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y", "Ctrl+V"):
                    continue  # a field takes its own typing back, and text
                assert window.regions.enter(region), region
                if _is_letter_here(key):
                    continue
                pressed.clear()
                press_sequence(key)
                count += 1
                within = places[use.where]
                expected = [use.id] if within is None or region in within else []
                if pressed != expected:
                    wrong.append(f"{key} in {region}: {pressed}, not {expected}")
    assert wrong == []
    assert count > 250


def _is_letter_here(key: str) -> bool:
    """Whether the field that has the keyboard types the key: letters in a text, the space between two dice."""
    is_plain = len(key.removeprefix("Shift+")) == 1 or key == "Space"
    if not is_plain or not isinstance(focus(), QLineEdit):
        return False
    if key == "Space":
        return not isinstance(focus(), DiceInput)
    return key != "N" and (is_typing() or isinstance(focus(), FacesField))


_FIGHT = ("table", "strip", "bench", "log", "sheet", "timeline")


# ---- key caps


def capped(program: Program) -> dict[str, QWidget]:
    """Returns everything in sight that shows the key that presses it from where the keyboard is, by name."""
    kinds = (KeyButton, ShortcutButton, ResolveButton)
    return {
        f"{each.accessibleName()} [{each.cap}]": each
        for kind in kinds
        for each in program.window.findChildren(kind)
        if each.isVisible() and each.isEnabled() and each.cap
    }


def silence(signal: SignalInstance, done: list[str], name: str) -> None:
    """Has a signal do nothing but say a name."""
    with suppress(RuntimeError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        signal.disconnect()
    signal.connect(partial(_note, done, name))


def listen(program: Program) -> list[str]:
    """Has what caps do say which button it is, and do nothing else."""
    window, done = program.window, heard(program)
    strip, damage = window.log.prompt, window.damage
    for signal, button in (
        (strip.owed_answered, strip.button),
        (strip.notice_accepted, strip.button),
        (strip.waived, strip.waive),
        (strip.owed_put_off, strip.later),
        (strip.notice_put_off, strip.later),
        (window.attack_panel.resolved, window.attack_panel.set_up.dice.resolve),
        (damage.apply_requested, damage.head.apply_button),
        (damage.dismissed, damage.head.cancel_button),
    ):
        silence(signal, done, button.accessibleName())
    return done


@pytest.mark.parametrize("panel", ["bench", "damage"])
def test_every_cap_in_sight_does_what_it_says_from_every_part(depot: Program, panel: str) -> None:
    """A cap is seen only where its key works: then that key presses its button."""
    window = depot.window
    if panel == "damage":
        window.table.select(window.table.rows.ids()[:2])
        window.begin_change("-")
        QTest.keyClicks(focus(), "7")
        QCoreApplication.processEvents()
    done = listen(depot)
    window.actions_of["next_region"].triggered.connect(window.regions.enter_next)
    shown: dict[str, set[str]] = {}
    wrong = []
    for region in window.regions.names:
        if not window.regions.enter(region):
            continue
        for name, widget in capped(depot).items():
            assert window.regions.enter(region)
            shown.setdefault(region, set()).add(name)
            wanted = "next" if isinstance(widget, KeyButton) else widget.accessibleName()
            done.clear()
            if (region, widget.cap) == ("table", "T"):
                wanted = "resolve"
            press_cap(widget.cap)
            if not {wanted, wanted.lower()} & set(done):
                wrong.append(f"{name} in {region}: {done}")
            if not widget.isVisible():
                depot.connections.prompts.recall()
    assert wrong == []
    caps_of = {
        region: {each.split(" [")[-1][:-1] for each in names} for region, names in shown.items()
    }
    assert caps_of["table"] >= {"N", "Esc", "Ctrl Del"}
    assert caps_of["strip"] >= {"N", "Esc", "Del", "↵"}
    assert caps_of["log"] == {"N", "Ctrl Del"}
    if panel == "bench":
        assert "T" in caps_of["table"]
        assert "↵" in caps_of["bench"]
    else:
        assert caps_of["damage"] >= {"↵", "Esc"}


# ---- keys that did something else than they said


def test_del_in_the_table_asks_while_the_strip_can_be_waived(depot: Program, qtbot: QtBot) -> None:
    """Del may have meant the strip: Escape keeps everybody, and Ctrl+Del waives from here."""
    before = len(depot.controller.context.state.combatants)
    press(Key.Key_Delete)
    question = QApplication.activeModalWidget()
    assert isinstance(question, QMessageBox)
    QTest.keyClick(question, Key.Key_Escape)
    assert len(depot.controller.context.state.combatants) == before
    with qtbot.waitActive(depot.window):
        depot.window.activateWindow()  # what a desktop does by itself
    with qtbot.waitSignal(depot.window.log.prompt.waived):
        QTest.keyClick(depot.window.table, Key.Key_Delete, Modifier.ControlModifier)


def test_ctrl_del_in_the_strip_waives_with_the_words_typed_there(
    depot: Program, qtbot: QtBot
) -> None:
    """Del deletes a letter as in every field; Ctrl and Del waive, whatever is typed."""
    assert depot.window.regions.enter("strip")
    QTest.keyClicks(focus(), "they surrender")
    press(Key.Key_Delete)
    assert depot.window.log.prompt.isVisible()
    with qtbot.waitSignal(depot.window.log.prompt.waived) as waived:
        press(Key.Key_Delete, Modifier.ControlModifier)
    assert waived.args[1] == "they surrender"


def test_after_an_attack_the_keyboard_is_in_the_table_or_in_the_next_die(sample: Program) -> None:
    """In a die only while somebody has an action for it: there, numbers are dice, and N is Next all the same."""
    window = sample.window
    press(Key.Key_Return)
    assert window.regions.current == "bench"
    before = len(sample.controller.session.log.line())
    press(Key.Key_Return)
    assert len(sample.controller.session.log.line()) > before
    form = sample.connections.attack.form
    is_next = form.command is not None and not form.why_not and window.attack_panel.isVisible()
    assert window.regions.current in (("bench", "strip") if is_next else ("table", "strip"))


def test_when_the_strip_closes_the_keyboard_is_in_the_table(depot: Program) -> None:
    """Wherever it was before: not on an old line of the log."""
    depot.window.log.log.setFocus()
    assert depot.window.regions.enter("strip")
    press(Key.Key_Return)
    while depot.window.regions.current == "strip":
        press(Key.Key_Escape)
    assert depot.window.table.hasFocus()


@pytest.mark.parametrize("region", ["log", "sheet", "timeline", "toolbar", "rail"])
def test_a_number_selects_and_leads_back_to_the_table(depot: Program, region: str) -> None:
    """Digits are swallowed nowhere."""
    assert depot.window.regions.enter(region)
    press(Key.Key_2)
    assert depot.window.table.hasFocus()
    who = depot.window.table.selected()
    assert [depot.window.table.rows.place_of(each) for each in who] == [
        depot.window.table.rows.place_of_number(2)
    ]


def test_dice_typed_with_spaces_where_nothing_asks_are_no_next(depot: Program) -> None:
    """Digits select, and the space after them ends the number."""
    pressed = heard(depot)
    for each in "5 3 6":
        QTest.keyClicks(depot.window.table, each)
    assert pressed == []


# ---- where the keyboard is


def test_tab_goes_through_the_parts_as_the_eye_goes(depot: Program) -> None:
    """From the table down, then to the right, then from the top again; each part in one go."""
    regions = depot.window.regions
    order = list(dict.fromkeys(regions.region_of(each) for each in stops(depot)))
    assert order == ["table", "bench", "strip", "log", "sheet", "toolbar", "timeline", "rail"]
    runs = [regions.region_of(each) for each in stops(depot)]
    assert [name for name, _ in groupby(runs)] == order
    dice = depot.window.attack_panel.set_up.dice
    chain = stops(depot)
    bench = [each for each in chain if regions.region_of(each) == "bench"]
    assert bench.index(dice.inputs[0]) < bench.index(dice.resolve) < len(bench) - 1


def test_shift_tab_goes_the_same_way_back(depot: Program) -> None:
    """Real keys, there and back."""
    there = [focus()]
    for _ in range(20):
        press(Key.Key_Tab)
        there.append(focus())
    back = [focus()]
    for _ in range(20):
        press(Key.Key_Backtab, SHIFT)
        back.append(focus())
    assert back == there[::-1]


def test_the_keyboard_is_seen_wherever_it_is(depot: Program) -> None:
    """Each stop looks different when it has the keyboard, and nothing but one widget has it."""
    window, unseen = depot.window, []
    for stop in stops(depot):
        window.actions_of["back"].setEnabled(True)
        other = window.log.log if stop is window.table else window.table
        other.setFocus()
        QCoreApplication.processEvents()
        without = stop.grab().toImage()
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        if focus() is not stop:
            continue
        QCoreApplication.processEvents()
        if stop.grab().toImage() == without:
            unseen.append(f"{type(stop).__name__} {stop.accessibleName()}")
        having = [each for each in window.findChildren(QWidget) if each.hasFocus()]
        assert [each for each in having if each.focusProxy() is None] == [stop]
    assert unseen == []
