"""Pictures that are kept: drawn once, and never more of them than there is room for."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap
from pytestqt.qtbot import QtBot

from encounter_gui.gui.theme.pictures import Pictures

SIDE = 10


@pytest.mark.parametrize("room", [1, 3])
def test_no_more_is_kept_than_there_is_room_for(qtbot: QtBot, room: int) -> None:
    """One too many, and it begins anew; what is kept is not drawn again."""
    pictures, drawn = Pictures(room * SIDE * SIDE), [0]
    target = QPixmap(SIDE, SIDE)
    painter = QPainter(target)

    def draw(inner: QPainter) -> None:
        drawn[0] += 1
        inner.fillRect(0, 0, SIDE, SIDE, Qt.GlobalColor.red)

    def paint(key: int) -> int:
        before = drawn[0]
        pictures.paint(painter, key, QRect(0, 0, SIDE, SIDE), draw)
        return drawn[0] - before

    assert [paint(key) for key in range(room)] == [1] * room
    assert [paint(key) for key in range(room)] == [0] * room
    assert paint(room) == 1
    assert paint(room) == 0
    assert paint(0) == 1
    painter.end()
