"""The real window, begun as a person begins it, with a home folder of its own."""

from pathlib import Path

import pytest

from encounter_gui.app.program import Program
from encounter_gui.cli.window_options import WindowOptions
from tests.gui.window.conftest import Start, settings_file, start

__all__ = ["settings_file", "start"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program keeps campaigns: nothing is there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "encounter-gui"


@pytest.fixture
def first(start: Start) -> Program:
    """The program at its first start, not shown yet."""
    program = start()
    program.start.begin(WindowOptions())
    return program
