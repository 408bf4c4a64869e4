"""The timeline: slots that can be read and walked, effects in lanes, a history to scrub through."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.log.log_model import LogRow
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.timeline.effect_lanes import lay_out, next_of_owner, reach
from encounter_gui.gui.timeline.history_bar import HistoryMark
from encounter_gui.gui.timeline.slot_delegate import SlotDelegate
from encounter_gui.gui.timeline.slot_model import Index
from encounter_gui.gui.timeline.timeline_view import TimelineView
from encounter_gui.rules.presenters.turn_order import by_rank
from encounter_gui.rules.view import EffectBar, Member, TimelineSlot
from tests.gui.timeline.order_values import TURN, crowd, slot


def marks(count: int) -> tuple[HistoryMark, ...]:
    """A history of so many entries, with a round at every tenth."""
    return tuple(
        LogRow(entry=EntryId(place), stamp="", segments=(), begins_round=place % 10 == 0)
        for place in range(count)
    )


@pytest.fixture
def view(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> TimelineView:
    """The timeline of a turn with a tie, live at the 38th entry."""
    view = TimelineView(icons, texts)
    qtbot.addWidget(view)
    view.resize(1000, 96)
    view.show_timeline(TURN)
    view.show_history(0, marks(38), 37, is_live=True)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    return view


def test_slots_are_a_list_with_words(view: TimelineView, qtmodeltester: ModelTester) -> None:
    """What is painted is spoken too: who, side, state, and what lasts from there."""
    qtmodeltester.check(view.strip.slots, force_py=True)
    said = [
        view.strip.slots.index(place).data(Qt.ItemDataRole.AccessibleTextRole)
        for place in (1, 3, 5, 6, 8)
    ]
    assert said == [
        "Skinner, foe, has acted, at 9, Skinner stunned −1",
        "Lem, foe, acts now, at the same time as others, at 9",
        "Hook, foe, out of the fight, at 9, Hook bleeding",
        "Second actions",
        "Turn 4 roll init",
    ]


def test_the_strip_is_a_list_to_screen_readers(view: TimelineView) -> None:
    """It is named, and its items can be reached."""
    interface = QAccessible.queryAccessibleInterface(view.strip)
    assert interface.role() == QAccessible.Role.List
    assert interface.text(QAccessible.Text.Name) == "Turn order"
    assert interface.childCount() >= len(TURN.slots)


def test_arrows_walk_and_enter_picks(view: TimelineView, qtbot: QtBot) -> None:
    """Left and right go from slot to slot."""
    strip = view.strip
    strip.setFocus()
    strip.setCurrentIndex(strip.slots.index(3))
    qtbot.keyClick(strip, Qt.Key_Right)
    with qtbot.waitSignal(view.combatant_picked) as said:
        qtbot.keyClick(strip, Qt.Key_Return)
    assert said.args == ["c5"]


def test_a_click_on_a_slot_picks_its_combatant(view: TimelineView, qtbot: QtBot) -> None:
    """A separator picks nobody."""
    strip = view.strip
    with qtbot.waitSignal(view.combatant_picked) as said:
        qtbot.mouseClick(strip.viewport(), Qt.LeftButton, pos=strip.rect_of(3).center())
    assert said.args == ["c4"]
    with qtbot.assertNotEmitted(view.combatant_picked):
        qtbot.mouseClick(strip.viewport(), Qt.LeftButton, pos=strip.rect_of(6).center())


def test_now_is_always_in_sight(view: TimelineView) -> None:
    """A long turn scrolls with the fight, and with a narrower window."""
    for now in (0, 20, 39):
        view.show_timeline(crowd(now))
        assert view.strip.viewport().rect().contains(view.strip.rect_of(now))
    view.resize(500, 96)
    assert view.strip.viewport().rect().contains(view.strip.rect_of(39))


def test_only_differing_slots_change(view: TimelineView) -> None:
    """When the turn goes on, what stays as it is is not painted again."""
    changed: list[int] = []
    view.strip.slots.dataChanged.connect(lambda first, _: changed.append(first.row()))
    slots = (*TURN.slots[:3], slot(4, "Lem", "done"), *TURN.slots[4:])
    view.show_timeline(replace(TURN, slots=slots))
    assert changed == [3]


def test_selecting_a_combatant_marks_its_next_slot(view: TimelineView) -> None:
    """Kestrel has acted; the slot still to come is the one that counts."""
    view.select_combatant("c1")
    assert view.strip.currentIndex().row() == 7
    view.select_combatant("")
    assert not view.strip.selectionModel().hasSelection()


def test_effects_find_free_lanes_and_the_rest_is_counted() -> None:
    """Two lanes; the third that overlaps folds into +n."""
    laid, left = lay_out(replace(TURN, effects=by_rank(TURN.effects)))
    assert [(bar.effect.text, bar.lane, bar.last, bar.is_open) for bar in laid] == [
        ("Kestrel in cover", 0, 6, True),
        ("Skinner stunned −1", 1, 7, False),
    ]
    assert [effect.text for effect in left] == ["Hook bleeding"]


def test_what_is_over_soonest_has_a_lane_before_others() -> None:
    """Half an hour that began further left gives way to the fourteen phases somebody has to live."""
    bars = (
        EffectBar(text="Kestrel in cover", kind="info", start=0, rank=600),
        EffectBar(text="Skinner stunned", kind="warn", start=1, end=7, rank=1),
        EffectBar(text="Hook dying", kind="danger", start=5, rank=14),
    )
    laid, left = lay_out(replace(TURN, effects=by_rank(bars)))
    assert [(bar.effect.text, bar.lane) for bar in laid] == [
        ("Skinner stunned", 0),
        ("Hook dying", 1),
    ]
    assert [effect.text for effect in left] == ["Kestrel in cover"]


def test_open_effects_run_to_the_next_slot_of_their_owner() -> None:
    """Or to the end, when there is none."""
    assert reach(EffectBar(text="", kind="info", start=0), next_of_owner(TURN)) == 6
    assert reach(EffectBar(text="", kind="info", start=5), next_of_owner(TURN)) == 8
    assert reach(EffectBar(text="", kind="info", start=5, end=99), next_of_owner(TURN)) == 8


def test_the_lanes_say_what_lasts(view: TimelineView) -> None:
    """Also what has found no lane."""
    assert "Hook bleeding" in view._lanes.accessibleDescription()


def test_dragging_the_handle_scrubs(view: TimelineView, qtbot: QtBot) -> None:
    """Each entry passed is shown; the right end is live again."""
    bar = view.history
    said: list[int] = []
    view.scrubbed.connect(said.append)
    middle = bar.height() // 2
    qtbot.mousePress(bar, Qt.LeftButton, pos=QPoint(5, middle))
    qtbot.mouseMove(bar, QPoint(bar.width() // 2, middle))
    qtbot.mouseRelease(bar, Qt.LeftButton, pos=QPoint(bar.width() // 2, middle))
    qtbot.mouseClick(bar, Qt.LeftButton, pos=QPoint(bar.width() - 2, middle))
    assert (said[0], said[-1]) == (0, 37)


def test_keys_scrub_one_by_one(view: TimelineView, qtbot: QtBot) -> None:
    """Left goes back an entry, Home to the first."""
    view.history.setFocus()
    said: list[int] = []
    view.scrubbed.connect(said.append)
    qtbot.keyClick(view.history, Qt.Key_Left)
    qtbot.keyClick(view.history, Qt.Key_Home)
    assert said == [36, 0]


def test_showing_the_history_is_not_scrubbing(view: TimelineView, qtbot: QtBot) -> None:
    """Only the game master's hand scrubs."""
    with qtbot.assertNotEmitted(view.scrubbed):
        view.show_history(5, (), 2, is_live=False)
    assert view.history.words() == "entry 3 of 5"
    view.show_history(0, (), -1, is_live=True)
    assert view.history.words() == "nothing yet"
    assert not view.history.isEnabled()


def test_a_low_dock_gives_up_the_effects(view: TimelineView) -> None:
    """60 high: slots and history stay."""
    view.resize(1000, 60)
    assert not view._lanes.isVisible()
    assert view.history.geometry().bottom() < 60


@pytest.mark.parametrize("count", [1, 2, 2000])
def test_histories_of_any_length_are_painted(view: TimelineView, count: int) -> None:
    """One entry, or a whole campaign evening."""
    view.show_history(0, marks(count), count - 1, is_live=True)
    assert not view.grab().isNull()


def places(view: TimelineView) -> list[QRect]:
    """Where all slots stand, from the first."""
    first = view.strip.rect_of(0).left()
    count = view.strip.slots.rowCount()
    return [view.strip.rect_of(place).translated(-first, 0) for place in range(count)]


def test_a_step_in_a_long_turn_measures_only_what_is_seen(
    icons: Icons, texts: MessageCatalog, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """NOW goes on and slots look different, but stand where they stood; a fight of a thousand has two thousand."""
    measured: list[int] = []
    measure = SlotDelegate.sizeHint

    def counted(self: SlotDelegate, option: QStyleOptionViewItem, index: Index) -> QSize:
        measured.append(index.row())
        return measure(self, option, index)

    monkeypatch.setattr(SlotDelegate, "sizeHint", counted)
    view = TimelineView(icons, texts)
    qtbot.addWidget(view)
    view.resize(1000, 96)
    view.show_timeline(crowd(3))
    with qtbot.waitExposed(view):
        view.show()
    before = places(view)
    assert measured
    measured.clear()
    view.show_timeline(crowd(4))
    view.strip.viewport().repaint()
    qtbot.wait(1)
    assert max(measured, default=0) < 20  # those in sight are asked for their place
    assert places(view) == before


@pytest.mark.parametrize("words", ["Round 2", "A round with a very long name"])
def test_slots_behind_one_of_another_width_are_moved(
    view: TimelineView, icons: Icons, texts: MessageCatalog, qtbot: QtBot, words: str
) -> None:
    """They stand as in a strip that has never shown anything else."""
    members = tuple(Member(who=CombatantId(f"f{at}"), name="Foe", side="foe") for at in range(7))
    several = TimelineSlot(text="Foes", side="foe", note="0 of 7", members=members)
    slots = (slot(1, "Kestrel", "now"), several, slot(2, "Lem", "later"), TimelineSlot(text=words))
    fresh = TimelineView(icons, texts)
    qtbot.addWidget(fresh)
    fresh.resize(view.size())
    for note in ("0 of 7", "1 of 7 acted", ""):
        following = (slots[0], replace(several, note=note), *slots[2:], slot(3, "Ines", "later"))
        timeline = replace(TURN, slots=following, effects=())
        view.show_timeline(timeline)
        fresh.show_timeline(crowd(0))
        fresh.show_timeline(timeline)
        assert places(view) == places(fresh)
