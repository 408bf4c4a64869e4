"""What a command that waits for dice was told so far, as text: kept beside the log in case the program is killed."""

from typing import Any

import msgspec

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter.codec import UnreadableError, decode_event, encode_event
from encounter_gui.encounter.entries import Entry


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that is committed only if the program ends before its command does.

    ``head`` and ``newest`` are the head of the fight and its newest entry when it was written: it is void once either
    has changed, as the command then is committed, owed or undone.
    """

    head: EntryId
    newest: EntryId
    label: Message
    command: dict[str, Any]
    rolls: tuple[Rolled, ...]
    events: tuple[tuple[str, int, str], ...]


_decoder = msgspec.json.Decoder(_Kept)


def waiting_text(draft: Entry, newest: EntryId) -> str:
    """Returns the entry that would keep a waiting command, as text."""
    encoded = (encode_event(event) for event in draft.events)
    kept = _Kept(
        head=draft.parent,
        newest=newest,
        label=draft.label,
        command=dict(draft.command),
        rolls=draft.rolls,
        events=tuple((kind, version, data.decode()) for kind, version, data in encoded),
    )
    return msgspec.json.encode(kept).decode()


def read(text: str, head: EntryId, newest: EntryId) -> Entry | None:
    """Returns the entry that a text keeps, without id and moment.

    None: there is nothing, it is void as the fight has moved on since, or it cannot be read.
    """
    try:
        kept = _decoder.decode(text)
        events = tuple(decode_event(kind, at, data.encode()) for kind, at, data in kept.events)
    except (msgspec.MsgspecError, RecursionError, UnreadableError):
        return None
    if (kept.head, kept.newest) != (head, newest):
        return None
    return Entry(
        id=ROOT,
        parent=head,
        label=kept.label,
        command=kept.command,
        rolls=kept.rolls,
        events=events,
    )
