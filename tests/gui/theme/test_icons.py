"""Icons have our names, come after the first paint, and take the colour of a role."""

import gc
import subprocess
import sys

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from encounter_gui.gui.theme.icons import ICON_NAMES, Icons
from encounter_gui.gui.theme.theme import Theme

ASKED_FOR = {
    "next",
    "back",
    "undo",
    "redo",
    "library",
    "dice",
    "settings",
    "search",
    "skull",
    "stunned",
    "wounded",
    "bleeding",
    "cover",
    "prone",
    "running",
    "aimed",
    "drawn",
    "hand",
    "lock",
    "info",
    "warning",
    "check",
    "eye_off",
    "target",
    "notes",
    "encounters",
    "waves",
    "grenade",
    "heal",
    "reload",
    "plus",
    "minus",
    "trash",
    "copy",
    "edit",
    "clock",
    "equals",
    "more",
    "close",
    "pin",
}


def inked(image: QImage) -> int:
    """Counts the pixels that are not transparent."""
    return sum(
        image.pixelColor(x, y).alpha() > 0
        for x in range(image.width())
        for y in range(image.height())
    )


def test_every_name_asked_for_exists() -> None:
    """What the window needs is in the table."""
    assert ASKED_FOR <= ICON_NAMES


@pytest.mark.parametrize("name", sorted(ICON_NAMES))
def test_every_icon_draws_something(icons: Icons, name: str) -> None:
    """Each name resolves to a glyph of the set, or to a drawing of ours, inside its box."""
    pixmap = icons.pixmap(name, 24, QColor("white"))
    assert 8 < inked(pixmap.toImage()) < 24 * 24 * 0.7


def test_before_loading_icons_are_empty(theme_dark: Theme) -> None:
    """The first paint does not wait for icons."""
    early = Icons(theme_dark)
    assert not early.is_loaded
    assert inked(early.pixmap("next", 16, QColor("white")).toImage()) == 0
    assert early.icon("next").pixmap(16, 16).size() == QSize(16, 16)


def test_importing_the_theme_imports_no_icons() -> None:
    """Neither the icon package nor anything heavy comes with the module."""
    heavy = "{'qtawesome', 'qtpy', 'numpy', 'pyqtgraph'}"
    code = (
        "import sys, encounter_gui.gui.theme.painting.marks, encounter_gui.gui.theme.qt_palette,"
        " encounter_gui.gui.theme.theme_file, encounter_gui.gui.theme.painting.body_figure;"
        f" sys.exit(bool({heavy} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0


def test_loading_says_so_once(qtbot: QtBot, theme_dark: Theme) -> None:
    """Widgets repaint when icons have come, and only then."""
    icons = Icons(theme_dark)
    with qtbot.waitSignal(icons.loaded):
        icons.load()
    with qtbot.assertNotEmitted(icons.loaded):
        icons.load()


def test_an_icon_taken_early_appears_after_loading(qtbot: QtBot, theme_dark: Theme) -> None:
    """A button made before the first paint needs no new icon."""
    icons = Icons(theme_dark)
    button = QToolButton()
    button.setIcon(icons.icon("next"))
    qtbot.addWidget(button)
    empty = button.grab().toImage()
    gc.collect()
    icons.load()
    assert button.grab().toImage() != empty


def test_an_icon_follows_the_theme(theme_dark: Theme, theme_light: Theme) -> None:
    """Its role is looked up when it is drawn."""
    icons = Icons(theme_dark)
    icons.load()
    icon = icons.icon("stop", "text.primary")
    dark = icon.pixmap(16, 16).toImage()
    icons.use(theme_light)
    assert icon.pixmap(16, 16).toImage() != dark


def test_a_disabled_icon_is_fainter(icons: Icons) -> None:
    """By the share the look gives."""
    icon = icons.icon("stop", "text.primary")
    normal = icon.pixmap(QSize(16, 16), QIcon.Mode.Normal).toImage()
    disabled = icon.pixmap(QSize(16, 16), QIcon.Mode.Disabled).toImage()
    strongest = [
        max(i.pixelColor(x, 8).alpha() for x in range(i.width())) for i in (normal, disabled)
    ]
    assert strongest[1] == pytest.approx(strongest[0] * 0.55, abs=3)


def test_an_icon_is_sharp_on_a_dense_screen(icons: Icons) -> None:
    """At a ratio of 2 it has twice the pixels and the same size."""
    pixmap = icons.icon("next").pixmap(QSize(16, 16), 2.0)
    assert pixmap.size() == QSize(32, 32)
    assert pixmap.deviceIndependentSize().toTuple() == (16, 16)


def test_an_icon_fills_its_box_at_any_ratio(icons: Icons) -> None:
    """The drawing is scaled with the pixels, not left in a corner."""
    image = icons.icon("stop").pixmap(QSize(16, 16), 2.0).toImage()
    rows = [y for y in range(32) if any(image.pixelColor(x, y).alpha() for x in range(32))]
    assert rows[0] < 10
    assert rows[-1] > 21


def test_icons_keep_their_place_when_painted(icons: Icons) -> None:
    """An icon stays inside the rectangle it is painted into."""
    image = QImage(60, 40, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    icons.paint(painter, "skull", QRectF(20, 10, 16, 16), QColor("white"))
    painter.end()
    outside = inked(image) - inked(image.copy(20, 10, 16, 16))
    assert outside == 0


def test_an_unknown_icon_is_a_bug(icons: Icons, theme_dark: Theme) -> None:
    """Loaded or not, a misspelt name is found at once."""
    for some in (icons, Icons(theme_dark)):
        with pytest.raises(KeyError):
            some.icon("sckull")
