"""The place at the right of the workshop where what a change does is shown."""

from typing import Protocol

from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.tables import Row, TableDef

WIDTH = 300


class ShowsChange(Protocol):
    """What shows the difference that a draft makes."""

    def show_change(
        self, before: DraftView, after: DraftView, row: Row | None, table: TableDef | None
    ) -> None:
        """Shows what a draft changes against the newest version; ``row`` of ``table`` is what is looked at."""
