"""Events as JSON and back; and events written by every version, for ever."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.encounter import codec
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.lifts import events as lifts
from encounter_gui.encounter.lifts.shapes import items_of, words_of
from encounter_gui.encounter.state import EncounterState
from tests.encounter.strategies import KINDS, events_of

GOLDEN = Path(__file__).with_name("golden_events.jsonl")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_event_comes_back_as_it_was(kind, data):
    event = data.draw(events_of(kind))
    assert codec.decode_event(*codec.encode_event(event)) == event


def golden():
    return [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("line", golden(), ids=lambda line: f"{line['kind']}-{line['version']}")
def test_an_event_ever_released_can_be_read_for_ever(line):
    """Lines of the golden file are added, never changed: they stand in campaign files that people have."""
    event = codec.decode_event(line["kind"], line["version"], msgspec.json.encode(line["payload"]))
    assert codec.kind_of(event) == line["kind"]
    evolve(EncounterState(), event)


def test_every_kind_of_event_has_a_golden_line_of_its_present_version():
    assert {(line["kind"], line["version"]) for line in golden()} >= set(codec.VERSIONS.items())


def test_an_event_from_the_future_is_not_guessed_at():
    with pytest.raises(codec.UnreadableError, match=r"switch\.set version 2"):
        codec.decode_event("switch.set", 2, b"{}")
    with pytest.raises(codec.UnreadableError, match=r"dance\.begun"):
        codec.decode_event("dance.begun", 1, b"{}")


@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"[]", b'{"kind": "round.began"}', b'{"kind": "round.began", "number": "x"}'],
)
def test_a_broken_event_is_reported_as_unreadable(payload):
    with pytest.raises(codec.UnreadableError):
        codec.decode_event("round.began", 1, payload)


@pytest.mark.parametrize("kind", codec.VERSIONS)
@pytest.mark.parametrize("payload", [b"{}", b"[]", b"1", b"null", b"[" * 15_000, b'{"a":' * 9_000])
def test_what_no_version_has_written_is_unreadable_and_no_other_fault(kind, payload):
    for version in range(-1, codec.VERSIONS[kind] + 2):
        if payload != b"{}" or version != codec.VERSIONS[kind]:  # some events say nothing
            with pytest.raises(codec.UnreadableError):
                codec.decode_event(kind, version, payload)


def test_old_data_is_lifted_one_version_at_a_time():
    lifts = {
        ("a", 1): lambda data: {**data, "steps": [2]},
        ("a", 2): lambda data: {**data, "steps": [*data["steps"], 3]},
    }
    assert codec.lift("a", 1, {"x": 1}, 3, lifts) == {"x": 1, "steps": [2, 3]}
    assert codec.lift("a", 3, {"x": 1}, 3, lifts) == {"x": 1}


def test_records_of_old_events_are_lifted_wherever_they_stand(monkeypatch):
    """A combatant that joins and an effect held in a tie carry records and conditions of their own."""
    monkeypatch.setattr(lifts, "_MEMOS", {"melee": words_of, "hack.": items_of})
    monkeypatch.setattr(
        lifts, "_CONDITIONS", {"swarming": lambda data: {**data, "about": data["note"], "note": ""}}
    )
    swarming = {"key": "swarming", "note": "c9"}
    joined = {"combatant": {"memo": {"melee": "c1 c2"}, "conditions": [swarming]}}
    lifted = lifts.LIFTS["combatant.added", 1](joined)["combatant"]
    assert lifted["memo"] == {"melee": ["c1", "c2"]}
    assert lifted["conditions"] == [{"key": "swarming", "note": "", "about": "c9"}]
    inside = {"kind": "memo.set", "who": "a", "key": "hack.gate", "text": "x; y"}
    held = lifts.LIFTS["result.held", 1]({"by": "a", "events": [inside]})
    assert held["events"] == [
        {"kind": "memo.set", "who": "a", "key": "hack.gate", "value": ["x", "y"]}
    ]
    forgotten = {"kind": "memo.set", "who": "a", "key": "melee", "text": ""}
    assert lifts.LIFTS["memo.set", 1](forgotten)["value"] == ""


@pytest.mark.parametrize(
    "packed",
    [
        b"x",
        b"0 stage.set 1 -30\n{}",
        b"0 stage.set\n 1 2\n{}",
        b"0 stage set 1 2\n{}",
        b"0  1 2\n{}",
        b"0 \xff 1 2\n{}",
        b"0 stage.set 1 2\n",
        b"0 stage.set 1 9999999999\n{}",
        b"0 stage.set 99999 2\n{}",
    ],
)
def test_packed_events_of_a_strangers_making_are_unreadable(packed: bytes):
    """A file can be sealed by anybody: such a kind or length must neither hang the program nor pass."""
    with pytest.raises(codec.UnreadableError):
        codec.unpack(packed)


def test_packed_events_of_every_version_are_those_that_are_stored():
    stored = [(each["kind"], each["version"], json.dumps(each["payload"])) for each in golden()]
    packed = codec.pack(
        (1, seq, kind.encode(), version, data.encode())
        for seq, (kind, version, data) in enumerate(stored)
    )
    assert codec.unpack(packed) == tuple(
        codec.decode_event(kind, version, data.encode()) for kind, version, data in stored
    )
