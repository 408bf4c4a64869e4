"""The place at the right of the workshop where what a change does is shown."""

from typing import Protocol

from PySide6.QtWidgets import QFrame, QLabel, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.tables import Row, TableDef

WIDTH = 300


class ShowsChange(Protocol):
    """What shows the difference that a draft makes."""

    def show_change(
        self, before: DraftView, after: DraftView, row: Row | None, table: TableDef | None
    ) -> None:
        """Shows what a draft changes against the newest version; ``row`` of ``table`` is what is looked at."""


class NoImpact(QFrame):
    """Stands where nothing shows what a change does."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self.setProperty("dock", "true")
        self.title: QLabel = plain_label(texts.text_of("gui.workshop.impact"), self, wraps=False)
        column_layout(self, self.title, STRETCH, margins=(12, 10, 12, 10))

    def show_change(
        self, before: DraftView, after: DraftView, row: Row | None, table: TableDef | None
    ) -> None:
        """Shows nothing."""
