"""What a page may send, and what it is sent: few kinds of message, small, and of one version."""

from typing import Annotated

import msgspec

VERSION = 2
"""The version of the messages; a page of another one is told to load itself anew."""

MOST_BYTES = 2048
"""No message of a page is longer."""

_Key = Annotated[str, msgspec.Meta(max_length=64)]
_Line = Annotated[str, msgspec.Meta(max_length=200)]
_Measure = Annotated[float, msgspec.Meta(ge=0, le=100_000)]


class _Sent(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What pages send: its kind under ``do``, and the version it was written for."""

    v: int


class Join(_Sent, frozen=True, kw_only=True, tag="join"):
    """Somebody with the code of words wants to look; ``name`` is what the game master reads."""

    code: _Line
    name: _Key = ""


class Return(_Sent, frozen=True, kw_only=True, tag="return"):
    """Somebody known comes back."""

    token: _Key


class Sit(_Sent, frozen=True, kw_only=True, tag="sit"):
    """A guest asks to be seated as the combatant with this key."""

    key: _Key


class Roll(_Sent, frozen=True, kw_only=True, tag="roll"):
    """Dice, as they would be typed at the table, for what is owed under this key; empty: the program shall roll."""

    key: _Key
    typed: _Key


class Read(_Sent, frozen=True, kw_only=True, tag="read"):
    """Dice as far as they are typed for what is owed under this key: the page wants to show what they are read as."""

    key: _Key
    typed: _Key


class Intent(_Sent, frozen=True, kw_only=True, tag="intent"):
    """What a player means to do: a line for the declaration."""

    text: _Line


class Move(_Sent, frozen=True, kw_only=True, tag="move"):
    """Where on the plan a player wants the own combatant to go; without a point the proposal is taken back."""

    at: tuple[_Measure, _Measure] | None = None


Sent = Join | Return | Sit | Roll | Read | Intent | Move
"""Everything a page may send."""

_decoder: msgspec.json.Decoder[Sent] = msgspec.json.Decoder(Sent)


def read(data: str | bytes) -> Sent | None:
    """Returns what a page has sent; None: it is none of these messages."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def refusal(why: str) -> bytes:
    """Returns what a page is told that may not go on: the code, the token, the version, too fast, no room."""
    return msgspec.json.encode({"v": VERSION, "is": "no", "why": why})


def welcome(token: str, name: str) -> bytes:
    """Returns what a page keeps to come back with."""
    return msgspec.json.encode({"v": VERSION, "is": "welcome", "token": token, "name": name})


def reading(key: str, typed: str, words: str, *, is_taken: bool) -> bytes:
    """Returns what typed dice are read as, or why they are no answer: ``is_taken`` says whether they can be sent."""
    told = {"v": VERSION, "is": "reading", "key": key, "typed": typed, "words": words}
    return msgspec.json.encode({**told, "taken": is_taken})


def view(number: int, seat: str, public: bytes, own: bytes) -> bytes:
    """Returns what is shown now. ``seat`` is ``none``, ``asked`` or ``seated``; the other two are JSON."""
    head = b'{"v":%d,"is":"view","n":%d,"seat":"%s","view":' % (VERSION, number, seat.encode())
    return b"".join((head, public, b',"own":', own, b"}"))
