"""The page and its messages as an aiohttp application: what is let in, what is refused, who is told what."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler
from msgspec import Struct

from encounter_gui.share import messages
from encounter_gui.share.board import NOTHING, Board
from encounter_gui.share.connection import Connection
from encounter_gui.share.guests import Guest, Guests
from encounter_gui.share.limits import Failures
from encounter_gui.share.page_files import PageFiles

MOST_CONNECTIONS = 40
"""So many pages at once; a table has fewer."""

MOST_OF_ONE = 20
"""So many of one address: behind some routers a whole table has one."""

SOCKET_PATH = "/live"

_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "Encounter GUI",
}

_ACROSS = ("none", "same-origin", "")
"""What ``Sec-Fetch-Site`` may say: typed in or scanned, our own page, or a browser that does not send it."""


class GuestsChanged(Struct, frozen=True, kw_only=True):
    """Somebody came, went, was seated, or asks for a seat."""

    guests: tuple[Guest, ...]


class DiceSent(Struct, frozen=True, kw_only=True):
    """The player of a seat has typed dice for what is owed under a key."""

    guest: int
    seat: str
    key: str
    typed: str


class DiceTyped(Struct, frozen=True, kw_only=True):
    """The player of a seat types dice for what is owed under a key, and is to be shown what they are read as."""

    guest: int
    seat: str
    key: str
    typed: str


class IntentSent(Struct, frozen=True, kw_only=True):
    """The player of a seat says what it means to do."""

    guest: int
    seat: str
    text: str


class MoveSent(Struct, frozen=True, kw_only=True):
    """The player of a seat wants its combatant to go to a point of the plan; None: no longer."""

    guest: int
    seat: str
    at: tuple[float, float] | None


ShareEvent = GuestsChanged | DiceSent | DiceTyped | IntentSent | MoveSent
"""What pages bring about."""


class Site:
    """Answers requests. Everything in it happens in the server's thread."""

    def __init__(
        self,
        files: PageFiles,
        guests: Guests,
        tell: Callable[[ShareEvent], None],
        hosts: frozenset[str],
    ) -> None:
        """Takes the page, who is known, who is told what happens, and by what names the site may be called."""
        self._files, self._guests, self._tell, self._hosts = files, guests, tell, hosts
        self._failures = Failures()
        self._board = Board()
        self._connections: list[Connection] = []
        self.app = web.Application(middlewares=[self._guard], client_max_size=messages.MOST_BYTES)
        self.app.router.add_get(SOCKET_PATH, self._live)
        self.app.router.add_get("/{path:.*}", self._page)

    # ---- what is let in

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses what does not come from our own page, called by our own name. Every answer has our headers."""
        try:
            self._check(request)
            response: web.StreamResponse = await handler(request)
        except web.HTTPException as refused:
            response = web.Response(status=refused.status)
            response.force_close()
        if not response.prepared:
            response.headers.update(_HEADERS)
        return response

    def _check(self, request: web.Request) -> None:
        hosts = request.headers.getall("Host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise web.HTTPMisdirectedRequest
        origins = request.headers.getall("Origin", [])
        if origins not in ([], [f"http://{hosts[0].lower()}"]):
            raise web.HTTPForbidden
        if request.headers.get("Sec-Fetch-Site", "") not in _ACROSS:
            raise web.HTTPForbidden
        if request.body_exists or request.query_string or not request.raw_path.startswith("/"):
            raise web.HTTPBadRequest
        if self._failures.is_blocked(_address(request)):
            raise web.HTTPTooManyRequests

    async def _page(self, request: web.Request) -> web.Response:
        found = self._files.find(request.path)
        if found is None:
            raise web.HTTPNotFound
        body, kind = found
        response = web.Response(body=body, headers={"Content-Type": kind})
        # A kept connection would hold a place of the few there are.
        response.force_close()
        return response

    # ---- messages

    async def _live(self, request: web.Request) -> web.StreamResponse:
        address = _address(request)
        if "Origin" not in request.headers:  # every browser sends it here
            raise web.HTTPForbidden
        if not self._has_room(address):
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            max_msg_size=messages.MOST_BYTES, heartbeat=20, timeout=0.05, compress=False
        )
        connection = Connection(socket, request, address)
        self._connections.append(connection)
        try:
            await socket.prepare(request)
            await self._talk(connection)
        finally:
            self._connections.remove(connection)
            if connection.guest:
                self._guests.connect(connection.guest, connection, is_here=False)
                self._tell_guests()
        return socket

    def _has_room(self, address: str) -> bool:
        mine = sum(each.address == address for each in self._connections)
        return len(self._connections) < MOST_CONNECTIONS and mine < MOST_OF_ONE

    async def _talk(self, connection: Connection) -> None:
        writer = asyncio.create_task(connection.write())
        try:
            async with asyncio.timeout(10) as patience:
                async for message in connection.socket:
                    if message.type is not WSMsgType.TEXT or not connection.allowance.take():
                        connection.drop()
                        return
                    if not self._take(connection, message.data):
                        return
                    if connection.guest:
                        patience.reschedule(None)
        except TimeoutError:
            connection.drop()
        finally:
            writer.cancel()
            await connection.finish()

    def _take(self, connection: Connection, data: str) -> bool:
        """Does what a page asks for; returns whether the connection goes on."""
        sent = messages.read(data)
        if sent is None:
            return False
        if sent.v != messages.VERSION:
            connection.tell(messages.refusal("version"))
            return False
        match sent:
            case messages.Join():
                return self._join(connection, sent)
            case messages.Return():
                return self._come_back(connection, sent)
        if not self._is_known(connection):
            return False
        if isinstance(sent, messages.Sit):
            self._guests.ask(connection.guest, sent.key)
            self._show(connection)
            self._tell_guests()
        else:
            self._take_of_seat(connection, sent)
        return True

    def _take_of_seat(self, connection: Connection, sent: messages.Sent) -> None:
        """Passes on what only somebody with a seat may send."""
        guest, seat = connection.guest, self._guests.seat_of(connection.guest)
        match sent:
            case messages.Roll() if seat:
                self._tell(DiceSent(guest=guest, seat=seat, key=sent.key, typed=sent.typed))
            case messages.Read() if seat:
                self._tell(DiceTyped(guest=guest, seat=seat, key=sent.key, typed=sent.typed))
            case messages.Intent() if seat:
                self._tell(IntentSent(guest=guest, seat=seat, text=sent.text))
            case messages.Move() if seat:
                self._tell(MoveSent(guest=guest, seat=seat, at=sent.at))
            case _:
                connection.tell(messages.refusal("seat"))

    def _is_known(self, connection: Connection) -> bool:
        return bool(connection.guest) and self._guests.guest(connection.guest) is not None

    def _join(self, connection: Connection, sent: messages.Join) -> bool:
        if connection.guest:
            return False
        if self._failures.is_blocked(connection.address) or not self._guests.is_code(sent.code):
            self._failures.add(connection.address)
            connection.tell(messages.refusal("code"))
            return False
        if self._guests.is_full:
            connection.tell(messages.refusal("full"))
            return False
        guest, token = self._guests.join(sent.name)
        self._welcome(connection, guest, token)
        return True

    def _come_back(self, connection: Connection, sent: messages.Return) -> bool:
        guest = None if connection.guest else self._guests.by_token(sent.token)
        if guest is None or self._failures.is_blocked(connection.address):
            self._failures.add(connection.address)
            connection.tell(messages.refusal("token"))
            return False
        self._welcome(connection, guest, sent.token)
        return True

    def _welcome(self, connection: Connection, guest: int, token: str) -> None:
        connection.guest = guest
        self._guests.connect(guest, connection, is_here=True)
        known = self._guests.guest(guest)
        connection.tell(messages.welcome(token, known.name if known is not None else ""))
        self._show(connection)
        self._tell_guests()

    # ---- what the game master does

    def publish(self, board: Board) -> None:
        """Shows everybody the newest."""
        self._board = board
        for connection in self._connections:
            self._show(connection)

    def tell(self, guest: int, message: bytes) -> None:
        """Tells the pages of one guest something."""
        for connection in self._connections:
            if connection.guest == guest:
                connection.tell(message)

    def let_in(self, guest: int) -> None:
        """Seats a guest where it asked to sit; its page gets another token, whoever sat there loses the seat."""
        token = self._guests.seat(guest)
        name = known.name if (known := self._guests.guest(guest)) is not None else ""
        for connection in self._connections:
            if token and connection.guest == guest:
                connection.tell(messages.welcome(token, name))
            self._show(connection)
        self._tell_guests()

    def unseat(self, guest: int) -> None:
        """Takes a guest's seat away, or turns down what it asks for; it may go on looking."""
        self._guests.unseat(guest)
        self.publish(self._board)
        self._tell_guests()

    def remove(self, guest: int) -> None:
        """Sends a guest away; its token is void."""
        self._guests.remove(guest)
        self._drop_unknown()

    def renew(self) -> None:
        """Makes another code; everybody has to join anew."""
        self._guests.renew()
        self._drop_unknown()

    def _drop_unknown(self) -> None:
        for connection in tuple(self._connections):
            if connection.guest and not self._is_known(connection):
                connection.tell(messages.refusal("token"))
                asyncio.get_running_loop().call_later(0.05, connection.drop)
        self._tell_guests()

    def _show(self, connection: Connection) -> None:
        guest = self._guests.guest(connection.guest) if connection.guest else None
        if guest is None:
            return
        board = self._board
        own = board.own.get(guest.seat, NOTHING) if guest.seat else NOTHING
        connection.show(messages.view(board.number, guest.seat_state, board.public, own))

    def _tell_guests(self) -> None:
        self._tell(GuestsChanged(guests=self._guests.all()))

    @property
    def transports(self) -> frozenset[int]:
        """What pages that are connected are sent through, by identity."""
        return frozenset(id(each.transport) for each in self._connections)

    async def close(self) -> None:
        """Tells every page that it is over, and ends all connections; who does not listen is not waited for."""
        sockets = [each.socket for each in self._connections]
        with suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                await asyncio.gather(*(each.close(code=1001) for each in sockets))
        for connection in self._connections:
            connection.drop()


def _address(request: web.Request) -> str:
    return request.remote or ""
