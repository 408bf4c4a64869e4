"""What can be asked of the CWN system beyond the general commands."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.rules.model.commands import Command, OfCombatant, OfCombatants, commands_of
from encounter_gui.rules.model.metres import Metres

Mode = Literal["", "melee", "thrown", "single", "burst"]
How = Literal["", "snap", "charge", "swarm", "extra"]
Tool = Literal["medkit", "none", "patch"]
SaveKind = Literal["physical", "evasion", "mental", "luck"]
Distance = Literal["", "melee", "point_blank", "normal", "extreme"]


class Aimed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one of several targets of an attack is aimed at, in place of what the attack says of all.

    ``area`` is the key of the area of the plan whose own modifier counts.
    """

    target: CombatantId
    metres: Metres | None = None
    modifiers: tuple[str, ...] = ()
    area: str = ""


class Attack(OfCombatant, frozen=True, tag="attack"):
    """An attack with everything one Main Action gives. Source: CWN-25, CWN-36a, CWN-36b, CWN-36c, CWN-36e, CWN-69.

    ``weapon`` is an item's key; empty: what is in hand. ``mode`` empty: what the weapon does by itself. ``metres``
    None: in reach, or in normal range. ``how``: ``snap`` gives up an unspent Main at −4, ``charge`` takes Move and
    Main, ``swarm`` is the blow of a swarm whose members have all joined, ``extra`` the one a first kill earns; else
    the Main of the own turn, or one that was held. ``also`` are the targets of further attacks of those who have
    several; empty: all at the same. ``moved`` is how far a charge went. ``suited``: whether the weapon can do a machine
    lasting harm; None: as the weapon says. ``boost``: a Reaction Booster makes good the −4 of a Snap Attack.
    ``modifiers`` are the situational ones that are on, ``gm`` the game master's own modifier.

    What ``metres``, ``moved`` and ``modifiers`` do not say the plan says, but for the modifiers and areas that are
    ``overruled``. ``aims`` are distance and modifiers of each target where they differ, ``area`` is the key of the area
    of the plan whose own modifier counts. ``to`` and ``floor`` say where a charge ends; None: beside the target, and
    with something to throw where it is in normal range.
    """

    target: CombatantId
    weapon: str = ""
    mode: Mode = ""
    how: How = ""
    metres: Metres | None = None
    moved: Metres | None = None
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    gm: int = 0
    nonlethal: bool = False
    suited: bool | None = None
    boost: bool = False
    also: tuple[CombatantId, ...] = ()
    aims: tuple[Aimed, ...] = ()
    area: str = ""
    to: Point | None = None
    floor: int | None = None


class Shot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of several Snap Attacks made at once; what it does not say of the distance the plan says, as of an attack."""

    who: CombatantId
    target: CombatantId
    weapon: str = ""
    mode: Mode = ""
    metres: Metres | None = None
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    area: str = ""
    gm: int = 0
    boost: bool = False


class SnapTogether(Command, frozen=True, tag="snap_together"):
    """Simultaneous Snap Attacks: all are rolled before any damage counts. Source: CWN-36c."""

    shots: tuple[Shot, ...]


class Swarm(OfCombatant, frozen=True, tag="swarm"):
    """A Main is given to a swarm on one target; ``attack`` with ``how = swarm`` is its blow. Source: CWN-39."""

    target: CombatantId


class Screen(OfCombatant, frozen=True, tag="screen"):
    """A combatant shields an ally within 3 m until its next turn. Source: CWN-40.

    ``leaves``: the way there leads out of melee, as a run does; where both stand on the plan, that follows from the
    way. There who is farther goes beside the ally first, or ``to`` a point and ``floor`` within 3 m of it.
    """

    ally: CombatantId
    leaves: bool = False
    to: Point | None = None
    floor: int | None = None


class EndScreen(OfCombatant, frozen=True, tag="end_screen"):
    """A screen is over: the two are more than 3 m apart. Source: CWN-40."""


class TotalDefense(OfCombatant, frozen=True, tag="total_defense"):
    """An Instant that gives up an unspent Main. Source: CWN-36g."""


class Run(OfCombatant, frozen=True, tag="run"):
    """A Move Action of up to the Move rate. Source: CWN-22, CWN-36h, CWN-18.

    ``leaves``: it leads out of melee. ``free``: which enemies make their free attack; None: all who can.
    ``to`` and ``floor`` say where on the plan it leads, or ``towards`` to whom, in place of ``metres``; those strike
    whose reach the way leaves. ``main``: a Main is given up as well, for a second Move in the same go.
    """

    metres: Metres = 0
    to: Point | None = None
    towards: CombatantId | None = None
    floor: int | None = None
    leaves: bool = True
    free: tuple[CombatantId, ...] | None = None
    main: bool = False


class Withdraw(OfCombatant, frozen=True, tag="withdraw"):
    """A Fighting Withdrawal: a later Move this turn provokes nothing. Source: CWN-36i."""


class Spend(OfCombatant, frozen=True, tag="spend"):
    """A Main or Move goes into something the rules have no numbers for: a hack, a lever. Source: CWN-21, CWN-22."""

    action: Literal["main", "move"] = "main"
    text: str = ""


class Check(OfCombatant, frozen=True, tag="check"):
    """A skill check, a Main in a fight unless ``free``. Source: CWN-10, CWN-36j.

    ``attribute`` empty: the best there is. ``special``: a Specialist in it, or for an NPC its specialty.
    """

    skill: str
    attribute: str = ""
    difficulty: int = 8
    special: bool = False
    gm: int = 0
    free: bool = False


class Oppose(OfCombatant, frozen=True, tag="oppose"):
    """Two roll skill checks against each other. Source: CWN-10, CWN-11.

    ``target_skill`` empty: the same as ``skill``. ``special``, ``target_special``: a Specialist in it.
    """

    target: CombatantId
    skill: str
    target_skill: str = ""
    attribute: str = ""
    target_attribute: str = ""
    gm: int = 0
    free: bool = False
    special: bool = False
    target_special: bool = False


class Save(OfCombatant, frozen=True, tag="save"):
    """A saving throw by hand. Source: CWN-09."""

    save: SaveKind = "physical"
    gm: int = 0


class Ready(OfCombatant, frozen=True, tag="ready"):
    """An item comes from pack, holster or belt into the hand. Source: CWN-36k."""

    item: str


class Stow(OfCombatant, frozen=True, tag="stow"):
    """What is in hand goes into pack, holster or belt; ``item`` empty: what is used first. Source: CWN-36k."""

    item: str = ""


class Reload(OfCombatant, frozen=True, tag="reload"):
    """A magazine is full again. Source: CWN-36l."""

    weapon: str = ""


class Drop(OfCombatant, frozen=True, tag="drop"):
    """What is in hand falls to the ground; ``item`` empty: what is used first. Source: CWN-36m."""

    item: str = ""


class PickUp(OfCombatant, frozen=True, tag="pick_up"):
    """A dropped item comes into a free hand. Source: CWN-36n.

    ``owner`` is who let it fall; None: the combatant itself.
    """

    item_fields: ClassVar[Mapping[str, tuple[str, ...]]] = {"item": ("owner", "who")}

    item: str
    owner: CombatantId | None = None


class Stand(OfCombatant, frozen=True, tag="stand"):
    """A combatant gets up and collects what it dropped. Source: CWN-36o."""


class GoProne(OfCombatant, frozen=True, tag="prone"):
    """A combatant drops to the ground. Source: CWN-36p."""


class Hold(OfCombatant, frozen=True, tag="hold"):
    """What is left of the turn waits for a moment later this round. Source: CWN-36q, CWN-38."""


class ExtraMove(OfCombatant, frozen=True, tag="extra_move"):
    """A Main is given up for a second Move. Source: CWN-36r."""


class Done(OfCombatant, frozen=True, tag="done"):
    """A combatant's turn is over. Source: CWN-17."""


class Engage(OfCombatant, frozen=True, tag="engage"):
    """Two are in melee with each other from now on. Source: CWN-18, CWN-27."""

    target: CombatantId


class Disengage(OfCombatant, frozen=True, tag="disengage"):
    """Two are in melee no more, without a Move; ``target`` None: with all. Source: CWN-18, CWN-27."""

    target: CombatantId | None = None


class Morale(OfCombatants, frozen=True, tag="morale"):
    """One roll for all of these; each holds it against its own Morale. Source: CWN-66."""

    gm: int = 0


class SkipMorale(Command, frozen=True, tag="skip_morale"):
    """The game master lets a prompted Morale check go. Source: CWN-19, CWN-66."""

    side: str


class InCone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant in the cone of suppressive fire; behind hard cover it has nothing to fear."""

    target: CombatantId
    hard_cover: bool = False
    gm: int = 0


class Suppress(OfCombatant, frozen=True, tag="suppress"):
    """Suppressive fire into a cone. Source: CWN-32.

    ``more``: not everybody in it is named yet; whom the next such command names costs nothing and meets the same roll.
    ``targets`` None: the plan says who is in the cone that opens ``towards`` somebody; without a plan nobody is.
    """

    targets: tuple[InCone, ...] | None = None
    weapon: str = ""
    more: bool = False
    towards: CombatantId | None = None


class Throw(OfCombatant, frozen=True, tag="throw"):
    """A grenade is thrown, launched or lobbed at a point; ``blast`` says what it does there. Source: CWN-41, CWN-42.

    ``launcher`` is the weapon it leaves; empty: the hand. ``skill`` empty: Shoot. On the plan it is thrown ``at`` a
    point (``floor`` None: that of who throws) or ``towards`` somebody, at their place, and the plan says how far that
    is and what lies between, as of an attack.
    """

    weapon: str = ""
    launcher: str = ""
    metres: Metres | None = None
    skill: str = ""
    modifiers: tuple[str, ...] = ()
    gm: int = 0
    overruled: tuple[str, ...] = ()
    area: str = ""
    at: Point | None = None
    floor: int | None = None
    towards: CombatantId | None = None


class Caught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combatant in a blast; ``protected``: eyes and ears, or breath, as the grenade asks."""

    target: CombatantId
    protected: bool = False
    gm: int = 0


class Blast(Command, frozen=True, tag="blast"):
    """A grenade, mine or charge goes off. Source: CWN-41, CWN-42.

    ``who`` threw it; None: it goes off by itself, and ``weapon`` is a library item. ``more``: not everybody in it is
    named yet, so it is not over. ``at`` is a point of the plan where it goes off; None: where it has landed, if it was
    thrown on the plan. ``targets`` None: the plan says whom it reaches from there; without a plan nobody.
    """

    who: CombatantId | None = None
    weapon: str = ""
    targets: tuple[Caught, ...] | None = None
    more: bool = False
    at: Point | None = None
    floor: int | None = None


class Execute(OfCombatant, frozen=True, tag="execute"):
    """A prepared attack on an unaware or helpless target. Source: CWN-43.

    ``distance`` empty: as far as ``metres`` are for the weapon, which the plan says where they are not said; else a
    blow. Point blank is within 2 m.
    """

    target: CombatantId
    weapon: str = ""
    distance: Distance = ""
    metres: Metres | None = None
    nonlethal: bool = False
    gm: int = 0


class FinishOff(OfCombatant, frozen=True, tag="finish_off"):
    """A helpless target is killed. Source: CWN-44."""

    target: CombatantId


class Stabilize(OfCombatant, frozen=True, tag="stabilize"):
    """A Main, touching: the mortally wounded one will live. ``special``: by a Specialist in Heal.

    Source: CWN-10, CWN-60, CWN-36j.
    """

    patient: CombatantId
    tool: Tool = "medkit"
    attribute: str = ""
    gm: int = 0
    special: bool = False


class Biostabilize(OfCombatant, frozen=True, tag="biostabilize"):
    """An armour that stabilizes its wearer, an Instant. Source: CWN-45r."""


class Revive(OfCombatant, frozen=True, tag="revive"):
    """Ten minutes later: the stable and the unconscious are up at 1 HP. Source: CWN-58, CWN-60.

    Between fights what is left of the ten minutes passes.
    """


class FirstAid(OfCombatant, frozen=True, tag="first_aid"):
    """Five minutes of first aid after a fight; Panacea doubles it. Source: CWN-62, CWN-45u.

    Between fights the five minutes run, and it heals once they are over.
    """

    patient: CombatantId
    panacea: bool = False


class Surgery(OfCombatant, frozen=True, tag="surgery"):
    """One Heal check of a carer with supplies ends frailty. ``special``: of a Specialist in Heal. Source: CWN-61."""

    patient: CombatantId
    gm: int = 0
    special: bool = False


class Rest(OfCombatants, frozen=True, tag="rest"):
    """A good night, or a week, after the fight. Source: CWN-61, CWN-62.

    Between fights the time to the morning passes once for all, and nobody named is the whole party.
    """

    who: tuple[CombatantId, ...] = ()
    nights: int = 1


class Refresh(Command, frozen=True, tag="refresh"):
    """The fight is over for these: soak pools refill, what works once per scene works again. Source: CWN-07, CWN-13."""

    who: tuple[CombatantId, ...] = ()


class Reflexes(OfCombatant, frozen=True, tag="reflexes"):
    """Enhanced Reflexes give a bonus Main, from the second level on a Move as well. Source: CWN-45m.

    ``instant``: at any time, for 1 System Strain.
    """

    instant: bool = False


class Whirlwind(OfCombatant, frozen=True, tag="whirlwind"):
    """Own Shock to everybody in melee, once per scene. Source: CWN-45k."""

    weapon: str = ""


class Dose(OfCombatant, frozen=True, tag="dose"):
    """A drug is given: its item's key, from the giver's own or the patient's things. Source: CWN-45s to CWN-45u."""

    item_fields: ClassVar[Mapping[str, tuple[str, ...]]] = {"drug": ("who", "patient")}

    patient: CombatantId
    drug: str


class Leave(OfCombatant, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered. Source: CWN-66."""


COMMANDS = commands_of(vars())
"""Every command of the system."""
