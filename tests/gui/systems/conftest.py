"""The real window, for fights of the other systems."""

from tests.gui.window.conftest import settings_file, start

__all__ = ["settings_file", "start"]
