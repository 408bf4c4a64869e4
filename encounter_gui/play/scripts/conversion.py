"""From plain data to our types, with problems told by key and in words that are not the library's."""

import re
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.files.ruleset_errors import unknown, value_text

_T = TypeVar("_T")
_PATH = re.compile(r" - at `(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>\w+)|\[(?P<number>\d+|\.\.\.)\]")
_QUOTED = re.compile(r"`(?P<name>[^`]*)`")
_NO_CONTAINER = (None, Literal, Union, UnionType)
_WORDS = {"int": "number", "str": "text", "bool": "flag", "array": "list", "object": "table"}


def convert(data: object, kind: type[_T], place: Place) -> _T:
    """Returns plain data as a value of this type.

    Raises:
        DataError: a key is missing or unknown, or a value of the wrong type; names the first such place.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _conversion_error(str(error), data, kind, place) from None


def _conversion_error(text: str, data: object, kind: object, place: Place) -> DataError:
    found = _PATH.search(text)
    words = text[: found.start()] if found else text
    pointer = [place.pointer] if place.pointer else []
    for step in _STEP.finditer(found["path"] if found else ""):
        kind = _below(kind, step["name"])
        key = step["name"] or _key(data, step["number"], kind)
        data = data[key]  # type: ignore[index]  # the path is one that data has
        pointer.append(f"#{key + 1}" if isinstance(key, int) else key)
    about, message = _message(words, data, kind)
    where = Place(file=place.file, pointer=".".join([*pointer, *about]))
    return DataError(where, message)


def _key(data: Any, number: str, kind: Any) -> str | int:  # noqa: ANN401 - what TOML came to, and any type
    """Returns an index or, of a table with keys of its own, the first whose value is wrong: msgspec does not say."""
    if number != "...":
        return int(number)
    for key, value in data.items():
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            return str(key)
    raise LookupError(number)  # msgspec found one that is wrong


def _below(kind: object, name: str | None) -> object:
    """Returns the type below a key, or of the items of a list or mapping."""
    for each in (kind, *get_args(kind)):
        if name is not None and isinstance(each, type) and issubclass(each, msgspec.Struct):
            return _hints(each).get(name, object)
    if name is None:
        origins = {each: get_origin(each) for each in (kind, *get_args(kind))}
        inner = next((each for each, of in origins.items() if of not in _NO_CONTAINER), kind)
        arguments = [each for each in get_args(inner) if each is not Ellipsis]
        return arguments[-1] if arguments else object
    return object


def _message(words: str, data: object, kind: object) -> tuple[tuple[str, ...], Message]:
    """Returns the key it is about (none: the place itself), and what to say."""
    names = _QUOTED.findall(words)
    if words.startswith("Object missing"):
        return (names[0],), say("ruleset.missing", name=names[0])
    if words.startswith("Object contains unknown"):
        return (names[0],), unknown("ruleset.unknown_key", names[0], _keys(kind))
    if words.startswith("Invalid enum"):
        options = ", ".join(value_text(option) for option in _options(kind))
        return (), say("ruleset.expects_one_of", options=options, found=value_text(data))
    expected = [_WORDS.get(word, "value") for word in names[:1] for word in _kinds(word)]
    word = expected[0] if len(expected) == 1 else "value"
    return (), say(f"ruleset.expects_{word}", found=value_text(data))


def _kinds(words: str) -> list[str]:
    return [word for word in words.split(" | ") if word != "null"]


def _hints(kind: type[msgspec.Struct]) -> dict[str, object]:
    """Returns the types of a struct's fields by the names they have in files."""
    hints = get_type_hints(kind)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {file_name: hints[name] for name, file_name in names}


def _keys(kind: object) -> list[str]:
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            return list(each.__struct_encode_fields__)
    return []


def _options(kind: object) -> tuple[object, ...]:
    literals = [each for each in (kind, *get_args(kind)) if get_origin(each) is Literal]
    return get_args(literals[0]) if literals else ()
