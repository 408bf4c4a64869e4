"""What is chosen in the print window, kept from one time to the next as a line of JSON."""

import msgspec

from encounter_gui.gui.printing.pages.paper import Paper, PaperName
from encounter_gui.reports.content.composer import Choices, ReportName


class PrintChoices(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the last print. Which reports are printed is not kept: it depends on the stage of the encounter.

    ``columns``: those of the roster, by system, for every system has its own.
    """

    paper: PaperName = "A4"
    is_landscape: bool = False
    is_colour: bool = False
    is_two_sided: bool = False
    margin: float = 12.0
    scale: float = 1.0
    sheets_per_page: int = 2
    cards_per_page: int = 8
    columns: dict[str, tuple[str, ...]] = {}
    has_backs: bool = False
    is_blank: bool = False
    folder: str = ""

    @property
    def sheet(self) -> Paper:
        """The paper."""
        return Paper(
            name=self.paper,
            is_landscape=self.is_landscape,
            margin=self.margin,
            scale=self.scale,
            is_two_sided=self.is_two_sided,
        )

    def of(
        self, reports: tuple[ReportName, ...], *, for_players: bool, system: str = ""
    ) -> Choices:
        """Returns what of a fight is printed."""
        return Choices(
            reports=reports,
            sheets_per_page=self.sheets_per_page,
            cards_per_page=self.cards_per_page,
            columns=self.columns.get(system, ()),
            has_backs=self.has_backs,
            is_blank=self.is_blank,
            for_players=for_players,
        )


class RosterColumns(msgspec.Struct, frozen=True, kw_only=True):
    """What a roster can have: for which system, its columns by key and title, and those it has unless chosen."""

    system: str = ""
    known: tuple[tuple[str, str], ...] = ()
    usual: tuple[str, ...] = ()


def read_choices(text: str) -> PrintChoices:
    """Returns what a kept line says; the usual where it says nothing that can be read."""
    try:
        return msgspec.json.decode(text.encode(), type=PrintChoices)
    except (msgspec.MsgspecError, RecursionError):
        return PrintChoices()


def written(choices: PrintChoices) -> str:
    """Returns choices as a line to keep."""
    return msgspec.json.encode(choices).decode()


def usual(stage: str) -> tuple[ReportName, ...]:
    """Returns what is sensible to print where the game master is: before, in, or after a fight."""
    if stage == "ready":
        return ("encounter", "sheets")
    if stage == "between":
        return ("party",)
    return ("summary",) if stage == "ended" else ("encounter",)
