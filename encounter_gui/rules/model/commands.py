"""What can be asked of every system. A system adds its own commands; the name under ``do`` tells them apart.

Commands are intents, not facts: performing one may be refused, and what comes of it are events.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import AreaKind, Shape
from encounter_gui.encounter.values import (
    Automation,
    Combatant,
    Duration,
    Item,
    Running,
    Side,
    Value,
)
from encounter_gui.rules.model.metres import Metres

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
    """A value of a combatant is set by hand: rounds loaded, spares, actions left, a gauge, any of its sheet.

    ``number`` is its key, an item's key, the beginning of its name, or words of it. What has the key of a gauge is that
    gauge; the number of the sheet is then ``sheet.`` and the key. A number of an item is the item's key, a dot and its
    own: ``pistol.damage``. So can be what of its sheet is no number, and ``name``, ``side`` and ``note``. ``to`` is
    what it shall be, or a text that is read as such. ``anyway``: a number of the sheet or of an item may lie beyond
    what the ruleset allows.
    """

    number: str
    to: Value
    anyway: bool = False


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


class Label(OfCombatants, frozen=True, tag="label"):
    """A few words of the game master's own stand by combatants, or are taken off; without words all of them are.

    No rule reads them.
    """

    text: str = ""
    on: bool = True


class Roll(Command, frozen=True, tag="roll"):
    """Dice are rolled that no rule asks for: ``dice`` in the notation, by ``who`` or nobody; ``text`` is what for."""

    dice: str
    who: CombatantId | None = None
    text: str = ""


class Switch(Command, frozen=True, tag="switch"):
    """A house-rule switch is set for this fight."""

    key: str
    to: Value


class ItemChange(msgspec.Struct, frozen=True, kw_only=True):
    """An item of the library that other rules say something else of."""

    was: Item
    now: Item


class TakeRules(Command, frozen=True, tag="take_rules"):
    """A fight goes on by other rules of the same game.

    ``rules`` is the sha256 of their content, as the campaign keeps it, and ``name`` what they are called. ``items`` are
    the items of the library that they change: what combatants carry of them follows, except for values of their own.
    """

    rules: str
    name: str
    items: tuple[ItemChange, ...] = ()


class SetAutomation(Command, frozen=True, tag="automation"):
    """How far the rules apply themselves is set for this fight: for one rule by its key, or for all others.

    ``to`` None: the rule is as the others again.
    """

    rule: str = ""
    to: Automation | None = None


NotePart = Literal["", "begins", "ends", "falls_short"]
"""What a line of the log is to the commands carried out in one go with it; empty: nothing, somebody has written it."""


class Note(Command, frozen=True, tag="note"):
    """The game master writes something into the log.

    ``part``: it is the first or the last line of several commands carried out in one go, written by the program.
    ``falls_short`` is the last line where some of them could not be carried out. ``lines`` is how many lines stand
    under the first one where a correction has played it again: what came later is then in the same gesture. None:
    all up to the last line.
    """

    text: str
    who: CombatantId | None = None
    part: NotePart = ""
    lines: int | None = None


class Next(Command, frozen=True, tag="next"):
    """The fight moves on: it begins, the order is rolled, the next one acts, the next round begins.

    Between fights time passes to the next thing that is due. ``clock`` is the second of the campaign's clock at which a
    fight begins; None: as it stands.
    """

    clock: int | None = None


class PassTime(Command, frozen=True, tag="pass_time"):
    """Time passes between fights: ``for`` so long, ``until`` a moment, or ``to`` the next thing that is due.

    ``for`` is said as ``2 h``, ``1h30m``, ``3 days``, ``12 turns``; ``until`` as ``23:30``, ``day 3 08:00``, ``next day
    8:00``, ``morning``. A game may have one of its own, which says more.
    """

    for_: str = msgspec.field(default="", name="for")
    until: str = ""
    to: Literal["", "next"] = ""


class Remind(Command, frozen=True, tag="remind"):
    """The game master is reminded of something ``for`` so long from now, or at the moment ``until``."""

    text: str
    for_: str = msgspec.field(default="", name="for")
    until: str = ""


class EndRunning(Command, frozen=True, tag="end_running"):
    """Something that runs on the clock is over by the game master's word; ``who`` None: it belongs to nobody.

    ``running`` is its kind, ``key`` which of several; ``note`` is the reason.
    """

    running: str
    key: str = ""
    who: CombatantId | None = None
    note: str = ""


class Care(OfCombatants, frozen=True, tag="care"):
    """Somebody looks after the hurt from now on, as the rules of healing ask; ``by`` None: nobody does any more."""

    by: CombatantId | None = None


class Refill(OfCombatants, frozen=True, tag="refill"):
    """Outside a running fight every weapon is filled from what its owner carries; nobody named: of all who are there.

    A spare magazine is taken where the game counts them.
    """

    who: tuple[CombatantId, ...] = ()


class TakeOn(Command, frozen=True, tag="take_on"):
    """Those who come out of a fight join the party's time between fights, or come back into it as they are now.

    ``clock`` is the second of the campaign's clock at which the fight was over, ``fight`` its name, ``encounter`` its
    number in the campaign; ``owed`` is what they still owe, ``running`` what runs there and belongs to nobody.
    ``party`` set: they come from that party, and no fight. ``switches`` are the house rules that held in the fight,
    and hold from then on.
    """

    combatants: tuple[Combatant, ...]
    clock: int = 0
    fight: str = ""
    encounter: int = 0
    party: str = ""
    switches: Mapping[str, Value] = {}
    owed: tuple[Obligation, ...] = ()
    running: tuple[Running, ...] = ()


InitiativeScope = Literal["all", "npcs", "missing"]


class RollInitiative(Command, frozen=True, tag="roll_initiative"):
    """Initiative is rolled, also again: of all, of those the players do not play, or of whoever has none yet.

    ``who`` not empty: of these among them; in games where a side rolls, of their sides.
    """

    who: tuple[CombatantId, ...] = ()
    scope: InitiativeScope = "all"


class SetInitiative(OfCombatant, frozen=True, tag="set_initiative"):
    """The game master gives a combatant, or its side where sides roll, an initiative; ``also`` others the same."""

    to: int
    also: tuple[CombatantId, ...] = ()


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


class SetPlan(Command, frozen=True, tag="plan"):
    """The fight gets a plan, or its plan another size, name or height of floors; what is not said stays.

    ``size`` is width and height in ``unit``, which is the game's own unless it is said; another one is converted.
    ``storey`` is how high a floor is. ``remove``: the plan goes, with everybody's place on it.
    """

    size: Point | None = None
    unit: Literal["", "m", "ft"] = ""
    name: str | None = None
    storey: Metres | None = None
    remove: bool = False


class Put(OfCombatants, frozen=True, tag="place"):
    """The game master puts combatants somewhere; nobody's movement is spent, as when they are pushed.

    ``at`` is a point of the plan, or ``near`` a combatant from whom they then stand ``away`` (0: beside it), on the
    side they come from. Several stand beside each other, ``spread`` apart (0: a step of the plan), or with ``together``
    on one point. ``floor`` None: the one
    they are on, or that of ``near``. ``radius`` is how large their bodies are, None: as before. ``off``: they stand
    nowhere any more.
    """

    at: Point | None = None
    near: CombatantId | None = None
    away: Metres = 0
    floor: int | None = None
    radius: Metres | None = None
    together: bool = False
    spread: Metres = 0
    off: bool = False


class PutArea(Command, frozen=True, tag="area", rename={"is_": "is"}):
    """The plan gets an area, or one of its areas is changed; what is not said of one that is there stays.

    ``area`` is the key of one that is there. A ``rectangle`` lies ``at`` its upper left corner and has a ``size``, a
    ``circle`` is ``at`` its centre and has a ``radius``, a ``polygon`` has ``points``. ``is_`` says what it means to
    the rules, ``step`` how much of it in the game's words, ``amount`` is the game master's own modifier. ``until``
    says when it ends by itself: ``next turn``, ``2 rounds``.
    """

    area: str = ""
    shape: Shape | None = None
    at: Point | None = None
    size: Point | None = None
    radius: Metres | None = None
    points: tuple[Point, ...] = ()
    name: str | None = None
    is_: AreaKind | None = None
    step: str | None = None
    amount: int | None = None
    floor: int | None = None
    until: str = ""


class RemoveArea(Command, frozen=True, tag="remove_area"):
    """An area goes from the plan: ``area`` is its key, or its name where no other has it."""

    area: str


class SetBackdrop(Command, frozen=True, tag="backdrop"):
    """The plan is drawn on a picture: the SHA-256 of one that the campaign keeps; empty: on none.

    ``at`` is its upper left corner and ``width`` its width in the plan's unit, ``pixels`` are its own width and height.
    """

    picture: str = ""
    at: Point = (0, 0)
    width: Metres = 0
    pixels: tuple[int, int] = (0, 0)


class Setup(Command, frozen=True, tag="setup"):
    """An encounter is opened by a ruleset; performed once, as its first entry. ``between``: it is no fight, but time.

    ``clock`` is the second of the campaign's clock then.
    """

    name: str
    ruleset: str
    switches: Mapping[str, Value] = {}
    between: bool = False
    clock: int = 0


def _among(names: Mapping[str, object]) -> tuple[type[Command], ...]:
    """Returns the commands among the names of a module, without those that others are derived from."""
    found = (each for each in names.values() if isinstance(each, type))
    shared = (Command, OfCombatant, OfCombatants, Declaring)
    return tuple(each for each in found if issubclass(each, Command) and each not in shared)


GENERAL = _among(vars())
"""The commands every system knows."""


def commands_of(names: Mapping[str, object]) -> tuple[type[Command], ...]:
    """Returns the general commands, then those among the names of a module, in the order in which they stand there.

    One of the module that is called like a general one, and says more, stands in its place.
    """
    own = _among(names)
    called = {each.__struct_config__.tag for each in own}
    return (*(each for each in GENERAL if each.__struct_config__.tag not in called), *own)
