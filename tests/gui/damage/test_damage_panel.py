"""Damage by hand on several at once, in the real window with real keys and clicks, in the games as they are shipped."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.damage.damage_columns import segments
from encounter_gui.rules.model.commands import Adjust
from tests.gui.window.conftest import Start, show

Key = Qt.Key
Ctrl = Qt.KeyboardModifier.ControlModifier
Shift = Qt.KeyboardModifier.ShiftModifier


class Hands:
    """A game master's hands on a window: every key and click is counted."""

    def __init__(self, program: Program, qtbot: QtBot) -> None:
        """Takes a program with an open fight."""
        self.program = program
        self.window = program.window
        self.panel = program.window.damage
        self.count = 0
        self._qtbot = qtbot

    def press(self, *keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.NoModifier) -> None:
        """Presses keys wherever the keyboard is."""
        for key in keys:
            self._qtbot.keyClick(self._focus(), key, modifier)
            self.count += 1

    def type(self, text: str) -> None:
        """Types a text, a key a sign."""
        for sign in text:
            self._qtbot.keyClicks(self._focus(), sign)
            self.count += 1

    def click(self, part: str, place: int, *, share: int = 0) -> None:
        """Clicks on a part of the row at a place; of the shares on this one."""
        rows = self.panel.list
        column = rows.columns.columns.get(part)
        assert column is not None
        rect = rows.visualRect(rows.rows.index(place)).toRectF()
        room = column.rect(rect)
        spot = segments(room, 22)[share].center() if part == "share" else room.center()
        at = QPoint(round(spot.x()), round(rect.center().y()))
        self._qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.count += 1

    def select(self, numbers: Sequence[int]) -> None:
        """Selects combatants by their numbers; not counted."""
        known = {each.number: each.id for each in self.combatants}
        self.window.table.select([known[number] for number in numbers])
        self.window.table.setFocus()

    def _focus(self) -> object:
        focus = QApplication.focusWidget()
        assert focus is not None
        return focus

    @property
    def combatants(self) -> tuple[Combatant, ...]:
        """Everybody in the fight."""
        return tuple(self.program.controller.context.state.combatants.values())

    def gauge(self, number: int, key: str) -> int:
        """Returns a gauge of the combatant with a number."""
        return next(each for each in self.combatants if each.number == number).gauges.get(key, 0)

    def who(self, number: int) -> CombatantId:
        """Returns the id of the combatant with a number."""
        return next(each.id for each in self.combatants if each.number == number)

    @property
    def entries(self) -> int:
        """How many entries the log has up to now."""
        return len(self.program.controller.session.log.path())


Play = Callable[[str], Hands]


@pytest.fixture
def play(start: Start, qtbot: QtBot, tmp_path: Path) -> Play:
    """Opens a sample fight: ``redlines`` (cwn), ``night-harbour`` (phases), ``deep-static`` (chrome) …"""

    def opened(name: str) -> Hands:
        program = start()
        program.campaigns.create(tmp_path / "Sample.encounter")
        program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{name}.toml")
        show(program, qtbot)
        return Hands(program, qtbot)

    return opened


def test_seven_to_three_takes_five_keys(play: Play) -> None:
    """The counted task: two more rows marked, D or minus, 7, Enter; one entry, one undo, soak before hit points."""
    hands = play("redlines")
    hands.select([4])
    before = [(hands.gauge(n, "hp"), hands.gauge(n, "soak")) for n in (4, 5, 6)]
    entries, hands.count = hands.entries, 0
    hands.press(Key.Key_Down, Key.Key_Down, modifier=Shift)
    hands.press(Key.Key_Minus, Key.Key_7, Key.Key_Return)
    assert hands.count <= 5
    after = [(hands.gauge(n, "hp"), hands.gauge(n, "soak")) for n in (4, 5, 6)]
    assert before == [(30, 5), (6, 0), (15, 3)]
    assert after == [(28, 0), (0, 0), (11, 0)]
    assert hands.entries == entries + 1
    assert hands.panel.isHidden()
    assert hands.window.table.hasFocus()
    hands.press(Key.Key_Z, modifier=Ctrl)
    assert [(hands.gauge(n, "hp"), hands.gauge(n, "soak")) for n in (4, 5, 6)] == before


def test_rows_taken_in_from_the_amount_and_let_go_again(play: Play) -> None:
    """The counted task with one halved: minus, 7, one more row, one more halved, Enter; nothing is dealt unseen."""
    hands = play("redlines")
    hands.select([4])
    hands.count = 0
    hands.press(Key.Key_Minus, Key.Key_7)
    hands.press(Key.Key_Down, modifier=Shift)
    hands.press(Key.Key_Down, modifier=Shift | Ctrl)
    rows = hands.panel.list.rows.shown.rows
    assert [row.damage.sum for row in rows if row.damage] == ["7", "7", "7 ÷ 2 = 3"]
    assert hands.program.controller.selected == tuple(hands.who(number) for number in (4, 5, 6))
    hands.press(Key.Key_Up, modifier=Shift)
    assert hands.panel.plan.targets == (hands.who(4), hands.who(5))
    assert hands.who(6) not in hands.panel.plan.shares
    hands.press(Key.Key_Down, modifier=Shift | Ctrl)
    hands.press(Key.Key_Return)
    assert [hands.gauge(number, "hp") for number in (4, 5, 6)] == [28, 0, 15]
    assert hands.count <= 7


def test_the_preview_of_the_mock_up(play: Play) -> None:
    """Half, whole and double of 7 on three: 24 damage, 6 soaked, 17 off hit points, 1 over, and Morale is owed."""
    hands = play("redlines")
    hands.select([4, 5, 6])
    hands.press(Key.Key_D)
    hands.type("7")
    hands.press(Key.Key_Down, Key.Key_5, Key.Key_Down, Key.Key_Down, Key.Key_2)
    rows = hands.panel.list.rows.shown.rows
    assert [row.damage.sum for row in rows if row.damage] == ["7 ÷ 2 = 3", "7", "7 × 2 = 14"]
    assert hands.panel.foot.words == "24 damage: 6 soaked, 17 off hit points, 1 over"
    assert hands.panel.head.apply_button.words == "Apply to 3"
    model = hands.window.table.rows
    assert all(model.change_at(model.place_of(hands.who(number))) for number in (4, 5, 6))
    hands.press(Key.Key_Up)
    QApplication.processEvents()  # the panel comes in the second frame
    gauge = hands.window.status.sheet.surface.sections[0].gauges[0]
    assert (gauge.before, gauge.current) == (6, 0)  # the sheet of the row chosen
    assert any(rule == "CWN-57" for _, rule in hands.window.status.consequences.sentences)
    hands.press(Key.Key_Return)
    assert [hands.gauge(number, "hp") for number in (4, 5, 6)] == [30, 0, 4]
    assert [hands.gauge(number, "soak") for number in (4, 5, 6)] == [2, 0, 0]
    assert not hands.window.status.consequences.sentences


def test_the_same_by_mouse_alone(play: Play, qtbot: QtBot) -> None:
    """Shares are clicked, one is left out, Apply is pressed."""
    hands = play("redlines")
    hands.select([4, 5, 6])
    hands.press(Key.Key_D)
    hands.type("7")
    hands.click("share", 0, share=1)
    hands.click("share", 2, share=3)
    hands.click("check", 1)
    assert hands.panel.head.apply_button.words == "Apply to 2"
    qtbot.mouseClick(hands.panel.head.apply_button, Qt.MouseButton.LeftButton)
    assert [hands.gauge(number, "hp") for number in (4, 5, 6)] == [30, 6, 4]


def test_escape_leaves_nothing_behind_from_wherever_it_is_pressed(play: Play) -> None:
    """In the amount, in the rows, in the source: the log is as it was, and so is the table."""
    hands = play("redlines")
    entries = hands.entries
    for way in ("", "rows", "source"):
        hands.select([4, 5])
        hands.press(Key.Key_D)
        hands.type("7")
        if way == "rows":
            hands.press(Key.Key_Down, Key.Key_2, Key.Key_Space)
        if way == "source":
            hands.panel.head.source.setFocus()
            hands.type("pipe")
        hands.press(Key.Key_Escape)
        assert hands.panel.isHidden(), way
        assert hands.entries == entries
        assert hands.window.table.rows.change_at(0) is None
        assert hands.window.table.hasFocus()
    hands.select([4])
    hands.press(Key.Key_D)
    assert hands.panel.plan.text == ""
    assert not hands.panel.plan.out


def test_a_number_of_its_own_and_back_to_the_share(play: Play) -> None:
    """``=`` in a row takes a number for that one; empty: its share again. Enter there applies nothing."""
    hands = play("redlines")
    entries = hands.entries
    hands.select([8, 9])
    hands.press(Key.Key_D)
    hands.type("2")
    hands.press(Key.Key_Down, Key.Key_Equal)
    hands.type("9")
    hands.press(Key.Key_Return)
    assert hands.entries == entries
    assert hands.panel.list.hasFocus()
    assert hands.panel.plan.amounts == {hands.who(8): 9}
    assert hands.panel.list.rows.shown.preview.dealt == 11
    hands.press(Key.Key_Equal, Key.Key_Delete, Key.Key_Return)
    assert hands.panel.plan.amounts == {}


def test_a_share_for_all_and_what_it_comes_from(play: Play, qtbot: QtBot) -> None:
    """The foot sets every share at once; the source stands in the log."""
    hands = play("redlines")
    hands.select([8, 10])
    hands.press(Key.Key_D)
    hands.type("8")
    qtbot.mouseClick(hands.panel.foot.shares[1], Qt.MouseButton.LeftButton)
    hands.panel.head.source.setFocus()
    hands.type("steam pipe")
    hands.press(Key.Key_Return)
    last = hands.program.controller.session.log.path()[-1]
    assert "steam pipe" in paths.message_catalog().text(last.label)
    assert hands.gauge(8, "soak") == 1


def test_straight_to_hit_points_names_its_gauge_and_goes_past_soak(
    play: Play, qtbot: QtBot
) -> None:
    """Raw damage says what it is taken from."""
    hands = play("redlines")
    hands.select([8])
    hands.press(Key.Key_D)
    hands.type("3")
    raw = next(b for b in hands.panel.head.way.buttons if b.text() == "Straight to Hit points")
    qtbot.mouseClick(raw, Qt.MouseButton.LeftButton)
    hands.panel.head.amount.setFocus()
    hands.press(Key.Key_Return)
    assert (hands.gauge(8, "hp"), hands.gauge(8, "soak")) == (7, 5)


def test_healing_and_setting_go_through_the_same_panel(play: Play) -> None:
    """``+4`` heals to the most there is, ``=9`` sets; the title says which, and no share is asked for."""
    hands = play("redlines")
    hands.select([1, 2])
    hands.press(Key.Key_H)
    hands.type("5")
    assert hands.panel.plan.kind == "heal"
    assert hands.panel.list.columns.columns.get("share") is None
    hands.press(Key.Key_Return)
    assert [hands.gauge(number, "hp") for number in (1, 2)] == [22, 14]
    hands.select([9])
    hands.press(Key.Key_Equal)
    hands.type("9")
    hands.press(Key.Key_Return)
    assert hands.gauge(9, "hp") == 9


def test_enter_without_a_number_says_what_is_wanted(play: Play) -> None:
    """Nothing happens, what was typed stays."""
    hands = play("redlines")
    entries = hands.entries
    hands.select([4])
    hands.press(Key.Key_D, Key.Key_Return)
    assert hands.entries == entries
    assert not hands.panel.isHidden()
    assert hands.panel.foot.words.startswith("Type a number")


def test_damage_to_the_dead_is_refused_in_place(play: Play) -> None:
    """The sentence says why and what to do; the button does nothing, and what was typed stays."""
    hands = play("redlines")
    entries = hands.entries
    hands.select([7])
    hands.press(Key.Key_D)
    hands.type("7")
    assert "dead" in hands.panel.foot.words
    assert not hands.panel.head.apply_button.isEnabled()
    hands.press(Key.Key_Return)
    assert hands.entries == entries
    assert hands.panel.head.amount.text() == "7"


# ---- places and dice


def test_dice_typed_beforehand_show_every_step(play: Play) -> None:
    """The d10 of each place is typed in its row: 3 stopped by armour, two wounds, as in the mock-up."""
    hands = play("night-harbour")
    hands.select([3, 5, 7])
    hands.press(Key.Key_D)
    hands.type("7")
    hands.press(Key.Key_Down, Key.Key_5, Key.Key_F)
    hands.type("6")
    hands.press(Key.Key_Return, Key.Key_Down, Key.Key_F)
    hands.type("4")
    hands.press(Key.Key_Return, Key.Key_Down, Key.Key_2, Key.Key_F)
    hands.type("2")
    hands.press(Key.Key_Return)
    rows = hands.panel.list.rows.shown.rows
    details = [row.damage for row in rows if row.damage]
    assert [detail.place_name for detail in details] == ["Right arm", "Right leg", "Left leg"]
    assert [step.text for detail in details for step in detail.steps] == [
        "3 − 8 = 0",
        "7 − 0 = 7",
        "14 − 0 = 14",
    ]
    wounds = [detail.wound for detail in details if detail.wound]
    assert [(wound.before[1], wound.after[1]) for wound in wounds] == [
        ("M", "M"),
        ("", "L"),
        ("", "M"),
    ]
    entries = hands.entries
    hands.press(Key.Key_Return)
    assert hands.entries == entries + 1
    assert hands.panel.isHidden()


def test_a_face_no_die_has_is_refused_and_the_row_stays(play: Play) -> None:
    """An 11 on a d10: the field says so and keeps it, nothing else is lost; a 10 is taken."""
    hands = play("night-harbour")
    hands.select([3, 5])
    hands.press(Key.Key_D)
    hands.type("7")
    hands.press(Key.Key_Down, Key.Key_F)
    hands.type("11")
    hands.press(Key.Key_Return)
    editor = hands.panel.list.editor
    assert hands.panel.list.rows.rowCount() == 2
    assert editor.isVisible()
    assert editor.text() == "11"
    assert "11 is not on the die" in editor.reading_words
    assert not hands.panel.plan.faces
    editor.clear()
    hands.type("10")
    hands.press(Key.Key_Return)
    assert editor.isHidden()
    assert list(hands.panel.plan.faces.values()) == [10]


@pytest.mark.parametrize("is_pointed", [True, False])
def test_twelve_to_the_left_arm_until_all_its_tests_are_done(
    play: Play, *, is_pointed: bool
) -> None:
    """The counted task: B, an arrow, 12, Ctrl+Enter; the Shock Test it owes is rolled with it or with N."""
    hands = play("night-harbour")
    hands.select([5])
    who, hands.count = hands.who(5), 0
    hands.press(Key.Key_B)
    if is_pointed:
        hands.press(Key.Key_Right)
        hands.type("12")
        hands.press(Key.Key_Return, modifier=Ctrl)
    else:
        hands.type("la12")
        hands.press(Key.Key_Return)
        hands.press(Key.Key_N)
    assert hands.program.controller.waits_for is None
    mine = [each for each in hands.program.controller.context.state.obligations if each.who == who]
    assert not mine
    assert hands.count <= (5 if is_pointed else 7)
    wounded = next(each for each in hands.combatants if each.number == 5)
    assert wounded.locations["left_arm"].level > 0


def test_a_hit_at_the_figure_is_for_all_that_are_selected(play: Play) -> None:
    """With several selected, B and la12 open the panel with that place for each; Enter deals it as one entry."""
    hands = play("night-harbour")
    hands.select([5, 6])
    entries = hands.entries
    hands.press(Key.Key_B)
    hands.type("la12")
    hands.press(Key.Key_Return)
    assert not hands.panel.isHidden()
    assert hands.entries == entries
    rows = hands.panel.list.rows.shown.rows
    assert [row.damage.place_name for row in rows if row.damage] == ["Left arm", "Left arm"]
    hands.press(Key.Key_Return)
    assert hands.entries == entries + 1


# ---- every game, every size


@pytest.mark.parametrize("name", ["redlines", "night-harbour", "deep-static", "canal-bridge"])
def test_every_row_has_room_for_its_parts_in_a_small_window(play: Play, name: str) -> None:
    """At 1024 × 700 no part of a row lies over another, and the head does not push the window wider."""
    hands = play(name)
    hands.window.resize(1024, 700)
    QApplication.processEvents()
    hands.window.table.selectAll()
    hands.press(Key.Key_D)
    hands.type("7")
    QApplication.processEvents()
    assert hands.window.width() == 1024
    parts = hands.panel.list.columns.columns.parts
    for left, right in pairwise(parts):
        assert left.left + left.width <= right.left + 1, (left, right)
    assert parts[-1].left + parts[-1].width <= hands.panel.list.viewport().width()
    assert parts[-1].width >= 40
    button = hands.panel.head.cancel_button
    assert button.mapTo(hands.panel, button.rect().topRight()).x() <= hands.panel.width()


@pytest.mark.parametrize("name", ["redlines", "night-harbour", "deep-static", "canal-bridge"])
def test_each_row_says_all_of_itself(play: Play, name: str) -> None:
    """Who cannot see the row hears target, sum, steps and what is owed."""
    hands = play(name)
    hands.select([2])
    hands.press(Key.Key_D)
    hands.type("7")
    row = hands.panel.list.rows.shown.rows[0]
    words = hands.panel.list.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert row.name in words
    assert row.damage is not None
    assert row.damage.sum in words
    assert row.damage.waits in words


@pytest.mark.rule("PHA-18")
def test_healing_lessens_fatigue_where_the_number_counts_harm(play: Play) -> None:
    """H, 3, Enter in a panel titled Heal added three levels of Fatigue."""
    hands = play("night-harbour")
    number = hands.combatants[0].number
    before = hands.gauge(number, "fatigue")
    hands.program.controller.perform(
        Adjust(who=(hands.who(number),), change=f"={before + 5}", gauge="fatigue")
    )
    hands.select([number])
    hands.press(Key.Key_H, Key.Key_3)
    shown = hands.panel.list.rows.row_at(0)
    change = shown.gauges[0]
    assert (change.before.current, change.after.current) == (before + 5, before + 2)
    hands.press(Key.Key_Return)
    assert hands.gauge(number, "fatigue") == before + 2


@pytest.mark.rule("PHA-18")
def test_a_plus_in_the_command_line_heals_fatigue(play: Play) -> None:
    """``4 +5`` added five levels of Fatigue; none can go below zero."""
    hands = play("night-harbour")
    number = hands.combatants[0].number
    command = Adjust(who=(hands.who(number),), change="=4", gauge="fatigue")
    assert hands.program.controller.perform(command)
    hands.press(Key.Key_K, modifier=Ctrl)
    hands.type(f"{number} +5")
    hands.press(Key.Key_Return)
    assert hands.gauge(number, "fatigue") == 0
