"""Events as JSON, and back, for as long as there are old files.

What a newer version of a class cannot read any more is lifted on the plain data, one version at a time, before it is
decoded; a lift imports nothing of ours, because what it would import will have changed.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec

from encounter_gui.encounter.events import Event
from encounter_gui.encounter.lifts.events import LIFTS, Lift

VERSIONS: Mapping[str, int] = {
    str(kind.__struct_config__.tag): kind.VERSION for kind in get_args(Event)
}
"""The version each kind of event is written in now."""

_CURRENT = frozenset(f"{kind} {version}".encode() for kind, version in VERSIONS.items())
_HEAD = re.compile(rb"\d+ ([^ \n]+ \d+) (\d+)\n")
"""What ``pack`` writes before the JSON of an event."""

_NOT_LIFTED = (LookupError, TypeError, ValueError, AttributeError)
"""What a lift raises on data that is not what its version wrote."""

_encoder = msgspec.json.Encoder()
_event_decoder = msgspec.json.Decoder(Event)


class UnreadableError(ValueError):
    """Stored data that this program cannot read; says what was found and where."""


def encode_event(event: Event) -> tuple[str, int, bytes]:
    """Returns kind, version and JSON of an event."""
    return kind_of(event), event.VERSION, _encoder.encode(event)


def kind_of(event: Event) -> str:
    """Returns the name under which an event is kept."""
    return str(event.__struct_config__.tag)


def decode_event(kind: str, version: int, payload: bytes) -> Event:
    """Returns the event of this kind and version.

    Raises:
        UnreadableError: the kind is unknown, the version newer than ours, or the data not what it should be.
    """
    if kind not in VERSIONS or not 0 < version <= VERSIONS[kind]:
        raise UnreadableError(f"event {kind} version {version}")
    try:
        if version == VERSIONS[kind]:
            event: Event = _event_decoder.decode(payload)
            return event
        data = lift(kind, version, msgspec.json.decode(payload), VERSIONS[kind], LIFTS)
        event = msgspec.convert(data, Event)
    except (msgspec.MsgspecError, RecursionError, *_NOT_LIFTED) as error:
        raise UnreadableError(f"event {kind}: {type(error).__name__} {error}") from error
    return event


def pack(events: Iterable[tuple[int, int, bytes, int, bytes]]) -> bytes:
    """Returns the events of an entry in one piece; each is its entry, its place there, kind, version and JSON.

    The entry is not written; the length stands before the JSON. The hash of an entry is taken over this, so it is part
    of the file's format and never changes.
    """
    parts: list[bytes] = []
    for _, seq, kind, version, data in events:
        parts += (b"%d %s %d %d\n" % (seq, kind, version, len(data)), data)
    return b"".join(parts)


def unpack(packed: bytes) -> tuple[Event, ...]:
    """Returns the events that ``pack`` has put together.

    Raises:
        UnreadableError: as ``decode_event``, or they are not what ``pack`` returns.
    """
    events: list[Event] = []
    at = 0
    try:
        while at < len(packed):
            head = _HEAD.match(packed, at)
            if head is None:  # a kind of a stranger's making
                raise UnreadableError("event without a kind")
            what, length = head.groups()
            start, at = head.end(), head.end() + int(length)
            if what in _CURRENT:  # nearly all of them: no calls
                events.append(_event_decoder.decode(packed[start:at]))
            else:
                kind, _, version = what.rpartition(b" ")
                event = decode_event(
                    kind.decode("utf-8", "replace"), int(version), packed[start:at]
                )
                events.append(event)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnreadableError(f"event: {type(error).__name__} {error}") from error
    return tuple(events)


def lift(
    kind: str,
    version: int,
    data: dict[str, Any],
    wanted: int,
    lifts: Mapping[tuple[str, int], Lift],
) -> dict[str, Any]:
    """Returns the data of an old event as its wanted version has it."""
    for step in range(version, wanted):
        data = lifts[kind, step](data)
    return data


def plain(value: object) -> Any:  # noqa: ANN401 - lists and mappings of whatever JSON can hold
    """Returns a value of ours as plain lists and mappings, for JSON output."""
    return msgspec.json.decode(_encoder.encode(value))
