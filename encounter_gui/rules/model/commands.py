"""What can be asked of every system. A system adds its own commands; the name under ``do`` tells them apart.

Commands are intents, not facts: performing one may be refused, and what comes of it are events.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Automation, Combatant, Duration, Side, Value


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """Something the game master wants done.

    ``is_kept_unanswered``: it says a number by itself, so that it stays owed when it is left waiting for dice, even
    before the first of them.
    """

    is_kept_unanswered: ClassVar[bool] = False


class Declaring(Command, frozen=True):
    """A combatant declares what it will do before a phase or turn begins; a game adds what can be declared.

    ``intent`` is free text.
    """

    who: CombatantId
    intent: str = ""


class Add(Command, frozen=True, tag="add"):
    """Combatants join: copies of a library creature, named and numbered, or one brought along whole.

    ``is_group``: they stand in the table as one row.
    """

    creature: str = ""
    name: str = ""
    count: int = 1
    side: Side | None = None
    combatant: Combatant | None = None
    is_group: bool = False


class Join(Command, frozen=True, tag="join"):
    """Combatants that were prepared join at once, as one step; ``wave`` names the reinforcements they are."""

    combatants: tuple[Combatant, ...]
    wave: str = ""


class Remove(Command, frozen=True, tag="remove"):
    """Combatants leave the list."""

    who: tuple[CombatantId, ...]


class Duplicate(Command, frozen=True, tag="duplicate"):
    """A fresh copy of a combatant's sheet joins, unhurt."""

    who: CombatantId


class Rename(Command, frozen=True, tag="rename"):
    """A combatant gets another name."""

    who: CombatantId
    name: str


class ChangeSide(Command, frozen=True, tag="side"):
    """Combatants change sides."""

    who: tuple[CombatantId, ...]
    to: Side


class Group(Command, frozen=True, tag="group"):
    """Combatants of one creature and side stand in the table as one row; the rules go on seeing each of them.

    One alone: with all of its creature and side. ``on`` off: each has a row of its own again, with all of their group.
    """

    who: tuple[CombatantId, ...]
    on: bool = True


class Adjust(Command, frozen=True, tag="adjust"):
    """A gauge is changed by hand, to the same extent for all: ``-7`` takes away, ``+3`` adds, ``=5`` sets.

    Which of them heals, the gauge says (``GaugeDef.is_harm``).

    ``gauge`` empty: the ruleset's main gauge.
    """

    who: tuple[CombatantId, ...]
    change: str
    gauge: str = ""


Share = Literal["0", "1/2", "1", "2"]
"""What part of the damage reaches a target; a half is rounded as the game's rules say."""

Way = Literal["rules", "past_armor", "raw"]
"""How damage reaches its targets: through all the rules, past armour, or straight off a gauge, past every rule."""


class DamageTarget(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of those whom damage reaches.

    ``amount`` is typed for this one, instead of a share of what all get; None: the share counts. ``place`` is the key
    of a place of the body; empty: the one said for all, else as the rules find it (rolled, or none).
    """

    who: CombatantId
    share: Share = "1"
    amount: int | None = None
    place: str = ""


class Damage(Command, frozen=True, tag="damage"):
    """So much damage that is no attack reaches combatants, each once: a steam pipe, a fall, the game master's word.

    ``amount`` is for each, before shares; ``place`` for all who have none of their own. ``gauge`` is what ``raw``
    damage is taken from; empty: the main gauge. ``source`` says in the log where it comes from. ``lethal`` off: it
    can only knock out, where the game makes that difference.
    """

    is_kept_unanswered: ClassVar[bool] = True

    targets: tuple[DamageTarget, ...]
    amount: int = 0
    place: str = ""
    way: Way = "rules"
    gauge: str = ""
    source: str = ""
    lethal: bool = True


class Correct(Command, frozen=True, tag="correct"):
    """A number of a combatant is set by hand: rounds loaded, spares, actions left, a gauge.

    ``number`` is its key, an item's key, or the beginning of its name.
    """

    who: CombatantId
    number: str
    to: int


class Afflict(Command, frozen=True, tag="condition"):
    """A condition is put on combatants by hand, or one they have lasts as long as is said now.

    ``duration`` None: for so many ``rounds`` of the encounter; both None: as long as the ruleset says. ``keeps_time``:
    a condition that is there ends when it would have ended; only the note is new.
    """

    who: tuple[CombatantId, ...]
    condition: str
    rounds: int | None = None
    note: str = ""
    duration: Duration | None = None
    keeps_time: bool = False


class Relieve(Command, frozen=True, tag="relieve"):
    """A condition is taken off combatants by hand."""

    who: tuple[CombatantId, ...]
    condition: str


class SetField(Command, frozen=True, tag="set"):
    """A field of a combatant's sheet is set."""

    who: CombatantId
    field: str
    to: Value


class NameSide(Command, frozen=True, tag="name_side"):
    """A side is called something in this fight; an empty name is taken back."""

    side: Side
    name: str


class Flag(Command, frozen=True, tag="flag"):
    """A mark such as ``hidden`` is put on combatants or taken off."""

    who: tuple[CombatantId, ...]
    flag: str
    on: bool = True


class Switch(Command, frozen=True, tag="switch"):
    """A house-rule switch is set for this fight."""

    key: str
    to: Value


class SetAutomation(Command, frozen=True, tag="automation"):
    """How far the rules apply themselves is set for this fight: for one rule by its key, or for all others.

    ``to`` None: the rule is as the others again.
    """

    rule: str = ""
    to: Automation | None = None


class Note(Command, frozen=True, tag="note"):
    """The game master writes something into the log."""

    text: str
    who: CombatantId | None = None


class Next(Command, frozen=True, tag="next"):
    """The fight moves on: it begins, the order is rolled, the next one acts, the next round begins."""


InitiativeScope = Literal["all", "npcs", "missing"]


class RollInitiative(Command, frozen=True, tag="roll_initiative"):
    """Initiative is rolled, also again: of all, of those the players do not play, or of whoever has none yet.

    ``who`` not empty: of these among them; in games where a side rolls, of their sides.
    """

    who: tuple[CombatantId, ...] = ()
    scope: InitiativeScope = "all"


class SetInitiative(Command, frozen=True, tag="set_initiative"):
    """The game master gives a combatant, or its side where sides roll, an initiative."""

    who: CombatantId
    to: int


class Delay(Command, frozen=True, tag="delay"):
    """A turn of this round is put off until after another's turn; None: to its end."""

    who: CombatantId
    after: CombatantId | None = None


class HoldTurn(Command, frozen=True, tag="hold_turn"):
    """A turn is held until it is taken up, at the latest to the end of the round; ``until`` is what it waits for."""

    who: CombatantId
    until: str = ""


class ActNow(Command, frozen=True, tag="act_now"):
    """A combatant whose turn is still to come takes it next."""

    who: CombatantId


class Finish(Command, frozen=True, tag="finish"):
    """The fight ends; the log stays, and it can be taken up again with Next."""


class Settle(Command, frozen=True, tag="settle"):
    """What the rules demand is settled: these obligations, or without ids the first that is due.

    All of one kind that are settled together are settled with the first.
    """

    ids: tuple[int, ...] = ()


class Waive(Command, frozen=True, tag="waive"):
    """Obligations are taken back without being played; without ids the first that is due. ``note`` is the reason."""

    ids: tuple[int, ...] = ()
    note: str = ""


class Setup(Command, frozen=True, tag="setup"):
    """An encounter is opened by a ruleset; performed once, as its first entry."""

    name: str
    ruleset: str
    switches: Mapping[str, Value] = {}


GENERAL: tuple[type[Command], ...] = (
    Add,
    Join,
    Remove,
    Duplicate,
    Rename,
    ChangeSide,
    Group,
    Adjust,
    Damage,
    Correct,
    Afflict,
    Relieve,
    SetField,
    NameSide,
    Flag,
    Switch,
    SetAutomation,
    Note,
    Next,
    RollInitiative,
    SetInitiative,
    Delay,
    HoldTurn,
    ActNow,
    Finish,
    Settle,
    Waive,
    Setup,
)
"""The commands every system knows."""


def commands_of(names: Mapping[str, object]) -> tuple[type[Command], ...]:
    """Returns the general commands, then those among the names of a module, in the order in which they stand there.

    Private names are left out: what several commands have in common.
    """
    public = (each for name, each in names.items() if not name.startswith("_"))
    found = (each for each in public if isinstance(each, type))
    shared = (Command, Declaring)
    own = tuple(each for each in found if issubclass(each, Command) and each not in shared)
    return (*GENERAL, *own)
