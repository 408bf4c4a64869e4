"""A player's phone, as far as the page goes: fetches all of it, joins with the words, and reads what is shown."""

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp

from desk import CheckError
from encounter_gui.share.messages import VERSION

_SHIPPED = {"": "page.html", "view.js": "view.js", "view.css": "view.css"}
"""What is served as it lies in ``resources/players``, by its address."""
_PATIENCE = 20


def fetch_page(url: str, shipped: Path) -> str:
    """Fetches the page and all that it loads, and returns its HTML; ``shipped`` holds what it is made of.

    Raises:
        CheckError: something of it is not served, or is not what comes with the program.
    """
    return asyncio.run(_fetch_page(url, shipped))


async def _fetch_page(url: str, shipped: Path) -> str:
    async with _session() as session:
        for address, name in _SHIPPED.items():
            if await _fetch(session, f"{url}/{address}") != (shipped / name).read_bytes():
                raise CheckError(f"{url}/{address} is not {name} as it comes with the program.")
        page = (await _fetch(session, f"{url}/")).decode()
        loads = re.findall(r'(?:src|href)="([\w.]+)"', page)
        for address in (*loads, "texts.json", "figure.svg"):
            if not await _fetch(session, f"{url}/{address}"):
                raise CheckError(f"{url}/{address} is empty.")
        texts = json.loads(await _fetch(session, f"{url}/texts.json"))
    unsaid = [key for key in re.findall(r'data-text="([\w.]+)"', page) if not texts.get(key)]
    if unsaid:
        raise CheckError(f"The page has no words for {', '.join(unsaid)}.")
    return page


async def _fetch(session: aiohttp.ClientSession, address: str) -> bytes:
    try:
        async with session.get(address) as answer:
            body = await answer.read()
            if answer.status != 200:
                raise CheckError(f"{address} answers {answer.status}: {body[:200]!r}")
            return body
    except (aiohttp.ClientError, TimeoutError) as error:
        raise CheckError(f"{address} does not answer: {error}") from error


def join(url: str, code: str, name: str) -> Mapping[str, Any]:
    """Joins with the words and returns what the page is then shown of the fight.

    Raises:
        CheckError: it is not let in, or nothing is shown.
    """
    return asyncio.run(_join(url, code, name))


async def _join(url: str, code: str, name: str) -> Mapping[str, Any]:
    told: list[str] = []
    try:
        async with _session() as session, session.ws_connect(f"{url}/live", origin=url) as page:
            await page.send_json({"v": VERSION, "do": "join", "code": code, "name": name})
            while True:
                message = await page.receive_json(timeout=_PATIENCE)
                told.append(str(message)[:200])
                if message.get("is") == "view":
                    return dict(message["view"] or {})
    except (aiohttp.ClientError, TimeoutError, TypeError) as error:
        raise CheckError(f"Who joins is shown nothing: {error}; told was {told}") from error


def is_answered(url: str) -> bool:
    """Returns whether anything answers at an address."""

    async def ask() -> bool:
        async with _session() as session:
            try:
                async with session.get(url):
                    return True
            except aiohttp.ClientError:
                return False

    return asyncio.run(ask())


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_PATIENCE))
