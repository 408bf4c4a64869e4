"""A test or decision that is owed, as the strip above the log shows it."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import ChipKind, View


class ObligationView(View, frozen=True, kw_only=True):
    """A test or decision that is owed, or several of a kind that are rolled together.

    ``ids`` are those of its obligations, ``who`` the combatants that owe it, ``side`` that of the first of them.
    ``rolls`` are what settling it begins with; none: a decision, or nothing to roll. ``sum`` is the arithmetic in mono,
    ``3d6 + 5 ≥ 18``; ``chance`` that of passing, empty where it is not known exactly. ``is_due``: it has to be settled
    before the turn ends. ``is_proposed``: the rules do not go on by themselves here, the game master confirms it first.
    ``button`` is the word for settling it, where that is not the usual one.
    """

    ids: tuple[int, ...]
    title: str
    who: tuple[CombatantId, ...] = ()
    name: str = ""
    side: Side | None = None
    reason: str = ""
    sum: str = ""
    chance: str = ""
    kind: ChipKind = "warn"
    rolls: tuple[RollRequest, ...] = ()
    may_waive: bool = True
    is_due: bool = True
    is_proposed: bool = False
    button: str = ""
