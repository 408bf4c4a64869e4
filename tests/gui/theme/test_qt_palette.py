"""Qt's own widgets are dressed in the theme's colours."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.gui.theme import qt_palette
from encounter_gui.gui.theme.theme import Theme


@pytest.fixture
def dressed(qapp: QApplication, theme_dark: Theme) -> Iterator[QApplication]:
    """The application in the dark theme, undressed afterwards."""
    old = qapp.palette(), qapp.font(), qapp.style().name()
    qt_palette.apply(qapp, theme_dark)
    yield qapp
    qapp.setStyleSheet("")
    qapp.setStyle(old[2] or "Fusion")
    qapp.setPalette(old[0])
    qapp.setFont(old[1])


def ground(widget: QWidget, x: int, y: int) -> str:
    return widget.grab().toImage().pixelColor(QPoint(x, y)).name().upper()


def test_every_role_is_set(theme_dark: Theme) -> None:
    """Window, text and the rest come from the theme, not from the desktop."""
    colours = qt_palette.palette(theme_dark)
    for name, role in theme_dark.palette.items():
        assert colours.color(QPalette.ColorRole[name]) == theme_dark.colour(role), name


def test_disabled_text_is_disabled(theme_dark: Theme) -> None:
    """The Disabled group has its own text colour."""
    colours = qt_palette.palette(theme_dark)
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        assert colours.color(QPalette.ColorGroup.Disabled, role) == theme_dark.colour(
            "text.disabled"
        )


def test_no_placeholder_is_left(theme_dark: Theme, theme_light: Theme) -> None:
    """Every role and size the template names is filled in."""
    sheets = {qt_palette.style_sheet(theme) for theme in (theme_dark, theme_light)}
    assert len(sheets) == 2
    assert not any("$" in sheet for sheet in sheets)


def test_the_primary_button_is_yellow(
    dressed: QApplication, qtbot: QtBot, theme_dark: Theme
) -> None:
    """The one button that moves the fight on carries the NOW colour."""
    button = QPushButton("Next")
    button.setProperty("primary", "true")
    qtbot.addWidget(button)
    assert ground(button, 6, 6) == theme_dark.colour("accent.now").name().upper()


def test_focus_is_a_ring_and_moves_nothing(
    dressed: QApplication, qtbot: QtBot, theme_dark: Theme
) -> None:
    """A line edit with the focus has a ring of the focus colour and is no larger."""
    parent = QWidget()
    edit = QLineEdit(parent)
    edit.resize(edit.sizeHint())
    before = edit.sizeHint()
    qtbot.addWidget(parent)
    with qtbot.waitActive(parent):
        parent.show()
        parent.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    assert edit.sizeHint() == before
    assert ground(edit, edit.width() // 2, 1) == theme_dark.colour("accent.focus").name().upper()


def test_a_combo_box_shows_its_arrow(
    dressed: QApplication, qtbot: QtBot, theme_dark: Theme
) -> None:
    """The arrow is drawn, not left to a picture file."""
    box = QComboBox()
    box.addItem("Brandt")
    box.resize(120, box.sizeHint().height())
    qtbot.addWidget(box)
    picture = box.grab().toImage()
    ground_colour = picture.pixelColor(90, 6)
    right = {picture.pixelColor(x, picture.height() // 2).name() for x in range(98, 116)}
    assert len(right - {ground_colour.name()}) >= 1
    assert box.sizeHint().height() >= theme_dark.size("combo")


def test_a_checked_box_differs_from_an_unchecked_one(dressed: QApplication, qtbot: QtBot) -> None:
    """By its fill and by its tick."""
    box = QCheckBox("Only the living")
    qtbot.addWidget(box)
    empty = box.grab().toImage()
    box.setChecked(True)
    assert box.grab().toImage() != empty


def test_another_theme_can_be_put_on(
    dressed: QApplication, qtbot: QtBot, theme_light: Theme
) -> None:
    """Widgets that exist already change their colours."""
    button = QPushButton("Later")
    qtbot.addWidget(button)
    qt_palette.apply(dressed, theme_light)
    assert ground(button, 6, 6) == theme_light.colour("surface.raised").name().upper()
