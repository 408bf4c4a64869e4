"""The encounters of the campaign: Enter opens one."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.command_line.sources.menu_actions import plain_words


class Encounters:
    """Lists the encounters that the menu offers."""

    def __init__(self, menu: QMenu, texts: MessageCatalog) -> None:
        """Takes the menu with an entry for each encounter, ticked for the one that is open."""
        self._menu = menu
        self._texts = texts

    def __call__(self) -> Iterator[Found]:
        """Yields the encounters."""
        for action in self._menu.actions():
            act = partial(_open, action)
            yield Found(
                key=str(action.data()),
                title=plain_words(action.text()),
                note=self._texts.text_of("gui.palette.open_now") if action.isChecked() else "",
                also=self._texts.text_of("gui.palette.words.encounter"),
                icon="encounters",
                cap="Ctrl+↵",
                says=self._texts.text_of("gui.palette.opens"),
                ways={"do": act, "open": act},
            )


def _open(action: QAction) -> None:
    if isValid(action):
        action.trigger()
