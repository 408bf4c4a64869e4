"""What combatants have suffered before a fight script begins, and the plan it begins on."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.plan import Unit
from encounter_gui.encounter.values import Condition, Expiry, LocationState
from encounter_gui.play.scripts.script import Joining, Suffered, Wounded
from encounter_gui.rules.engine.field.plan_commands import converted
from encounter_gui.rules.files.ruleset_errors import unknown
from encounter_gui.rules.model.commands import PutArea
from encounter_gui.rules.model.ruleset import Ruleset


def conditions_of(joining: Joining, start: int) -> Iterator[Condition]:
    """Yields the conditions somebody has at the start, in a fight that begins at this round (0: it has not begun)."""
    for key, said in joining.conditions.items():
        if said is False:
            continue
        suffered = said if isinstance(said, Suffered) else Suffered()
        rounds = suffered.rounds
        yield Condition(
            key=key,
            count=suffered.count,
            until=None if rounds is None else Expiry(round=max(start, 1) + rounds - 1),
            by=CombatantId(suffered.by) if suffered.by else None,
            about=CombatantId(suffered.about) if suffered.about else None,
            note=suffered.note,
            keys=suffered.keys,
        )


def wounds_of(joining: Joining) -> Mapping[str, LocationState]:
    """Returns the wounds somebody has at the start, by place."""
    return {place: _wound(said) for place, said in joining.wounds.items()}


def _wound(said: int | Wounded) -> LocationState:
    if isinstance(said, Wounded):
        return LocationState(level=said.level, marks=said.marks)
    return LocationState(level=said)


def start_faults(
    ruleset: Ruleset, joining: Joining, has: Sequence[str], pointer: str
) -> Iterator[tuple[str, Message]]:
    """Yields what cannot be so at the start: conditions, places and levels that the ruleset does not know."""
    if joining.off and joining.off not in has:
        yield f"{pointer}.off", unknown("ruleset.not_carried", joining.off, has)
    conditions = [each.key for each in ruleset.conditions]
    for key, said in joining.conditions.items():
        place = f"{pointer}.conditions.{key}"
        if key not in conditions:
            yield place, unknown("fight.no_such_condition", key, conditions)
        if isinstance(said, Suffered) and said.rounds is not None and said.rounds < 1:
            yield f"{place}.rounds", say("fight.rounds_below_1")
    places = [each.key for each in ruleset.locations]
    most = len(ruleset.wound_levels)
    for key, wound in wounds_of(joining).items():
        if key not in places:
            yield f"{pointer}.wounds.{key}", unknown("fight.no_such_place", key, places)
        elif not 0 <= wound.level <= most:
            yield f"{pointer}.wounds.{key}", say("fight.no_such_level", most=most)


# ---- the plan


Units = tuple[Unit, Unit] | None
"""From which unit to which lengths are converted; None: they stay."""


def area_in_unit(area: PutArea, units: Units) -> PutArea:
    """Returns an area of the plan with its lengths converted."""
    return replace(
        area,
        at=_point(area.at, units),
        size=_point(area.size, units),
        radius=None if area.radius is None else _length(area.radius, units),
        points=tuple((_length(x, units), _length(y, units)) for x, y in area.points),
    )


def place_in_unit(place: Place, units: Units) -> Place:
    """Returns where somebody stands with its lengths converted."""
    return replace(
        place,
        x=_length(place.x, units),
        y=_length(place.y, units),
        radius=_length(place.radius, units),
    )


def _point(point: Point | None, units: Units) -> Point | None:
    return None if point is None else (_length(point[0], units), _length(point[1], units))


def _length(length: float, units: Units) -> float:
    return length if units is None else converted(length, *units)
