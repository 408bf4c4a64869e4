"""What a game says of the plan: its unit, what areas mean in it, and what a command takes from it."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, AreaKind, Unit
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import Sight, distance
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import Metres


class Ring(Struct, frozen=True, kw_only=True):
    """How far somebody gets: ``name`` is the move in the game's words, ``radius`` in the plan's unit.

    ``cost``: 0 the cheap move, 1 a dearer one, 2 the dearest. ``is_open``: it can still be paid in this turn.
    Whoever is offered a dearer one is told its name, and that of the cheap one with ``is_told``, where it means more
    than how far it goes.
    """

    name: str
    radius: Metres
    cost: int = 0
    is_open: bool = True
    is_told: bool = False


class Reading(Struct, frozen=True, kw_only=True):
    """What the plan means for an attack with a weapon.

    ``band`` is the range in the game's words (``normal``, ``Short``); empty: it has none. ``amount`` is what distance
    and areas add to the roll, in the game's unit. ``reasons`` are short words for it, the weightiest first; ``in_line``
    is the one of them that says who else would stand in what it sweeps, whichever way it is used.
    ``in_reach``: whether a blow reaches; None: it is not for blows. ``why_not``: it cannot reach at all.
    """

    band: str = ""
    amount: int = 0
    reasons: tuple[str, ...] = ()
    in_line: str = ""
    in_reach: bool | None = None
    why_not: str = ""


class Sweep(Struct, frozen=True, kw_only=True):
    """What an attack sweeps on its way from somebody to a target, in the plan's unit.

    It is a strip along the line with a ``width``, or a cone of so many ``degrees`` that opens towards the target and
    has a ``length``; neither: nothing but the line. ``others`` are who else stands in it, the nearest first.
    """

    who: CombatantId
    target: CombatantId
    width: Metres = 0
    degrees: float = 0
    length: Metres = 0
    others: tuple[CombatantId, ...] = ()


class PointAim(Struct, frozen=True, kw_only=True):
    """What an attack comes to that is aimed at a point of the plan, as it lands there.

    ``apart`` is how far the point is, ``radius`` how far the blast reaches, both in the plan's unit; ``caught`` are
    whom it touches there, the nearest first, each with how far they are. ``band``, ``amount`` and ``why_not``: see
    ``Reading``.
    """

    who: CombatantId
    point: Place
    apart: Metres
    radius: Metres
    caught: tuple[tuple[CombatantId, Metres], ...] = ()
    band: str = ""
    amount: int = 0
    why_not: str = ""


def _as_it_is(_context: RulesContext, command: Command) -> Command:
    return command


def _whole(command: Command) -> Command:
    return command


def _no_rings(_context: RulesContext, _combatant: Combatant) -> tuple[Ring, ...]:
    return ()


def _no_move(
    _context: RulesContext, _combatant: Combatant, _to: Place, _far: Metres
) -> Command | None:
    return None


def _unstruck(_context: RulesContext, _command: Command) -> tuple[CombatantId, ...]:
    return ()


def _no_sweep(_context: RulesContext, _command: Command) -> Sweep | None:
    return None


def _no_point(_context: RulesContext, _command: Command) -> PointAim | None:
    return None


def _unarmed(_combatant: Combatant, _key: str) -> Item | None:
    return None


def _unread(
    _context: RulesContext, _attacker: Combatant, _target: Combatant, _weapon: Item | None
) -> Reading:
    return Reading()


class FieldRules(Struct, frozen=True, kw_only=True):
    """The rules of a game about the plan.

    ``reach`` is how far a blow reaches and who counts as beside another, in ``unit``. ``steps`` are the situational
    modifiers that an area of a kind may stand for, the least first. ``ground`` is what a unit of a kind of difficult
    ground costs, by the area's step; a game without such a rule counts it as any other. ``has_amounts``: an area may
    have a modifier of the game master's own; not where rolls know no such numbers.

    ``completed`` returns a command with what it does not say itself taken from the plan: metres, range, cover. It
    changes nothing where somebody stands nowhere, nor what is said; done twice it is as done once.
    What follows once somebody stands elsewhere is among the follow-ups of the game.

    ``rings`` are how far somebody gets, ``move_to`` is the game's own command that takes somebody to a place so many
    units of ground away, with ``to`` set (None: no move of theirs is left, or it is not their turn). ``weapon`` is what
    somebody attacks with: what has this key; an empty one means what is in hand. ``reading`` is what the plan means for
    an attack with that. ``sweep`` is what an attack sweeps beside its target; None: the command is no such attack, or
    somebody stands nowhere. ``point_aim`` is what an attack at a point of the plan comes to; None: the command is none,
    or who makes it stands nowhere.

    ``strikers`` are who may strike at somebody because a command takes them out of a melee, unless the game master says
    otherwise; ``unstruck`` returns that command with nobody striking.
    """

    unit: Unit = "m"
    reach: Metres = 2
    steps: Mapping[AreaKind, tuple[str, ...]] = {}
    ground: Mapping[str, int] = {}
    has_amounts: bool = True
    completed: Callable[[RulesContext, Command], Command] = _as_it_is
    rings: Callable[[RulesContext, Combatant], tuple[Ring, ...]] = _no_rings
    move_to: Callable[[RulesContext, Combatant, Place, Metres], Command | None] = _no_move
    weapon: Callable[[Combatant, str], Item | None] = _unarmed
    reading: Callable[[RulesContext, Combatant, Combatant, Item | None], Reading] = _unread
    strikers: Callable[[RulesContext, Command], tuple[CombatantId, ...]] = _unstruck
    unstruck: Callable[[Command], Command] = _whole
    sweep: Callable[[RulesContext, Command], Sweep | None] = _no_sweep
    point_aim: Callable[[RulesContext, Command], PointAim | None] = _no_point

    def is_beside(self, state: EncounterState, one: CombatantId, other: CombatantId) -> bool | None:
        """Returns whether two are within reach of each other; None: one of them stands nowhere."""
        apart = distance(state, one, other)
        return None if apart is None else apart <= self.reach

    def step_of(self, area: Area) -> str:
        """Returns the key of the situational modifier an area stands for; empty: it stands for none."""
        known = self.steps.get(area.kind, ())
        return area.step if area.step in known else next(iter(known), "")

    def modifiers(self, context: RulesContext, seen: Sight) -> tuple[str, ...]:
        """Returns the situational modifiers that the areas of a sight stand for: of each group the greatest alone.

        Two covers on one line never add up, nor does smoke to cover where both are of one group.
        """
        greatest: dict[str, str] = {}
        for area in seen.areas:
            step = self.step_of(area)
            known = context.ruleset.modifier(step) if step else None
            group = known.group if known is not None and known.group else area.kind
            before = greatest.get(group, "")
            if step and _size(context, step) > _size(context, before):
                greatest[group] = step
        return tuple(dict.fromkeys(greatest.values()))

    def with_modifiers(
        self,
        context: RulesContext,
        seen: Sight,
        said: tuple[str, ...],
        overruled: tuple[str, ...],
    ) -> tuple[str, ...]:
        """Returns the modifiers of an attack with those of the plan added.

        Left out are those that the game master has overruled, and those of a group in which something is said already.
        """
        groups = {each.key: each.group for each in context.ruleset.modifiers}
        taken = {groups.get(each, "") for each in said} - {""}
        found = [
            each
            for each in self.modifiers(context, seen)
            if each not in said and each not in overruled and groups.get(each, "") not in taken
        ]
        return (*said, *found)


def _size(context: RulesContext, key: str) -> int:
    known = context.ruleset.modifier(key) if key else None
    return abs(known.amount) if known else 0
