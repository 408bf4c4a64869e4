"""The page on the network: who is let in, what is refused, and that nothing a stranger does is felt at the table."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="the optional extra share is not installed")

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from encounter_gui.share import connection, messages
from encounter_gui.share.board import Board
from encounter_gui.share.errors import ShareError
from encounter_gui.share.guests import Guests
from encounter_gui.share.limits import Allowance, Failures
from encounter_gui.share.page_files import PageFiles
from encounter_gui.share.server import ShareServer
from encounter_gui.share.site import (
    DiceSent,
    DiceTyped,
    GuestsChanged,
    IntentSent,
    MoveSent,
    ShareEvent,
)

WORDS = ("amber", "kestrel", "north", "anchor")
PAGE = PageFiles(files={"page.html": b"<!doctype html>", "view.js": b"'use strict'"})


class Table:
    """A server, and what it has told the window."""

    def __init__(self) -> None:
        """Starts it at a free port of this machine."""
        self.told: list[ShareEvent] = []
        self.guests = Guests(WORDS)
        self.server = ShareServer(PAGE, self.guests, self.told.append)
        self.server.start("127.0.0.1")

    @property
    def host(self) -> str:
        """The name the page goes by."""
        return f"127.0.0.1:{self.server.port}"

    def last(self, kind: type) -> Any:
        """Returns the last event of a kind."""
        return next((each for each in reversed(self.told) if isinstance(each, kind)), None)

    def until(self, holds: Callable[[], bool]) -> None:
        """Waits for something that another thread brings about."""
        end = time.monotonic() + 5
        while not holds():
            assert time.monotonic() < end, self.told
            time.sleep(0.005)

    def play(self, talk: Callable[[ClientSession], Any]) -> Any:
        """Runs the other side of a conversation."""

        async def run() -> Any:
            async with ClientSession() as session:
                return await asyncio.wait_for(talk(session), 20)

        return asyncio.run(run())

    async def connected(self, session: ClientSession) -> ClientWebSocketResponse:
        """Returns a page that is connected, as a browser does it."""
        return await session.ws_connect(
            f"http://{self.host}/live", headers={"Origin": f"http://{self.host}"}
        )

    async def joined(self, session: ClientSession, name: str = "Lena") -> Any:
        """Returns a page that has joined, and its token."""
        page = await self.connected(session)
        await page.send_json({"v": 2, "do": "join", "code": self.guests.code, "name": name})
        welcome = await page.receive_json()
        assert welcome["is"] == "welcome", welcome
        return page, welcome["token"]


@pytest.fixture
def table() -> Iterator[Table]:
    """A server that is stopped when the test is over."""
    table = Table()
    yield table
    table.server.stop()


async def view_of(page: ClientWebSocketResponse, number: int) -> Any:
    """Returns the view with this number."""
    while True:
        told = await page.receive_json()
        if told["is"] == "view" and told["n"] >= number:
            return told


async def seated(table: Table, session: ClientSession, key: str) -> Any:
    """Returns a page whose player is seated, and its new token."""
    page, _ = await table.joined(session)
    await page.send_json({"v": 2, "do": "sit", "key": key})
    while not any(each.wanted == key for each in table.guests.all()):
        await asyncio.sleep(0.005)
    guest = next(each for each in table.guests.all() if each.wanted == key)
    table.server.let_in(guest.id)
    while True:
        told = await page.receive_json()
        if told["is"] == "welcome":
            return page, told["token"]


# ---- what should happen


def test_whoever_knows_the_code_sees_the_fight(table: Table) -> None:
    """The code of words lets a page in; it is shown the newest at once, and what comes after it."""
    table.server.publish(Board(number=3, public=b'{"round":"Round 1"}'))

    async def talk(session: ClientSession) -> None:
        page, token = await table.joined(session)
        assert len(token) > 20
        first = await view_of(page, 3)
        assert (first["view"], first["own"], first["seat"]) == ({"round": "Round 1"}, None, "none")
        table.server.publish(Board(number=4, public=b'{"round":"Round 2"}'))
        assert (await view_of(page, 4))["view"] == {"round": "Round 2"}

    table.play(talk)


def test_the_code_may_be_written_in_any_way(table: Table) -> None:
    """Capitals, hyphens and blanks make no difference to somebody who types on a phone."""

    async def talk(session: ClientSession) -> str:
        page = await table.connected(session)
        code = "-".join(table.guests.code.upper().split())
        await page.send_json({"v": 2, "do": "join", "code": f" {code} "})
        return str((await page.receive_json())["is"])

    assert table.play(talk) == "welcome"


def test_a_seat_is_the_game_masters_to_give(table: Table) -> None:
    """A guest asks; only when it is let in does it see a sheet, and its token is another one from then on."""
    table.server.publish(Board(number=1, public=b"{}", own={"k1": b'{"mine":1}'}))

    async def talk(session: ClientSession) -> None:
        page, old = await table.joined(session)
        assert (await view_of(page, 1))["own"] is None
        await page.send_json({"v": 2, "do": "sit", "key": "k1"})
        asked = await view_of(page, 1)
        assert (asked["seat"], asked["own"]) == ("asked", None)
        guest = table.guests.all()[0]
        table.server.let_in(guest.id)
        welcome = await page.receive_json()
        assert welcome["is"] == "welcome"
        assert welcome["token"] != old
        assert (await view_of(page, 1))["own"] == {"mine": 1}
        again = await table.connected(session)
        await again.send_json({"v": 2, "do": "return", "token": old})
        assert (await again.receive_json())["why"] == "token"
        back = await table.connected(session)
        await back.send_json({"v": 2, "do": "return", "token": welcome["token"]})
        assert (await back.receive_json())["is"] == "welcome"
        assert (await view_of(back, 1))["own"] == {"mine": 1}

    table.play(talk)


def test_a_page_finds_back_after_the_server_was_stopped_and_started(table: Table) -> None:
    """Tokens are good as long as the program runs: a phone that lost its network comes back by itself."""

    async def first(session: ClientSession) -> str:
        return str((await table.joined(session))[1])

    token = table.play(first)
    port = table.server.port
    table.server.stop()
    table.server.start("127.0.0.1", port)

    async def again(session: ClientSession) -> str:
        page = await table.connected(session)
        await page.send_json({"v": 2, "do": "return", "token": token})
        return str((await page.receive_json())["is"])

    assert table.play(again) == "welcome"


def test_a_move_arrives_with_its_seat(table: Table) -> None:
    """A point, or none, which takes it back; nobody without a seat proposes one."""

    async def talk(session: ClientSession) -> None:
        looker, _ = await table.joined(session, "Mira")
        await looker.send_json({"v": 2, "do": "move", "at": [1, 2]})
        while (await looker.receive_json()).get("why") != "seat":
            pass
        assert table.last(MoveSent) is None
        page, _ = await seated(table, session, "k7")
        for at in ([12.5, 3], None):
            await page.send_json({"v": 2, "do": "move", "at": at})
            while (found := table.last(MoveSent)) is None or found.at != (tuple(at) if at else at):
                await asyncio.sleep(0.005)
            assert found.seat == "k7"

    table.play(talk)


@pytest.mark.parametrize(
    "at", ["[1]", "[1, 2, 3]", "[NaN, 1]", "[1e999, 1]", "[-1, 1]", "[1000000000, 1]", '"12"']
)
def test_a_point_that_is_none_is_no_message(at: str) -> None:
    """Too few numbers or too many, none at all, beyond every plan: not read."""
    assert messages.read(f'{{"v": 2, "do": "move", "at": {at}}}') is None
    assert messages.read('{"v": 2, "do": "move", "at": [1, 2.5]}') is not None


def test_dice_and_intent_arrive_with_their_seat(table: Table) -> None:
    """What a player sends is told with the seat the game master gave, whatever the page claims."""

    async def talk(session: ClientSession) -> None:
        page, _ = await seated(table, session, "k7")
        await page.send_json({"v": 2, "do": "roll", "key": "attack", "typed": "4 5"})
        await page.send_json({"v": 2, "do": "intent", "text": "run to the door"})
        while table.last(IntentSent) is None:
            await asyncio.sleep(0.005)

    table.play(talk)
    dice, intent = table.last(DiceSent), table.last(IntentSent)
    assert (dice.seat, dice.key, dice.typed) == ("k7", "attack", "4 5")
    assert (intent.seat, intent.text) == ("k7", "run to the door")


def test_dice_are_read_by_the_program_while_they_are_typed(table: Table) -> None:
    """A page asks what its dice are read as; the answer goes to that guest alone."""

    async def talk(session: ClientSession) -> Any:
        page, _ = await seated(table, session, "k7")
        other, _ = await table.joined(session)
        await page.send_json({"v": 2, "do": "read", "key": "morale", "typed": "12"})
        while (asked := table.last(DiceTyped)) is None:
            await asyncio.sleep(0.005)
        told = messages.reading(asked.key, asked.typed, "= 12", is_taken=True)
        table.server.tell(asked.guest, told)
        while (found := await page.receive_json())["is"] != "reading":
            pass
        table.server.publish(Board(number=9, public=b"{}"))
        while (heard := await other.receive_json())["is"] == "view" and heard["n"] != 9:
            pass
        return found, heard

    found, heard = table.play(talk)
    asked = table.last(DiceTyped)
    assert (asked.seat, asked.key, asked.typed) == ("k7", "morale", "12")
    assert (found["key"], found["typed"], found["words"]) == ("morale", "12", "= 12")
    assert found["taken"] is True
    assert heard["is"] == "view"


def test_two_of_a_seat_the_one_let_in_last_has_it(table: Table) -> None:
    """A seat has one player: whoever had it looks on from then on, and can write nothing."""
    table.server.publish(Board(number=1, public=b"{}", own={"k1": b"{}"}))

    async def talk(session: ClientSession) -> None:
        first, _ = await seated(table, session, "k1")
        await seated(table, session, "k1")
        while True:
            told = await first.receive_json()
            if told["is"] == "view" and told["seat"] == "none":
                break
        await first.send_json({"v": 2, "do": "roll", "key": "attack", "typed": "1"})
        while (told := await first.receive_json())["is"] == "view":
            pass
        assert told["why"] == "seat"

    table.play(talk)
    assert table.last(DiceSent) is None


# ---- who is refused


def raw(table: Table, request: str, *, wait: float = 2.0) -> bytes:
    """Returns the first line that is answered to bytes as they are; empty: the connection was just ended."""
    text = request.replace("HOST", table.host).replace("\n", "\r\n")
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=wait) as wire:
        wire.sendall(text.encode("latin-1"))
        try:
            return wire.recv(4096).split(b"\r\n")[0]
        except (TimeoutError, ConnectionError):
            return b""


UPGRADE = (
    "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n"
)


@pytest.mark.parametrize(
    ("request_text", "code"),
    [
        ("GET / HTTP/1.1\nHost: HOST\n\n", b"200"),
        ("GET /view.js HTTP/1.1\nHost: HOST\nSec-Fetch-Site: same-origin\n\n", b"200"),
        ("GET / HTTP/1.1\nHost: evil.example\n\n", b"421"),
        ("GET / HTTP/1.1\nHost: HOST\nHost: evil.example\n\n", b"4"),
        ("GET / HTTP/1.0\n\n", b"421"),
        ("GET / HTTP/1.1\nHost: HOST\nOrigin: http://evil.example\n\n", b"403"),
        ("GET /view.js HTTP/1.1\nHost: HOST\nSec-Fetch-Site: cross-site\n\n", b"403"),
        (f"GET /live HTTP/1.1\nHost: HOST\nOrigin: http://evil.example\n{UPGRADE}\n", b"403"),
        (f"GET /live HTTP/1.1\nHost: HOST\n{UPGRADE}\n", b"403"),
        (
            f"GET /live HTTP/1.1\nHost: evil.example\nOrigin: http://evil.example\n{UPGRADE}\n",
            b"421",
        ),
        ("GET /../server.py HTTP/1.1\nHost: HOST\n\n", b"404"),
        ("GET /%2e%2e%2fserver.py HTTP/1.1\nHost: HOST\n\n", b"404"),
        ("GET //etc/passwd HTTP/1.1\nHost: HOST\n\n", b"404"),
        ("GET /server.py HTTP/1.1\nHost: HOST\n\n", b"404"),
        ("GET /?x=1 HTTP/1.1\nHost: HOST\n\n", b"400"),
        ("POST / HTTP/1.1\nHost: HOST\nContent-Length: 3\n\nabc", b"4"),
        ("PUT /view.js HTTP/1.1\nHost: HOST\nContent-Length: 3\n\nabc", b"4"),
        ("GET / HTTP/1.1\nHost: HOST\nContent-Length: 3\n\nabc", b"400"),
        (f"GET /{'a' * 70_000} HTTP/1.1\nHost: HOST\n\n", b"4"),
        ("GET / HTTP/1.1\nHost: HOST\n" + "".join(f"X{n}: 1\n" for n in range(300)) + "\n", b"4"),
        ("GET http://evil.example/ HTTP/1.1\nHost: HOST\n\n", b"400"),
        ("\x16\x03\x01\x00\xa5\x01\x00\n\n", b"4"),
        ("\x00\xff\x00 garbage\n\n", b"4"),
    ],
)
def test_what_strangers_ask_is_refused(table: Table, request_text: str, code: bytes) -> None:
    """Foreign names, foreign pages, paths out of the page, bodies, methods, garbage: refused, and said in a number."""
    line = raw(table, request_text)
    assert b"200" not in line or code == b"200", line
    assert not code or line.split(b" ")[1].startswith(code), line


def test_the_page_may_load_nothing_from_elsewhere(table: Table) -> None:
    """The headers forbid scripts, pictures and connections to anybody else, and being framed by others."""

    async def talk(session: ClientSession) -> Any:
        async with session.get(f"http://{table.host}/") as answer:
            return dict(answer.headers)

    headers = table.play(talk)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Python" not in headers["Server"]


def test_without_a_token_nothing_is_shown_and_nothing_can_be_written(table: Table) -> None:
    """A page that has not joined is told nothing, and is closed when it tries to write."""
    table.server.publish(Board(number=1, public=b'{"secret":1}'))

    async def talk(session: ClientSession) -> list[Any]:
        page = await table.connected(session)
        await page.send_json({"v": 2, "do": "roll", "key": "attack", "typed": "6"})
        return [each.data async for each in page if each.type is WSMsgType.TEXT]

    assert table.play(talk) == []
    assert table.told == []


@pytest.mark.parametrize(
    "message",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"v":1}',
        '{"v":1,"do":"undo"}',
        '{"v":1,"do":"join"}',
        '{"v":1,"do":"join","code":5}',
        '{"v":1,"do":"join","code":"a","more":1}',
        '{"v":1,"do":"join","code":"' + "a" * 300 + '"}',
        '{"v":1,"do":"roll","key":"' + "k" * 100 + '","typed":""}',
        "[" * 1500,
        '{"v":1,"do":"join","code":"' + "a" * 100_000 + '"}',
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_messages_that_are_none_end_the_connection(table: Table, message: str) -> None:
    """Garbage, other kinds of message, too long ones: the page is closed; others go on."""

    async def talk(session: ClientSession) -> list[Any]:
        good, _ = await table.joined(session)
        bad = await table.connected(session)
        await bad.send_str(message)
        told = [each.data async for each in bad if each.type is WSMsgType.TEXT]
        table.server.publish(Board(number=9, public=b"{}"))
        await view_of(good, 9)
        return told

    assert table.play(talk) == []


def test_bytes_instead_of_text_end_the_connection(table: Table) -> None:
    """Pages send text."""

    async def talk(session: ClientSession) -> None:
        page, _ = await table.joined(session)
        await page.send_bytes(b"\x00\x01")
        async for _ in page:
            pass

    table.play(talk)


def test_another_version_is_told_to_load_anew(table: Table) -> None:
    """A page from before an update does not guess what messages mean."""

    async def talk(session: ClientSession) -> Any:
        page = await table.connected(session)
        await page.send_json({"v": 1, "do": "join", "code": table.guests.code})
        return await page.receive_json()

    assert table.play(talk)["why"] == "version"


def test_guessing_the_code_is_stopped(table: Table) -> None:
    """After ten wrong codes of an address nobody listens to it for a minute, not even with the right one."""

    async def talk(session: ClientSession) -> list[str]:
        said = []
        for place in range(12):
            try:
                page = await table.connected(session)
            except Exception:  # noqa: BLE001 - whatever the refusal looks like to a client
                said.append("blocked")
                continue
            code = table.guests.code if place == 11 else "wrong words here"
            await page.send_json({"v": 2, "do": "join", "code": code})
            said.append((await page.receive_json())["is"])
        return said

    said = table.play(talk)
    assert said == ["no"] * 10 + ["blocked"] * 2
    assert table.guests.all() == ()


def test_a_flood_ends_the_connection_and_the_others_go_on(table: Table) -> None:
    """A page that sends as fast as it can is dropped after a few messages; a view still reaches the others."""

    async def talk(session: ClientSession) -> None:
        flooding, _ = await seated(table, session, "k1")
        good, _ = await table.joined(session, "Mira")

        async def flood() -> None:
            for _ in range(5_000):
                await flooding.send_json({"v": 2, "do": "intent", "text": "x"})

        task = asyncio.create_task(flood())
        await asyncio.sleep(0.1)
        table.server.publish(Board(number=50, public=b"{}"))
        await view_of(good, 50)
        await asyncio.gather(task, return_exceptions=True)

    table.play(talk)
    assert sum(isinstance(each, IntentSent) for each in table.told) < 20


def _is_here(table: Table, name: str) -> bool:
    return any(each.name == name and each.is_here for each in table.guests.all())


def test_who_reads_nothing_delays_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow reader is skipped and dropped, and others see the newest."""
    monkeypatch.setattr(connection, "PATIENCE", 0.3)
    lazy = socket.create_connection(("127.0.0.1", table.server.port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    lazy.sendall(
        f"GET /live HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\n".encode()
        + UPGRADE.replace("\n", "\r\n").encode()
        + b"\r\n"
    )
    assert b"101" in lazy.recv(4096)
    text = json.dumps({"v": 2, "do": "join", "code": table.guests.code, "name": "lazy"}).encode()
    mask = b"\x01\x02\x03\x04"
    body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    lazy.sendall(b"\x81" + bytes([0x80 | len(text)]) + mask + body)
    table.until(lambda: any(each.name == "lazy" for each in table.guests.all()))
    big = b'"' + b"x" * 300_000 + b'"'

    async def talk(session: ClientSession) -> None:
        good, _ = await table.joined(session)
        for number in range(1, 101):
            table.server.publish(Board(number=number, public=big))
            await asyncio.sleep(0.002)
        await view_of(good, 100)
        while _is_here(table, "lazy"):
            await asyncio.sleep(0.01)
        assert _is_here(table, "Lena")

    table.play(talk)
    lazy.close()


def test_many_at_once_are_refused_beyond_what_a_table_needs(table: Table) -> None:
    """One address cannot take all places."""

    async def talk(session: ClientSession) -> int:
        pages = []
        for _ in range(25):
            try:
                pages.append(await table.connected(session))
            except Exception:  # noqa: BLE001 - refused, whatever a client calls it
                continue
        return len(pages)

    assert table.play(talk) == 20


# ---- beginning and ending


def test_stopping_with_8_pages_and_some_who_do_not_listen_leaves_nothing(table: Table) -> None:
    """No thread is left, the port is free again. How long it takes: ``bench players``."""
    before = {each.name for each in threading.enumerate()}
    halves = [socket.create_connection(("127.0.0.1", table.server.port)) for _ in range(3)]
    halves[0].sendall(b"GET /")

    async def talk(session: ClientSession) -> None:
        pages = [(await table.joined(session, str(each)))[0] for each in range(8)]
        port = table.server.port
        await asyncio.to_thread(table.server.stop)
        with pytest.raises(OSError, match=r"."):
            socket.create_connection(("127.0.0.1", port), timeout=0.5)
        for page in pages:
            async for _ in page:
                pass

    table.play(talk)
    assert "players-page" in before
    assert "players-page" not in {each.name for each in threading.enumerate()}
    for each in halves:
        each.close()


def test_nothing_listens_before_it_is_started() -> None:
    """The server is off until asked."""
    server = ShareServer(PAGE, Guests(WORDS), lambda told: None)
    assert not server.is_running
    assert server.port == 0
    assert "players-page" not in {each.name for each in threading.enumerate()}


def test_a_port_that_is_taken_is_said(table: Table) -> None:
    """What stands in the way is an error for the game master; the first server goes on."""
    other = ShareServer(PAGE, Guests(WORDS), lambda told: None)
    with pytest.raises(ShareError) as caught:
        other.start("127.0.0.1", table.server.port)
    assert caught.value.message.key == "players.share.cannot_listen"
    assert not other.is_running
    assert table.server.is_running


def test_another_code_sends_everybody_away(table: Table) -> None:
    """Tokens from before are void, and whoever is connected is told so."""
    old = table.guests.code

    async def talk(session: ClientSession) -> Any:
        page, token = await table.joined(session)
        await asyncio.to_thread(table.server.renew)
        while (told := await page.receive_json())["is"] == "view":
            pass
        again = await table.connected(session)
        await again.send_json({"v": 2, "do": "return", "token": token})
        return told["why"], (await again.receive_json())["why"]

    assert table.play(talk) == ("token", "token")
    assert table.last(GuestsChanged).guests == ()
    assert len(table.guests.code.split()) == len(old.split()) == 3


def test_guests_are_not_remembered_without_end() -> None:
    """Whoever left without a seat makes room; while all places are needed nobody else joins."""
    guests = Guests(WORDS)
    for place in range(100):
        guests.join(f"Guest {place}")
    assert len(guests.all()) <= 60
    assert not guests.is_full
    for each in guests.all():
        guests.connect(each.id, object(), is_here=True)
    while len(guests.all()) < 60:
        guests.connect(guests.join("more")[0], object(), is_here=True)
    assert guests.is_full


def test_who_has_a_seat_may_ask_for_another() -> None:
    """In the next fight somebody else is played: the old seat is kept until the game master gives the new one."""
    guests = Guests(WORDS)
    lena, _ = guests.join("Lena")
    guests.ask(lena, "k1")
    guests.seat(lena)
    guests.ask(lena, "k2")
    (shown,) = guests.all()
    assert (shown.seat, shown.wanted, shown.seat_state) == ("k1", "k2", "asked")
    guests.seat(lena)
    assert guests.seat_of(lena) == "k2"


def test_names_are_one_line_of_signs_that_can_be_seen() -> None:
    """What turns or breaks a line in the game master's panel is left out."""
    guests = Guests(WORDS)
    guests.join("  Le\u202ena\n\x00<b> ")
    assert guests.all()[0].name == "Le na <b>"


def test_allowance_and_failures_count_by_the_clock() -> None:
    """So many at once, so many a second; failures are forgotten after a minute."""
    now = [0.0]
    allowance = Allowance(2, 1.0, lambda: now[0])
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [allowance.take() for _ in range(2)] == [True, False]
    failures = Failures(2, 5, lambda: now[0])
    failures.add("a")
    assert not failures.is_blocked("a")
    failures.add("a")
    assert failures.is_blocked("a")
    assert not failures.is_blocked("b")
    now[0] = 62.0
    assert not failures.is_blocked("a")
