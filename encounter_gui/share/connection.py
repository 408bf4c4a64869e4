"""One page that is connected: told the newest once it has taken the one before, dropped if it does not take it."""

import asyncio
from contextlib import suppress

from aiohttp import WSMsgType, web

from encounter_gui.share.limits import Allowance

PATIENCE = 5.0
"""So many seconds a page may take for one message; who takes longer is dropped, and comes back by itself."""

_GOODBYE = 0.05
_GOODBYE = 0.05
_AT_ONCE, _A_SECOND = 12, 4.0


class Connection:
    """A page on its way: what it is told next, and how fast it may speak. Lives in the server's thread."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, address: str) -> None:
        """Takes the socket, the request it came with, and where from."""
        self.socket = socket
        self.address = address
        self.guest = 0
        self.allowance = Allowance(_AT_ONCE, _A_SECOND)
        self._request = request
        self._waiting: list[bytes] = []
        self._newest: bytes | None = None
        self._has_more = asyncio.Event()

    def tell(self, message: bytes) -> None:
        """Has a message sent; it is never left out."""
        self._waiting.append(message)
        self._has_more.set()

    def show(self, view: bytes) -> None:
        """Has a view sent; one that was not sent yet is left out for it."""
        self._newest = view
        self._has_more.set()

    async def write(self) -> None:
        """Sends until the page is gone, or does not take what it is sent."""
        while not self.socket.closed:
            await self._has_more.wait()
            self._has_more.clear()
            messages, self._waiting = self._waiting, []
            if self._newest is not None:
                messages.append(self._newest)
                self._newest = None
            for message in messages:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self.socket.send_frame(message, WSMsgType.TEXT)
                except (TimeoutError, ConnectionError, RuntimeError):
                    self.drop()
                    return

    async def finish(self) -> None:
        """Sends what is never left out, and says goodbye; a page that does not listen is not waited for."""
        with suppress(TimeoutError, ConnectionError, RuntimeError):
            async with asyncio.timeout(_GOODBYE):
                for message in self._waiting:
                    await self.socket.send_frame(message, WSMsgType.TEXT)
                await self.socket.close()

    @property
    def transport(self) -> asyncio.Transport | None:
        """What it is sent through; None: it is gone."""
        return self._request.transport

    def drop(self) -> None:
        """Ends the connection at once, without a word: whoever is at the other end may not be listening."""
        transport = self._request.transport
        if transport is not None:
            transport.abort()
