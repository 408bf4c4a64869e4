"""What the odds leave out, in muted words."""

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from encounter_gui.gui.attack.odds.remark_line import RemarkLine
from encounter_gui.gui.theme.icons import Icons

LONG = "A forecast under these doctrines, not a fact: nobody talks or thinks, and nobody runs out of luck."


def inked_rows(line: RemarkLine) -> list[int]:
    """Returns the rows of pixels in which anything is painted."""
    picture = QImage(line.size(), QImage.Format.Format_ARGB32)
    picture.fill(0)
    line.render(picture)
    columns, rows = range(picture.width()), range(picture.height())
    ground = picture.pixel(0, 0)
    return [y for y in rows if any(picture.pixel(x, y) != ground for x in columns)]


def test_a_line_that_has_no_room_for_two_is_one(icons: Icons, qtbot: QtBot) -> None:
    """Beside a button it is higher than a line, and not as high as two: nothing is cut through the middle."""
    line = RemarkLine(icons)
    qtbot.addWidget(line)
    line.say(LONG)
    line.resize(300, 24)
    rows = inked_rows(line)
    assert rows
    assert rows[-1] - rows[0] < 16
    assert rows[-1] < 23
    line.resize(300, line.height_for(300))
    assert inked_rows(line)[-1] > 24
