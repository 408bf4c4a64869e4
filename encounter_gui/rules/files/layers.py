"""Own rules laid over a ruleset: only what differs from it.

Where a value stands is a place: the names on the way to it, such as ``("items", "combat_rifle", "values", "hit")`` or
``("numbers", "burst_hit", "value")``. Entries of lists are named by their keys.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from msgspec import Struct, field

from encounter_gui.core.errors import DataError
from encounter_gui.core.messages import say
from encounter_gui.rules.files.loader import (
    LISTS_BY_KEY,
    OWN_NAMES,
    identity_of,
    laid_over,
    ruleset_of,
    source_of,
)
from encounter_gui.rules.files.ruleset_errors import LARGEST, RulesetError, too_large
from encounter_gui.rules.model.ruleset import Ruleset

Place = tuple[str, ...]

_MOST_ROUNDS = 50
"""How often what is wrong is left out of a draft: all mistakes that are told at once go in one round."""


class Layer(Struct, frozen=True, kw_only=True):
    """What differs from a ruleset: tables within tables by their names, entries of lists by their keys."""

    data: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.data)


class Draft(Struct, frozen=True, kw_only=True):
    """What a draft comes to: the ruleset with all of it that can be used, and what is wrong with the rest.

    ``usable`` is the part of the layer that is in the ruleset.
    """

    ruleset: Ruleset
    usable: Layer
    problems: tuple[DataError, ...] = ()


class Base:
    """A ruleset as its files say it, to lay own rules over: read once, laid over often."""

    def __init__(
        self,
        ruleset: str,
        read: Callable[[str], Mapping[str, str]],
        beside: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """Reads the files of a ruleset and of those it extends.

        ``beside`` returns the keys of items and conditions that are added to the ruleset elsewhere.

        Raises:
            RulesetError: something is wrong with them.
        """
        self.keys_beside = beside
        self._source = source_of(ruleset, read)
        self.ruleset = ruleset_of(self._source)
        self._data = _by_key(self._source.data)

    def value(self, place: Place) -> object:
        """Returns what the files say at a place; None: nothing."""
        return value_at(self._data, place)

    def with_layer(self, layer: Layer) -> Ruleset:
        """Returns the ruleset with a layer over it.

        Raises:
            RulesetError: something is wrong with the layer; says everything that is, by pointers such as
                ``items.combat_rifle.values.hit``.
        """
        if not layer:
            return self.ruleset
        data = file_data(layer)
        ruleset = ruleset_of(laid_over(self._source, data))
        # Where no range says it: what no file may have could be saved, but not given away.
        message = say("ruleset.too_large", most=LARGEST)
        problems = [self._source.problem(each, message) for each in too_large(data)]
        if problems:
            raise RulesetError(problems)
        return ruleset

    def draft(self, layer: Layer) -> Draft:
        """Returns the ruleset with all of a layer that can be used, and what is wrong with the rest.

        A value that cannot be used counts as that of the ruleset below until it is changed; an entry that is not there
        below and cannot be used is left out.
        """
        problems: list[DataError] = []
        for _ in range(_MOST_ROUNDS):
            try:
                return Draft(ruleset=self.with_layer(layer), usable=layer, problems=tuple(problems))
            except RulesetError as error:
                found = [each for each in error.problems if each.place.pointer]  # not: so many more
                problems += (each for each in found if each not in problems)
                rest = layer
                for each in found:
                    rest = self._without_wrong(rest, place_of(layer, each.place.pointer))
                if rest == layer:
                    rest = self._without_cause(layer, {each.place.pointer for each in found})
                layer = rest
        return Draft(ruleset=self.ruleset, usable=Layer(), problems=tuple(problems))

    def _without_wrong(self, layer: Layer, place: Place) -> Layer:
        """Returns a layer without what is wrong at a place, or without what is around it if nothing stands there."""
        while place and own_value(layer, place) is None:
            place = place[:-1]
        is_entry = place[:1] and place[0] in LISTS_BY_KEY and len(place) > 2
        if is_entry and self.value(place[:2]) is None and self.value(place) is None:
            place = place[:2]  # an entry of its own is right as a whole, or not there
        return without(layer, place) if place else layer

    def _without_cause(self, layer: Layer, wrong: AbstractSet[str]) -> Layer:
        """Returns a layer without the own value that makes values of the ruleset below wrong, which stand elsewhere.

        Of the values in their order it is the one with which the first of those at ``wrong`` is not right any more.
        """
        own = tuple(dict.fromkeys(self._whole(each) for each in places(layer)))

        def spoils(count: int) -> bool:
            part = Layer()
            for each in own[:count]:
                part = with_value(part, each, own_value(layer, each))
            try:
                self.with_layer(part)
            except RulesetError as error:
                return any(each.place.pointer in wrong for each in error.problems)
            return False

        cause = bisect_left(range(1, len(own)), x=True, key=spoils)
        return without(layer, own[cause])

    def _whole(self, place: Place) -> Place:
        """Returns what is left out with a value: an entry that is not there below as a whole."""
        is_new = place[0] in LISTS_BY_KEY and self.value(place[:2]) is None
        return place[:2] if is_new else place


def with_value(layer: Layer, place: Place, value: object) -> Layer:
    """Returns a layer that says a value at a place."""
    return Layer(data=_with(layer.data, place, value))


def without(layer: Layer, place: Place) -> Layer:
    """Returns a layer that says nothing at a place."""
    return Layer(data=_without(layer.data, place))


def own_value(layer: Layer, place: Place) -> object:
    """Returns what a layer says at a place; None: nothing."""
    return value_at(layer.data, place)


def places(layer: Layer) -> tuple[Place, ...]:
    """Returns every place at which a layer says something, in its order."""
    return tuple(_places(layer.data, ()))


def place_of(layer: Layer, text: str, mark: str = ".") -> Place:
    """Returns the place that a text names, names with marks between them; keys of a layer may have such marks."""
    parts, place, data = text.split(mark), [], layer.data
    while parts:
        known = data if isinstance(data, Mapping) else {}
        lengths = range(len(parts) if known else 0, 1, -1)
        length = next((each for each in lengths if mark.join(parts[:each]) in known), 1)
        place.append(mark.join(parts[:length]))
        parts, data = parts[length:], known.get(place[-1], {})
    return tuple(place)


def value_at(data: object, place: Place) -> object:
    """Returns what tables within tables say at a place; None: nothing."""
    for name in place:
        if not isinstance(data, Mapping):
            return None
        data = data.get(name)
    return data


def file_data(layer: Layer) -> dict[str, Any]:
    """Returns a layer as the files of a ruleset say it: with lists of entries."""
    return {
        name: _entries(name, value) if name in LISTS_BY_KEY else value
        for name, value in layer.data.items()
    }


def layer_of(data: Mapping[str, Any]) -> Layer:
    """Returns the layer that the files of a ruleset which extends another say, without what names that ruleset."""
    return Layer(
        data={name: value for name, value in _by_key(data).items() if name not in OWN_NAMES}
    )


def _by_key(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _keyed(name, value) if name in LISTS_BY_KEY and isinstance(value, list) else value
        for name, value in data.items()
    }


def _keyed(name: str, entries: list[Any]) -> dict[str, Any]:
    identity = identity_of(name)
    return {
        str(each.get(identity)): {key: value for key, value in each.items() if key != identity}
        for each in entries
        if isinstance(each, Mapping)
    }


def _entries(name: str, entries: object) -> list[Any]:
    identity = identity_of(name)
    if not isinstance(entries, Mapping):
        return []
    return [
        {identity: _as_identity(key, identity), **(value if isinstance(value, Mapping) else {})}
        for key, value in entries.items()
    ]


def _as_identity(key: str, identity: str) -> str | int:
    return int(key) if identity != "key" and key.isdecimal() else key


def _with(data: object, place: Place, value: object) -> Any:  # noqa: ANN401 - files hold anything
    if not place:
        return value
    table = dict(data) if isinstance(data, Mapping) else {}
    table[place[0]] = _with(table.get(place[0]), place[1:], value)
    return table


def _without(data: object, place: Place) -> Any:  # noqa: ANN401 - files hold anything
    if not isinstance(data, Mapping) or not place or place[0] not in data:
        return data
    below = _without(data[place[0]], place[1:]) if place[1:] else None
    rest = {name: each for name, each in data.items() if name != place[0]}
    if below is None or (isinstance(below, Mapping) and not below):
        return rest
    return {name: below if name == place[0] else each for name, each in data.items()}


def _places(data: object, before: Place) -> Iterator[Place]:
    if isinstance(data, Mapping) and (data or not before):
        for name, each in data.items():
            yield from _places(each, (*before, str(name)))
    else:
        yield before
