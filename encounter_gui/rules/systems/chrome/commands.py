"""What can be asked of CHROME beyond the general commands.

``edge`` is the game master's own Advantage (1) or Disadvantage (−1), ``burn`` the Conviction spent on a roll before it.
"""

from typing import Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Command, commands_of
from encounter_gui.rules.model.metres import Metres

Band = Literal["", "close", "short", "long"]
Defence = Literal["", "save", "counter", "waive"]
Edge = Literal[-1, 0, 1]
Test = Literal["strength", "speed", "intellect", "combat", "sanity", "fear", "body", "reflex"]
Place = Literal["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]


class Surprise(Command, frozen=True, tag="surprise"):
    """Enemies attack unnoticed: each Operator named makes the Save against surprise. Source: CHR-23."""

    who: tuple[CombatantId, ...]


class Unnoticed(Command, frozen=True, tag="unnoticed"):
    """These enemies have not noticed these Operators, or (``on`` false) have; nobody named: all. Source: CHR-24."""

    who: tuple[CombatantId, ...] = ()
    by: tuple[CombatantId, ...] = ()
    on: bool = True


class Order(Command, frozen=True, tag="order"):
    """A combatant acts before another of the same block, or (None) last in it. Source: CHR-26."""

    who: CombatantId
    before: CombatantId | None = None


class Attack(Command, frozen=True, tag="attack"):
    """One attack with a melee weapon or firearm, or one of an enemy's listed attacks.

    Source: CHR-29a, CHR-29b, CHR-36, CHR-41.

    ``weapon`` is an item's key; empty: what is in hand, or the first. The range is ``metres`` or, with None, the
    ``band`` (empty: the first the weapon works at). ``modifiers`` are the situational ones that are on. ``defence`` is
    what a targeted Operator does (empty: asked where it may choose), with ``counter_weapon`` (empty: what is in
    hand); ``save_edge`` and ``save_burn`` belong to its roll. ``ally`` stands in the line, should the attack go wrong.
    """

    who: CombatantId
    target: CombatantId
    weapon: str = ""
    metres: Metres | None = None
    band: Band = ""
    modifiers: tuple[str, ...] = ()
    edge: Edge = 0
    burn: int = 0
    defence: Defence = ""
    counter_weapon: str = ""
    save_edge: Edge = 0
    save_burn: int = 0
    ally: CombatantId | None = None


class Caught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant within 20 m of a blast; ``cover`` lies between the two; ``waive``: no Save is made.

    Source: CHR-46, CHR-47.
    """

    target: CombatantId
    cover: bool = False
    waive: bool = False


class Throw(Command, frozen=True, tag="throw"):
    """A grenade is thrown at a combatant; ``caught`` are the others within 20 m of the target. Source: CHR-29c, CHR-46.

    ``near`` are those within 20 m of the thrower, should it go wrong; None: the whole squad.
    """

    who: CombatantId
    target: CombatantId
    weapon: str = ""
    metres: Metres | None = None
    band: Band = ""
    caught: tuple[Caught, ...] = ()
    near: tuple[Caught, ...] | None = None
    cover: bool = False
    waive: bool = False
    modifiers: tuple[str, ...] = ()
    edge: Edge = 0
    burn: int = 0


class Special(Command, frozen=True, tag="special"):
    """An enemy uses a special ability on these; each makes the Save it names. Source: CHR-11, CHR-31."""

    who: CombatantId
    ability: str
    targets: tuple[CombatantId, ...]


class Check(Command, frozen=True, tag="check"):
    """A Stat Check or a Save outside the other commands. ``skill`` is the one it uses.

    Source: CHR-13, CHR-14, CHR-19.
    """

    who: CombatantId
    test: Test
    skill: str = ""
    modifiers: tuple[str, ...] = ()
    edge: Edge = 0
    burn: int = 0


class Burn(Command, frozen=True, tag="burn"):
    """So much Conviction is burned on a combatant's next roll, whatever asks for it; ``on``: on the next of this test.

    Source: CHR-20.
    """

    who: CombatantId
    amount: int
    on: Test | Literal[""] = ""


class PanicCheck(Command, frozen=True, tag="panic"):
    """These Operators make a Panic Check, because the game master says so. Source: CHR-61, CHR-62.

    ``later``: not now, but once the table is ready for it; ``text`` is what frightens them.
    """

    who: tuple[CombatantId, ...]
    later: bool = False
    text: str = ""


class Stress(Command, frozen=True, tag="stress"):
    """These Operators take so much Stress; below 0: so much Conviction is regained. Source: CHR-05."""

    who: tuple[CombatantId, ...]
    amount: int


class Oppose(Command, frozen=True, tag="oppose"):
    """Two Operators test against each other; ``target_test`` empty: the same as ``test``. Source: CHR-21."""

    who: CombatantId
    target: CombatantId
    test: Test
    target_test: Test | Literal[""] = ""
    skill: str = ""
    target_skill: str = ""
    edge: Edge = 0
    target_edge: Edge = 0


class Move(Command, frozen=True, tag="move"):
    """A move action of so many metres; ``cover``: it ends in cover, which costs nothing.

    Source: CHR-29e, CHR-29n, CHR-32.
    """

    who: CombatantId
    metres: Metres = 0
    cover: bool = False


class TakeCover(Command, frozen=True, tag="take_cover"):
    """A combatant who has moved this turn takes cover, free of cost. Source: CHR-29n, CHR-34."""

    who: CombatantId


class StandUp(Command, frozen=True, tag="stand_up"):
    """A prone combatant gets up. Source: CHR-29k."""

    who: CombatantId


class Reload(Command, frozen=True, tag="reload"):
    """A firearm is reloaded; ``weapon`` empty: what is in hand. Source: CHR-29d."""

    who: CombatantId
    weapon: str = ""


class ClearJam(Command, frozen=True, tag="clear_jam"):
    """A jammed weapon is cleared; ``weapon`` empty: the first that is jammed. Source: CHR-40."""

    who: CombatantId
    weapon: str = ""


class PickUp(Command, frozen=True, tag="pick_up"):
    """A dropped weapon is picked up; ``weapon`` empty: the first that lies there. Source: CHR-40."""

    who: CombatantId
    weapon: str = ""


class Hold(Command, frozen=True, tag="hold"):
    """Another weapon is taken in hand, free of cost. Source: CHR-28."""

    who: CombatantId
    weapon: str


class Activate(Command, frozen=True, tag="activate"):
    """Gear, CyberTech or a machine is used, told by the game master: a Major Action.

    Source: CHR-29g, CHR-29h, CHR-28.
    """

    who: CombatantId
    text: str = ""


class Free(Command, frozen=True, tag="free"):
    """Something that costs nothing: shouting, looking around. Source: CHR-29m."""

    who: CombatantId
    text: str = ""


class UseItem(Command, frozen=True, tag="use_item"):
    """A medpack, or any number of one consumable, is used. Source: CHR-29i, CHR-29j, CHR-68.

    ``count`` of them on ``target`` (None: oneself), and one more on each of ``others``.
    """

    who: CombatantId
    item: str
    target: CombatantId | None = None
    count: int = 1
    others: tuple[CombatantId, ...] = ()


class Hack(Command, frozen=True, tag="hack"):
    """One Intellect Check against a system, whose ``rating`` the first one names. Source: CHR-29h, CHR-70."""

    who: CombatantId
    system: str = "system"
    rating: int = 0
    skill: str = ""
    edge: Edge = 0
    burn: int = 0


class Reboot(Command, frozen=True, tag="reboot"):
    """A system is forgotten, or comes up again after a lockdown. Source: CHR-70."""

    system: str = "system"


class Grapple(Command, frozen=True, tag="grapple"):
    """A combatant is grappled; ``hindrance`` is what the game master makes of it. Source: CHR-29f, CHR-48."""

    who: CombatantId
    target: CombatantId
    hindrance: str = ""
    skill: str = ""
    edge: Edge = 0
    burn: int = 0


class BreakFree(Command, frozen=True, tag="break_free"):
    """A grappled combatant tries to break free of one who holds it. Source: CHR-29f, CHR-48.

    ``by`` is whose grapple is broken; None: there is only one.
    """

    who: CombatantId
    by: CombatantId | None = None
    skill: str = ""
    edge: Edge = 0
    burn: int = 0


class FirstAid(Command, frozen=True, tag="first_aid"):
    """A bleeding limb is seen to; ``place`` empty: the first that bleeds. Source: CHR-54."""

    who: CombatantId
    patient: CombatantId
    place: Place | Literal[""] = ""
    edge: Edge = 0
    burn: int = 0


class Extinguish(Command, frozen=True, tag="extinguish"):
    """A fire on a combatant is put out; ``target`` None: one's own. Source: CHR-38."""

    who: CombatantId
    target: CombatantId | None = None


class Lend(Command, frozen=True, tag="lend"):
    """Conviction is given to an ally. Source: CHR-29l, CHR-67."""

    who: CombatantId
    target: CombatantId
    amount: int


class Haunt(Command, frozen=True, tag="haunt"):
    """A Presence distracts a combatant, or does what the game master tells. Source: CHR-60."""

    who: CombatantId
    target: CombatantId | None = None
    ability: str = "distract"
    text: str = ""
    edge: Edge = 0


class Engage(Command, frozen=True, tag="engage"):
    """A gutless Operator makes the Fear Save without which it does not fight. Source: CHR-63."""

    who: CombatantId


class Rejoin(Command, frozen=True, tag="rejoin"):
    """A combatant (re)joins the group: who trusts no one makes a Fear Save. Source: CHR-63."""

    who: CombatantId


class Distort(Command, frozen=True, tag="distort"):
    """A permanent Distortion is written down. Source: CHR-20, CHR-64."""

    who: CombatantId
    text: str


class Locate(Command, frozen=True, tag="locate"):
    """The game master asks for the place of a wound; ``ruined``: it is bad enough for a cyber part. Source: CHR-49."""

    who: CombatantId
    ruined: bool = False


class MarkPlace(Command, frozen=True, tag="mark"):
    """A limb is marked by hand as severed, bleeding or ruined, or no longer so. Source: CHR-49, CHR-54."""

    who: CombatantId
    place: Place
    mark: Literal["severed", "bleeding", "ruined"]
    on: bool = True


class Wake(Command, frozen=True, tag="wake"):
    """An unconscious one wakes up earlier than it would. Source: CHR-57."""

    who: CombatantId


class Kill(Command, frozen=True, tag="kill"):
    """A combatant dies, without any Save, because the game master says so. Source: CHR-58, CHR-59."""

    who: CombatantId


class Rest(Command, frozen=True, tag="rest"):
    """Six hours of rest: for Health, for Conviction, or both. Source: CHR-69."""

    who: CombatantId
    aim: Literal["both", "health", "conviction"] = "both"


class NewDay(Command, frozen=True, tag="new_day"):
    """A day is over: everybody may rest again. Source: CHR-69."""


class Downtime(Command, frozen=True, tag="downtime"):
    """Downtime brings everything to its most and puts limbs back; the mission is over. Source: CHR-69, CHR-54."""

    who: tuple[CombatantId, ...]


class Leave(Command, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered, out of the way."""

    who: CombatantId


class Wait(Command, frozen=True, tag="wait"):
    """Ends what a combatant does in this turn. Source: CHR-22."""

    who: CombatantId


COMMANDS = commands_of(vars())
"""Every command of the system."""
