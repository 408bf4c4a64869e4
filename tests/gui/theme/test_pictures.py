"""Pictures that are kept from one repaint to the next, and those that are not any more."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from encounter_gui.gui.theme.pictures import Pictures

_SCREEN = QRect(0, 0, 1000, 400)
_HEIGHT = 40


class Painted:
    """A screen of ten rows, the pictures of them, and which had to be drawn."""

    def __init__(self) -> None:
        """Takes a blank screen."""
        self._screen = QPixmap(_SCREEN.size())
        self._pictures = Pictures()
        self.drawn: list[str] = []

    def paint(self, *rows: str) -> list[str]:
        """Paints these rows one below the other; returns which of them were drawn."""
        self.drawn = []
        painter = QPainter(self._screen)
        for place, row in enumerate(rows):
            rect = QRect(0, place * _HEIGHT, _SCREEN.width(), _HEIGHT)
            self._pictures.paint(painter, row, rect, lambda _, row=row: self.drawn.append(row))
        painter.end()
        return self.drawn


@pytest.fixture
def painted(qapp: QApplication) -> Painted:
    """Nothing is kept yet."""
    return Painted()


def test_what_looks_as_it_did_is_not_drawn_again(painted: Painted) -> None:
    """Nor what looked so a step before: undo paints it from its picture."""
    rows = [f"row {place}" for place in range(10)]
    changed = ["other", *rows[1:]]
    assert painted.paint(*rows) == rows
    assert painted.paint(*rows) == []
    assert painted.paint(*changed) == ["other"]
    assert painted.paint(*rows) == []


def test_two_screens_are_kept_and_the_oldest_goes_first(painted: Painted) -> None:
    """Of a fight that goes on for hours no more than of its last steps; and never everything at once."""
    screens = [[f"{screen}.{place}" for place in range(10)] for screen in range(5)]
    for rows in screens:
        assert painted.paint(*rows) == rows
    assert painted.paint(*screens[4]) == []
    assert painted.paint(*screens[3]) == []
    assert painted.paint(*screens[2][:3]) == screens[2][:3]
    assert painted.paint(*screens[4]) == []
