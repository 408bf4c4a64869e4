"""What can be asked of the D6-pool system beyond the general commands."""

from typing import Literal

import msgspec

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Command, Declaring, commands_of
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


class Move(Command, frozen=True, tag="move"):
    """A combatant moves or changes position; ``metres`` only for walk, run and crawl. Source: D6P-18."""

    who: CombatantId
    gait: Gait
    metres: Metres = 0


class Attack(Command, frozen=True, tag="attack"):
    """One shot, burst or blow. Source: D6P-19, D6P-20, D6P-29, D6P-30.

    ``weapon`` is an item's key; empty: what is in hand. The range is ``metres`` or, with None, the ``band`` (empty:
    short). ``modifiers`` are the situational ones that are on, ``gm`` the game master's own dice, ``dodge`` the dice
    the target spends. ``hero``: a Hero Point doubles the skill for this action.
    """

    who: CombatantId
    target: CombatantId
    weapon: str = ""
    mode: Mode = ""
    metres: Metres | None = None
    band: Band = ""
    modifiers: tuple[str, ...] = ()
    gm: int = 0
    dodge: int = 0
    hero: bool = False


class Throw(Command, frozen=True, tag="throw"):
    """An explosive is thrown at a point; who is in the blast is resolved by ``blast``. Source: D6P-38."""

    who: CombatantId
    weapon: str = ""
    metres: Metres | None = None
    band: Band = ""
    modifiers: tuple[str, ...] = ()
    gm: int = 0
    hero: bool = False


class Caught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody in a blast: how far from its centre in metres, the dice spent on dodging, and cover the GM grants."""

    target: CombatantId
    metres: Metres
    dodge: int = 0
    gm: int = 0


class Blast(Command, frozen=True, tag="blast"):
    """An explosion strikes everybody in it, each with rolls of its own. Source: D6P-40, D6P-41.

    ``who`` threw it; None: it goes off by itself, and ``weapon`` is a library item. ``more``: not everybody in it is
    named yet, so it is not over.
    """

    who: CombatantId | None = None
    weapon: str = ""
    targets: tuple[Caught, ...] = ()
    more: bool = False


class Draw(Command, frozen=True, tag="draw"):
    """A weapon is drawn: half an action. Source: D6P-21."""

    who: CombatantId
    weapon: str


class FastDraw(Command, frozen=True, tag="fast_draw"):
    """A weapon is drawn in no time, or the turn is lost. Source: D6P-22."""

    who: CombatantId
    weapon: str
    gm: int = 0
    hero: bool = False


class Aim(Command, frozen=True, tag="aim"):
    """The whole turn is spent aiming. Source: D6P-23."""

    who: CombatantId


class Reload(Command, frozen=True, tag="reload"):
    """The whole turn is spent reloading. Source: D6P-24."""

    who: CombatantId
    weapon: str = ""


class Task(Command, frozen=True, tag="task"):
    """A task roll: attribute or skill against a difficulty number. Source: D6P-09, D6P-25."""

    who: CombatantId
    skill: Skill
    dn: int
    gm: int = 0
    hero: bool = False


class Oppose(Command, frozen=True, tag="oppose"):
    """Two combatants roll against each other; the higher total wins. Source: D6P-11.

    ``target_skill`` empty: the same as ``skill``.
    """

    who: CombatantId
    target: CombatantId
    skill: Skill
    target_skill: Skill = ""
    gm: int = 0
    hero: bool = False


class FirstAid(Command, frozen=True, tag="first_aid"):
    """One turn of first aid. Source: D6P-46."""

    who: CombatantId
    patient: CombatantId
    gm: int = 0
    hero: bool = False


class Hero(Command, frozen=True, tag="hero"):
    """A Hero Point for the whole turn, before initiative. Source: D6P-12."""

    who: CombatantId


class Wait(Command, frozen=True, tag="wait"):
    """A combatant does nothing more with this action."""

    who: CombatantId


class Apply(Command, frozen=True, tag="apply"):
    """The waiting results of a tie take effect. Source: D6P-15."""


class Leave(Command, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered. Source: D6P-49."""

    who: CombatantId


class Fall(Command, frozen=True, tag="fall"):
    """Somebody falls so many full metres. Source: D6P-37."""

    who: CombatantId
    metres: Metres


class Wake(Command, frozen=True, tag="wake"):
    """An unconscious one tries to wake up after so many hours. Source: D6P-45."""

    who: CombatantId
    hours: int


class Heal(Command, frozen=True, tag="heal"):
    """A day, or half a day with medical attention, of natural healing. Source: D6P-47."""

    who: CombatantId
    attended: bool = False


class Stabilize(Command, frozen=True, tag="stabilize"):
    """The game master lets a bleeding stop without a roll. Source: D6P-48."""

    who: CombatantId


class Reward(Command, frozen=True, tag="reward"):
    """The adventure is over: spent Hero Points return, with one more for a success. Source: D6P-12."""

    who: tuple[CombatantId, ...]
    success: bool = True


COMMANDS = commands_of(vars())
"""Every command of the system."""
