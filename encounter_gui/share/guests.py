"""Who has joined: guests with tokens, and the seats the game master has let them have."""

import hmac
import secrets
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field

_TOKEN_BYTES = 18
_MOST = 60
"""So many guests are remembered; beyond that, those without a seat who have left are forgotten."""

_WORDS = 3

SeatState = Literal["none", "asked", "seated"]


class Guest(Struct, frozen=True, kw_only=True):
    """Somebody who has joined, as the game master sees it.

    ``seat`` is the key of the own combatant, ``wanted`` that of the one asked for; empty: none. ``is_here``: connected.
    ``id`` means nothing to anybody but the program.
    """

    id: int
    name: str
    seat: str = ""
    wanted: str = ""
    is_here: bool = False

    @property
    def seat_state(self) -> SeatState:
        """Whether the guest asks for a seat, be it another one, or has one."""
        return "asked" if self.wanted else "seated" if self.seat else "none"


class _Kept(Struct, kw_only=True):
    """What is remembered of a guest."""

    id: int
    name: str
    token: bytes
    seat: str = ""
    wanted: str = ""
    connections: list[object] = field(default_factory=list)


def _is_needed(kept: _Kept) -> bool:
    return bool(kept.seat or kept.connections)


def one_line(text: str) -> str:
    """Returns what somebody typed as one line of signs that can be seen, for the game master to read."""
    seen = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(seen.split())


class Guests:
    """The guests of one evening. They are forgotten when the program ends, or the code is changed."""

    def __init__(self, words: Sequence[str]) -> None:
        """Takes the words that codes are made of."""
        self._words = tuple(words)
        self._kept: dict[int, _Kept] = {}
        self._next = 1
        self.code = self._new_code()

    def _new_code(self) -> str:
        return " ".join(secrets.choice(self._words) for _ in range(_WORDS))

    def renew(self) -> None:
        """Makes another code and forgets everybody: their tokens are void."""
        self.code = self._new_code()
        self._kept = {}

    def is_code(self, text: str) -> bool:
        """Returns whether this is the code, however it is written: capitals, blanks and hyphens do not matter."""
        given = " ".join(text.replace("-", " ").casefold().split())
        return hmac.compare_digest(given.encode(), self.code.encode())

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another guest."""
        return len(self._kept) >= _MOST and all(map(_is_needed, self._kept.values()))

    def join(self, name: str) -> tuple[int, str]:
        """Takes a new guest, and returns its id and token."""
        if len(self._kept) >= _MOST:
            self._kept = {key: each for key, each in self._kept.items() if _is_needed(each)}
        known, self._next = self._next, self._next + 1
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        shown = one_line(name)
        self._kept[known] = _Kept(id=known, name=shown, token=token.encode())
        return known, token

    def by_token(self, token: str) -> int | None:
        """Returns the id of the guest with this token; None: nobody has it."""
        given, found = token.encode(), None
        for each in self._kept.values():  # all of them: how long it takes says nothing
            if hmac.compare_digest(given, each.token):
                found = each.id
        return found

    def ask(self, guest: int, key: str) -> None:
        """Remembers that a guest asks for a seat."""
        if guest in self._kept:
            self._kept[guest].wanted = key

    def seat(self, guest: int) -> str:
        """Gives a guest the seat asked for and a new token, which is returned; whoever had the seat loses it.

        Empty: the guest is gone, or asks for nothing.
        """
        kept = self._kept.get(guest)
        if kept is None or not kept.wanted:
            return ""
        for each in self._kept.values():
            if each.seat == kept.wanted:
                each.seat = ""
        kept.seat, kept.wanted = kept.wanted, ""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        kept.token = token.encode()
        return token

    def unseat(self, guest: int) -> None:
        """Takes away the seat of a guest, or what it asks for."""
        if guest in self._kept:
            self._kept[guest].seat = self._kept[guest].wanted = ""

    def remove(self, guest: int) -> None:
        """Forgets a guest: its token is void."""
        self._kept.pop(guest, None)

    def connect(self, guest: int, connection: object, *, is_here: bool) -> None:
        """Notes that a guest has come, or that one of its connections is gone."""
        kept = self._kept.get(guest)
        if kept is None:
            return
        others = [each for each in kept.connections if each is not connection]
        kept.connections = [*others, connection] if is_here else others

    def seat_of(self, guest: int) -> str:
        """Returns the key of a guest's own combatant; empty: it has none, or is gone."""
        kept = self._kept.get(guest)
        return kept.seat if kept is not None else ""

    def guest(self, guest: int) -> Guest | None:
        """Returns a guest as the game master sees it; None: it is gone."""
        kept = self._kept.get(guest)
        if kept is None:
            return None
        return Guest(
            id=kept.id,
            name=kept.name,
            seat=kept.seat,
            wanted=kept.wanted,
            is_here=bool(kept.connections),
        )

    def all(self) -> tuple[Guest, ...]:
        """Returns all guests in the order in which they came."""
        return tuple(found for each in self._kept if (found := self.guest(each)) is not None)
