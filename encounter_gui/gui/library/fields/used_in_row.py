"""Where a creature is used: a button for each encounter and party that holds it, and for what links to it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.link_row import LinkRow
from encounter_gui.play.prep.creature_uses import CreatureUse


class UsedInRow(LinkRow):
    """Names encounters, parties and creatures; hidden if there are none."""

    encounter_requested = Signal(int)
    """An encounter is to be opened."""
    party_requested = Signal()
    """The parties are to be shown."""
    creature_requested = Signal(str)
    """A creature is to be shown: its key."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the texts."""
        super().__init__(texts.text_of("gui.editor.used_in"), parent)
        self._texts = texts
        self.chosen.connect(self._open)

    def show_uses(self, uses: Sequence[CreatureUse]) -> None:
        """Shows where the creature is used, and whose notes link to it."""
        self.show_links([(self._text(use), use) for use in uses])

    def _text(self, use: CreatureUse) -> str:
        if use.is_link:
            return self._texts.text_of("gui.editor.linked_from", name=use.name)
        if use.encounter is None:
            return self._texts.text_of("gui.editor.used_in_party", name=use.name)
        return use.name

    @Slot(object)
    def _open(self, use: CreatureUse) -> None:
        if use.creature:
            self.creature_requested.emit(use.creature)
        elif use.encounter is None:
            self.party_requested.emit()
        else:
            self.encounter_requested.emit(int(use.encounter))
