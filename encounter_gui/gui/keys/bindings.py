"""Which keys do what here: the table of keys, with those the game master has changed."""

import json
from collections.abc import Mapping

from PySide6.QtGui import QKeySequence

from encounter_gui.gui.keys.key_map import KEY_MAP, USES, meet, where_of

_MOST_KEYS = 4


_in_force: list["KeyBindings"] = []


def use(bindings: "KeyBindings") -> None:
    """Has these keys hold for everything that shows or reads keys: a program has one window, and one set of keys."""
    _in_force[:] = [bindings]


def cap_of(action: str) -> str:
    """Returns the key that is shown for an action, as it is written on a cap: ``Ctrl K``; empty: it has none."""
    keys = (_in_force[0] if _in_force else KeyBindings()).keys(action)
    native = QKeySequence.SequenceFormat.NativeText
    return QKeySequence(keys[0]).toString(native).replace("+", " ") if keys else ""


class KeyBindings:
    """The keys of everything; those of actions can be changed."""

    def __init__(self, own: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """Takes the game master's own keys by action; an action that is not in it has those of the table."""
        self._own = dict(own or {})

    def keys(self, use: str) -> tuple[str, ...]:
        """Returns the keys of something, the one that is shown first; none if it has none."""
        return self._own.get(use, USES[use].keys if use in USES else ())

    def is_own(self, use: str) -> bool:
        """Returns whether the game master has changed its keys."""
        return use in self._own

    def with_keys(self, use: str, keys: tuple[str, ...]) -> "KeyBindings":
        """Returns the keys with others for an action; an action that had one of them goes without it."""
        made = KeyBindings(self._own)
        for key in keys:
            for other in self.conflicts(use, key):
                made._set(other, tuple(each for each in made.keys(other) if each != key))
        made._set(use, keys)
        return made

    def with_usual(self, use: str) -> "KeyBindings":
        """Returns the keys with those of the table for an action."""
        return self.with_keys(use, USES[use].keys if use in USES else ())

    def conflicts(self, use: str, key: str) -> tuple[str, ...]:
        """Returns the other actions that have this key in a place where this one's would work too."""
        return tuple(each for each in self._with(use, key) if "." not in each)

    def shadows(self, use: str, key: str) -> tuple[str, ...]:
        """Returns what parts of the window do with this key themselves: there the action is not done by it."""
        return tuple(each for each in self._with(use, key) if "." in each)

    def _with(self, use: str, key: str) -> tuple[str, ...]:
        known = dict.fromkeys((*(each.id for each in KEY_MAP), *self._own))
        where = where_of(use)
        return tuple(
            each
            for each in known
            if each != use and key in self.keys(each) and meet(where, where_of(each))
        )

    def _set(self, use: str, keys: tuple[str, ...]) -> None:
        self._own[use] = keys
        if use in USES and keys == USES[use].keys:
            del self._own[use]

    def to_text(self) -> str:
        """Returns what differs from the table as one line of text."""
        return json.dumps(self._own, sort_keys=True) if self._own else ""

    @classmethod
    def from_text(cls, text: str) -> "KeyBindings":
        """Reads what ``to_text`` wrote; what was spoilt by hand counts as never changed."""
        try:
            read = json.loads(text) if text else {}
        except ValueError:
            read = {}
        return cls(
            {
                str(use): tuple(map(str, keys))[:_MOST_KEYS]
                for use, keys in (read.items() if isinstance(read, dict) else ())
                if isinstance(keys, list) and "." not in str(use)
            }
        )
