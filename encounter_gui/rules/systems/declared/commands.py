"""What can be asked of a declared game beyond the general commands."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import OfCombatant, commands_of

NO_WEAPON = "-"
"""In place of the key of a weapon: none."""


class Attack(OfCombatant, frozen=True, tag="attack"):
    """One attack on a target.

    ``attack`` is the key of one of the ruleset's; empty: the first that is possible. ``weapon`` is the key of an item;
    empty: what is in hand; ``-``: none. ``modifiers`` are the situational ones that are on, ``gm`` is what the game
    master adds.
    """

    target: CombatantId
    attack: str = ""
    weapon: str = ""
    modifiers: tuple[str, ...] = ()
    gm: int = 0


class Wait(OfCombatant, frozen=True, tag="wait"):
    """A combatant does nothing more in its turn."""


class Leave(OfCombatant, frozen=True, tag="leave"):
    """A combatant is out of the fight without being down: fled, surrendered."""


COMMANDS = commands_of(vars())
"""Every command of the system."""
