"""What can be asked of the phases system beyond the general commands."""

from typing import Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.rules.model import commands as general
from encounter_gui.rules.model.commands import (
    Command,
    Declaring,
    OfCombatant,
    OfCombatants,
    commands_of,
)

Gait = Literal["still", "jog", "run", "sprint", "prone"]
Terrain = Literal["normal", "difficult", "very_difficult"]
Mode = Literal[
    "", "single", "double", "semi", "burst", "full", "laser", "slug", "shot", "blow", "throw"
]
Stance = Literal["ducking", "hunkering", "snap_shot"]
Full = Literal["", "run", "sprint", "recover", "all_out_dodge"]
Band = Literal["", "point_blank", "short", "medium", "long", "extreme"]
Hand = Literal["", "right", "left"]
Habit = Literal["", "nightly"]
Jump_ = Literal["long", "high"]


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a combatant declares for the phase: how many actions, or a full one, and stances. Source: PHA-24."""

    who: CombatantId
    actions: int = 1
    full: Full = ""
    stances: tuple[Stance, ...] = ()
    intent: str = ""


class Declare(Declaring, frozen=True, tag="declare"):
    """A combatant declares actions and stances for the phase; nobody sees it before the phase begins.

    ``actions`` 1 to 3; ``full`` is a Full Action in their place. ``late``: the game master lets it be declared after
    that, while nothing has been done yet. A Snap Shot in answer to one needs no leave where the switch says so.

    Source: PHA-23, PHA-24, PHA-28, PHA-29.
    """

    actions: int = 1
    full: Full = ""
    stances: tuple[Stance, ...] = ()
    late: bool = False


class DeclareAll(Command, frozen=True, tag="declare_all"):
    """Several declare at once, blindly. Source: PHA-24, PHA-29."""

    plans: tuple[Declared, ...]


class Notice(Command, frozen=True, tag="notice"):
    """Everybody tries to notice the other side first. Source: PHA-20.

    ``who`` empty: everybody who is up. ``together``: alike people who are no player characters share one roll.
    """

    who: tuple[CombatantId, ...] = ()
    together: bool = False


class Ambush(OfCombatants, frozen=True, tag="ambush"):
    """A party lies in ambush; ``victims`` empty: everybody of the other side. Source: PHA-21, PHA-10."""

    victims: tuple[CombatantId, ...] = ()
    together: bool = False


class Move(OfCombatant, frozen=True, tag="move"):
    """A combatant moves: ``still`` and ``prone`` go nowhere, ``run`` and ``sprint`` are Full Actions.

    ``feet`` None: the whole way to the place that is said, else as far as it gets. ``to`` is a point of the plan,
    ``towards`` somebody beside whom the way ends, ``floor`` the floor of it, None: the one they are on. A ``terrain``
    that is said holds for the whole way, whatever the plan has there. Source: PHA-12, PHA-13, PHA-22, PHA-31.
    """

    gait: Gait
    feet: int | None = None
    terrain: Terrain = "normal"
    to: Point | None = None
    towards: CombatantId | None = None
    floor: int | None = None


class Attack(OfCombatant, frozen=True, tag="attack"):
    """One attack action on one target. Source: PHA-30 to PHA-35, PHA-78.

    ``weapon`` is an item's key; empty: what is in hand. ``technique`` is one of the ruleset's, in place of damage.
    ``shots`` are the separate discharges (shots or bursts) of the action, ``rounds`` those of a salvo; 0: as many as
    the rate of fire and the magazine allow. ``place`` aims. ``straight``: the target moves straight towards or away,
    None: as the plan says, else not. ``band`` is the range, empty: as the plan says, else it does not count.
    ``defense`` is what the target does, ``standard`` or a Specific Defense; empty: the target is asked, if it has a
    choice. ``modifiers`` are the situational ones that are on, ``gm`` the game master's own. ``overruled`` are the keys
    of areas of the plan whose modifiers the game master has turned off.
    """

    target: CombatantId
    weapon: str = ""
    mode: Mode = ""
    technique: str = ""
    shots: int = 1
    rounds: int = 0
    place: str = ""
    straight: bool | None = None
    band: Band = ""
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    gm: int = 0
    defense: str = ""
    defense_gm: int = 0


class BreakFree(OfCombatant, frozen=True, tag="break_free"):
    """A combatant held tries to get out of a grab or clinch. Source: PHA-50, PHA-09."""

    gm: int = 0


class LetGo(OfCombatant, frozen=True, tag="let_go"):
    """A combatant lets go of whom it holds. Source: PHA-53."""


class Draw(OfCombatant, frozen=True, tag="draw"):
    """A weapon is drawn or picked up. Source: PHA-26.

    ``hand`` empty: the right one if it can be used; a two-handed weapon takes both.
    """

    weapon: str
    hand: Hand = ""


class Reload(OfCombatant, frozen=True, tag="reload"):
    """A weapon is reloaded. Source: PHA-26, PHA-77."""

    weapon: str = ""


class ClearJam(OfCombatant, frozen=True, tag="clear"):
    """A jam is cleared. Source: PHA-26, PHA-35."""

    weapon: str = ""


class StandUp(OfCombatant, frozen=True, tag="stand"):
    """A combatant who is prone stands up. Source: PHA-26."""


class Other(OfCombatant, frozen=True, tag="other"):
    """Any other Regular Action, without a roll. Source: PHA-26."""

    what: str = ""


class Recover(OfCombatant, frozen=True, tag="recover"):
    """A phase of getting one's breath back. Source: PHA-18, PHA-26."""


class AllOutDodge(OfCombatant, frozen=True, tag="all_out_dodge"):
    """A phase of nothing but dodging, taken on one's turn where nothing is declared. Source: PHA-24, PHA-51."""


class Wait(OfCombatant, frozen=True, tag="wait"):
    """A combatant does nothing more on its turn; what it declared may still go into a defense. Source: PHA-25."""


class PassTime(general.PassTime, frozen=True, tag="pass_time"):
    """In a running fight so many phases go by, in which nobody does anything but give first aid; else their seconds.

    Source: PHA-11, PHA-70, PHA-71.
    """

    phases: int = 0


class Task(OfCombatant, frozen=True, tag="task"):
    """A test: a characteristic, with a skill and a specialty or without, against a DN or a level of difficulty.

    ``dn`` 0: that of the ``level``. ``action``: it takes a Regular Action. Source: PHA-05, PHA-06, PHA-08, PHA-13.
    """

    characteristic: str
    skill: str = ""
    specialty: str = ""
    dn: int = 0
    level: str = "average"
    gm: int = 0
    action: bool = False


class Oppose(OfCombatant, frozen=True, tag="oppose"):
    """Two roll against each other; ``target`` is passive and wins a tie. Source: PHA-09.

    Each side is a characteristic and a skill; the target's empty: the same.
    """

    target: CombatantId
    characteristic: str
    skill: str = ""
    target_characteristic: str = ""
    target_skill: str = ""
    gm: int = 0


class Climb(OfCombatant, frozen=True, tag="climb"):
    """A phase of climbing, ``height`` feet above the ground. Source: PHA-14."""

    dn: int = 18
    height: int = 0
    gm: int = 0


class Jump(OfCombatant, frozen=True, tag="jump"):
    """A jump of so many feet and inches; ``height`` is the jumper's own, in inches. Source: PHA-15."""

    feet: int = 0
    inches: int = 0
    kind: Jump_ = "long"
    standing: bool = False
    height: int = 0
    gm: int = 0


class Swim(OfCombatant, frozen=True, tag="swim"):
    """A swimming test. ``grip``: there is something to hold on to. Source: PHA-16."""

    dn: int = 18
    gm: int = 0
    grip: bool = False


class HoldBreath(OfCombatant, frozen=True, tag="hold_breath"):
    """Somebody prepared for it goes under water, and holds its breath from now on. Source: PHA-16."""


class Fall(OfCombatant, frozen=True, tag="fall"):
    """A combatant falls so many feet; ``breakfall``: with a try to break it. Source: PHA-79, PHA-53."""

    feet: int
    breakfall: bool = True


class Accident(OfCombatant, frozen=True, tag="accident"):
    """A mishap of ``count`` d6 to a random location. Source: PHA-13."""

    count: int = 1


class Harm(OfCombatant, frozen=True, tag="harm"):
    """So much damage to a place, pointed at. Source: PHA-42, PHA-60 to PHA-64.

    ``raw``: as rolled, so armour and the location count; else what got through them already. ``ignore_armor``: armour
    does not count, the location does.
    """

    place: str
    damage: int
    raw: bool = True
    ignore_armor: bool = False


class Wound(OfCombatant, frozen=True, tag="wound"):
    """The game master sets a wound level (0 none to 6 Destroyed) at a place, without tests. Source: PHA-60, PHA-64."""

    place: str
    level: int


class Amputate(OfCombatant, frozen=True, tag="amputate"):
    """The game master has a Critical wound take off what it hit. Source: PHA-65."""

    place: str


class Rouse(OfCombatant, frozen=True, tag="rouse"):
    """The game master wakes a combatant unconscious or incapacitated. Source: PHA-63, PHA-64."""


class FirstAid(OfCombatant, frozen=True, tag="first_aid"):
    """First aid: in a fight a minute of Full Actions, then the test. Source: PHA-71.

    ``at_once``: the minute is not played out. ``place``: which of equally bad wounds a fumble worsens.
    """

    patient: CombatantId
    gm: int = 0
    at_once: bool = False
    place: str = ""


class StopAid(OfCombatant, frozen=True, tag="stop_aid"):
    """A combatant gives up a first aid under way. Source: PHA-71."""


class Resuscitate(OfCombatant, frozen=True, tag="resuscitate"):
    """The one attempt to bring back a combatant clinically dead. Source: PHA-72."""

    patient: CombatantId
    gm: int = 0


class Surgery(OfCombatant, frozen=True, tag="surgery"):
    """Surgery on one location, between fights. Source: PHA-73."""

    patient: CombatantId
    place: str
    gm: int = 0


class Heal(OfCombatant, frozen=True, tag="heal"):
    """One healing test of a location; ``healer`` None: untreated. Source: PHA-73."""

    place: str
    healer: CombatantId | None = None
    gm: int = 0


class Sleep(OfCombatants, frozen=True, tag="sleep"):
    """Combatants sleep for some hours; ``habit`` ``nightly``: from now on they do so every night. Source: PHA-18."""

    hours: int
    habit: Habit = ""


class StayAwake(OfCombatants, frozen=True, tag="stay_awake"):
    """Combatants have been awake for so many hours on end beyond what they last were. Source: PHA-18.

    They sleep every night no more.
    """

    hours: int


class Leave(OfCombatant, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered. Source: PHA-75."""


class Apply(Command, frozen=True, tag="apply"):
    """The waiting results of a tie take effect; ``one_by_one``: before all of it have acted. Source: PHA-19."""

    one_by_one: bool = False


COMMANDS = commands_of(vars())
"""Every command of the system."""
