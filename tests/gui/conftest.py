"""What the tests of the window share: no screen, no one's settings, the themes that ship."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings
from encounter_gui.gui.control.settings import Setting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure, read_figure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.play.session.rollers import ASKED, written

QStandardPaths.setTestModeEnabled(True)

RESOURCES = Path(__file__).parents[2] / "resources"


@pytest.fixture(autouse=True, scope="session")
def asked_each_time() -> Iterator[None]:
    """A click rolls everything unless a test says who types dice."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            settings, "ROLLERS", Setting(key=settings.ROLLERS.key, default=written(ASKED))
        )
        yield


@pytest.fixture(scope="session")
def resources() -> Path:
    """The folder with themes, drawings and texts."""
    return RESOURCES


@pytest.fixture(scope="session")
def theme_dark(qapp: QApplication) -> Theme:
    """The default theme; nothing moves."""
    return read_theme(RESOURCES / "themes", "dark").without_motion()


@pytest.fixture(scope="session")
def theme_light(qapp: QApplication) -> Theme:
    """The light theme; nothing moves."""
    return read_theme(RESOURCES / "themes", "light").without_motion()


@pytest.fixture(scope="session")
def icons(theme_dark: Theme) -> Icons:
    """Icons in the colours of the dark theme, already loaded."""
    icons = Icons(theme_dark)
    icons.load()
    return icons


@pytest.fixture(scope="session")
def texts() -> MessageCatalog:
    """All English texts."""
    texts: dict[str, str] = {}
    for file in sorted((RESOURCES / "i18n" / "en").glob("*.toml")):
        texts |= tomllib.loads(file.read_text(encoding="utf-8"))
    return MessageCatalog(texts)


@pytest.fixture(scope="session")
def figure() -> BodyFigure:
    """The body figure that ships."""
    return read_figure(RESOURCES / "body" / "figure.svg")
