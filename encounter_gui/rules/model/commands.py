"""What can be asked of every system. A system adds its own commands; the name under ``do`` tells them apart.

Commands are intents, not facts: performing one may be refused, and what comes of it are events.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Automation, Combatant, Duration, Side, Value

ITEM_FIELDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("weapon", "item", "launcher", "ability"), ("who",)),
}
"""The fields of commands that name what somebody carries, with the fields that say who may: the first that has it."""


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """Something the game master wants done.

    ``is_kept_unanswered``: it says a number by itself, so that it stays owed when it is left waiting for dice, even
    before the first of them.
    ``item_fields`` are those of its fields that name what somebody carries.
    """

    is_kept_unanswered: ClassVar[bool] = False
    item_fields: ClassVar[Mapping[str, tuple[str, ...]]] = ITEM_FIELDS


class OfCombatant(Command, frozen=True):
    """A command of one combatant."""

    who: CombatantId


class OfCombatants(Command, frozen=True):
    """A command of several combatants."""

    who: tuple[CombatantId, ...]


class Declaring(OfCombatant, frozen=True):
    """A combatant declares what it will do before a phase or turn begins; a game adds what can be declared.

    ``intent`` is free text.
    """

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


class Remove(OfCombatants, frozen=True, tag="remove"):
    """Combatants leave the list."""


class Duplicate(OfCombatant, frozen=True, tag="duplicate"):
    """A fresh copy of a combatant's sheet joins, unhurt."""


class Rename(OfCombatant, frozen=True, tag="rename"):
    """A combatant gets another name."""

    name: str


class ChangeSide(OfCombatants, frozen=True, tag="side"):
    """Combatants change sides."""

    to: Side


class Group(OfCombatants, frozen=True, tag="group"):
    """Combatants of one creature and side stand in the table as one row; the rules go on seeing each of them.

    One alone: with all of its creature and side. ``on`` off: each has a row of its own again, with all of their group.
    """

    on: bool = True


class Adjust(OfCombatants, frozen=True, tag="adjust"):
    """A gauge is changed by hand, to the same extent for all: ``-7`` takes away, ``+3`` adds, ``=5`` sets.

    Which of them heals, the gauge says (``GaugeDef.is_harm``).

    ``gauge`` empty: the ruleset's main gauge.
    """

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


class Correct(OfCombatant, frozen=True, tag="correct"):
    """A number of a combatant is set by hand: rounds loaded, spares, actions left, a gauge, any of its sheet.

    ``number`` is its key, an item's key, the beginning of its name, or words of it. What has the key of a gauge is that
    gauge; the number of the sheet is then ``sheet.`` and the key. A number of an item is the item's key, a dot and its
    own: ``pistol.damage``.
    """

    number: str
    to: int


class Afflict(OfCombatants, frozen=True, tag="condition"):
    """A condition is put on combatants by hand, or one they have lasts as long as is said now.

    ``duration`` None: for so many ``rounds`` of the encounter; both None: as long as the ruleset says. ``keeps_time``:
    a condition that is there ends when it would have ended; only the note is new.
    """

    condition: str
    rounds: int | None = None
    note: str = ""
    duration: Duration | None = None
    keeps_time: bool = False


class Relieve(OfCombatants, frozen=True, tag="relieve"):
    """A condition is taken off combatants by hand."""

    condition: str


class SetField(OfCombatant, frozen=True, tag="set"):
    """A field of a combatant's sheet is set; what hangs on it goes with it."""

    field: str
    to: Value


class SetSheet(OfCombatants, frozen=True, tag="set_sheet"):
    """Several fields of sheets are set at once; what hangs on them goes with them."""

    fields: Mapping[str, Value]


class NameSide(Command, frozen=True, tag="name_side"):
    """A side is called something in this fight; an empty name is taken back."""

    side: Side
    name: str


class Flag(OfCombatants, frozen=True, tag="flag"):
    """A mark such as ``hidden`` is put on combatants or taken off."""

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


class SetInitiative(OfCombatant, frozen=True, tag="set_initiative"):
    """The game master gives a combatant, or its side where sides roll, an initiative."""

    to: int


class Delay(OfCombatant, frozen=True, tag="delay"):
    """A turn of this round is put off until after another's turn; None: to its end."""

    after: CombatantId | None = None


class HoldTurn(OfCombatant, frozen=True, tag="hold_turn"):
    """A turn is held until it is taken up, at the latest to the end of the round; ``until`` is what it waits for."""

    until: str = ""


class ActNow(OfCombatant, frozen=True, tag="act_now"):
    """A combatant whose turn is still to come takes it next."""


class Finish(Command, frozen=True, tag="finish"):
    """The fight is over; what is open stays so, and it can be taken up again with Next until the scene is closed."""


class Carry(Command, frozen=True, tag="carry"):
    """What is open when a fight is over is carried over: these things by name, or without names all of them."""

    things: tuple[str, ...] = ()


class Close(Command, frozen=True, tag="close"):
    """The scene of a fight that is over is closed; refused while something is neither settled, waived nor carried."""


class Settle(Command, frozen=True, tag="settle"):
    """What the rules demand is settled: these obligations, or without ids the first that is due.

    All of one kind that are settled together are settled with the first. ``things`` are what is open by its names, in
    place of ids: beside what is owed a condition, which is over then, and a thing on the ground, which is taken.
    """

    ids: tuple[int, ...] = ()
    things: tuple[str, ...] = ()


class Waive(Command, frozen=True, tag="waive"):
    """Obligations are taken back without being played; without ids the first that is due. ``note`` is the reason.

    ``things`` are what is open by its names, in place of ids: a condition ends, a thing on the ground is left there.
    """

    ids: tuple[int, ...] = ()
    note: str = ""
    things: tuple[str, ...] = ()


class Setup(Command, frozen=True, tag="setup"):
    """An encounter is opened by a ruleset; performed once, as its first entry."""

    name: str
    ruleset: str
    switches: Mapping[str, Value] = {}


def _among(names: Mapping[str, object]) -> tuple[type[Command], ...]:
    """Returns the commands among the names of a module, without those that others are derived from."""
    found = (each for each in names.values() if isinstance(each, type))
    shared = (Command, OfCombatant, OfCombatants, Declaring)
    return tuple(each for each in found if issubclass(each, Command) and each not in shared)


GENERAL = _among(vars())
"""The commands every system knows."""


def commands_of(names: Mapping[str, object]) -> tuple[type[Command], ...]:
    """Returns the general commands, then those among the names of a module, in the order in which they stand there."""
    return (*GENERAL, *_among(names))
