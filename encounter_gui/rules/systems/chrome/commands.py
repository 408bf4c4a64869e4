"""What can be asked of CHROME beyond the general commands.

``edge`` is the game master's own Advantage (1) or Disadvantage (−1), ``burn`` the Conviction spent on a roll before it.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.rules.model.commands import (
    ITEM_FIELDS,
    Command,
    OfCombatant,
    OfCombatants,
    commands_of,
)
from encounter_gui.rules.model.metres import Metres

Band = Literal["", "close", "short", "long"]
Defence = Literal["", "save", "counter", "waive"]
Edge = Literal[-1, 0, 1]
Test = Literal["strength", "speed", "intellect", "combat", "sanity", "fear", "body", "reflex"]
Place = Literal["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]


class Surprise(OfCombatants, frozen=True, tag="surprise"):
    """Enemies attack unnoticed: each Operator named makes the Save against surprise. Source: CHR-23."""


class Unnoticed(Command, frozen=True, tag="unnoticed"):
    """These enemies have not noticed these Operators, or (``on`` false) have; nobody named: all. Source: CHR-24."""

    who: tuple[CombatantId, ...] = ()
    by: tuple[CombatantId, ...] = ()
    on: bool = True


class Order(OfCombatant, frozen=True, tag="order"):
    """A combatant acts before another of the same block, or (None) last in it. Source: CHR-26."""

    before: CombatantId | None = None


class Attack(OfCombatant, frozen=True, tag="attack"):
    """One attack with a melee weapon or firearm, or one of an enemy's listed attacks.

    Source: CHR-29a, CHR-29b, CHR-36, CHR-41.

    ``weapon`` is an item's key; empty: what is in hand, or the first. The range is ``metres`` or, with None, the
    ``band`` (empty: the first the weapon works at). ``modifiers`` are the situational ones that are on. ``defence`` is
    what a targeted Operator does (empty: asked where it may choose), with ``counter_weapon`` (empty: what is in
    hand); ``save_edge`` and ``save_burn`` belong to its roll. ``ally`` stands in the line, should the attack go wrong.
    ``cover``: whether the target is in cover against it; None: if it is marked so, or the plan says so. What
    ``metres``, ``band`` and ``modifiers`` do not say the plan says, but for the modifiers that are ``overruled``.
    """

    item_fields: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **ITEM_FIELDS,
        "counter_weapon": ("target",),
    }

    target: CombatantId
    weapon: str = ""
    metres: Metres | None = None
    band: Band = ""
    cover: bool | None = None
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    edge: Edge = 0
    burn: int = 0
    defence: Defence = ""
    counter_weapon: str = ""
    save_edge: Edge = 0
    save_burn: int = 0
    ally: CombatantId | None = None


class Caught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant within 20 m of a blast; ``cover``: whether some lies between the two; ``waive``: no Save is made.

    Without ``cover`` (None) there is some where the plan says so. Source: CHR-46, CHR-47.
    """

    target: CombatantId
    cover: bool | None = None
    waive: bool = False


class Throw(OfCombatant, frozen=True, tag="throw"):
    """A grenade is thrown at a combatant; ``caught`` are the others within 20 m of the target. Source: CHR-29c, CHR-46.

    In the place of a ``target`` it may be thrown ``at`` a point of the plan, on a ``floor`` (None: the thrower's): then
    it is aimed at nobody, and whoever is within 20 m of the point is among the others.
    ``near`` are those within 20 m of the thrower, should it go wrong. Where either is None, those whom the plan says;
    without a plan nobody else is caught, and the whole squad is near. The rest is as in ``Attack``.
    """

    target: CombatantId | None = None
    at: Point | None = None
    floor: int | None = None
    weapon: str = ""
    metres: Metres | None = None
    band: Band = ""
    caught: tuple[Caught, ...] | None = None
    near: tuple[Caught, ...] | None = None
    cover: bool | None = None
    waive: bool = False
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    edge: Edge = 0
    burn: int = 0


class Special(OfCombatant, frozen=True, tag="special"):
    """An enemy uses a special ability on these; each makes the Save it names. Source: CHR-11, CHR-31."""

    ability: str
    targets: tuple[CombatantId, ...]


class Check(OfCombatant, frozen=True, tag="check"):
    """A Stat Check or a Save outside the other commands. ``skill`` is the one it uses.

    Source: CHR-13, CHR-14, CHR-19.
    """

    test: Test
    skill: str = ""
    modifiers: tuple[str, ...] = ()
    edge: Edge = 0
    burn: int = 0


class Burn(OfCombatant, frozen=True, tag="burn"):
    """So much Conviction is burned on a combatant's next roll, whatever asks for it; ``on``: on the next of this test.

    Source: CHR-20.
    """

    amount: int
    on: Test | Literal[""] = ""


class PanicCheck(OfCombatants, frozen=True, tag="panic"):
    """These Operators make a Panic Check, because the game master says so. Source: CHR-61, CHR-62.

    ``later``: not now, but once the table is ready for it; ``text`` is what frightens them.
    """

    later: bool = False
    text: str = ""


class Stress(OfCombatants, frozen=True, tag="stress"):
    """These Operators take so much Stress; below 0: so much Conviction is regained. Source: CHR-05."""

    amount: int


class Oppose(OfCombatant, frozen=True, tag="oppose"):
    """Two Operators test against each other; ``target_test`` empty: the same as ``test``. Source: CHR-21."""

    target: CombatantId
    test: Test
    target_test: Test | Literal[""] = ""
    skill: str = ""
    target_skill: str = ""
    edge: Edge = 0
    target_edge: Edge = 0


class Move(OfCombatant, frozen=True, tag="move"):
    """A move action of so many metres; ``cover``: it ends in cover, which costs nothing.

    ``twice``: both Major Actions of the turn are spent on it. ``to`` and ``floor`` say where on the plan it leads, or
    ``towards`` to whom, in place of ``metres``. Source: CHR-29e, CHR-29n, CHR-32.
    """

    metres: Metres = 0
    to: Point | None = None
    towards: CombatantId | None = None
    floor: int | None = None
    twice: bool = False
    cover: bool = False


class TakeCover(OfCombatant, frozen=True, tag="take_cover"):
    """A combatant who has moved this turn takes cover, free of cost. Source: CHR-29n, CHR-34."""


class StandUp(OfCombatant, frozen=True, tag="stand_up"):
    """A prone combatant gets up. Source: CHR-29k."""


class Reload(OfCombatant, frozen=True, tag="reload"):
    """A firearm is reloaded; ``weapon`` empty: what is in hand. Source: CHR-29d."""

    weapon: str = ""


class ClearJam(OfCombatant, frozen=True, tag="clear_jam"):
    """A jammed weapon is cleared; ``weapon`` empty: the first that is jammed. Source: CHR-40."""

    weapon: str = ""


class PickUp(OfCombatant, frozen=True, tag="pick_up"):
    """A dropped weapon is picked up; ``weapon`` empty: the first that lies there. Source: CHR-40."""

    weapon: str = ""


class Hold(OfCombatant, frozen=True, tag="hold"):
    """Another weapon is taken in hand, free of cost. Source: CHR-28."""

    weapon: str


class Activate(OfCombatant, frozen=True, tag="activate"):
    """Gear, CyberTech or a machine is used, told by the game master: a Major Action.

    Source: CHR-29g, CHR-29h, CHR-28.
    """

    text: str = ""


class Free(OfCombatant, frozen=True, tag="free"):
    """Something that costs nothing: shouting, looking around. Source: CHR-29m."""

    text: str = ""


class UseItem(OfCombatant, frozen=True, tag="use_item"):
    """A medpack, or any number of one consumable, is used. Source: CHR-29i, CHR-29j, CHR-68.

    ``count`` of them on ``target`` (None: oneself), and one more on each of ``others``.
    """

    item: str
    target: CombatantId | None = None
    count: int = 1
    others: tuple[CombatantId, ...] = ()


class Hack(OfCombatant, frozen=True, tag="hack"):
    """One Intellect Check against a system, whose ``rating`` the first one names. Source: CHR-29h, CHR-70."""

    system: str = "system"
    rating: int = 0
    skill: str = ""
    edge: Edge = 0
    burn: int = 0


class Reboot(Command, frozen=True, tag="reboot"):
    """A system is forgotten, or comes up again after a lockdown. Source: CHR-70."""

    system: str = "system"


class Grapple(OfCombatant, frozen=True, tag="grapple"):
    """A combatant is grappled; ``hindrance`` is what the game master makes of it. Source: CHR-29f, CHR-48."""

    target: CombatantId
    hindrance: str = ""
    skill: str = ""
    edge: Edge = 0
    burn: int = 0


class BreakFree(OfCombatant, frozen=True, tag="break_free"):
    """A grappled combatant tries to break free of one who holds it. Source: CHR-29f, CHR-48.

    ``by`` is whose grapple is broken; None: there is only one.
    """

    by: CombatantId | None = None
    skill: str = ""
    edge: Edge = 0
    burn: int = 0


class FirstAid(OfCombatant, frozen=True, tag="first_aid"):
    """A bleeding limb is seen to; ``place`` empty: the first that bleeds. Source: CHR-54."""

    patient: CombatantId
    place: Place | Literal[""] = ""
    edge: Edge = 0
    burn: int = 0


class Extinguish(OfCombatant, frozen=True, tag="extinguish"):
    """A fire on a combatant is put out; ``target`` None: one's own. Source: CHR-38."""

    target: CombatantId | None = None


class Lend(OfCombatant, frozen=True, tag="lend"):
    """Conviction is given to an ally. Source: CHR-29l, CHR-67."""

    target: CombatantId
    amount: int


class Haunt(OfCombatant, frozen=True, tag="haunt"):
    """A Presence distracts a combatant, or does what the game master tells. Source: CHR-60.

    What it does to a ``target`` other than distract it, it does at Close range, where both stand on the plan.
    """

    target: CombatantId | None = None
    ability: str = "distract"
    text: str = ""
    edge: Edge = 0


class Engage(OfCombatant, frozen=True, tag="engage"):
    """A gutless Operator makes the Fear Save without which it does not fight. Source: CHR-63."""


class Rejoin(OfCombatant, frozen=True, tag="rejoin"):
    """A combatant (re)joins the group: who trusts no one makes a Fear Save. Source: CHR-63."""


class Distort(OfCombatant, frozen=True, tag="distort"):
    """A permanent Distortion is written down. Source: CHR-20, CHR-64."""

    text: str


class Locate(OfCombatant, frozen=True, tag="locate"):
    """The game master asks for the place of a wound; ``ruined``: it is bad enough for a cyber part. Source: CHR-49."""

    ruined: bool = False


class MarkPlace(OfCombatant, frozen=True, tag="mark"):
    """A limb is marked by hand as severed, bleeding or ruined, or no longer so. Source: CHR-49, CHR-54."""

    place: Place
    mark: Literal["severed", "bleeding", "ruined"]
    on: bool = True


class Wake(OfCombatant, frozen=True, tag="wake"):
    """An unconscious one wakes up earlier than it would. Source: CHR-57."""


class Kill(OfCombatant, frozen=True, tag="kill"):
    """A combatant dies, without any Save, because the game master says so. Source: CHR-58, CHR-59."""


class Rest(OfCombatant, frozen=True, tag="rest"):
    """Six hours of rest: for Health, for Conviction, or both. Source: CHR-69.

    Between fights the hours pass, and everybody of the party rests who has not today; ``alone``: nobody else does.
    Nobody named: the party between fights.
    """

    who: CombatantId = CombatantId("")
    aim: Literal["both", "health", "conviction"] = "both"
    alone: bool = False


class NewDay(Command, frozen=True, tag="new_day"):
    """A day is over: everybody may rest again. Source: CHR-69."""


class Downtime(OfCombatants, frozen=True, tag="downtime"):
    """Downtime brings everything to its most and puts limbs back; the mission is over. Source: CHR-69, CHR-54.

    ``for`` is how long it takes, as a time is typed; between fights it is asked for where it is not said.
    """

    for_: str = msgspec.field(default="", name="for")


class Leave(OfCombatant, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered, out of the way."""


class Wait(OfCombatant, frozen=True, tag="wait"):
    """Ends what a combatant does in this turn. Source: CHR-22."""


COMMANDS = commands_of(vars())
"""Every command of the system."""
