"""The save of who falls after a Traumatic Hit, and the table of major injuries. Source: CWN-63, CWN-64."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    dice,
    fork,
)
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import checks

FACES = 12
"""The rows of the table of major injuries. Source: CWN-64."""


class InjuryPlan(Struct, frozen=True):
    """What the save after a fall is rolled with; ``deadly`` are the faces of the table that nobody survives."""

    target: int
    modifier: int
    deadly: tuple[int, ...]


class Injured(Outcome):
    """What the save after a fall comes to."""

    dies: Truth


def injury(play: Play, plan: InjuryPlan) -> Rule[Injured]:
    """A Physical save, and if it fails a roll on the table. Source: CWN-63, CWN-64."""
    die = yield from dice(Dice("injury_save", ((1, 20),)))
    if (yield from fork(mechanics.saves(die, plan.target, plan.modifier))):
        return Injured(dies=False)
    face = yield from major_injury(play, plan)
    deadly: Truth = face < 0
    for each in plan.deadly:
        deadly = deadly | (face == each)
    return Injured(dies=deadly)


def major_injury(play: Play, plan: InjuryPlan | None) -> Rule[Whole]:
    """Returns the face of the table of major injuries. Source: CWN-64."""
    return (yield from dice(Dice("major_injury", ((1, FACES),))))


def plan_of(context: RulesContext, one: Combatant) -> InjuryPlan:
    """Returns what somebody's save will be rolled with who falls after a Traumatic Hit. Source: CWN-63, CWN-64."""
    lies = ("mortally_wounded", "prone", "traumatized")
    fallen = replace(one, conditions=(*one.conditions, *(Condition(key=key) for key in lies)))
    there = {**context.state.combatants, one.id: fallen}
    after = replace(context, state=replace(context.state, combatants=there))
    plan = checks.save_plan(after, one.id, "physical")
    faces = range(1, FACES + 1)
    deadly = (face for face in faces if is_deadly(context, key_at(context, face_of(fallen, face))))
    return InjuryPlan(plan.target or 0, total(plan.parts), tuple(deadly))


def face_of(target: Combatant, rolled: int) -> int:
    """Returns the row of the table: a drug takes 1 off, and rows end at 1 and 12. Source: CWN-64, CWN-45u."""
    return min(max(rolled - (1 if target.has("avalanche") else 0), 1), FACES)


def key_at(context: RulesContext, face: int) -> str:
    """Returns the key of an injury. Source: CWN-64."""
    return str(context.ruleset.tables.get("major_injury", {}).get(str(face), ""))


def row_of(context: RulesContext, key: str) -> Mapping[str, Value]:
    """Returns what the ruleset says of an injury. Source: CWN-64."""
    return context.ruleset.tables.get(f"injury_{key}", {})


def is_deadly(context: RulesContext, key: str) -> bool:
    """Returns whether nobody survives an injury. Source: CWN-64."""
    return bool(row_of(context, key).get("dies"))
