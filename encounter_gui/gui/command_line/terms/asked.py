"""What a line may ask for: a command of the game, a step through the log, or something of the window."""

from typing import Literal

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.rules.model.commands import Command, OfCombatant
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.view import MoveOffer, VolleyPlan

MoveKind = Literal["undo", "redo", "next", "back"]


class Move(Struct, frozen=True, kw_only=True):
    """A step through what has happened, so many times."""

    kind: MoveKind
    count: int = 1


class Recruits(Struct, frozen=True, kw_only=True):
    """So many of a creature of the campaign's own join; ``key`` is the library's. ``is_group``: as one row."""

    key: str
    name: str
    count: int = 1
    is_group: bool = False


class OnBench(Struct, frozen=True, kw_only=True):
    """What a combatant carries is chosen on the attack bench, and perhaps a target and a way; nothing is rolled yet.

    ``item`` empty: what the game would choose. ``mode`` is the mode of the attack, by its key. ``point`` is a point of
    the plan that is aimed at in the place of a target.
    """

    who: CombatantId
    item: str = ""
    target: CombatantId | None = None
    point: Point | None = None
    mode: str = ""


class Several(Struct, frozen=True, kw_only=True):
    """The same is done to each of several, for which the game has a command of one: one step, an entry each."""

    commands: tuple[Command, ...]


class Walk(Struct, frozen=True, kw_only=True):
    """Somebody goes somewhere on the plan, each by a command and an offer of their own; ``to`` says where, in words.

    ``at`` is the point to which the first of them goes.
    """

    who: tuple[CombatantId, ...]
    commands: tuple[Command, ...]
    offers: tuple[MoveOffer, ...]
    to: str
    at: Point


class Measured(Struct, frozen=True, kw_only=True):
    """How far two are apart and what that means is only said."""

    who: CombatantId
    target: CombatantId


class Blast(Struct, frozen=True, kw_only=True):
    """Those within a circle are proposed for damage by hand, which is dealt only there.

    ``at`` says in words where its centre is, ``apart`` how far each of them is from it.
    """

    at: str
    radius: Metres
    who: tuple[CombatantId, ...]
    apart: tuple[Metres, ...]


class Opens(Struct, frozen=True, kw_only=True):
    """A panel of the window, by the id of the action that opens it."""

    action: str


class OwnPhrase(Struct, frozen=True, kw_only=True):
    """From now on a few words stand for a line of the game master's own; an empty line: no longer."""

    name: str
    line: str


Asked = (
    Command
    | VolleyPlan
    | Move
    | Recruits
    | OnBench
    | Several
    | Walk
    | Measured
    | Blast
    | Opens
    | OwnPhrase
)
"""What a line asks for."""


def each_of(commands: tuple[Command, ...]) -> Asked:
    """Returns what does the same to each of several; of one that command itself."""
    return commands[0] if len(commands) == 1 else Several(commands=commands)


def is_of_one(command: type[Command] | None) -> bool:
    """Returns whether a command of the game is about one combatant, and needs nobody else."""
    return command is not None and issubclass(command, OfCombatant)
