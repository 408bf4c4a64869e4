"""The players' page in a real Chromium: on phone, tablet and TV, with the keyboard, without a network beyond."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

pytest.importorskip("aiohttp", reason="the optional extra share is not installed")

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.players.players_view import PlayersViewController
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Rename
from tests.gui.browser.chromium import Browser

pytestmark = pytest.mark.timeout(180)  # a browser has to start beside the program

PHONE, TABLET, TV = (390, 844), (820, 1180), (1920, 1080)
SIZES = {"small phone": (320, 568), "phone": PHONE, "tablet": TABLET, "TV": TV}
ENTER, TAB = "\ue007", "\ue004"

Join = Callable[..., None]


def turn() -> None:
    """Lets the window do what it has to."""
    QApplication.processEvents()


@pytest.fixture
def join(browser: Browser, players: PlayersViewController, qtbot: QtBot) -> Join:
    """Joins the table as a person does: address, words, name, Enter."""

    def act(size: tuple[int, int] = PHONE, name: str = "Lena") -> None:
        browser.size(*size)
        browser.open(players.sharing.url)
        browser.complaints()
        browser.find("#code").send_keys(players.sharing.code)
        browser.find("#who").send_keys(name, ENTER)
        browser.until(lambda: browser.run("return document.body.dataset.state") == "live", turn)

    return act


@pytest.fixture
def pc(sample: Program) -> str:
    """The name of the first player's combatant."""
    combatants = sample.controller.context.state.combatants.values()
    return next(each.name for each in combatants if each.side == "pc")


def sit(browser: Browser, players: PlayersViewController, qtbot: QtBot, name: str) -> None:
    """Asks for a seat on the page, and lets the guest in on the panel."""
    players.open_panel()
    browser.find('[data-tab="me"]').click()
    browser.until(lambda: bool(browser.all("#seats button")), turn)
    browser.find(f'#seats button[aria-label^="{name}:"]').click()
    qtbot.waitUntil(lambda: any(each.wanted for each in players._guests))
    row = next(row for row in players.panel.guests.rows if row.buttons["let_in"].isVisible())
    qtbot.mouseClick(row.buttons["let_in"], Qt.MouseButton.LeftButton)
    browser.until(lambda: browser.run("return document.body.dataset.seat") == "seated", turn)
    browser.until(lambda: browser.text("#top-name") == name, turn)


def overflow(browser: Browser) -> int:
    """Returns by how many pixels the page is wider than its window."""
    return int(browser.run("return document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_and_shows_the_fight(
    size: str,
    browser: Browser,
    join: Join,
    players: PlayersViewController,
    shots: Path | None,
) -> None:
    """From 320 to 1920 pixels nothing sticks out, and everybody who is shown to the players is there."""
    browser.shot(shots, f"join-{size}")
    join(SIZES[size])
    view = players.players.view
    assert view is not None
    browser.find('[data-tab="fight"]').click() if size != "TV" else None
    text = browser.text("#fight")
    for each in view.combatants:
        assert each.name in text
        assert each.health is None or (each.health.text or each.health.word) in text
    assert view.round in text
    assert overflow(browser) <= 0
    browser.shot(shots, f"fight-{size}")
    assert browser.complaints() == []


def test_a_tv_shows_all_at_once_in_dark_and_light(
    browser: Browser, join: Join, shots: Path | None
) -> None:
    """Whoever has no seat sees no tabs on a wide screen: order, who acts and both sides without scrolling."""
    join(TV, "TV")
    assert not browser.find(".tabs").is_displayed()
    for selector in ("#acting", "#sides", "#order", "#round"):
        assert browser.find(selector).is_displayed()
    assert browser.run("return document.documentElement.scrollHeight") <= TV[1]
    grounds = set()
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        grounds.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
        browser.shot(shots, f"tv-{scheme}")
    assert len(grounds) == 2


def test_a_die_typed_into_the_page_ends_in_the_log(
    browser: Browser,
    join: Join,
    sample: Program,
    players: PlayersViewController,
    qtbot: QtBot,
    pc: str,
    shots: Path | None,
) -> None:
    """On the phone: the field is there, a wrong face is said at once, the right one arrives, and is accepted."""
    controller = sample.controller
    join(PHONE)
    sit(browser, players, qtbot, pc)
    browser.shot(shots, "me-phone")
    controller.set_rollers(Rollers(by_side={"pc": "hand", "foe": "dice", "ally": "dice"}))
    for _ in range(40):
        if browser_asks(browser):
            break
        controller.step()
        waits = controller.waits_for
        who = next(
            each.id for each in controller.session.state.combatants.values() if each.name == pc
        )
        if isinstance(waits, tuple) and any(each.who == who for each in waits):
            browser.until(lambda: browser_asks(browser), turn)
        elif isinstance(waits, tuple):
            controller.answer((None,) * len(waits))
        turn()
    field = browser.find("#prompts input")
    request = next(
        each for each in controller.waits_for or () if getattr(each, "who", None) is not None
    )
    browser.shot(shots, "prompt-phone")
    assert overflow(browser) <= 0
    field.send_keys("999")
    browser.until(lambda: bool(browser.all("#prompts .reading.wrong")), turn)
    assert browser.text("#prompts .reading")
    browser.shot(shots, "wrong-phone")
    field.send_keys(ENTER)
    assert players.arrived.isHidden()
    field = browser.find("#prompts input")
    field.clear()
    count = int(browser.run("return shown.own.prompts[0].count"))
    field.send_keys(" ".join(["2"] * count))
    browser.until(lambda: "2" in browser.text("#prompts .reading"), turn)
    browser.shot(shots, "reading-phone")
    field.send_keys(ENTER)
    browser.until(players.arrived.isVisible, turn)
    browser.until(lambda: bool(browser.all("#prompts .sent")), turn)
    browser.shot(shots, "sent-phone")
    qtbot.mouseClick(players.arrived.accept, Qt.MouseButton.LeftButton)
    waits = controller.waits_for
    if isinstance(waits, tuple):  # others roll with this one
        controller.answer((None,) * len(waits))
    log = controller.session.log
    rolls = [roll for entry in log.path()[-3:] for roll in log.entry(entry.id).rolls]
    mine = [each for each in rolls if each.request.who == request.who and each.physical]
    assert [each.faces for each in mine][-1:] == [(2,) * count]
    assert browser.complaints() == []


def browser_asks(browser: Browser) -> bool:
    """Returns whether the page asks for dice."""
    return bool(browser.all("#prompts input"))


def test_names_are_text_never_markup(
    browser: Browser, join: Join, sample: Program, players: PlayersViewController
) -> None:
    """A fighter whose name is markup is shown by that name."""
    who = next(iter(sample.controller.context.state.combatants))
    name = "<b>Bo</b><img src=x onerror=alert(1)>"
    sample.controller.perform(Rename(who=CombatantId(who), name=name))
    join(TV)
    browser.until(lambda: name in browser.text("#sides"), turn)
    assert not browser.all("#sides img")
    assert browser.complaints() == []


def test_nothing_is_loaded_from_anywhere_else(
    browser: Browser, join: Join, players: PlayersViewController
) -> None:
    """Page, looks, words and figure come from the program; the console has nothing to complain about."""
    join(PHONE)
    loaded = browser.run("return performance.getEntriesByType('resource').map(e => e.name)")
    assert loaded
    assert all(each.startswith((players.sharing.url, "data:")) for each in loaded)
    assert browser.complaints() == []


def test_the_page_finds_back_by_itself(
    browser: Browser, join: Join, players: PlayersViewController
) -> None:
    """It says at once that the connection is lost, and goes on by itself when the page is up again."""
    join(PHONE)
    port = players.sharing._server.port if players.sharing._server else 0
    players.sharing.stop()
    browser.until(lambda: "lost" in browser.text("#state"), turn)
    players.sharing.start("127.0.0.1")
    assert players.sharing._server is not None
    assert players.sharing._server.port == port
    browser.until(lambda: browser.text("#state") == "", turn)
    assert browser.run("return document.body.dataset.state") == "live"


def test_wrong_words_are_said_and_the_code_of_the_picture_is_filled_in(
    browser: Browser, players: PlayersViewController
) -> None:
    """Whoever mistypes reads so; whoever scanned has the words in the field already, and not in the address."""
    browser.size(*PHONE)
    browser.open(players.sharing.url)
    browser.find("#code").send_keys("not the words", ENTER)
    browser.find("#who").send_keys("Lena", ENTER)
    browser.until(lambda: bool(browser.text("#join-error")), turn)
    browser.driver.get("about:blank")
    browser.driver.get(players.sharing.join_url)
    browser.until(lambda: browser.run("return document.body.dataset.ready") == "true", turn)
    assert browser.run("return document.getElementById('code').value") == players.sharing.code
    assert "#" not in browser.driver.current_url


def test_the_whole_page_works_with_the_keyboard(
    browser: Browser, join: Join, players: PlayersViewController, qtbot: QtBot, pc: str
) -> None:
    """Tab reaches tabs and fields in order, Enter presses them, and what has the keyboard shows it."""
    join(PHONE)
    sit(browser, players, qtbot, pc)
    reached: list[Any] = []
    browser.run("document.activeElement.blur()")
    for _ in range(12):
        browser.driver.switch_to.active_element.send_keys(TAB)
        reached.append(
            browser.run(
                "const e = document.activeElement; return [e.dataset.tab || e.id || e.className,"
                "getComputedStyle(e).outlineStyle]"
            )
        )
    names = [each[0] for each in reached]
    assert {"me", "fight", "notes"} <= set(names)
    assert all(style != "none" for name, style in reached if name in ("me", "fight", "notes"))
    browser.run("document.querySelector('[data-tab=\"notes\"]').focus()")
    browser.driver.switch_to.active_element.send_keys(ENTER)
    assert browser.find("#notes").is_displayed()


def test_screen_readers_get_names_and_news(
    browser: Browser, join: Join, players: PlayersViewController, qtbot: QtBot, pc: str
) -> None:
    """Everything that can be pressed or typed into has a name; whose turn it is is told without being asked."""
    join(PHONE)
    sit(browser, players, qtbot, pc)
    nameless = browser.run(
        "return [...document.querySelectorAll('button, input, textarea, nav, aside')]"
        ".filter(e => !(e.innerText.trim() || e.getAttribute('aria-label')"
        " || (e.labels && e.labels.length))).map(e => e.outerHTML)"
    )
    assert nameless == []
    live = browser.run(
        "return [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')]"
        ".map(e => e.id)"
    )
    assert {"state", "turn", "acting", "said"} <= set(live)
    assert browser.run("return document.documentElement.lang") == "en"


def test_blank_hides_everything(
    browser: Browser, join: Join, players: PlayersViewController, shots: Path | None
) -> None:
    """F9 blanks the page as well: no name is left in it."""
    join(TV)
    players.toggle_blank()
    browser.until(lambda: browser.run("return document.body.dataset.blank") == "true", turn)
    assert browser.text("#sides") == ""
    assert not browser.find("main").is_displayed()
    players.toggle_blank()
    browser.until(lambda: browser.text("#sides") != "", turn)
