"""The window, for tests of what strangers call themselves."""

from tests.gui.conftest import asked_each_time, rulesets_built_once, scripts_played_once
from tests.gui.window.conftest import settings_file, start

__all__ = [
    "asked_each_time",
    "rulesets_built_once",
    "scripts_played_once",
    "settings_file",
    "start",
]
