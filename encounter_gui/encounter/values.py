"""What a fight is made of: combatants, what they carry and suffer, and their places in the turn order."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place

Value = bool | int | str | tuple[int, ...]
"""What a sheet field, an item or a switch may hold; a tuple is a row of numbers such as range limits."""

Record = str | int | bool | tuple[str, ...] | Mapping[str, str | int | bool | tuple[str, ...]]
"""What the rules remember about a combatant or the encounter; an empty one counts as forgotten."""

Side = Literal["pc", "ally", "foe", "neutral"]
Automation = Literal["book", "assist", "track"]
"""Who does what a rule demands: ``book`` the program, ``assist`` the program once the game master confirms it,
``track`` the game master by hand; the program then only says what the rule demands."""
EncounterStatus = Literal["ready", "running", "ended", "between"]
"""Whether a fight has not begun, runs, or is over; ``between`` is no fight: the party's time between fights."""


DurationKind = Literal[
    "as_ruled",
    "round",
    "phase",
    "turn",
    "minute",
    "hour",
    "day",
    "turn_start",
    "turn_end",
    "save_ends",
    "scene",
    "permanent",
]
"""What a duration counts, or what ends it."""


class Duration(Struct, frozen=True, kw_only=True):
    """How long a condition lasts, as the game master has said it.

    ``kind``: ``as_ruled`` as long as the ruleset says; so many (``count``) of a ``round``, ``phase``, ``turn`` or
    ``minute``, the one under way counted; to the start or end (``turn_start``, ``turn_end``) of a turn of ``whose``
    (None: of whoever has the condition), by ``count`` the first, second … turn that is still to begin, 0 the one under
    way; until a save ends it (``save_ends``), made at the end of each turn of whoever has it: ``save`` says what to
    roll, ``1d20 >= 15`` or in words; for the ``scene``; until it is taken off (``permanent``).
    """

    kind: DurationKind = "as_ruled"
    count: int = 1
    whose: CombatantId | None = None
    save: str = ""


class Expiry(Struct, frozen=True, kw_only=True):
    """When a condition ends by itself.

    ``round`` counts the encounter's rounds (turns, in systems that call them so) from 1. ``whose`` set: at the start
    or end of that combatant's turn in that round; None: when that round ends. ``lane``: not before the slot of that
    lane, where a combatant has several turns in a round. ``at`` set: at that second of the campaign's clock instead,
    whatever the round; so it is once it has outlasted the fight it began in.
    """

    round: int = 0
    edge: Literal["start", "end"] = "end"
    whose: CombatantId | None = None
    lane: int = 0
    at: int | None = None


class Running(Struct, frozen=True, kw_only=True):
    """Something that runs on the campaign's clock: a bleeding, an hour in which somebody may wake, a reminder.

    ``kind`` is the key under which the game declares what it is; ``key`` tells several of a kind apart (a place of the
    body, the words of a reminder). ``since`` and ``due`` are seconds of the campaign's clock: when it began, and when
    something comes of it next. ``every`` is how many seconds later it falls due again; 0: once. ``by`` is who does or
    caused it. ``values`` are what its kind needs to be played.
    """

    kind: str
    key: str = ""
    since: int
    due: int
    every: int = 0
    by: CombatantId | None = None
    values: Mapping[str, Record] = field(default_factory=dict)


class Condition(Struct, frozen=True, kw_only=True):
    """A condition on one combatant; at most one of each key.

    ``count`` is whatever the ruleset counts with it (the round the next wound is due for bleeding); None: nothing.
    ``until`` None: stays until removed. ``duration`` is what the game master has said of how long it lasts; None: the
    rules say it. ``by`` is who caused it, ``about`` the combatant it concerns, ``keys`` are what the rules remember
    with it (items, table rows). ``note`` is the game master's own words.
    """

    key: str
    count: int | None = None
    until: Expiry | None = None
    by: CombatantId | None = None
    note: str = ""
    about: CombatantId | None = None
    keys: tuple[str, ...] = ()
    duration: Duration | None = None


class Item(Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """A weapon, armour or other thing a combatant has; its own copy, so that a fight never changes the library.

    ``key`` tells it apart from everything else the combatant has; its magazine, jam and hand go by it. ``origin`` is
    the key of the library item it is a copy of; empty: its own key is.
    What the rules read it as is remembered with it: see ``core.read_once``.
    """

    key: str
    name: str
    kind: Literal["weapon", "armor", "explosive", "gear"]
    values: Mapping[str, Value] = field(default_factory=dict)
    origin: str = ""

    @property
    def sort(self) -> str:
        """The key of the library item it is a copy of, which all copies of it share."""
        return self.origin or self.key


class LocationState(Struct, frozen=True, kw_only=True):
    """What a body location has suffered: wound level (0 none) and the ruleset's marks, e.g. ``severed``."""

    level: int = 0
    marks: tuple[str, ...] = ()


GROUP = "group"
"""Under which is remembered the name of the group whose row a combatant stands in; the rules see each of them."""


class Combatant(Struct, frozen=True, kw_only=True, dict=True):
    """One participant.

    ``number`` is given when joining and never changes. ``sheet`` holds the ruleset's fields. ``gauges`` holds every
    running number (health, dodge dice, rounds in a magazine as ``ammo.<item key>``); they may go below 0 where the
    ruleset says so. ``memo`` holds records the rules remember (declared intent, weapon in hand). ``flags`` are
    marks such as ``hidden``, ``named``, ``fled``. ``origin`` is the library creature this is a copy of.
    ``running`` is what runs on the campaign's clock because of it. ``place`` None: it stands nowhere on the plan.
    What the rules and the views make of it is remembered with it, as of an item.
    """

    id: CombatantId
    number: int
    name: str
    side: Side = "foe"
    sheet: Mapping[str, Value] = field(default_factory=dict)
    items: tuple[Item, ...] = ()
    gauges: Mapping[str, int] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    locations: Mapping[str, LocationState] = field(default_factory=dict)
    memo: Mapping[str, Record] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    origin: str = ""
    note: str = ""
    running: tuple[Running, ...] = ()
    place: Place | None = None

    def condition(self, key: str) -> Condition | None:
        """Returns the condition with this key, or None."""
        for each in (
            self.conditions
        ):  # asked a thousand times a command: a generator takes three times as long
            if each.key == key:
                return each
        return None

    def has(self, key: str) -> bool:
        """Returns whether a condition with this key is on the combatant."""
        return self.condition(key) is not None

    def memo_text(self, key: str) -> str:
        """Returns what the rules remember under a key as text; empty if there is none, or it is no text."""
        value = self.memo.get(key)
        return value if isinstance(value, str) else ""

    @property
    def group(self) -> str:
        """The name of the group whose row in the table it stands in; empty: none."""
        return self.memo_text(GROUP)

    def item(self, key: str) -> Item | None:
        """Returns the item with this key, or None."""
        return next((each for each in self.items if each.key == key), None)


class Slot(Struct, frozen=True, kw_only=True):
    """A place in the turn order. Slots of one ``group`` act at once; ``lane`` 0 holds first actions, 1 second ones."""

    who: CombatantId
    score: int
    group: int
    lane: int = 0
    is_done: bool = False
