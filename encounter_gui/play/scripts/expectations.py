"""What a fight script expects after a step, as dotted paths into plain data.

``state.…`` looks into the state after the step, ``rolls.attack.total`` into the last roll of the step with that key,
``events.attack.hit`` into its last result of that kind, completed by what was settled after it.
``rolls.attack.1.total`` and ``events.attack.1.hit`` name the first of several. A key that has dots of its own
(``ammo.smg``) is written as it is. Expecting ``true`` or ``false`` of something that is no such value asks whether it
is there at all. ``odds.hit`` and ``forecast.win.pc`` are numbers of what was likely, by their ids.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from encounter_gui.play.scripts.fight_json import Plain, by_kind
from encounter_gui.play.scripts.written_numbers import ROOTS, is_expected_number, plain_floats

_NOTHING = object()


def step_data(rolls: Sequence[Plain], events: Sequence[Plain]) -> Plain:
    """Returns the rolls of a step by key and its results by kind, as expectations name them."""
    results = [event for event in events if event["kind"] == "resolved"]
    return {
        "rolls": by_kind(rolls, "key"),
        "events": by_kind(_complete(results), "what"),
    }


def _complete(results: Sequence[Plain]) -> list[Plain]:
    """Returns results with what they are about; one that completes another adds its values to that, too.

    ``victim`` is who suffers a result, even where ``target`` is a number to beat; without a target, whom it befalls.
    """
    tables: list[Plain] = []
    for each in results:
        table = {**_about(each), **each["values"]}
        earlier = _earlier(tables, each)
        if earlier is not None:
            earlier |= {key: value for key, value in each["values"].items() if value is not None}
        tables.append(table)
    return tables


def _earlier(tables: Sequence[Plain], result: Plain) -> Plain | None:
    """Returns the last result of the kind and target that another one completes."""
    kind, target = result.get("completes"), result.get("target")
    same = (each for each in reversed(tables) if each["what"] == kind)
    return next((each for each in same if target is None or each.get("target") == target), None)


def _about(event: Plain) -> Plain:
    about = {key: event[key] for key in ("what", "who", "target") if event.get(key) is not None}
    victim = about.get("target", about.get("who"))
    return {**about, "victim": victim} if victim is not None else about


def flat(expected: Mapping[str, Any], pointer: str = "") -> Iterator[tuple[str, object]]:
    """Yields paths and values of expectations, whether written as dotted keys or as tables in tables."""
    for key, value in expected.items():
        path = f"{pointer}.{key}" if pointer else key
        if isinstance(value, Mapping) and not is_expected_number(path, value):
            yield from flat(value, path)
        else:
            yield path, value if path.partition(".")[0] in ROOTS else plain_floats(value)


def expects(expected: Mapping[str, Any], root: str) -> bool:
    """Returns whether something is expected of what this root leads to, such as ``odds``."""
    return any(path.partition(".")[0] == root for path, _ in flat(expected))


def found_at(data: object, path: str) -> object:
    """Returns what is at a path; None if there is nothing."""
    value = _walk(data, tuple(path.split(".")))
    return None if value is _NOTHING else value


def _walk(data: object, steps: tuple[str, ...]) -> object:
    """Follows the steps, joining several where a key has dots itself; the longest such key wins."""
    if not steps:
        return data
    if isinstance(data, Mapping):
        for end in range(len(steps), 0, -1):
            key = ".".join(steps[:end])
            if key in data and (value := _walk(data[key], steps[end:])) is not _NOTHING:
                return value
    elif isinstance(data, Sequence) and not isinstance(data, str) and steps[0].isdecimal():
        number = int(steps[0])
        if 1 <= number <= len(data):
            return _walk(data[number - 1], steps[1:])
    return _NOTHING


def _words_of(record: object) -> Iterator[str]:
    """Yields the words by which scripts know a record: its values in order, those that are there."""
    if isinstance(record, Mapping):
        for value in record.values():
            yield from _words_of(value)
    elif isinstance(record, list | tuple):
        for value in record:
            yield from _words_of(value)
    elif record != "":
        yield str(record)


def is_met(expected: object, found: object) -> bool:
    """Returns whether what was found is what was expected."""
    if isinstance(expected, bool) and not isinstance(found, bool):
        return expected is (found is not None)
    if isinstance(expected, str) and isinstance(found, list | tuple | Mapping):
        return expected.split() == list(_words_of(found))
    return type(expected) is type(found) and expected == found
