"""An entry whose JSON is kept is the same entry, and takes less memory."""

import tracemalloc
from dataclasses import replace

import msgspec
import pytest

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter.codec import encode_event, pack
from encounter_gui.encounter.entries import ChainNumber, Entry, Reason, body_of
from encounter_gui.encounter.events import ClockSet, GaugeChanged, RoundBegan

ROLL = RollRequest(key="attack", label=say("attack"), who=CombatantId("c1"), count=2)
PLAYED = Entry(
    id=EntryId(5),
    parent=EntryId(4),
    gesture=EntryId(3),
    label=say("hit", who="Åsa", wounds=4),
    command={"do": "strike", "by": "c1", "instead_of": 2, "reach": None},
    rolls=(Rolled(request=ROLL, faces=(3, 4), total=7, physical=True),),
    reasons=(Reason(text=say("sum", total=7), numbers=(ChainNumber(key="n", name="N", value=7),)),),
    events=(
        RoundBegan(number=3),
        GaugeChanged(who=CombatantId("c1"), gauge="round.began 9", by=-2),
        RoundBegan(number=4),
    ),
    at="2026-11-23T00:00:00Z",
    given={"n": 8},
)


def packed_of(entry: Entry) -> bytes:
    rows = map(encode_event, entry.events)
    return pack(
        (entry.id, seq, kind.encode(), version, data)
        for seq, (kind, version, data) in enumerate(rows)
    )


def stored(entry: Entry) -> Entry:
    return Entry.stored(entry.id, entry.parent, entry.at, body_of(entry), packed_of(entry))


def test_it_is_the_entry_that_was_written():
    found = stored(PLAYED)
    assert found == PLAYED
    assert body_of(found) == body_of(PLAYED)
    assert replace(found, at="later") == replace(PLAYED, at="later")
    assert repr(found) == repr(PLAYED)


@pytest.mark.parametrize("entry", [PLAYED, stored(PLAYED)])
def test_it_knows_its_command(entry: Entry):
    assert entry.instead_of == 2
    assert entry.is_of("strike")
    assert not entry.is_of("c1")
    assert not entry.is_of("note")
    assert entry.round_begun == 4
    assert replace(entry, events=PLAYED.events[1:2]).round_begun == 0
    assert entry.has_event(ClockSet, RoundBegan)
    assert not entry.has_event(ClockSet)
    assert not entry.has_event()
    assert replace(entry, command={"do": "note"}).instead_of is None
    with pytest.raises(AttributeError):
        _ = entry.damage  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "body", [b"", b"{}", b'{"label":{"key":"x"},"rolls":[{}]}', b'{"label":{"key":"x"},"more":1}']
)
def test_what_is_no_entry_is_refused_when_it_is_read_not_when_it_is_shown(body: bytes):
    with pytest.raises(msgspec.MsgspecError):
        Entry.stored(EntryId(1), EntryId(0), "", body, b"")


def test_1000_stored_entries_take_a_megabyte_at_most():
    entries = [replace(PLAYED, id=EntryId(number)) for number in range(1, 1001)]
    bodies = [body_of(each) for each in entries]
    tracemalloc.start()
    found = [
        Entry.stored(e.id, e.parent, e.at, bytes(bytearray(body)), b"")
        for e, body in zip(entries, bodies, strict=True)
    ]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found) == 1000
    assert taken < 1_000_000
