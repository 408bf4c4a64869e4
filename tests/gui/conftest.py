"""What the tests of the window share: no screen, no one's settings, the themes that ship."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import gc
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication

from encounter_gui.app.plain_imports import use_plain_imports
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings
from encounter_gui.gui.control.garbage_collection import GarbageCollection
from encounter_gui.gui.control.settings import Setting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure, read_figure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.play.scripts import script_runner
from encounter_gui.play.scripts.script_reader import RulesetRepository
from encounter_gui.play.scripts.script_runner import FightReport
from encounter_gui.play.session.rollers import ASKED, rollers_text
from encounter_gui.rules.files import loader
from encounter_gui.rules.model.ruleset import Ruleset

QStandardPaths.setTestModeEnabled(True)
use_plain_imports()  # as ``__main__`` does: the threads of a program import as well

RESOURCES = Path(__file__).parents[2] / "resources"


@pytest.fixture(autouse=True, scope="session")
def asked_each_time() -> Iterator[None]:
    """A click rolls everything unless a test says who types dice."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            settings, "ROLLERS", Setting(key=settings.ROLLERS.key, default=rollers_text(ASKED))
        )
        yield


@pytest.fixture(autouse=True, scope="session")
def dropped_objects_between_tests() -> Iterator[None]:
    """Leaves dropped objects to the pause between two tests (see the outer conftest).

    Each program looks through all that the tests have ever imported, a fifth of its time.
    """
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GarbageCollection, "start", lambda self: None)
        patch.setattr(GarbageCollection, "stop", lambda self: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def rulesets_built_once() -> Iterator[None]:
    """Builds a ruleset anew only where its texts have changed: each program reads all of them, a third of its start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "build", _Built(loader.build))
        yield


class _Built:
    """Builds rulesets and keeps each with the texts it was built from."""

    def __init__(self, build: Callable[[str, loader.Read], Ruleset]) -> None:
        self._build = build
        self._known: dict[str, tuple[dict[str, Mapping[str, str]], Ruleset]] = {}

    def __call__(self, ruleset_id: str, read: loader.Read) -> Ruleset:
        """Returns the ruleset with this id; of texts that are as they were, the one that is known."""
        known = self._known.get(ruleset_id)
        if known is not None and all(read(each) == texts for each, texts in known[0].items()):
            return known[1]
        texts: dict[str, Mapping[str, str]] = {}

        def noted(each: str) -> Mapping[str, str]:
            texts[each] = read(each)
            return texts[each]

        ruleset = self._build(ruleset_id, noted)
        self._known[ruleset_id] = (texts, ruleset)
        return ruleset


@pytest.fixture(autouse=True, scope="session")
def scripts_played_once(luck: np.random.Generator) -> Iterator[None]:
    """Plays the script of a sample once for all tests: each time is a tenth of a second and more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script_runner, "play_fight", _Played(script_runner.play_fight, luck))
        yield


class _Played:
    """Plays fight scripts and keeps the report of each that rolled no dice but its own."""

    def __init__(self, play: Callable[..., FightReport], luck: np.random.Generator) -> None:
        self._play, self._luck = play, luck
        self._known: dict[tuple[str, str], FightReport] = {}

    def __call__(
        self, text: str, file: str, *, rulesets: RulesetRepository, **how: Any
    ) -> FightReport:
        """Returns the report of a script; of one whose text and ruleset are as they were, the one that is known."""
        known = self._known.get((text, file))
        if known is not None and known.fight.ruleset is rulesets(known.fight.ruleset.id):
            return known
        before = self._luck.bit_generator.state
        report = self._play(text, file, rulesets=rulesets, **how)
        if self._luck.bit_generator.state == before:
            self._known[text, file] = report
        return report


@pytest.fixture(scope="session")
def resources() -> Path:
    """The folder with themes, drawings and texts."""
    return RESOURCES


def _still(name: str) -> Theme:
    theme = read_theme(RESOURCES / "themes", name)
    return replace(theme, motion=dict.fromkeys(theme.motion, 0))


@pytest.fixture(scope="session")
def theme_dark(qapp: QApplication) -> Iterator[Theme]:
    """The default theme; nothing moves."""
    yield from _untouched(_still("dark"))


@pytest.fixture(scope="session")
def theme_light(qapp: QApplication) -> Iterator[Theme]:
    """The light theme; nothing moves."""
    yield from _untouched(_still("light"))


def _untouched(theme: Theme) -> Iterator[Theme]:
    """Yields a theme; at the end its colours, which all that paints shares, must be as they were."""
    before = {role: colour.rgba() for role, colour in theme.colours.items()}
    yield theme
    assert {role: colour.rgba() for role, colour in theme.colours.items()} == before


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
