"""The real window, for changes by hand in the four games."""

from tests.gui.window.conftest import settings_file, start

__all__ = ["settings_file", "start"]
