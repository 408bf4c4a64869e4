"""The path language of our drawings."""

import pytest
from PySide6.QtCore import QPointF

from encounter_gui.gui.theme.path_data import painter_path


def test_numbers_need_no_spaces() -> None:
    """Commas, signs and points part numbers as SVG allows."""
    path = painter_path("M0,0L10-0L10,10L.5,10Z")
    assert path.contains(QPointF(9, 9.5))
    assert path.elementCount() == 5


def test_curves_may_follow_without_a_new_letter() -> None:
    """Twelve numbers after one C are two curves."""
    path = painter_path("M 0 0 C 1 1 2 2 3 3 4 4 5 5 6 6")
    assert path.currentPosition() == QPointF(6, 6)


def test_a_second_pair_after_m_is_a_line() -> None:
    """As in SVG."""
    assert painter_path("M 0 0 5 5").elementAt(1).isLineTo()


@pytest.mark.parametrize(
    "data",
    ["L 1 1", "1 2", "M 1", "M 0 0 Q 1 1 2 2", "M 0 0 Z 1", "M 0 0 L", "M 0 0 L 1 e5", "M nan 0"],
)
def test_anything_else_is_refused(data: str) -> None:
    """Relative commands, other curves, wrong counts."""
    with pytest.raises(ValueError, match=r"M|takes|only"):
        painter_path(data)
