"""The server in a thread of its own: nothing listens before ``start`` and after ``stop``; nobody waits for it."""

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from aiohttp import web

from encounter_gui.share.board import Board
from encounter_gui.share.errors import cannot_listen
from encounter_gui.share.guests import Guests
from encounter_gui.share.page_files import PageFiles
from encounter_gui.share.site import MOST_CONNECTIONS, ShareEvent, Site

_SILENT = logging.getLogger("encounter_gui.share")
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False  # what strangers send is not worth a line on the game master's terminal

_START = 3.0  # seconds a port is waited for
_STOP = 1.0
_LONGEST_LINE = 2048
_IDLE = 5.0
_LOOK = 1.0


class ShareServer:
    """Serves the players' page. Its methods are called from the window's thread, and return at once."""

    def __init__(
        self, files: PageFiles, guests: Guests, tell: Callable[[ShareEvent], None]
    ) -> None:
        """Takes the page, who is known, and who is told what happens: in the server's thread."""
        self._files, self._guests, self._tell = files, guests, tell
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._site: Site | None = None
        self._ended: asyncio.Event | None = None
        self._board = Board()
        self.port = 0

    @property
    def is_running(self) -> bool:
        """Whether it listens."""
        return self._site is not None

    def start(self, address: str, port: int = 0) -> None:
        """Begins to listen at an address of this machine; ``port`` 0: any that is free.

        Raises:
            ShareError: it cannot listen there.
        """
        self.stop()
        ready: Future[int] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve(address, port, ready)),
            name="players-page",
            daemon=True,
        )
        self._thread.start()
        try:
            self.port = ready.result(_START)
        except (OSError, TimeoutError) as error:
            self.stop()
            raise cannot_listen(f"{address}:{port}", str(error)) from error

    def stop(self) -> None:
        """Ends all connections and listens no more; waits until that is so."""
        loop, thread, ended = self._loop, self._thread, self._ended
        if loop is not None and ended is not None and not loop.is_closed():
            loop.call_soon_threadsafe(ended.set)
        if thread is not None:
            thread.join(_STOP)
        self._loop = self._thread = self._site = self._ended = None
        self.port = 0

    # ---- in the window's thread

    def publish(self, board: Board) -> None:
        """Shows everybody something newer."""
        self._board = board
        self._call(lambda site: site.publish(board))

    def tell(self, guest: int, message: bytes) -> None:
        """Tells the pages of one guest something."""
        self._call(lambda site: site.tell(guest, message))

    def let_in(self, guest: int) -> None:
        """Seats a guest where it asked to sit."""
        self._call(lambda site: site.let_in(guest))

    def unseat(self, guest: int) -> None:
        """Takes a guest's seat away."""
        self._call(lambda site: site.unseat(guest))

    def remove(self, guest: int) -> None:
        """Sends a guest away."""
        self._call(lambda site: site.remove(guest))

    def renew(self) -> None:
        """Makes another code; everybody has to join anew. Waits until it is made."""
        if self._site is None or self._loop is None:
            self._guests.renew()
            return
        done: Future[None] = Future()
        site = self._site

        def act() -> None:
            site.renew()
            done.set_result(None)

        self._loop.call_soon_threadsafe(act)
        done.result(_STOP)

    def _call(self, act: Callable[[Site], None]) -> None:
        site, loop = self._site, self._loop
        if site is not None and loop is not None:
            loop.call_soon_threadsafe(act, site)

    # ---- in the server's thread

    async def _serve(self, address: str, port: int, ready: "Future[int]") -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        try:
            # The names the site goes by hold its port, so the port comes first.
            listening = socket.create_server((address, port), backlog=MOST_CONNECTIONS)
        except OSError as error:
            ready.set_exception(error)
            return
        found = int(listening.getsockname()[1])
        site = Site(self._files, self._guests, self._tell, frozenset({f"{address}:{found}"}))
        site.publish(self._board)
        runner = web.AppRunner(
            site.app,
            access_log=None,
            logger=_SILENT,
            shutdown_timeout=0.05,
            keepalive_timeout=_IDLE,
            max_line_size=_LONGEST_LINE,
            max_field_size=_LONGEST_LINE,
            lingering_time=0,
        )
        await runner.setup()
        await web.SockSite(runner, listening).start()
        watch = asyncio.create_task(_watch(runner, site))
        self._loop, self._site, self._ended = loop, site, ended
        ready.set_result(found)
        await ended.wait()
        watch.cancel()
        await site.close()
        for each in _transports(runner):
            each.abort()
        await runner.cleanup()


async def _watch(runner: web.AppRunner, site: Site) -> None:
    """Ends connections that ask for nothing: somebody who opens many and sends nothing holds no place for long."""
    since: dict[int, float] = {}
    while True:
        await asyncio.sleep(_LOOK)
        now, live = time.monotonic(), site.transports
        idle = {id(each): each for each in _transports(runner) if id(each) not in live}
        since = {key: since.get(key, now) for key in idle}
        for place, key in enumerate(sorted(idle, key=since.__getitem__, reverse=True)):
            if now - since[key] > _IDLE or place >= MOST_CONNECTIONS:
                idle[key].abort()


def _transports(runner: web.AppRunner) -> tuple[asyncio.Transport, ...]:
    """Returns what all connections are sent through, those that have asked for nothing among them."""
    server = runner.server
    found = (each.transport for each in server.connections) if server is not None else ()
    return tuple(each for each in found if each is not None)
