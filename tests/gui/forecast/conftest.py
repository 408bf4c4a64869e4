"""A real window on a real campaign file."""

from tests.gui.window.conftest import settings_file, start

__all__ = ["settings_file", "start"]
