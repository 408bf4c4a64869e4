"""The lines of what runs as plain values: merged, grouped, and their places on the axis."""

from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.time.row_delegate import ROW
from encounter_gui.gui.time.time_axis import LONGEST, TimeAxis
from encounter_gui.gui.time.time_lines import MOST_LOOSE, lines_of
from encounter_gui.gui.time.time_list import MOST_ROWS, TimeList
from encounter_gui.rules.view.scene.time import RunningRow, TimeView

AXIS = TimeAxis(left=300, right=846)


def row(person: int, kind: str, due: int = 60, every: int = 0) -> RunningRow:
    """Something that runs for a person."""
    return RunningRow(
        kind=kind, key="", who=(CombatantId(f"p{person}"),), names=f"Person {person}", what=kind, due=due,
        due_text=f"in {due} s", since=0, side="foe", every=every, asks="damage", asks_text="no dice",
    )  # fmt: skip


def view(*rows: RunningRow) -> TimeView:
    """The clock at its beginning, with these."""
    return TimeView(now=0, day=1, time="00:00:00", moment="Day 1, 00:00", rows=rows)


def crowd(count: int, each: int = 2) -> TimeView:
    """So many people, with so many things each."""
    kinds = ("bleeding", "waking", "healing")[:each]
    return view(
        *(
            row(at, kind, 60 * (1 + place))
            for at in range(count)
            for place, kind in enumerate(kinds)
        )
    )


@pytest.mark.parametrize(
    ("seconds", "x"),
    [
        (0, 300),
        (1, 300),
        (5, 366),
        (60, 468),
        (600, 562),
        (3_600, 636),
        (LONGEST, 846),
        (9 * LONGEST, 846),
    ],
)
def test_the_axis_is_that_of_the_picture(seconds: int, x: float) -> None:
    """A second at the left, a week at the right, a decade everywhere as wide."""
    assert AXIS.x(seconds) == pytest.approx(x, abs=1.5)


def test_repeats_stand_apart_and_end_with_what_ends_it() -> None:
    """Marks that cannot be told apart are left out, and none stands after the end."""
    places = list(AXIS.repeats(row(0, "waking", 3_600, 3_600), 0))
    assert all(later - before >= 4 for before, later in pairwise(places))
    assert 5 <= len(places) <= 12
    ending = RunningRow(
        **{
            **{
                each: getattr(row(0, "bleeding", 60, 60), each)
                for each in RunningRow.__struct_fields__
            },
            "ends": 180,
        }
    )
    assert len(list(AXIS.repeats(ending, 0))) == 2
    assert list(AXIS.repeats(row(0, "once", 60), 0)) == []


def test_few_are_lines_of_their_own() -> None:
    """Up to two dozen rows nothing is folded."""
    shown = crowd(MOST_LOOSE // 2)
    lines = lines_of(shown, [None] * len(shown.rows), None)
    assert len(lines) == MOST_LOOSE
    assert not any(line.is_head for line in lines)


def test_forty_people_are_a_line_each_and_opened_one_at_a_time() -> None:
    """Of many, each person is one line; the one that is open shows its things below."""
    shown = crowd(40)
    rollers = [None] * len(shown.rows)
    lines = lines_of(shown, rollers, None)
    assert len(lines) == 40
    assert all(line.is_head and not line.is_open for line in lines)
    opened = lines_of(shown, rollers, (CombatantId("p3"),))
    assert len(opened) == 42
    assert [line.is_inner for line in opened[3:7]] == [False, True, True, False]
    assert [line.row.kind for line in opened[4:6]] == ["bleeding", "waking"]
    assert len({line.key for line in opened}) == 42


def test_more_than_a_dozen_scroll(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> None:
    """The list wants no more height than a dozen rows; the keyboard stays on what it was on while rows change."""
    shown = TimeList(icons, texts)
    qtbot.addWidget(shown)
    few = crowd(10)
    shown.show_lines(lines_of(few, [None] * 20, None))
    assert shown.whole_height == MOST_ROWS * ROW
    shown.setCurrentIndex(shown.shown.index(7))
    on = shown.current
    assert on is not None
    less = view(*(each for at, each in enumerate(few.rows) if at != 2))
    shown.show_lines(lines_of(less, [None] * 19, None))
    assert shown.current is not None
    assert shown.current.key == on.key
    assert shown.currentIndex().row() == 6


def test_words_of_a_line_say_what_its_marks_show(texts: MessageCatalog) -> None:
    """Of a person's line: how many things, and that it opens."""
    lines = lines_of(crowd(40), [None] * 80, None)
    assert (
        lines[0].words(texts)
        == "Person 0: 2 things; in 60 s; no dice; closed: the right arrow opens it"
    )
