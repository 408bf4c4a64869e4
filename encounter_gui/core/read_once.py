"""What is worked out of a value that never changes, remembered with that value."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

_Value = TypeVar("_Value")
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
