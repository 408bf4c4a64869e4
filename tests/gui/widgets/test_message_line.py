"""The message line: a sentence goes on in the next line where there is one, and is never cut without its tool tip."""

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.message_line import MessageLine, Segment

LONG = "Nobody can attack now. The yellow button moves the fight on."


def test_beside_something_higher_it_stands_in_the_middle(qtbot: QtBot, icons: Icons) -> None:
    line = MessageLine(icons)
    qtbot.addWidget(line)
    line.resize(240, 28)
    line.say([("Saved.", False)], "result")
    assert 16 <= painted_rows(line) <= 22


def painted_rows(line: MessageLine) -> int:
    """Returns how far down something is painted, in logical pixels."""
    image = line.grab().toImage()
    ground = image.pixel(image.width() - 1, image.height() - 1)
    rows = [
        y
        for y in range(image.height())
        if any(image.pixel(x, y) != ground for x in range(20, image.width()))
    ]
    return max(rows, default=-1) + 1


@pytest.mark.parametrize(
    ("height", "segments", "lines"),
    [
        (16, [(LONG, False)], 1),
        (48, [(LONG, False)], 2),
        (48, [("Nobody can attack.", False)], 1),
        (48, [("Hit: ", False), ("8 − 3 = 5 damage, and much more to be said", True)], 1),
    ],
)
def test_a_sentence_of_one_piece_uses_the_lines_there_are(
    qtbot: QtBot, icons: Icons, height: int, segments: list[Segment], lines: int
) -> None:
    line = MessageLine(icons)
    qtbot.addWidget(line)
    line.resize(240, height)
    line.say(segments, "hint")
    assert 16 * (lines - 1) - 2 < painted_rows(line) <= 16 * lines
    assert line.text in line.toolTip()
