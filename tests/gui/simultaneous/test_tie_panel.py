"""The panel of a tie: two to six of them, at every width, by mouse and keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.gui.simultaneous.tie_panel import TiePanel
from encounter_gui.rules.view import Tie
from tests.gui.simultaneous.conftest import MakePanel, tie

LEFT = Qt.MouseButton.LeftButton


def show(panel: TiePanel, shown: Tie) -> None:
    """Shows a tie, and lays it out."""
    panel.show_tie(shown)
    for _ in range(3):
        QApplication.processEvents()


def names_shown(panel: TiePanel) -> list[str]:
    """Returns who is seen in full, from the left."""
    return [half.member.who for half in panel.halves if half.isVisible() and half.member]


@pytest.mark.parametrize(("count", "columns"), [(2, 2), (3, 3), (4, 1), (5, 1), (6, 1)])
def test_two_and_three_are_columns_four_and_more_a_list(
    make_panel: MakePanel, count: int, columns: int
) -> None:
    """A list shows one of them in full: who has acted last."""
    panel = make_panel(1010, 286)
    show(panel, tie(count, acted=count - 1))
    assert len(names_shown(panel)) == columns
    assert panel.members.isVisible() == (columns == 1)
    if columns == 1:
        assert names_shown(panel) == [f"m{count - 2}"]
        assert [row.isVisible() for row in panel.members.rows] == [True] * count


def test_a_click_and_the_arrow_keys_choose_in_the_list(make_panel: MakePanel, qtbot: QtBot) -> None:
    """What was chosen stays chosen when the tie goes on."""
    panel = make_panel(1010, 286)
    show(panel, tie(5))
    qtbot.mouseClick(panel.members.rows[1], LEFT)
    assert names_shown(panel) == ["m1"]
    panel.activateWindow()
    panel.members.rows[1].setFocus()
    qtbot.waitUntil(panel.members.rows[1].hasFocus)
    qtbot.keyClick(panel.members.rows[1], Qt.Key.Key_Down)
    assert names_shown(panel) == ["m2"]
    show(panel, tie(5, missing=1))
    assert names_shown(panel) == ["m2"]
    panel.forget_choice()
    show(panel, tie(5))
    assert names_shown(panel) == ["m4"]


@pytest.mark.parametrize(("width", "seen"), [(1010, 2), (720, 1), (1660, 3)])
def test_cards_that_do_not_fit_stand_behind_tabs(
    make_panel: MakePanel, qtbot: QtBot, width: int, seen: int
) -> None:
    """Three attacks each: as many cards as there is room for, the newest first, and a tab for each of the others."""
    panel = make_panel(width, 286)
    show(panel, tie(2, results=3))
    half = panel.halves[0]
    visible = [card.isVisible() for card in half.cards]
    assert sum(visible) == seen
    assert visible[-1]
    tabs = [each for each in half.tabs.buttons() if each.isVisible()]
    assert len(tabs) == (0 if seen == 3 else 3)
    if tabs:
        qtbot.mouseClick(tabs[0], LEFT)
        assert half.cards[0].isVisible()


@pytest.mark.parametrize(
    ("acted", "missing", "words", "signal"),
    [
        (2, 0, "Apply both", "apply_requested"),
        (2, 2, "2 rolls missing", "roll_requested"),
        (1, 0, "Lieuten…Watch acts", "member_requested"),
    ],
)
def test_one_button_leads_on(
    make_panel: MakePanel, qtbot: QtBot, acted: int, missing: int, words: str, signal: str
) -> None:
    """It says what is missing and leads there; Enter anywhere in the panel does the same."""
    panel = make_panel(1010, 286)
    show(panel, tie(2, acted=acted, missing=missing))
    first, _, last = words.partition("…")
    assert panel.go_on.words.startswith(first)
    assert panel.go_on.words.endswith(last)
    with qtbot.waitSignal(getattr(panel, signal)):
        qtbot.mouseClick(panel.go_on, LEFT)
    with qtbot.waitSignal(getattr(panel, signal)):
        qtbot.keyClick(panel.halves[0].cards[0], Qt.Key.Key_Return)


def test_a_card_says_all_of_it_and_wants_its_dice_changed(
    make_panel: MakePanel, qtbot: QtBot
) -> None:
    """Faces, total and what it was held against; F2 and a double click name its entry."""
    panel = make_panel(1010, 286)
    show(panel, tie(2))
    card = panel.halves[1].cards[0]
    assert card.accessibleName().startswith("Attack 1: 5 wounds. Attack 6 4 4 4 2 2: 22 ≥ 15 + 5")
    for act in (
        lambda: qtbot.keyClick(card, Qt.Key.Key_F2),
        lambda: qtbot.mouseDClick(card, LEFT),
    ):
        with qtbot.waitSignal(panel.change_requested) as told:
            act()
        assert told.args == [10]


def test_everything_that_takes_the_keyboard_has_a_name(make_panel: MakePanel) -> None:
    """Tab comes to cards, tabs, rows and buttons, and each says what it is."""
    for count, results in ((2, 3), (6, 1)):
        panel = make_panel(720, 286)
        show(panel, tie(count, results=results))
        stops = [
            each
            for each in panel.findChildren(QWidget)
            if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        assert len(stops) > 4
        assert all(each.accessibleName() for each in stops)
        assert all(
            isinstance(each, QAbstractButton) or each.accessibleDescription() for each in stops
        )


def test_who_waits_for_nobody_says_so(make_panel: MakePanel) -> None:
    """Before anybody has rolled, and where nothing of it waits, a sentence stands in the place of boxes."""
    panel = make_panel(1010, 286)
    show(panel, tie(2, acted=1))
    assert panel.halves[1].nothing.text == "Nothing rolled yet."
    assert not panel.halves[0].nothing.isVisible()
