"""An entry: one step that can be undone, with everything needed to explain it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter.events import Event


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a procedure returns: the events, how to name the entry, and why its numbers are what they are."""

    label: Message
    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One committed step.

    ``parent`` is the entry it was played on; ``ROOT`` before anything happened. ``gesture`` is the first entry of the
    gesture it belongs to, all of which is undone together; ``ROOT``: it begins one itself. ``command`` is the command
    as plain data, by its name under ``do``. ``rolls`` are in the order in which they were asked for. ``at`` is the
    moment of commit, ISO 8601 in UTC. ``given`` are numbers of the arithmetic that the game master has overridden, by
    the key of a ``ChainNumber``.
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
