"""In what two rulesets differ, by the dotted places that their files and errors use."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from encounter_gui.rules.files.ruleset_errors import key_of, value_text
from encounter_gui.rules.model.ruleset import Ruleset

_IDENTITY = frozenset(
    {"id", "name", "version", "text", "extends", "changed", "own_name", "own_version"}
)
"""What every ruleset has of its own, whatever its rules."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A place in which two rulesets differ: ``added``, ``removed`` or ``changed``, with what each has in words."""

    place: str
    kind: Literal["added", "removed", "changed"]
    before: str = ""
    after: str = ""

    @property
    def line(self) -> str:
        """The difference on a line: ``items.knife.values.damage: 1d4 → 1d6``."""
        match self.kind:
            case "added":
                return f"+ {self.place}: {self.after}"
            case "removed":
                return f"− {self.place}: {self.before}"
            case "changed":
                return f"{self.place}: {self.before} → {self.after}"


def differences(before: Ruleset, after: Ruleset) -> tuple[Difference, ...]:
    """Returns in what one ruleset differs from another, in the order of the first; names and versions left out."""
    old, new = (_plain(each) for each in (before, after))
    names = dict.fromkeys((*old, *new))
    return tuple(
        difference
        for name in names
        if name not in _IDENTITY
        for difference in _between(old.get(name), new.get(name), name)
    )


def _plain(ruleset: Ruleset) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = msgspec.to_builtins(ruleset)
    return plain


def _between(old: object, new: object, place: str) -> Iterator[Difference]:
    if type(old) is type(new) and old == new:
        return
    if old in (None, {}) and new in (None, {}):
        return
    if _is_keyed(old) and _is_keyed(new):
        old, new = _by_key(old), _by_key(new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            below = f"{place}.{key}"
            if key not in old:
                yield Difference(place=below, kind="added", after=value_text(_short(new[key])))
            elif key not in new:
                yield Difference(place=below, kind="removed", before=value_text(_short(old[key])))
            else:
                yield from _between(old[key], new[key], below)
        return
    yield Difference(
        place=place, kind="changed", before=value_text(_short(old)), after=value_text(_short(new))
    )


def _is_keyed(value: object) -> bool:
    """Returns whether a value is a list of entries that are told apart by a key."""
    return isinstance(value, list | tuple) and all(
        isinstance(each, Mapping) and ("key" in each or "level" in each) for each in value
    )


def _by_key(entries: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a list of tables, which was looked at
    return {key_of(each, number): each for number, each in enumerate(entries)}


def _short(value: object) -> object:
    """Returns an entry by its name, anything else as it is."""
    if isinstance(value, Mapping) and "name" in value:
        return value["name"]
    return value
