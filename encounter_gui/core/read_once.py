"""What is worked out of a value that never changes, remembered with that value."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

_Value = TypeVar("_Value")
_Frame = TypeVar("_Frame")
_T = TypeVar("_T")


def read_once(read: Callable[[_Value], _T]) -> Callable[[_Value], _T]:
    """Returns a function that reads an item, a combatant or a state, but each one only once: they never change.

    The value has room beside its fields, as a struct with ``dict=True``. What is remembered goes with it, is in none
    of its copies, and makes no two of them different. So what a step leaves as it was need not be worked out again.
    """
    key = f"{read.__module__}.{read.__qualname__}"

    @wraps(read)
    def known(value: _Value) -> _T:
        remembered = value.__dict__
        try:
            found: _T = remembered[key]
        except KeyError:
            found = remembered[key] = read(value)
        return found

    return known


def read_under(
    read: Callable[[_Value, _Frame], _T],
) -> Callable[[_Value, _Frame], _T]:
    """Returns a function that reads a value under something else that hardly ever changes, such as a ruleset.

    As ``read_once``, but what is remembered counts only as long as that is the same one.
    """
    key = f"{read.__module__}.{read.__qualname__}"

    @wraps(read)
    def known(value: _Value, frame: _Frame) -> _T:
        remembered = value.__dict__.get(key)
        if remembered is not None and remembered[0] is frame:
            found: _T = remembered[1]
            return found
        made = read(value, frame)
        value.__dict__[key] = (frame, made)
        return made

    return known
