"""A fight as a file: what may stand in it, and what it comes to."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.place import Place as OnPlan
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Condition, LocationState, Side, Value
from encounter_gui.rules.engine.battlefield.orders import (
    MOST_ROUNDS,
    MOST_ROUNDS_ASKED,
    Doctrine,
    Orders,
)
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.ruleset_errors import LARGEST, FileError
from encounter_gui.rules.model.commands import Command, PutArea
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset

MOST_TIMES = 500
"""How often one step may be played."""


class ScriptError(FileError):
    """A fight script cannot be played. Nothing has been kept."""


class FieldHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a fight at its start: ``size`` is width and height.

    It, the areas and the places of the combatants are in ``unit``, or in the game's own.
    """

    size: Point
    unit: Literal["", "m", "ft"] = ""
    name: str = ""
    storey: Metres | None = None


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``[fight]`` may say.

    ``dice`` ``given``: a step that asks for dice has to give them; ``rolled``: what none gives the program rolls.
    ``instants`` answers every decision that offers it and that a step does not answer itself. ``round`` above 0: the
    fight is on already, at the beginning of that round, in the order of everybody's initiative. ``between``: it is no
    fight, but the party's time between fights. ``field``: the fight has a plan, on which people may stand.
    """

    name: str
    ruleset: str
    text: str = ""
    switches: dict[str, Value] = {}
    rules: tuple[str, ...] = ()
    dice: Literal["given", "rolled"] = "rolled"
    instants: str = ""
    round: int = 0
    between: bool = False
    field: FieldHead | None = None


class Carried(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item somebody carries: a library item, with some values of its own.

    ``key`` is what this one is called in the file and in the fight; empty: the library item, from the second on with a
    number (``heavy_pistol_2``).
    """

    item: str
    key: str = ""
    name: str = ""
    values: dict[str, Value] = {}


class Suffered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition somebody has at the start. ``rounds``: it lasts to the end of that many, the first one counted."""

    count: int | None = None
    rounds: int | None = None
    by: str = ""
    about: str = ""
    note: str = ""
    keys: tuple[str, ...] = ()


SYNONYMS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("automation", "to"): {"by_the_book": "book"},
}
"""Words of a field of a command that files may have for another: as the screen says it, and as help once did."""


class Wounded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place of the body at the start: its wound level, 0 none, and its marks."""

    level: int = 0
    marks: tuple[str, ...] = ()


class Joining(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"origin": "from"}
):
    """What ``[[combatants]]`` may say; what is None is as in the library.

    ``conditions`` are by key, true for one that has nothing to say; ``wounds`` by place, a number for the level alone.
    ``at`` is where they stand on the plan, ``floor`` on which floor of it, ``radius`` how large their body is.
    """

    id: str
    origin: str = ""
    name: str = ""
    side: Side | None = None
    sheet: dict[str, Value] = {}
    items: tuple[str | Carried, ...] | None = None
    gauges: dict[str, int] = {}
    held: str | None = None
    off: str | None = None
    flags: tuple[str, ...] = ()
    text: str | None = None
    conditions: dict[str, bool | Suffered] = {}
    wounds: dict[str, int | Wounded] = {}
    initiative: int | None = None
    at: Point | None = None
    floor: int = 0
    radius: Metres = 0

    @property
    def place(self) -> OnPlan | None:
        """Where they stand on the plan; None: nowhere."""
        if self.at is None:
            return None
        return OnPlan(x=self.at[0], y=self.at[1], floor=self.floor, radius=self.radius)


MOST_EXPECTED_FIGHTS = 100_000
"""How many fights a forecast that a step expects something of may play: as many as the window plays."""


class Forecasting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a step forecasts the fight from where it stands after it; the defaults are those of ``forecast``.

    ``seed`` None: that with which the script is played, 0 if it is played with none. The other fields are those of
    ``Orders``.
    """

    fights: int = 10_000
    seed: int | None = None
    rounds: int = MOST_ROUNDS
    pc: Doctrine = "simple"
    foe: Doctrine = "simple"
    pc_flees: int | None = None
    foe_flees: int | None = None
    pc_defends: bool = False
    foe_defends: bool = False

    def faults(self) -> Iterator[tuple[str, Message]]:
        """Yields the fields that are out of their range, and what is wrong with each."""
        limits = {
            "fights": (self.fights, 1, MOST_EXPECTED_FIGHTS),
            "seed": (self.seed, 0, LARGEST),
            "rounds": (self.rounds, 1, MOST_ROUNDS_ASKED),
            "pc_flees": (self.pc_flees, 0, 100),
            "foe_flees": (self.foe_flees, 0, 100),
        }
        for name, (value, least, most) in limits.items():
            if value is not None and not least <= value <= most:
                yield name, say("fight.out_of_range", least=least, most=most, found=value)

    @property
    def orders(self) -> Orders:
        """What both sides do."""
        return Orders(
            pc=self.pc,
            foe=self.foe,
            most_rounds=self.rounds,
            pc_flees=self.pc_flees,
            foe_flees=self.foe_flees,
            pc_defends=self.pc_defends,
            foe_defends=self.foe_defends,
        )


class Expect(Command, frozen=True, tag="expect"):
    """A step that plays nothing and only expects: of the state, of a forecast, of the odds of an attack.

    ``attack`` has the fields of the attack, as a step that makes it has them; without it, it is the one that the window
    proposes next.
    """

    attack: dict[str, Any] | None = None


class Frame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``[[steps]]`` may say besides the command. ``dice`` None: rolled by the program.

    ``settle`` False: what the rules demand after the command stays owed, for a later step. ``times`` plays the
    command so often, ``until`` until these expectations hold; both go with ``next`` alone. ``forecast`` says how a
    forecast is played of which something is expected.
    """

    dice: tuple[int, ...] | None = None
    choose: tuple[str, ...] = ()
    settle: bool = True
    times: int = 1
    until: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    forecast: Forecasting = Forecasting()
    refused: str = ""
    rules: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step: its number from 1, the command with combatants named as the file names them, and what goes with it.

    ``asked``: the attack whose odds it asks for without making it; None: it asks for none by itself.
    """

    number: int
    command: Command
    frame: Frame
    asked: Command | None = None

    @property
    def pointer(self) -> str:
        """Where it stands in the file."""
        return f"steps.{self.number}"


class Newcomer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who joins before the first step: the creature as overridden, and what else the file says."""

    id: str
    name: str
    creature: CreatureDef
    gauges: Mapping[str, int] = msgspec.field(default_factory=dict)
    flags: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    wounds: Mapping[str, LocationState] = msgspec.field(default_factory=dict)
    initiative: int | None = None
    place: OnPlan | None = None


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight script that can be played. ``file`` is how errors call it."""

    file: str
    head: Head
    ruleset: Ruleset
    system: System
    combatants: tuple[Newcomer, ...]
    steps: tuple[Step, ...]
    areas: tuple[PutArea, ...] = ()

    def problem(self, pointer: str, message: Message) -> DataError:
        """Returns the error about a place in the file, to be raised by the caller."""
        return DataError(Place(file=self.file, pointer=pointer), message)
