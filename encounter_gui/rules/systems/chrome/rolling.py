"""Asking for dice and decisions. Source: CHR-12."""

from collections.abc import Generator, Sequence
from typing import TypeVar

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Choice, Chosen, Rolled, RollRequest
from encounter_gui.rules.engine.asking import Answer, Ask

_T = TypeVar("_T")
Rolling = Generator[Ask, Answer, _T]
"""Part of a procedure that comes to something."""

NO, YES = "no", "yes"


def die(key: str, who: CombatantId | None, sides: int) -> RollRequest:
    """Returns the request for one die from 1 up. Source: CHR-12."""
    return RollRequest(key=key, label=say(f"chrome.roll.{key}"), who=who, count=1, sides=sides)


def percent(key: str, who: CombatantId, dice: int, label: Message | None = None) -> RollRequest:
    """Returns the request for one or two d100 of 0 to 99. Source: CHR-12, CHR-16."""
    text = label or say(f"chrome.roll.{key}")
    return RollRequest(key=key, label=text, who=who, count=dice, sides=100, lowest=0)


def together(requests: Sequence[RollRequest]) -> Rolling[tuple[tuple[int, ...], ...]]:
    """Asks for rolls to be made at once and returns the faces of each.

    Where only the sum of two d100 was told, that is no answer, so these are asked for again.
    """
    known: dict[int, tuple[int, ...]] = {}
    while waiting := [place for place in range(len(requests)) if place not in known]:
        answer = yield tuple(requests[place] for place in waiting)
        rolls = answer if isinstance(answer, tuple) else ()
        for place, rolled in zip(waiting, rolls, strict=True):
            if isinstance(rolled, Rolled) and rolled.faces is not None:
                known[place] = rolled.faces
    return tuple(known[place] for place in range(len(requests)))


def one_die(key: str, who: CombatantId | None, sides: int) -> Rolling[int]:
    """Asks for one die and returns its face."""
    ((face,),) = yield from together((die(key, who, sides),))
    return face


def choose(
    key: str, asked: CombatantId | None, options: Sequence[str], /, **params: str
) -> Rolling[str]:
    """Asks for a decision and returns the option chosen; one without an alternative is not asked for."""
    if len(options) == 1:
        return options[0]
    label = say(f"chrome.choose.{key}", **params)
    answer = yield Choice(key=key, label=label, who=asked, options=tuple(options))
    return answer.option if isinstance(answer, Chosen) else options[0]
