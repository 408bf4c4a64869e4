"""What version 1 of the events kept for phases as words parted by blanks is read as records."""

from typing import Any

import msgspec
import pytest

from encounter_gui.encounter import codec
from encounter_gui.encounter import events as ev


def memo(key: str, text: str) -> Any:
    """Returns the value that a record of version 1 is read as."""
    payload = {"kind": "memo.set", "who": "ace", "key": key, "text": text}
    event = codec.decode_event("memo.set", 1, msgspec.json.encode(payload))
    assert isinstance(event, ev.MemoSet)
    return event.value


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("plan", "2 ducking snap_shot", (2, "", ("ducking", "snap_shot"))),
        ("plan", "1 full:run", (1, "run", ())),
        ("plan", "1 full:run hunkering", (1, "run", ("hunkering",))),
    ],
)
def test_a_declaration_is_a_record(key: str, text: str, value: tuple[Any, ...]) -> None:
    """Actions, the Full Action, stances."""
    found = memo(key, text)
    assert (found["actions"], found["full"], found["stances"]) == value


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("aid", "-2 left_leg", {"gm": -2, "place": "left_leg"}),
        ("aid", "0", {"gm": 0, "place": ""}),
        ("singles", "relic_a relic_b", ("relic_a", "relic_b")),
        ("dropped", "smg", ("smg",)),
        ("dropped", "", ""),
        ("gait", "run", "run"),
    ],
)
def test_other_records(key: str, text: str, value: object) -> None:
    """Words are keys; what was forgotten stays so; a single word stays a word."""
    assert memo(key, text) == value


@pytest.mark.parametrize(
    ("condition", "keys", "note"),
    [
        ({"key": "jammed", "note": "smg pistol"}, ("smg", "pistol"), ""),
        ({"key": "jammed"}, (), ""),
        ({"key": "aiding", "by": "cass", "note": "Cass"}, (), ""),
        ({"key": "grabbed", "by": "cass", "note": "Cass"}, (), "Cass"),
    ],
)
def test_conditions(condition: dict[str, Any], keys: tuple[str, ...], note: str) -> None:
    """The jammed weapons are keys; the name of a patient is looked up."""
    payload = {"kind": "condition.added", "who": "ace", "condition": condition}
    event = codec.decode_event("condition.added", 1, msgspec.json.encode(payload))
    assert isinstance(event, ev.ConditionAdded)
    assert (event.condition.keys, event.condition.note) == (keys, note)
    assert event.condition.by == condition.get("by")
