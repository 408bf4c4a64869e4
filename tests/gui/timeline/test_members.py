"""Slots that stand for several: painted, read, walked, clicked and put in another order."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.timeline.effect_lanes import next_of_owner, reach
from encounter_gui.gui.timeline.slot_members import MOST, shown_members
from encounter_gui.gui.timeline.slot_strip import SlotStrip
from encounter_gui.gui.timeline.timeline_view import TimelineView
from encounter_gui.rules.view import EffectBar, Timeline
from tests.gui.timeline.side_order_values import BLOCKS, SIDES, crowded, member

_Key = Qt.Key
_ALT = Qt.KeyboardModifier.AltModifier
_LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> TimelineView:
    """A round of three sides; the second acts."""
    view = TimelineView(icons, texts)
    qtbot.addWidget(view)
    view.resize(1358, 96)
    view.show_timeline(SIDES)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    return view


def _who(name: str) -> CombatantId:
    return CombatantId(name)


def _centre(strip: SlotStrip, place: int, who: str) -> QPoint:
    return strip.member_rect(place, _who(who)).center()


def _drag(strip: SlotStrip, begin: QPoint, end: QPoint, *, release: bool = True) -> None:
    port = strip.viewport()
    QTest.mousePress(port, _LEFT, Qt.KeyboardModifier.NoModifier, begin)
    # Two moves: the first begins the drag, the second is where it goes.
    QTest.mouseMove(port, (begin + end) / 2)
    QTest.mouseMove(port, end)
    if release:
        QTest.mouseRelease(port, _LEFT, Qt.KeyboardModifier.NoModifier, end)


def _reorders(view: TimelineView) -> list[tuple[str, str]]:
    said: list[tuple[str, str]] = []
    view.reordered.connect(lambda who, before: said.append((who, before)))
    return said


def _spoken(view: TimelineView, place: int) -> str:
    text = view.strip.slots.index(place).data(Qt.ItemDataRole.AccessibleTextRole)
    assert isinstance(text, str)
    return text


# ---- what it says


def test_a_side_says_who_may_still_act(view: TimelineView, qtmodeltester: ModelTester) -> None:
    """Every shape has its name; the note stands as it is."""
    qtmodeltester.check(view.strip.slots, force_py=True)
    assert _spoken(view, 1) == (
        "Redlines, foe, acts now, 6, acts now: Cutter, still to act: Bruiser, acted: Gunman A, "
        "out of the fight: Gunman B, Swarm on Halloran · 2 joined"
    )
    assert _spoken(view, 3) == "Round 4"


def test_the_tool_tip_names_the_members(view: TimelineView) -> None:
    """Line by line, with how to change the order where that is possible."""
    tip = view.strip.slots.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert "still to act: Bruiser" in tip
    assert "Drag" in tip
    assert "Drag" not in view.strip.slots.index(2).data(Qt.ItemDataRole.ToolTipRole)


def test_a_name_is_never_markup(view: TimelineView) -> None:
    """Qt would read ``<b>`` in a tool tip as bold."""
    slot = replace(SIDES.slots[1], members=(member(4, "<b>Cutter"),))
    view.show_timeline(replace(SIDES, slots=(slot,)))
    assert "&lt;b&gt;Cutter" in view.strip.slots.index(0).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)  # said by the offscreen platform
def test_a_shape_says_whose_it_is(view: TimelineView) -> None:
    """Under the mouse, one name and how that one stands."""
    port = view.strip.viewport()
    point = _centre(view.strip, 1, "c6")
    event = QHelpEvent(QEvent.Type.ToolTip, point, port.mapToGlobal(point))
    QApplication.sendEvent(port, event)
    assert "Gunman A, has acted, Redlines" in QToolTip.text()


# ---- what it shows


def _shape(view: TimelineView, place: int, who: str) -> QImage:
    """Returns the picture of a shape, without the edges, where the focus ring may be."""
    rect = view.strip.member_rect(place, _who(who)).adjusted(0, 2, 0, -2)
    return view.strip.viewport().grab(rect).toImage()


def _is_dark(image: QImage, x: int, y: int) -> bool:
    return image.pixelColor(x, y).lightness() < 110


def test_shapes_are_filled_outlined_and_struck(view: TimelineView) -> None:
    """May act, has acted, is out: three pictures without any colour."""
    free, spent, out = (_shape(view, 1, who) for who in ("c5", "c6", "c7"))
    middles = [_is_dark(image, image.width() // 2, 12) for image in (free, spent, out)]
    assert middles == [True, False, True]
    # The stroke of who is out reaches beyond the triangle, at its upper right.
    assert [_is_dark(image, 11, 8) for image in (free, spent, out)] == [False, False, True]


def test_who_acts_this_moment_has_a_dot(view: TimelineView, icons: Icons) -> None:
    """Above its shape; the others of its side have none."""
    dark = icons.theme.colour("text.on_now").name()
    tops = [_shape(view, 1, who).copy(0, 0, 15, 5) for who in ("c4", "c5")]
    inked = [any(top.pixelColor(x, 2).name() == dark for x in range(15)) for top in tops]
    assert inked == [True, False]


def test_where_all_act_at_once_nobody_has_a_dot(view: TimelineView) -> None:
    """Filled shapes say enough: the dot would tell nobody apart."""
    before = _shape(view, 1, "c5")
    at_once = tuple(
        replace(member, state="now") if member.state == "free" else member
        for member in SIDES.slots[1].members
    )
    slot = replace(SIDES.slots[1], members=at_once)
    view.show_timeline(replace(SIDES, slots=(SIDES.slots[0], slot, *SIDES.slots[2:])))
    assert _shape(view, 1, "c5") == before


def test_members_stand_inside_their_slot(view: TimelineView) -> None:
    """Right of the words, left of the note, none over another; with forty as with four."""
    for timeline in (SIDES, BLOCKS, crowded(40)):
        view.show_timeline(timeline)
        for place, slot in enumerate(timeline.slots):
            box = view.strip.rect_of(place)
            rects = [
                view.strip.member_rect(place, member.who) for member in shown_members(slot.members)
            ]
            assert all(box.adjusted(20, 0, -8, 0).contains(rect) for rect in rects)
            assert all(left.right() < right.left() for left, right in pairwise(rects))


def test_many_members_show_those_that_may_act(view: TimelineView) -> None:
    """Ten shapes in their order; who has acted or is out gives way first."""
    gang = crowded(40).slots[0].members
    shown = shown_members(gang)
    assert len(shown) == MOST
    assert {member.state for member in shown} == {"free"}
    assert [gang.index(member) for member in shown] == sorted(
        gang.index(member) for member in shown
    )


def test_who_is_pointed_at_always_has_a_shape(view: TimelineView, qtbot: QtBot) -> None:
    """Selected, or walked to by keys: never folded into ``+n``, and no slot moves for it."""
    view.show_timeline(crowded(40))
    strip, before = view.strip, view.strip.rect_of(1)
    assert strip.member_rect(0, _who("c1")).isEmpty()
    view.select_combatant(_who("c1"))
    assert not strip.member_rect(0, _who("c1")).isEmpty()
    strip.setFocus()
    for _ in range(5):
        qtbot.keyClick(strip, _Key.Key_Right)
    assert _spoken(view, 0).startswith("Gang 4, ")
    assert not strip.member_rect(0, _who("c4")).isEmpty()
    assert strip.rect_of(1) == before


def test_acting_does_not_move_the_neighbours(view: TimelineView) -> None:
    """A slot is as wide when it is NOW as when it waits, whoever of it has acted."""
    before = view.strip.rect_of(2)
    spent = tuple(replace(member, state="spent") for member in SIDES.slots[1].members)
    done = replace(SIDES.slots[1], members=spent, look="done")
    view.show_timeline(replace(SIDES, slots=(SIDES.slots[0], done, *SIDES.slots[2:])))
    assert view.strip.rect_of(2) == before


def test_a_longer_note_moves_what_follows_at_once(view: TimelineView) -> None:
    """Effects below are painted where the slots are, not where they were."""
    longer = replace(SIDES.slots[1], note="2 of 4 acted, one held, one is on the way to the roof")
    view.show_timeline(replace(SIDES, slots=(SIDES.slots[0], longer, *SIDES.slots[2:])))
    assert view.strip.rect_of(2).left() > view.strip.rect_of(1).right()
    assert view.strip.rect_of(1).width() > 300


def test_an_open_effect_of_a_side_ends_at_its_next_slot() -> None:
    """A side goes by its name: the Redlines of the next round."""
    assert reach(EffectBar(text="", kind="warn", start=1), next_of_owner(SIDES)) == 4
    assert reach(EffectBar(text="", kind="warn", start=2), next_of_owner(SIDES)) == 5


def test_a_selected_member_is_marked_in_its_slot(view: TimelineView) -> None:
    """Its slot is the current one, and a line stands under its shape alone."""
    plain, other = _shape(view, 1, "c5"), _shape(view, 1, "c6")
    view.select_combatant(_who("c5"))
    assert view.strip.currentIndex().row() == 1
    assert _shape(view, 1, "c5") != plain
    assert _shape(view, 1, "c6") == other
    view.select_combatant(_who(""))
    assert _shape(view, 1, "c5") == plain


# ---- clicks and keys


def test_a_click_on_a_shape_picks_its_member(view: TimelineView, qtbot: QtBot) -> None:
    """A click beside the shapes picks the first that may act; a separator nobody."""
    said: list[str] = []
    view.combatant_picked.connect(said.append)
    port = view.strip.viewport()
    qtbot.mouseClick(port, _LEFT, pos=_centre(view.strip, 1, "c6"))
    qtbot.mouseClick(port, _LEFT, pos=view.strip.rect_of(1).topLeft() + QPoint(40, 14))
    qtbot.mouseClick(port, _LEFT, pos=view.strip.rect_of(2).topLeft() + QPoint(40, 14))
    qtbot.mouseClick(port, _LEFT, pos=view.strip.rect_of(3).center())
    assert said == ["c6", "c4", "c8"]


def test_arrows_walk_through_the_members(view: TimelineView, qtbot: QtBot) -> None:
    """From the slot to each of its members, then on to the next slot; each is spoken, Enter picks."""
    strip = view.strip
    strip.setFocus()
    strip.setCurrentIndex(strip.slots.index(1))
    picked: list[str] = []
    view.combatant_picked.connect(picked.append)
    qtbot.keyClick(strip, _Key.Key_Right)
    qtbot.keyClick(strip, _Key.Key_Right)
    assert _spoken(view, 1) == "Bruiser, still to act, Redlines"
    qtbot.keyClick(strip, _Key.Key_Return)
    for _ in range(3):
        qtbot.keyClick(strip, _Key.Key_Right)
    assert strip.currentIndex().row() == 2
    assert _spoken(view, 1).startswith("Redlines, foe")
    qtbot.keyClick(strip, _Key.Key_Left)
    assert (strip.currentIndex().row(), picked) == (1, ["c5"])


def test_a_screen_reader_is_told_where_the_keyboard_is(view: TimelineView, qtbot: QtBot) -> None:
    """The item of the slot then says its member."""
    QAccessible.setActive(True)
    try:
        strip = view.strip
        strip.setFocus()
        strip.setCurrentIndex(strip.slots.index(1))
        qtbot.keyClick(strip, _Key.Key_Right)
        interface = QAccessible.queryAccessibleInterface(strip)
        assert interface.child(1).text(QAccessible.Text.Name) == "Cutter, acts now, Redlines"
    finally:
        QAccessible.setActive(False)


def test_the_member_walked_to_is_framed(view: TimelineView, qtbot: QtBot) -> None:
    """Keyboard people see where they are."""
    strip = view.strip
    strip.setFocus()
    strip.setCurrentIndex(strip.slots.index(1))
    plain = _shape(view, 1, "c4")
    qtbot.keyClick(strip, _Key.Key_Right)
    assert _shape(view, 1, "c4") != plain


# ---- another order


def test_a_member_is_dragged_before_another(view: TimelineView) -> None:
    """Let go left of the middle of a shape: before that one."""
    said = _reorders(view)
    _drag(view.strip, _centre(view.strip, 1, "c6"), _centre(view.strip, 1, "c4") - QPoint(4, 0))
    assert said == [("c6", "c4")]


def test_a_member_dragged_behind_the_last_is_last(view: TimelineView) -> None:
    """And one let go where it stands stays."""
    said = _reorders(view)
    _drag(view.strip, _centre(view.strip, 1, "c4"), _centre(view.strip, 1, "c7") + QPoint(9, 0))
    _drag(view.strip, _centre(view.strip, 1, "c4"), _centre(view.strip, 1, "c5") - QPoint(3, 0))
    assert said == [("c4", "")]


def test_a_drag_is_no_click(view: TimelineView, qtbot: QtBot) -> None:
    """Nobody is selected by being moved."""
    with qtbot.assertNotEmitted(view.combatant_picked):
        _drag(view.strip, _centre(view.strip, 1, "c6"), _centre(view.strip, 1, "c4") - QPoint(4, 0))


def test_a_slot_is_dragged_among_its_like(view: TimelineView) -> None:
    """Juno before Bishop, and no further: the enemies' slot is no place to go."""
    view.show_timeline(BLOCKS)
    said, strip = _reorders(view), view.strip
    _drag(strip, strip.rect_of(5).center(), strip.rect_of(3).center() - QPoint(20, 0))
    _drag(strip, strip.rect_of(5).center(), strip.rect_of(0).center())
    _drag(strip, strip.rect_of(3).center(), strip.rect_of(8).center())
    assert said == [("c10", "c8"), ("c10", "c8"), ("c8", "")]


def test_what_the_dice_ordered_stays(view: TimelineView, qtbot: QtBot) -> None:
    """Where a system says no, a drag is nothing and says nothing."""
    said, strip = _reorders(view), view.strip
    _drag(strip, _centre(strip, 2, "c10"), _centre(strip, 2, "c8") - QPoint(4, 0))
    view.show_timeline(BLOCKS)
    _drag(strip, strip.rect_of(1).center(), strip.rect_of(0).center())
    assert said == []


def test_a_line_shows_where_it_would_go(view: TimelineView, icons: Icons) -> None:
    """While the mouse is held; Escape leaves everything as it was."""
    strip, said = view.strip, _reorders(view)
    view.show_timeline(BLOCKS)
    begin, end = strip.rect_of(5).center(), strip.rect_of(3).center() - QPoint(20, 0)
    _drag(strip, begin, end, release=False)
    place = strip.rect_of(3)
    line = icons.theme.colour("accent.interactive").name()

    def caret() -> str:
        image = strip.viewport().grab().toImage()
        return image.pixelColor(place.left() - 1, place.center().y()).name()

    assert caret() == line
    QTest.keyClick(strip, _Key.Key_Escape)
    assert caret() != line
    QTest.mouseRelease(strip.viewport(), _LEFT, Qt.KeyboardModifier.NoModifier, end)
    assert said == []


def test_a_fight_that_goes_on_ends_the_drag(view: TimelineView) -> None:
    """What is let go then would land somewhere else."""
    strip, said = view.strip, _reorders(view)
    begin, end = _centre(strip, 1, "c6"), _centre(strip, 1, "c4") - QPoint(4, 0)
    _drag(strip, begin, end, release=False)
    view.show_timeline(BLOCKS)
    QTest.mouseRelease(strip.viewport(), _LEFT, Qt.KeyboardModifier.NoModifier, end)
    assert said == []


def test_keys_move_who_has_the_focus(view: TimelineView, qtbot: QtBot) -> None:
    """Alt with an arrow: a member inside its side, a slot among its like; at the end nothing."""
    strip, said = view.strip, _reorders(view)
    strip.setFocus()
    strip.setCurrentIndex(strip.slots.index(1))
    qtbot.keyClick(strip, _Key.Key_Left, _ALT)
    qtbot.keyClick(strip, _Key.Key_Right)
    qtbot.keyClick(strip, _Key.Key_Left, _ALT)
    qtbot.keyClick(strip, _Key.Key_Right, _ALT)
    view.show_timeline(BLOCKS)
    strip.setCurrentIndex(strip.slots.index(4))
    qtbot.keyClick(strip, _Key.Key_Right, _ALT)
    strip.setCurrentIndex(strip.slots.index(0))
    qtbot.keyClick(strip, _Key.Key_Right, _ALT)
    assert said == [("c4", "c6"), ("c9", "")]


def test_the_keyboard_stays_with_who_was_moved(view: TimelineView, qtbot: QtBot) -> None:
    """Pressed again, the same one moves on."""
    strip = view.strip
    view.show_timeline(BLOCKS)
    strip.setFocus()
    strip.setCurrentIndex(strip.slots.index(3))
    said = _reorders(view)
    qtbot.keyClick(strip, _Key.Key_Right, _ALT)
    slots = BLOCKS.slots
    view.show_timeline(replace(BLOCKS, slots=(*slots[:3], slots[4], slots[3], *slots[5:])))
    assert strip.currentIndex().row() == 4
    qtbot.keyClick(strip, _Key.Key_Right, _ALT)
    assert said == [("c8", "c10"), ("c8", "")]


def test_a_timeline_without_members_and_none_at_all(view: TimelineView, qtbot: QtBot) -> None:
    """Nothing to walk, drag or move is no error."""
    view.show_timeline(Timeline(caption=""))
    strip = view.strip
    strip.setFocus()
    for modifier in (Qt.KeyboardModifier.NoModifier, _ALT):
        qtbot.keyClick(strip, _Key.Key_Right, modifier)
    qtbot.keyClick(strip, _Key.Key_Return)
    _drag(strip, QPoint(30, 14), QPoint(200, 14))
    assert not view.grab().isNull()
