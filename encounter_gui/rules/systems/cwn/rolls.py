"""How dice are asked for. Source: CWN-09, CWN-10."""

from collections.abc import Generator
from typing import TypeVar

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.model.dice_sum import DiceSum

_T = TypeVar("_T")
Totals = Generator[Ask, Answer, _T]
Rolling = Totals[int]


def request(key: str, who: CombatantId | None, sides: int, count: int = 1) -> RollRequest:
    """Returns a roll request, labelled by its key."""
    return RollRequest(key=key, label=say(f"cwn.roll.{key}"), who=who, count=count, sides=sides)


def together(*requests: RollRequest) -> Generator[Ask, Answer, tuple[int, ...]]:
    """Asks for several rolls at once and returns their totals, in order."""
    if not requests:
        return ()
    answer = yield requests
    return tuple(rolled.total for rolled in answer) if isinstance(answer, tuple) else ()


def roll_one(key: str, who: CombatantId | None, sides: int, count: int = 1) -> Rolling:
    """Asks for one roll and returns its total."""
    (total,) = yield from together(request(key, who, sides, count))
    return total


def dice(key: str, who: CombatantId | None, dice: DiceSum) -> Rolling:
    """Asks for the dice of a sum and returns them with its flat number; no dice: that alone."""
    if not dice.count:
        return dice.flat
    total = yield from roll_one(key, who, dice.sides, dice.count)
    return total + dice.flat


def check(key: str, who: CombatantId, more: int = 0) -> Rolling:
    """Asks for the dice of a skill check: two d6, or the best two of more. Source: CWN-10."""
    if not more:
        return (yield from roll_one(key, who, 6, 2))
    faces = yield from together(*(request(key, who, 6) for _ in range(2 + more)))
    return sum(sorted(faces)[-2:])
