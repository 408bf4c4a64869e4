"""The players' page as the window knows it: on or off, who is there, what arrives. Its server has its own thread."""

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.play.players.view import OwnSheet, PlayersView
from encounter_gui.share import messages
from encounter_gui.share.board import NOTHING, Board
from encounter_gui.share.guests import Guest, Guests
from encounter_gui.share.page_files import PageFiles

if TYPE_CHECKING:  # the optional extra may be missing
    from encounter_gui.share.server import ShareServer

PORT = 8480
"""The port that is tried first, so that an address noted down is good the next evening."""


def is_available() -> bool:
    """Returns whether what serves the page is installed: the optional extra ``share``."""
    return all(find_spec(each) is not None for each in ("aiohttp", "segno"))


class Sharing(QObject):
    """Starts and stops the page, passes on what the players may know, and tells what they send."""

    guests_changed = Signal(tuple)
    """``tuple[Guest, ...]``: who has joined."""
    dice_sent = Signal(str, str, str)
    """The key of a seat, that of what is owed, and the dice as typed."""
    dice_typed = Signal(int, str, str, str)
    """A guest, the key of its seat, that of what is owed, and the dice as far as they are typed."""
    intent_sent = Signal(str, str)
    """The key of a seat, and what its player means to do."""
    move_sent = Signal(str, object)
    """The key of a seat, and the point (``tuple[float, float]``) where its player wants to go; None: no longer."""
    running_changed = Signal(bool)
    """Whether the page is on the network."""
    _happened = Signal(object)

    def __init__(
        self, words: Sequence[str], files: Callable[[], PageFiles], parent: QObject | None = None
    ) -> None:
        """Takes the words that codes are made of, and what makes the files of the page when it is put up."""
        super().__init__(parent)
        self._guests = Guests(words)
        self._files = files
        self._server: ShareServer | None = None
        self._address, self._port = "", PORT
        self._board = Board()
        # Emitted in the server's thread, received in this one.
        self._happened.connect(self._take)

    @property
    def is_running(self) -> bool:
        """Whether the page is on the network."""
        return self._server is not None

    @property
    def url(self) -> str:
        """The address that people type; empty: it is off."""
        return f"http://{self._address}:{self._server.port}" if self._server is not None else ""

    @property
    def code(self) -> str:
        """The words that let somebody in."""
        return self._guests.code

    @property
    def join_url(self) -> str:
        """The address with the code after ``#``, which no browser sends; for the QR code. Empty: the page is off."""
        return f"{self.url}/#{self.code.replace(' ', '-')}" if self._server is not None else ""

    def start(self, address: str) -> None:
        """Puts the page on the network at an address of this machine.

        Raises:
            ShareError: nothing can listen there.
        """
        from encounter_gui.share.errors import ShareError
        from encounter_gui.share.server import ShareServer

        self.stop()
        server = ShareServer(self._files(), self._guests, self._happened.emit)
        try:
            server.start(address, self._port)
        except ShareError:  # somebody else has that port: any other will do
            server.start(address)
        server.publish(self._board)
        self._server, self._address, self._port = server, address, server.port
        self.running_changed.emit(True)

    @Slot()
    def stop(self) -> None:
        """Takes the page off the network; nothing listens any more."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()
            self.running_changed.emit(False)
            self.guests_changed.emit(self._guests.all())

    @Slot()
    def renew(self) -> None:
        """Makes another code; everybody has to join anew."""
        if self._server is not None:
            self._server.renew()
        else:
            self._guests.renew()
        self.guests_changed.emit(self._guests.all())

    def let_in(self, guest: int) -> None:
        """Seats a guest where it asked to sit."""
        if self._server is not None:
            self._server.let_in(guest)

    def unseat(self, guest: int) -> None:
        """Takes a guest's seat away, or turns down what it asks for."""
        if self._server is not None:
            self._server.unseat(guest)

    def remove(self, guest: int) -> None:
        """Sends a guest away."""
        if self._server is not None:
            self._server.remove(guest)

    def show_reading(self, guest: int, key: str, typed: str, words: str, *, is_taken: bool) -> None:
        """Shows a guest what its dice are read as, or why they are no answer."""
        if self._server is not None:
            self._server.tell(guest, messages.reading(key, typed, words, is_taken=is_taken))

    # ---- what is shown

    def show(self, view: PlayersView | None, own: Mapping[str, OwnSheet]) -> None:
        """Shows the players something else; what is the same as before is not sent."""
        encode = msgspec.json.encode
        public = encode(view) if view is not None else NOTHING
        sheets = {key: encode(each) for key, each in own.items()}
        if (public, sheets) == (self._board.public, self._board.own):
            return
        self._board = Board(number=self._board.number + 1, public=public, own=sheets)
        if self._server is not None:
            self._server.publish(self._board)

    @property
    def number(self) -> int:
        """The number of what was shown last."""
        return self._board.number

    # ---- what arrives

    @Slot(object)
    def _take(self, event: object) -> None:
        from encounter_gui.share.site import (
            DiceSent,
            DiceTyped,
            GuestsChanged,
            IntentSent,
            MoveSent,
        )

        match event:
            case GuestsChanged(guests=guests):
                self.guests_changed.emit(guests)
            case DiceSent(seat=seat, key=key, typed=typed):
                self.dice_sent.emit(seat, key, typed)
            case DiceTyped(guest=guest, seat=seat, key=key, typed=typed):
                self.dice_typed.emit(guest, seat, key, typed)
            case IntentSent(seat=seat, text=text):
                self.intent_sent.emit(seat, text)
            case MoveSent(seat=seat, at=at):
                self.move_sent.emit(seat, at)


def seats_of(guests: Sequence[Guest]) -> tuple[str, ...]:
    """Returns the keys of the seats that are taken."""
    return tuple(sorted({each.seat for each in guests if each.seat}))
