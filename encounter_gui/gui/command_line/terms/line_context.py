"""What lines are read with: the fight, whom it is about where nobody is named, and what can be asked for."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.model.commands import GENERAL, Command
from encounter_gui.rules.view import ActionOption, MoveOffer

OwnCreature = Callable[[str], tuple[str, str] | None]
"""Returns key and name of the creature of the campaign's own that is called like a text; None: there is none."""

Actions = Callable[[CombatantId], Sequence[ActionOption]]
"""Returns the quick actions of a combatant."""


IsOut = Callable[[CombatantId], bool]
"""Returns whether a combatant is out of the fight."""


def nobody_is_out(_who: CombatantId) -> bool:
    """Returns that a combatant is in the fight."""
    return False


def _no_creature(_name: str) -> None:
    return None


def _no_actions(_who: CombatantId) -> tuple[ActionOption, ...]:
    return ()


class PlanMoves(Protocol):
    """What a line needs of the rule system about the plan of the fight."""

    @property
    def field_rules(self) -> FieldRules:
        """Returns what the game makes of the plan."""
        ...

    def move_offer(
        self, context: RulesContext, who: CombatantId, to: Point, floor: int | None = None
    ) -> tuple[MoveOffer, Command]:
        """Returns what taking somebody to a point comes to, and the command that does it."""
        ...

    def place_beside(self, context: RulesContext, who: CombatantId, other: CombatantId) -> Place:
        """Returns the nearest place for somebody beside another."""
        ...


class LineContext(Struct, frozen=True, kw_only=True, dict=True):
    """The fight a line is read in.

    ``selected`` is whom it is about where nobody is named. ``actor`` is who is on the attack bench, ``me`` in a line,
    and ``target`` whom that one aims at. ``commands`` are those of the rule system. ``reserved`` are the words of the
    grammar: a part of a name that is one of them does not stand for the combatant. ``plan_moves`` is what the game
    makes of places.
    """

    context: RulesContext
    selected: tuple[CombatantId, ...] = ()
    actor: CombatantId | None = None
    target: CombatantId | None = None
    commands: tuple[type[Command], ...] = ()
    reserved: frozenset[str] = frozenset()
    own_creature: OwnCreature = _no_creature
    actions: Actions = _no_actions
    is_out: IsOut = nobody_is_out
    plan_moves: PlanMoves

    @cached_property
    def tags(self) -> frozenset[str]:
        """The names of the commands of the rule system that can be typed."""
        own = (each for each in self.commands if each not in GENERAL)
        return frozenset(str(each.__struct_config__.tag) for each in own)

    @cached_property
    def names_found(self) -> dict[tuple[str, ...], tuple[Read, ...]]:
        """Whom the words of a line from a place on were found to name: every phrase asks for the same."""
        return {}

    @cached_property
    def reads(self) -> dict[tuple[str, tuple[str, ...]], tuple[Read, ...]]:
        """What the words of a line from a place on were found to be, for each kind of argument."""
        return {}

    @cached_property
    def named_at(self) -> dict[tuple[str, ...], Any]:
        """Whom a few words were found to begin with, as ``targets`` keeps it."""
        return {}

    def command(self, tag: str) -> type[Command] | None:
        """Returns the command of the rule system with a name; None: it has none."""
        found = (each for each in self.commands if each not in GENERAL)
        return next((each for each in found if each.__struct_config__.tag == tag), None)
