"""Where on the plan a throw is aimed, and where it comes down. Source: D6P-38, D6P-39."""

from encounter_gui.encounter.place import Place
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.engine.field.moving import (
    require_floor,
    require_on_plan,
    require_plan,
    require_point,
)
from encounter_gui.rules.systems.d6pool.commands import Blast, Throw
from encounter_gui.rules.systems.d6pool.obligations import landing_of


def aim_of(context: RulesContext, command: Throw) -> Place | None:
    """Returns the point a throw is aimed at; None: it names none, and nobody who stands on the plan.

    Raises:
        RuleError: there is no such point, or nobody like that.
    """
    if command.at is not None:
        return require_point(context, command.who, command.at, command.floor)
    if command.target is None:
        return None
    place = context.known_combatant(command.target).place
    return None if place is None else Place(x=place.x, y=place.y, floor=place.floor)


def comes_down(start: Place | None, aim: Place, metres: int, direction: int) -> Place | None:
    """Returns where a throw comes down that is so many metres off its point in one of the six directions.

    Direction 1 is on from the thrower, the others follow clockwise. None: nobody knows from where it is thrown, and so
    which direction is which. Source: D6P-38, D6P-39.
    """
    if not metres:
        return aim
    if start is None:
        return None
    ahead = 2 * aim.x - start.x, 2 * aim.y - start.y
    x, y = geometry.from_angle(aim.point, ahead, direction - 1, metres)
    return Place(x=round(x, 3), y=round(y, 3), floor=aim.floor)


def centre_of(context: RulesContext, command: Blast) -> Place | None:
    """Returns where on the plan the centre of a blast is; None: that is not known.

    Raises:
        RuleError: there is no such point.
    """
    landed = landing_of(context.state, command.who) if command.who is not None else None
    if command.at is None:
        return landed
    x, y = require_on_plan(require_plan(context), command.at)
    floor = landed.floor if landed is not None else 0
    return Place(x=x, y=y, floor=floor if command.floor is None else require_floor(command.floor))
