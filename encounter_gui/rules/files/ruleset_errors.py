"""What is wrong with a ruleset: every problem with its file and key."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, field, structs

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Message, say

_LONGEST_SHOWN = 40

LARGEST = 2**53
"""The largest number a file may have: campaign files and charts hold it exactly."""


MOST_PROBLEMS = 50
"""How many problems of a file are said: nobody reads more at once, and a file may be anything."""


class FileError(DataError):
    """A file written by a person cannot be used. ``problems`` holds them, the first of which is its own.

    Of more than ``MOST_PROBLEMS`` the last says how many more there are.
    """

    def __init__(self, problems: Sequence[DataError]) -> None:
        """Takes at least one problem."""
        super().__init__(problems[0].place, problems[0].message)
        more = len(problems) - MOST_PROBLEMS
        rest = say("data.more_problems", count=more)
        self.problems = (
            *problems[:MOST_PROBLEMS],
            *((DataError(Place(file=problems[0].place.file), rest),) if more > 0 else ()),
        )


class RulesetError(FileError):
    """A ruleset cannot be used."""


class Source(Struct, frozen=True, kw_only=True):
    """What the files of a ruleset, and of those it extends, say together, and which file says what.

    ``files`` holds dotted pointers; what lies below one is from the same file unless it has a pointer of its own.
    ``changed`` holds the pointers that differ from what is extended.
    """

    id: str
    data: dict[str, Any]
    files: Mapping[str, str]
    changed: tuple[str, ...] = field(default=())

    def problem(self, pointer: str, message: Message) -> DataError:
        """Returns a problem at this place, to be collected."""
        return DataError(Place(file=self.file(pointer), pointer=pointer), message)

    def file(self, pointer: str) -> str:
        """Returns the file that says what is there; of a whole list that which has changed it last."""
        below = (each for each in self.changed if each.startswith(f"{pointer}."))
        is_whole = "." not in pointer and isinstance(self.data.get(pointer), list | dict)
        rest = next(below, pointer) if is_whole else pointer
        while rest:
            if rest in self.files:
                return self.files[rest]
            rest = rest.rpartition(".")[0]
        return f"{self.id}/ruleset.toml"


def without(source: Source, pointers: Iterable[str]) -> tuple[Source, frozenset[str]]:
    """Returns a source without the entries in which these places are, and the keys of what is left out."""
    data = dict(source.data)
    keys: set[str] = set()
    for pointer in pointers:
        name, _, rest = pointer.partition(".")
        key, held = rest.partition(".")[0], data.get(name)
        if isinstance(held, list) and key:
            data[name] = [each for at, each in enumerate(held) if key_of(each, at) != key]
        elif isinstance(held, dict) and key:
            data[name] = {at: each for at, each in held.items() if at != key}
        else:
            data.pop(name, None)
        keys.add(key or name)
    return structs.replace(source, data=data), frozenset(keys)


def without_values(source: Source, pointers: Iterable[str]) -> tuple[Source, frozenset[str]]:
    """Returns a source without the values at these places, and their names; their entries stay."""
    data: Any = dict(source.data)
    names: set[str] = set()
    for pointer in pointers:
        path = pointer.split(".")
        data = _without(data, path)
        names.add(path[-1])
    return structs.replace(source, data=data), frozenset(names)


def _without(data: Any, path: Sequence[str]) -> Any:  # noqa: ANN401 - files hold anything
    name, rest = path[0], path[1:]
    if isinstance(data, dict):
        if not rest:
            return {key: each for key, each in data.items() if key != name}
        return {key: _without(each, rest) if key == name else each for key, each in data.items()}
    if isinstance(data, list):
        if not rest:
            return [each for at, each in enumerate(data) if key_of(each, at) != name]
        return [
            _without(each, rest) if key_of(each, at) == name else each
            for at, each in enumerate(data)
        ]
    return data


def key_of(table: object, number: int) -> str:
    """Returns how a pointer names an item of a list: by its key, else by its number from 1."""
    if isinstance(table, dict):
        for name in ("key", "id", "item", "level", "on"):
            value = table.get(name)
            if isinstance(value, (str, int)) and not isinstance(value, bool):
                return str(value)
    return f"#{number + 1}"


def too_large(value: object, pointer: str = "") -> Iterator[str]:
    """Yields the pointers of all numbers further than ``LARGEST`` from 0, and of what is no number (NaN).

    A number that is kept as it is written, as an expectation's is, has words of its own.
    """
    if isinstance(value, dict):
        for key, each in value.items():
            yield from too_large(each, f"{pointer}.{key}" if pointer else str(key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from too_large(each, f"{pointer}.{key_of(each, number)}")
    elif type(value) in (int, float) and not abs(value) <= LARGEST:  # type: ignore[arg-type]
        yield pointer


def unknown(key: str, name: str, known: Iterable[str], **params: str) -> Message:
    """Returns the message about a name nobody knows, with what it may have been meant to be.

    Two texts: ``key`` for when there is no such guess, and ``key`` with ``_like`` for when there is one.
    """
    close = get_close_matches(name, list(known), n=1)
    if close:
        return say(f"{key}_like", name=name, like=close[0], **params)
    return say(key, name=name, **params)


def value_text(value: object) -> str:
    """Returns a value as its file has it, shortened."""
    text = "true" if value is True else "false" if value is False else _text(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _text(value: object) -> str:
    match value:
        case str():
            return f'"{value}"'
        case dict():
            return "{ … }" if value else "{ }"
        case list() | tuple():
            return f"[{', '.join(value_text(each) for each in value)}]"
        case _:
            return str(value)
