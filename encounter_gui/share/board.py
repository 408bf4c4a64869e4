"""The newest that is to be shown, as finished bytes: to everybody, and to each seat."""

from collections.abc import Mapping

from msgspec import Struct, field

NOTHING = b"null"


class Board(Struct, frozen=True, kw_only=True):
    """What is shown from some moment on: ``number`` counts the boards, ``own`` is by the key of a seat.

    Values are JSON; ``null``: nothing is shown.
    """

    number: int = 0
    public: bytes = NOTHING
    own: Mapping[str, bytes] = field(default_factory=dict)
