"""The declare sheet: what everybody says it will do before a phase or turn begins."""

from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Command, Declaring
from encounter_gui.rules.view.chip import View

DeclareStatus = Literal["silent", "filled", "said"]
"""Whether a combatant has declared; ``filled``: it has not, and is taken to do what is shown."""


class DeclareOption(View, frozen=True, kw_only=True):
    """One thing to declare; ``command`` is the declaration of the row once it is pressed.

    ``amount`` is what it does to rolls, ``−3``. ``shortcut`` is its key on the keyboard. ``why_not`` set: it cannot be
    declared, and why.
    """

    key: str
    text: str
    command: Declaring
    amount: str = ""
    shortcut: str = ""
    is_on: bool = False
    why_not: str = ""


class DeclareColumn(View, frozen=True, kw_only=True):
    """A column of options: exclusive ``segments``, or ``pills`` that are on or off each."""

    key: str
    title: str
    look: Literal["segments", "pills"]
    shortcuts: tuple[str, ...] = ()


class DeclareRow(View, frozen=True, kw_only=True):
    """One combatant, with its options by column key.

    ``sum`` is the arithmetic of what each of its rolls will take, ``−3 − 1``, and ``total`` what it comes to; words in
    ``total`` stand where there is none. ``command`` declares what the row shows. ``is_covered``: others at the table
    must not see what it shows.
    """

    who: CombatantId
    number: int
    score: str
    name: str
    side: Side
    status: DeclareStatus
    is_covered: bool
    options: tuple[tuple[str, tuple[DeclareOption, ...]], ...]
    intent: str
    sum: str
    total: str
    command: Declaring

    def of_column(self, key: str) -> tuple[DeclareOption, ...]:
        """Returns the options in a column."""
        return dict(self.options).get(key, ())

    def pressed(self, shortcut: str) -> DeclareOption | None:
        """Returns the option of a key of the keyboard; None: it has none."""
        return next(
            (each for _, some in self.options for each in some if each.shortcut == shortcut), None
        )


class DeclareSheet(View, frozen=True, kw_only=True):
    """Everybody who can declare now, in the order of the table.

    ``moment`` is what is declared for: ``phase 3 of 4``. ``rest`` declares for those who have said nothing, in words
    ``rest_text``; None: there is nobody. ``filled`` declares for those who are pre-filled with anything but the
    default; None: nobody is.
    """

    moment: str
    columns: tuple[DeclareColumn, ...]
    rows: tuple[DeclareRow, ...]
    total_title: str
    rest_text: str
    rest: Command | None = None
    filled: Command | None = None

    def row_of(self, who: CombatantId | None) -> DeclareRow | None:
        """Returns the row of a combatant; None: it has none."""
        return next((each for each in self.rows if each.who == who), None)
