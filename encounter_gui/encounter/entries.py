"""An entry: one step that can be undone, with everything needed to explain it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Self

import msgspec

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter.codec import unpack
from encounter_gui.encounter.events import ClockSet, Event, RoundBegan


class ChainNumber(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number that the rules have worked out on the way to a result, which can be overridden.

    ``key`` is its name within the entry, ``name`` the words for it. ``was`` is what the rules have worked out where
    the game master has put ``value`` in its place; None: it stands as it was worked out.
    """

    key: str
    name: str
    value: int
    was: int | None = None


class Reason(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the arithmetic behind an entry, and the id of the rule it follows (empty: none).

    ``numbers`` are those of the line that can be overridden, in the order in which they were worked out.
    """

    text: Message
    rule: str = ""
    numbers: tuple[ChainNumber, ...] = ()


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a procedure returns: the events, how to name the entry, and why its numbers are what they are."""

    label: Message
    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


class _Body(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What of an entry is kept as JSON."""

    label: Message
    command: dict[str, Any] = {}
    rolls: tuple[Rolled, ...] = ()
    reasons: tuple[Reason, ...] = ()
    gesture: EntryId = ROOT
    given: dict[str, int] = {}


_LAZY = ("label", "command", "rolls", "reasons", "given")
_INSTEAD = "instead_of"
_GESTURES = "gestures"
_SETTLE = "settle"
_PART = b'"part":"'
_INSTEAD_IN_BODY = _INSTEAD.encode()
_REMEMBERED = 256
"""So many entries that were read last are kept as read: a kilobyte each."""
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Body)


@lru_cache(maxsize=_REMEMBERED)
def _decoded(body: bytes) -> _Body:
    """Returns what JSON holds; the last ones are remembered, as several fields of an entry are asked for in a row.

    Whoever acts at once is shown by all entries of that moment, which are asked again at each further step.
    """
    return _decoder.decode(body)


@lru_cache(maxsize=32)
def unpacked(packed: bytes) -> tuple[Event, ...]:
    """Returns the events of an entry; the last ones are remembered, as what has just been proved is folded next.

    Raises:
        UnreadableError: as ``unpack``.
    """
    return unpack(packed)


@cache
def _mark_of(kind: type[Event]) -> bytes:
    """Returns what stands in the packed events of an entry, if one of them is of a kind."""
    return f" {kind.__struct_config__.tag} ".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One committed step.

    ``parent`` is the entry it was played on; ``ROOT`` before anything happened. ``gesture`` is the first entry of the
    gesture it belongs to, all of which is undone together; ``ROOT``: it begins one itself. ``command`` is the command
    as plain data, by its name under ``do``. ``rolls`` are in the order in which they were asked for. ``at`` is the
    moment of commit, ISO 8601 in UTC. ``given`` are numbers of the arithmetic that the game master has overridden, by
    the key of a ``ChainNumber``.

    One that was stored keeps the JSON of its events, label, command, rolls, reasons and given numbers, and reads them
    anew whenever they are asked for: decoded they take three times the memory, and few of 10,000 entries are looked at.
    """

    id: EntryId
    parent: EntryId = ROOT
    gesture: EntryId = ROOT
    label: Message
    command: Mapping[str, Any] = field(default_factory=dict)
    rolls: tuple[Rolled, ...] = ()
    reasons: tuple[Reason, ...] = ()
    events: tuple[Event, ...] = ()
    at: str = ""
    given: Mapping[str, int] = field(default_factory=dict)
    _body: bytes = field(init=False, default=b"", compare=False, repr=False)
    _packed: bytes = field(init=False, default=b"", compare=False, repr=False)

    @classmethod
    def stored(cls, key: EntryId, parent: EntryId, at: str, body: bytes, packed: bytes) -> Self:
        """Returns the entry whose JSON is ``body``, as ``body_of`` has written it, with packed events.

        The events, as ``pack`` returns them, are not looked at: whether they can be read is for the caller to find out.

        Raises:
            msgspec.MsgspecError: it is not the JSON of an entry.
        """
        entry = cls.__new__(cls)
        gesture = _decoder.decode(
            body
        ).gesture  # all of it is read once: a fault shows here and not later
        keep = object.__setattr__
        keep(entry, "id", key)
        keep(entry, "parent", parent)
        keep(entry, "at", at)
        keep(entry, "gesture", gesture)
        keep(entry, "_body", body)
        keep(entry, "_packed", packed)
        return entry

    if not TYPE_CHECKING:  # for a type checker it would make every name an attribute

        def __getattr__(self, name: str) -> object:
            """Reads a field that is kept as JSON; called only for a slot that is empty."""
            if name == "events":
                return unpacked(self._packed)
            if name not in _LAZY:
                raise AttributeError(name)
            return getattr(_decoded(self._body), name)

    @property
    def instead_of(self) -> EntryId | None:
        """The head that a gesture was played instead of; None: it simply follows its parent."""
        if self._body and _INSTEAD_IN_BODY not in self._body:
            return None
        instead = self.command.get(_INSTEAD)
        return EntryId(instead) if isinstance(instead, int) else None

    @property
    def gestures_again(self) -> tuple[int, ...]:
        """Of a correction: how many entries each gesture has that was played again in its own; empty: not known."""
        counts = self.command.get(_GESTURES)
        known = tuple(counts) if isinstance(counts, list | tuple) else ()
        return known if all(isinstance(each, int) for each in known) else ()

    @property
    def note_part(self) -> str:
        """What part of several commands carried out in one go a line is, as its command says; empty: none."""
        if self._body and _PART not in self._body:
            return ""
        part = self.command.get("part")
        return part if isinstance(part, str) and self.command.get("do") == "note" else ""

    @property
    def lines_under(self) -> int | None:
        """How many entries stand under it, if it is a heading that was played again; None: all up to the last line."""
        count = self.command.get("lines") if self.note_part else None
        return count if isinstance(count, int) else None

    def has_event(self, *kinds: type[Event]) -> bool:
        """Returns whether one of its events is of one of these kinds; only where that may be are they read."""
        if self._body:
            packed = self._packed
            kinds = tuple([kind for kind in kinds if _mark_of(kind) in packed])
        return bool(kinds) and any(isinstance(each, kinds) for each in self.events)

    @property
    def round_begun(self) -> int:
        """The number of the last round that begins in it; 0: none does."""
        if not self.has_event(RoundBegan):
            return 0
        return next(each.number for each in self.events[::-1] if isinstance(each, RoundBegan))

    @property
    def clock_set(self) -> int:
        """The second of the campaign's clock to which it moves that; 0: it leaves it where it is."""
        if not self.has_event(ClockSet):
            return 0
        return next(each.to for each in self.events[::-1] if isinstance(each, ClockSet))

    def is_of(self, command: str) -> bool:
        """Returns whether it came from a command of this name."""
        if self._body and command.encode() not in self._body:
            return False
        return bool(self.command.get("do") == command)


def body_of(entry: Entry) -> bytes:
    """Returns the JSON of what an entry keeps besides its events."""
    body = _Body(
        label=entry.label,
        command=dict(entry.command),
        rolls=entry.rolls,
        reasons=entry.reasons,
        gesture=entry.gesture,
        given=dict(entry.given),
    )
    return _encoder.encode(body)


def gestures_of(entries: Iterable[Entry]) -> Iterator[tuple[Entry, ...]]:
    """Yields the entries of a line of play by gesture: a command, and what was settled after it at once.

    A correction and all that was played again with it are kept as one gesture, to be undone together. Here the
    correction is one by itself, and what was played again is grouped as it was when it was played the first time.
    So are commands that were carried out in one go: each of them is one by itself.
    """
    group: list[Entry] = []
    correction, left = ROOT, list[int]()
    for entry in entries:
        is_first = entry.gesture == ROOT or not entry.is_of(_SETTLE)
        if entry.instead_of is not None:
            correction, left = entry.id, list(entry.gestures_again)
        elif entry.gesture == correction != ROOT:
            is_first = group[0].id == correction or _is_next(entry, group, left)
        if is_first and group:
            yield tuple(group)
            group = []
        group.append(entry)
    if group:
        yield tuple(group)


def _is_next(entry: Entry, group: Sequence[Entry], left: list[int]) -> bool:
    """Returns whether an entry that was played again begins another gesture than the one before it.

    ``left`` are the lengths of the gestures from that of ``group`` on. Files of older programs do not know them: there
    all that was settled belongs to the command before it.
    """
    if not left:
        return not entry.is_of(_SETTLE)
    if len(group) < left[0]:
        return False
    left.pop(0)
    return True


def as_gesture(drafts: Sequence[Entry], first: EntryId) -> tuple[Entry, ...]:
    """Returns entries with ids from the first on, each on the one before and in the same gesture."""
    return tuple(
        replace(draft, id=EntryId(first + place))
        if not place
        else replace(
            draft, id=EntryId(first + place), parent=EntryId(first + place - 1), gesture=first
        )
        for place, draft in enumerate(drafts)
    )
