"""The phone that tries the players' page out takes nothing else for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import phone
from desk import CheckError
from encounter_gui import paths
from encounter_gui.app.choices.theme_choice import read_shipped
from encounter_gui.gui.players.page_files import page_files
from encounter_gui.share.board import Board
from encounter_gui.share.guests import Guests
from encounter_gui.share.page_files import PageFiles
from encounter_gui.share.server import ShareServer

RESOURCES = paths.data_folder("resources")
PAGE = RESOURCES / "players"


@pytest.fixture
def page() -> PageFiles:
    """The page as the program serves it."""
    themes = {name: read_shipped(name) for name in ("dark", "light", "high_contrast")}
    figure = RESOURCES / "body" / "figure.svg"
    return page_files(PAGE, figure, paths.message_catalog(), themes)


@pytest.fixture
def guests() -> Guests:
    """Nobody has joined."""
    return Guests(["zigzag", "turtle", "banjo"])


@pytest.fixture
def server(page: PageFiles, guests: Guests) -> Iterator[ShareServer]:
    """The page on a port of this machine."""
    server = ShareServer(page, guests, lambda _: None)
    server.start("127.0.0.1")
    yield server
    server.stop()


def url_of(server: ShareServer) -> str:
    """The address of the page."""
    return f"http://127.0.0.1:{server.port}"


def test_the_real_page_passes(server: ShareServer):
    """With all that it loads."""
    assert "<title>" in phone.fetch_page(url_of(server), PAGE)


def test_another_page_is_refused(server: ShareServer, tmp_path: Path):
    """What answers has to be what comes with the program."""
    for path in PAGE.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "view.css").write_text("body {}", encoding="utf-8")
    with pytest.raises(CheckError, match=r"is not view\.css"):
        phone.fetch_page(url_of(server), tmp_path)


def test_a_page_without_a_file_that_it_loads_is_refused(page: PageFiles, guests: Guests):
    """The bundle may lack it."""
    files = {name: body for name, body in page.files.items() if name != "figure.svg"}
    server = ShareServer(PageFiles(files=files), guests, lambda _: None)
    server.start("127.0.0.1")
    try:
        with pytest.raises(CheckError, match=r"figure\.svg answers 404"):
            phone.fetch_page(url_of(server), PAGE)
    finally:
        server.stop()


def test_who_has_the_words_is_shown_the_fight(server: ShareServer, guests: Guests):
    """And who has others is not."""
    server.publish(Board(number=1, public=b'{"title":"Canal bridge"}', own={}))
    assert phone.join(url_of(server), guests.code, "Rahel") == {"title": "Canal bridge"}
    with pytest.raises(CheckError, match="code"):
        phone.join(url_of(server), "no such words", "Rahel")


def test_a_page_that_is_closed_does_not_answer(server: ShareServer):
    """Nothing listens any more."""
    url = url_of(server)
    assert phone.is_answered(url)
    server.stop()
    assert not phone.is_answered(url)
    with pytest.raises(CheckError, match="does not answer"):
        phone.fetch_page(url, PAGE)
