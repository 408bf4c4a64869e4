"""Widgets in lines: each at its own size, none past the edge."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from encounter_gui.gui.widgets.layouts import FlowLayout


class Box(QWidget):
    """Wants a width, and can do with less."""

    def __init__(self, wanted: int, least: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.wanted, self.least = wanted, least

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.wanted, 20)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.least, 20)


def laid_out(qtbot: QtBot, width: int, *boxes: tuple[int, int]) -> list[tuple[int, int, int]]:
    """Returns left edge, top and width of boxes (wanted and least width) in a room of a width."""
    room = QWidget()
    qtbot.addWidget(room)
    flow = FlowLayout(room, gap=4, line_gap=6)
    made = [Box(wanted, least, room) for wanted, least in boxes]
    for box in made:
        flow.addWidget(box)
    room.show()
    flow.setGeometry(QRect(0, 0, width, 200))
    return [(box.x(), box.y(), box.width()) for box in made]


def test_a_line_is_filled_before_the_next_begins(qtbot: QtBot) -> None:
    """With the gaps asked for."""
    assert laid_out(qtbot, 100, (48, 10), (48, 10), (30, 10)) == [
        (0, 0, 48),
        (52, 0, 48),
        (0, 26, 30),
    ]


def test_what_is_wider_than_a_line_gives_way(qtbot: QtBot) -> None:
    """Down to the least it needs."""
    assert laid_out(qtbot, 100, (40, 40), (130, 60)) == [(0, 0, 40), (0, 26, 100)]
    assert laid_out(qtbot, 50, (130, 60)) == [(0, 0, 60)]
