"""How fast the players see a change, with eight of them: from the command to their drawn page, and what it costs."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.fights import make_campaign
from tests.benchmarks.figure import Figure
from tests.benchmarks.open_window import open_window, settle

PLAYERS = 8
TURNS = 60

Times = tuple[float, float, float]
"""When a command began (seconds since 1970), and until it was painted milliseconds of the clock and the processor."""

_CLIENT = """
import asyncio, json, sys, time
from aiohttp import ClientSession, WSMsgType
async def one(session, url, code):
    async with session.ws_connect(url + "/live", headers={"Origin": url}) as page:
        await page.send_json({"v": 2, "do": "join", "code": code})
        async for message in page:
            if message.type is WSMsgType.TEXT:
                told = json.loads(message.data)
                if told["is"] == "view":
                    print(told["n"], time.time(), flush=True)
async def main(url, code, count):
    async with ClientSession() as session:
        await asyncio.gather(*(one(session, url, code) for _ in range(int(count))))
asyncio.run(main(*sys.argv[1:]))
"""

_WATCH = """
window.drawn = {};
new MutationObserver(() => {
  const number = document.body.dataset.version;
  requestAnimationFrame(() => setTimeout(() => {
    window.drawn[number] = performance.timeOrigin + performance.now();
  }, 0));
}).observe(document.body, {attributes: true, attributeFilter: ["data-version"]});
"""


def figures() -> Iterator[Figure]:
    """Measures in a program of its own, so that windows of other rooms are not painted as well."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        own = {name: str(home / name.lower()) for name in names}
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.players_bench", folder],
            cwd=Path(__file__).resolve().parents[2],
            env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **own},
            stdout=subprocess.PIPE,
            check=True,
        )
    for line in done.stdout.splitlines():
        yield Figure(**json.loads(line))


def _measured(home: Path) -> Iterator[Figure]:
    campaign = home / "players.encounter"
    make_campaign(campaign, "d6pool", combatants=12, entries=100)
    with open_window(campaign) as program:
        while program.players is None:
            settle()
            time.sleep(0.01)
        players = program.players
        alone = _commands(program, lambda: None)
        yield _painted("command to repaint, nobody looks", alone, 16)
        players.show_screen("")
        players.sharing.start("127.0.0.1")
        yield from _with_clients(program, players)
        yield from _with_browser(program, players)
        players.hide_screen()
        start = time.perf_counter()
        players.sharing.stop()
        took = (time.perf_counter() - start) * 1e3
        yield Figure(f"closing with {PLAYERS} pages open", took, "ms", limit=200)


def _p95(name: str, times: list[float], limit: float | None, note: str = "") -> Figure:
    return Figure(name, quantiles(times, n=20)[-1], "ms", limit=limit, note=note)


def _painted(name: str, made: list[Times], limit: float | None) -> Figure:
    """Beside the time on the clock stands that of the processor: what is above it, other programs have taken."""
    processor = quantiles([each for _, _, each in made], n=20)[-1]
    note = f"{processor:.1f} ms of the processor"
    return _p95(name, [paint for _, paint, _ in made], limit, note)


def _commands(program: Any, between: Any) -> list[Times]:
    """Plays many changes, each seen by everybody before the next."""
    from encounter_gui.rules.model.commands import Adjust

    who = tuple(program.controller.context.state.combatants)[:3]
    found = []
    for turn in range(TURNS):
        began, start, processor = time.time(), time.perf_counter(), time.process_time()
        program.controller.perform(Adjust(who=who, change="-1" if turn % 2 else "+1"))
        settle()
        took, busy = time.perf_counter() - start, time.process_time() - processor
        found.append((began, took * 1e3, busy * 1e3))
        end = time.perf_counter() + 0.06
        while time.perf_counter() < end:
            settle()
            time.sleep(0.002)
        between()
    return found


def _with_clients(program: Any, players: Any) -> Iterator[Figure]:
    """Eight connections in a process of their own: what arrives, and what the game master's window feels of it."""
    url, code = players.sharing.url, players.sharing.code
    client = subprocess.Popen(
        [sys.executable, "-c", _CLIENT, url, code, str(PLAYERS)], stdout=subprocess.PIPE, text=True
    )
    told: list[tuple[int, float]] = []

    def read() -> None:
        for line in client.stdout or ():
            number, when = line.split()
            told.append((int(number), float(when)))

    threading.Thread(target=read, daemon=True).start()
    while len(told) < PLAYERS:
        settle()
        time.sleep(0.01)
    told.clear()
    numbers: list[int] = []
    made = _commands(program, lambda: numbers.append(players.sharing.number))
    time.sleep(0.3)
    client.terminate()
    began = dict(zip(numbers, (when for when, _, _ in made), strict=True))
    late = [(when - began[number]) * 1e3 for number, when in told if number in began]
    yield _painted(f"command to repaint with {PLAYERS} players", made, 16)
    note = f"{len(late)} of {PLAYERS * TURNS} seen"
    yield _p95(f"change of state to message, {PLAYERS} players", late, 150, note)


def _with_browser(program: Any, players: Any) -> Iterator[Figure]:
    """Eight windows of a real Chromium: from the command to the frame after the page was filled."""
    from tests.gui.browser.chromium import Browser, found

    where = found()
    if where is None:
        return
    browser = Browser(*where)
    try:
        driver, windows = browser.driver, []
        for place in range(PLAYERS):
            if place:
                driver.switch_to.new_window("window")
            driver.get(players.sharing.join_url)
            browser.until(lambda: browser.run("return document.body.dataset.ready") == "true")
            if browser.run("return document.body.dataset.state") != "live":
                browser.run("document.getElementById('join').requestSubmit()")
            browser.until(
                lambda: browser.run("return document.body.dataset.state") == "live", settle
            )
            browser.run(_WATCH)
            windows.append(driver.current_window_handle)
        numbers: list[int] = []
        made = _commands(program, lambda: numbers.append(players.sharing.number))
        time.sleep(0.5)
        began = dict(zip(numbers, (when for when, _, _ in made), strict=True))
        late: list[float] = []
        for each in windows:
            driver.switch_to.window(each)
            drawn = browser.run("return window.drawn")
            late += [
                when - began[int(number)] * 1e3
                for number, when in drawn.items()
                if int(number) in began
            ]
        note = f"{len(late)} of {PLAYERS * TURNS} drawn; {PLAYERS} windows on this machine"
        yield _p95(f"change of state to drawn page, {PLAYERS} browsers", late, 150, note)
        yield _painted(f"command to repaint beside {PLAYERS} browsers", made, None)
    finally:
        browser.quit()


if __name__ == "__main__":
    for figure in _measured(Path(sys.argv[1])):
        print(json.dumps(asdict(figure)), flush=True)
