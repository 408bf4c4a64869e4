"""The shape of a ruleset: every key known, every value of its type. Problems are told in the words of the file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args, get_origin, get_type_hints

from encounter_gui.core.errors import DataError
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.files.ruleset_errors import (
    RulesetError,
    Source,
    key_of,
    unknown,
    value_text,
)
from encounter_gui.rules.model.ruleset import Ruleset

if TYPE_CHECKING:  # takes 0.15 s to import, and a pinned ruleset needs no validating
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails

_NOT_FOR_FILES = frozenset({"changed", "own_name", "own_version"})

_EXPECTED = {
    "bool_type": "flag",
    "int_type": "number",
    "int_from_float": "number",
    "int_parsing_size": "number",
    "string_type": "text",
    "tuple_type": "list",
    "dict_type": "table",
    "dataclass_type": "table",
    "dataclass_exact_type": "table",
}


def validate(source: Source) -> Ruleset:
    """Returns the ruleset that a source says.

    Raises:
        RulesetError: keys are missing or unknown, or values of the wrong type.
    """
    from pydantic import ValidationError

    data = {**source.data, "changed": source.changed}
    problems = [_not_ours(source, each) for each in sorted(_NOT_FOR_FILES & set(source.data))]
    try:
        # As JSON, because only there does strict mean: lists are tuples and tables our classes, but "5" is no number.
        ruleset = _adapter().validate_json(json.dumps(data, default=_no_json), strict=True)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        raise RulesetError([*problems, *_problems(source, details)]) from None
    if problems:
        raise RulesetError(problems)
    return ruleset


@cache
def _adapter() -> "TypeAdapter[Ruleset]":
    """Returns what validates rulesets; building it takes some ten milliseconds."""
    from pydantic import TypeAdapter

    return TypeAdapter(Ruleset)


def _no_json(value: object) -> None:
    return None


def _not_ours(source: Source, name: str) -> DataError:
    known = {each.name for each in fields(Ruleset)} - _NOT_FOR_FILES
    return source.problem(name, unknown("ruleset.unknown_key", name, known))


def _problems(source: Source, details: Sequence["ErrorDetails"]) -> Iterator[DataError]:
    """Yields one problem for each place: a value that may be several things has failed at each of them."""
    by_place: dict[str, tuple[_Spot, list[ErrorDetails]]] = {}
    for each in details:
        spot = _spot(source.data, each["loc"], is_key=_is_about_key(each))
        by_place.setdefault(spot.pointer, (spot, []))[1].append(each)
    told = [source.problem(pointer, _message(*each)) for pointer, each in by_place.items()]
    meant = {_meant(problem) for problem in told}
    # Where a key is misspelt, saying that the right one is missing as well would only confuse.
    yield from (problem for problem in told if problem.place.pointer not in meant)


def _meant(problem: DataError) -> str | None:
    """Returns where the key that was probably meant would stand; None if this is no misspelt key."""
    like = problem.message.params.get("like")
    if like is None:
        return None
    table = problem.place.pointer.rpartition(".")[0]
    return f"{table}.{like}" if table else str(like)


def _is_about_key(detail: "ErrorDetails") -> bool:
    return detail["type"] in {"missing", "unexpected_keyword_argument"}


class _Spot:
    """A place in the data: its pointer, what is there, and which class the table around it should be."""

    def __init__(self, pointer: str, value: object, kind: object, name: str) -> None:
        self.pointer = pointer
        self.value = value
        self.kind = kind
        self.name = name


def _spot(data: object, loc: tuple[int | str, ...], *, is_key: bool) -> _Spot:
    """Follows a location as far as the data goes; what comes after is pydantic's own word for a reading it tried."""
    steps = loc[:-1] if is_key else loc
    path: list[str] = []
    kind: object = Ruleset
    for step in steps:
        if isinstance(data, dict) and step in data:
            kind = _kind_below(kind, str(step))
            data = data[step]
            path.append(str(step))
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            kind = _kind_below(kind, "")
            data = data[step]
            path.append(key_of(data, step))
    name = str(loc[-1]) if is_key else ""
    return _Spot(".".join([*path, name] if is_key else path), data, kind, name)


def _kind_below(kind: object, name: str) -> object:
    """Returns the type of what a key of a class, an item of a tuple or a value of a mapping holds."""
    if is_dataclass(kind) and isinstance(kind, type):
        return _types(kind).get(name, object)
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return arguments[0]
    return arguments[-1] if arguments else object


@cache
def _types(kind: type) -> Mapping[str, object]:
    """Returns the types of the fields of a class; working them out takes a millisecond."""
    return get_type_hints(kind)


def _message(spot: _Spot, same: Sequence["ErrorDetails"]) -> Message:
    kinds = {each["type"] for each in same}
    if "missing" in kinds:
        return say("ruleset.missing", name=spot.name)
    if "unexpected_keyword_argument" in kinds:
        return unknown("ruleset.unknown_key", spot.name, _keys(spot.kind))
    if kinds == {"literal_error"}:
        return say(
            "ruleset.expects_one_of", options=_options(spot.kind), found=value_text(spot.value)
        )
    expected = {_EXPECTED.get(kind, "value") for kind in kinds}
    word = expected.pop() if len(expected) == 1 else "value"
    return say(f"ruleset.expects_{word}", found=value_text(spot.value))


def _keys(kind: object) -> tuple[str, ...]:
    if not (is_dataclass(kind) and isinstance(kind, type)):
        return ()
    return tuple(each.name for each in fields(kind) if each.name not in _NOT_FOR_FILES)


def _options(kind: object) -> str:
    literal = next((each for each in (kind, *get_args(kind)) if get_origin(each) is Literal), kind)
    return ", ".join(value_text(option) for option in get_args(literal))
