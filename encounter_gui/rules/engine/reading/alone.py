"""Effect rules read exactly as a part of a roll rule: for one action from one state, without rows or a chain.

A roll rule makes the combatants of the effect rule by ``ValueStore``, plays it by ``played``, and returns of their
fields what is asked about. ``spread`` reads it as any other roll rule.
"""

from typing import Any, TypeVar

from encounter_gui.rules.engine.reading.asks import Play, Roll, Rule

_T = TypeVar("_T")


def played(said: Play, run: Rule[_T]) -> Rule[_T]:
    """Plays an effect rule as a part of a roll rule: what it rolls is read in place; it may owe nothing."""
    answer: Any = None
    while True:
        try:
            wanted = run.send(answer)
        except StopIteration as done:
            value: _T = done.value
            return value
        if isinstance(wanted, Roll):
            answer = yield from wanted.rule(said, wanted.plan)
        else:
            answer = yield wanted
