"""What can be asked of the D6-pool system beyond the general commands."""

from typing import Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.rules.model.commands import (
    Command,
    Declaring,
    OfCombatant,
    OfCombatants,
    commands_of,
)
from encounter_gui.rules.model.metres import Metres

Gait = Literal["walk", "run", "crawl", "prone", "stand"]
Movement = Literal["run", "crawl", "stand", "prone"]
"""A way of moving that is declared before initiative; a walk is free and need not be."""
Mode = Literal["", "SS", "SA", "FA", "melee", "thrown"]
Band = Literal["", "short", "medium", "long", "extreme"]
Skill = str


class Declare(Declaring, frozen=True, tag="declare"):
    """A combatant says in general what it will do this turn, and how it will move. Source: D6P-14, D6P-18.

    What moving costs weighs on every action of the turn, those before it too. An empty intent without movement is a
    declaration as well: of nothing in particular.
    """

    moves: tuple[Movement, ...] = ()


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a combatant declares for the turn: how it will move, and in general what it will do. Source: D6P-14."""

    who: CombatantId
    moves: tuple[Movement, ...] = ()
    intent: str = ""


class DeclareAll(Command, frozen=True, tag="declare_all"):
    """Several declare at once, before initiative. Source: D6P-14, D6P-18."""

    plans: tuple[Declared, ...]


class Move(OfCombatant, frozen=True, tag="move"):
    """A combatant moves or changes position; ``metres`` only for walk, run and crawl. Source: D6P-18.

    ``to`` and ``floor`` say where on the plan it leads, or ``towards`` to whom, in place of ``metres``.
    """

    gait: Gait
    metres: Metres = 0
    to: Point | None = None
    towards: CombatantId | None = None
    floor: int | None = None


class Attack(OfCombatant, frozen=True, tag="attack"):
    """One shot, burst or blow. Source: D6P-19, D6P-20, D6P-29, D6P-30.

    ``weapon`` is an item's key; empty: what is in hand. The range is ``metres`` or, with None, the ``band`` (empty:
    short). ``modifiers`` are the situational ones that are on, ``gm`` the game master's own dice, ``dodge`` the dice
    the target spends. ``hero``: a Hero Point doubles the skill for this action. ``area`` is the key of the area of the
    plan whose own modifier counts. What range, ``modifiers`` and ``area`` do not say the plan says, but for modifiers
    and areas that are ``overruled``.
    """

    target: CombatantId
    weapon: str = ""
    mode: Mode = ""
    metres: Metres | None = None
    band: Band = ""
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    area: str = ""
    gm: int = 0
    dodge: int = 0
    hero: bool = False


class Throw(OfCombatant, frozen=True, tag="throw"):
    """An explosive is thrown at a point; who is in the blast is resolved by ``blast``. Source: D6P-38.

    The point is ``at`` a place of the plan, on a ``floor`` (None: the thrower's), or where ``target`` stands; where it
    comes down is then known on the plan. ``modifiers``, ``overruled`` and ``area``: see ``Attack``.
    """

    weapon: str = ""
    at: Point | None = None
    floor: int | None = None
    target: CombatantId | None = None
    metres: Metres | None = None
    band: Band = ""
    modifiers: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    area: str = ""
    gm: int = 0
    hero: bool = False


class Caught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody in a blast: how far from its centre in metres, the dice spent on dodging, and cover the GM grants.

    ``metres`` None: as far as the plan says.
    """

    target: CombatantId
    metres: Metres | None = None
    dodge: int = 0
    gm: int = 0


class Blast(Command, frozen=True, tag="blast"):
    """An explosion strikes everybody in it, each with rolls of its own. Source: D6P-40, D6P-41.

    ``who`` threw it; None: it goes off by itself, and ``weapon`` is a library item. ``more``: not everybody in it is
    named yet, so it is not over. ``at`` and ``floor`` say where on the plan its centre is; None: where what was thrown
    has come down.
    """

    who: CombatantId | None = None
    weapon: str = ""
    at: Point | None = None
    floor: int | None = None
    targets: tuple[Caught, ...] = ()
    more: bool = False


class Draw(OfCombatant, frozen=True, tag="draw"):
    """A weapon is drawn: half an action. Source: D6P-21."""

    weapon: str


class FastDraw(OfCombatant, frozen=True, tag="fast_draw"):
    """A weapon is drawn in no time, or the turn is lost. Source: D6P-22."""

    weapon: str
    gm: int = 0
    hero: bool = False


class Aim(OfCombatant, frozen=True, tag="aim"):
    """The whole turn is spent aiming. Source: D6P-23."""


class Reload(OfCombatant, frozen=True, tag="reload"):
    """The whole turn is spent reloading. Source: D6P-24."""

    weapon: str = ""


class Task(OfCombatant, frozen=True, tag="task"):
    """A task roll: attribute or skill against a difficulty number. Source: D6P-09, D6P-25."""

    skill: Skill
    dn: int
    gm: int = 0
    hero: bool = False


class Oppose(OfCombatant, frozen=True, tag="oppose"):
    """Two combatants roll against each other; the higher total wins. Source: D6P-11.

    ``target_skill`` empty: the same as ``skill``.
    """

    target: CombatantId
    skill: Skill
    target_skill: Skill = ""
    gm: int = 0
    hero: bool = False


class FirstAid(OfCombatant, frozen=True, tag="first_aid"):
    """One turn of first aid. Source: D6P-46."""

    patient: CombatantId
    gm: int = 0
    hero: bool = False


class Hero(OfCombatant, frozen=True, tag="hero"):
    """A Hero Point for the whole turn, before initiative. Source: D6P-12."""


class Wait(OfCombatant, frozen=True, tag="wait"):
    """A combatant does nothing more with this action."""


class Apply(Command, frozen=True, tag="apply"):
    """The waiting results of a tie take effect; ``one_by_one``: before all of it have acted. Source: D6P-15."""

    one_by_one: bool = False


class Leave(OfCombatant, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered. Source: D6P-49."""


class Fall(OfCombatant, frozen=True, tag="fall"):
    """Somebody falls so many full metres. Source: D6P-37."""

    metres: Metres


class Wake(OfCombatant, frozen=True, tag="wake"):
    """An unconscious one tries to wake up after so many hours. Source: D6P-45."""

    hours: int


class Heal(OfCombatant, frozen=True, tag="heal"):
    """A day, or half a day with medical attention, of natural healing. Source: D6P-47."""

    attended: bool = False


class Stabilize(OfCombatant, frozen=True, tag="stabilize"):
    """The game master lets a bleeding stop without a roll. Source: D6P-48."""


class Reward(OfCombatants, frozen=True, tag="reward"):
    """The adventure is over: spent Hero Points return, with one more for a success. Source: D6P-12."""

    success: bool = True


COMMANDS = commands_of(vars())
"""Every command of the system."""
