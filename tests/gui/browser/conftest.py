"""A real Chromium beside the real window. Where there is none these tests are left out, and the summary says so."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.gui.players.players_view import PlayersViewController
from tests.gui.browser.chromium import REQUIRED, Browser, found
from tests.gui.window.conftest import (  # noqa: F401 - fixtures
    program,
    sample,
    settings_file,
    start,
)

SHOTS = "ENCOUNTER_GUI_SHOTS"
"""Names a folder into which every page that is tested is drawn, to be looked at."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    where = found()
    if where is None:
        if os.environ.get(REQUIRED):
            pytest.fail(f"{REQUIRED} is set, and there is no Chromium with its driver")
        pytest.skip("no Chromium with its driver (Debian: chromium, chromium-driver)")
    made = Browser(*where)
    yield made
    made.quit()


@pytest.fixture
def shots() -> Path | None:
    """Where pictures are wanted; None: nowhere."""
    folder = os.environ.get(SHOTS)
    if not folder:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder)


@pytest.fixture
def players(sample: object, qtbot: QtBot) -> Iterator[PlayersViewController]:  # noqa: F811 - a fixture
    """The players' view of the sample fight, with its page on this machine."""
    from encounter_gui.app.program import Program

    assert isinstance(sample, Program)
    qtbot.waitUntil(lambda: sample.players is not None, timeout=20_000)
    made = sample.players
    assert made is not None
    made.sharing.start("127.0.0.1")
    yield made
    made.close()
