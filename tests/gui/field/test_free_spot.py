"""Who is dropped on somebody stands beside them, one step away at most; Shift and Alt put them exactly there."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from encounter_gui.app.program import Program
from encounter_gui.gui.field.view_port import free_spot
from encounter_gui.rules.engine.field import geometry
from tests.gui.field.conftest import seen_at, where, who
from tests.gui.field.test_field_panel import LEFT, NONE, drag, move

SIZE = (80.0, 40.0)
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


def test_nobody_there_is_the_place_itself() -> None:
    """Half a step beside somebody is a place of its own."""
    assert free_spot((5, 5), (1, 5), (), 1, SIZE) == (5, 5)
    assert free_spot((5, 5), (1, 5), ((5.5, 5),), 1, SIZE) == (5, 5)


def test_the_free_place_is_on_the_side_one_comes_from() -> None:
    """The next one is taken where that is not free, and never farther than a step."""
    assert free_spot((5, 5), (1, 5), ((5, 5),), 1, SIZE) == (4, 5)
    assert free_spot((5, 5), (5, 9), ((5, 5),), 1, SIZE) == (5, 6)
    assert free_spot((5, 5), (1, 4.9), ((5, 5), (4, 5)), 1, SIZE) == (5, 4)
    straight = ((5, 5), (4, 5), (6, 5), (5, 4), (5, 6))
    assert free_spot((5, 5), (1, 4), straight, 1, SIZE) == (4.5, 4.5)
    assert free_spot((0, 0), (0, 0), ((0, 0),), 5, SIZE) in {(5, 0), (0, 5)}


def test_where_no_place_is_free_they_stack() -> None:
    """A crowd is still put where it is wanted."""
    around = [(x / 2, y / 2) for x in range(6, 15) for y in range(6, 15)]
    assert free_spot((5, 5), (1, 5), around, 1, SIZE) == (5, 5)


def test_a_token_dropped_on_another_stands_beside_it(redlines: Program) -> None:
    """Preview, log and place are of where it truly comes to stand."""
    drag(redlines, (23, 23), (14, 33), lets_go=False)
    (path,) = redlines.field.panel.surface.doing.paths
    assert geometry.length(path.end, (14, 33)) == 1
    assert path.offer is not None
    far = path.offer.distance
    assert far == pytest.approx(geometry.length((23, 23), path.end), abs=0.06)
    QTest.mouseRelease(
        redlines.field.panel.surface, LEFT, NONE, seen_at(redlines, (14, 33)).toPoint()
    )
    redlines.controller.second_frame.flush()
    assert where(redlines, "Cutter") == path.end


@pytest.mark.parametrize("held", [SHIFT, ALT])
def test_with_shift_or_alt_it_is_put_exactly_there(
    redlines: Program, held: Qt.KeyboardModifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stand in one place, and are one stack."""
    monkeypatch.setattr(
        "encounter_gui.gui.field.gestures.QApplication.keyboardModifiers", lambda: held
    )
    drag(redlines, (23, 23), (14, 33), lets_go=False)
    (path,) = redlines.field.panel.surface.doing.paths
    assert path.end == pytest.approx((14, 33), abs=0.05)


def test_arrows_go_through_others(redlines: Program) -> None:
    """The keyboard steps onto somebody and on: it goes exactly where it is told."""
    redlines.window.table.select([who(redlines, "Bruiser")])
    surface = redlines.field.panel.surface
    surface.setFocus()
    for _ in range(2):
        QTest.keyClick(surface, Qt.Key.Key_Down)
    assert surface.doing.paths[0].end == (34.5, 23)


def test_several_dropped_on_one_place_do_not_get_onto_each_other(redlines: Program) -> None:
    """Each stands in a place of its own, and who stays is not covered either."""
    names = ("Halloran", "Bruiser")
    redlines.window.table.select([who(redlines, each) for each in names])
    surface = redlines.field.panel.surface
    at = seen_at(redlines, (34.5, 21)).toPoint()
    QTest.mousePress(surface, LEFT, NONE, at)
    move(surface, at + QPoint(20, 0), NONE)
    move(surface, seen_at(redlines, (14, 33)).toPoint(), NONE)
    ends = [each.end for each in surface.doing.paths]
    assert len(ends) == 2
    assert (14, 33) not in ends
    assert geometry.length(*ends) >= 0.5
