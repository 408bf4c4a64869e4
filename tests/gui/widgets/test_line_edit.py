"""Lines that are typed: the cross that empties one."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.qt_palette import apply
from encounter_gui.gui.widgets.line_edit import add_clear_button


def test_the_cross_stands_in_the_middle_of_its_line_in_a_colour_of_the_theme(
    qtbot: QtBot, qapp: QApplication, icons: Icons, texts: MessageCatalog
) -> None:
    """A click on it empties the line."""
    apply(qapp, icons.theme)
    line = QLineEdit()
    qtbot.addWidget(line)
    add_clear_button(line, icons, texts)
    line.resize(276, 28)
    with qtbot.waitExposed(line):
        line.show()
    line.setText("2 mook")
    cross = line.findChild(QToolButton)
    assert cross is not None
    assert cross.text() == "Empty this field"
    qtbot.waitUntil(cross.isVisible)
    assert abs(cross.geometry().center().y() - line.rect().center().y()) <= 1
    assert line.rect().contains(cross.geometry())
    shown, own = cross.icon().pixmap(16, 16).toImage(), icons.icon("close").pixmap(16, 16).toImage()
    assert shown == own
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert line.text() == ""
