"""The plan on the players' page in a real Chromium: who is shown, and a move that a player proposes with a finger."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

pytest.importorskip("aiohttp", reason="the optional extra share is not installed")

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.players.players_view import PlayersViewController
from encounter_gui.rules.model.commands import Flag, Put, PutArea, SetPlan
from tests.gui.browser.chromium import Browser
from tests.gui.browser.test_players_page import (  # noqa: F401 - fixtures
    PHONE,
    TV,
    Join,
    join,
    overflow,
    pc,
    sit,
    turn,
)

pytestmark = pytest.mark.timeout(180)  # a browser has to start beside the program

HIDDEN = (33.3, 19.7)
"""Where somebody hidden stands: numbers that stand nowhere else."""


def everybody(program: Program) -> list[Combatant]:
    """Returns all combatants of the fight."""
    return list(program.controller.session.state.combatants.values())


@pytest.fixture
def placed(sample: Program, players: PlayersViewController) -> CombatantId:
    """Everybody stands somewhere; the last foe, who is returned, is hidden."""
    controller = sample.controller
    controller.perform(SetPlan(size=(40, 24)))
    for place, each in enumerate(everybody(sample)):
        across = 6 if each.side == "pc" else 18
        controller.perform(Put(who=(each.id,), at=(across + place % 3 * 2, 4 + place * 1.7)))
    controller.perform(
        PutArea(name="Crates", shape="rectangle", at=(13, 6), size=(2, 7), is_="cover")
    )
    controller.perform(PutArea(name="Way in", shape="circle", at=(38, 22), radius=1, is_="entry"))
    hidden = [each.id for each in everybody(sample) if each.side == "foe"][-1]
    controller.perform(Put(who=(hidden,), at=HIDDEN))
    controller.perform(Flag(who=(hidden,), flag="hidden", on=True))
    return hidden


def show(players: PlayersViewController, step: str) -> None:
    """Shows so much of the plan to the players."""
    table = players.players.table
    players.players.reveal(replace(table, plan=step))


@pytest.mark.parametrize("size", ["phone", "tv"])
def test_the_plan_shows_who_stands_where_and_nobody_hidden(
    size: str,
    browser: Browser,
    join: Join,  # noqa: F811 - a fixture
    sample: Program,
    players: PlayersViewController,
    placed: CombatantId,
    shots: Path | None,
) -> None:
    """No plan before the game master shows it; then everybody but who is hidden, whose place is in no byte."""
    join(PHONE if size == "phone" else TV)
    if size == "phone":
        browser.find('[data-tab="fight"]').click()
    assert not browser.find("#plan").is_displayed()
    show(players, "tokens")
    browser.until(lambda: bool(browser.all("#plan svg .token")), turn)
    tokens = browser.run("return document.querySelectorAll('#plan .token').length")
    assert tokens == len(everybody(sample)) - 1
    assert "Crates" not in browser.text("#plan")
    page = str(browser.run("return document.documentElement.outerHTML + JSON.stringify(shown)"))
    name = next(each.name for each in everybody(sample) if each.id == placed)
    for word in (*(str(each) for each in HIDDEN), name, "Way in"):
        assert word not in page
        assert word.encode() not in msgspec.json.encode(players.players.view)
    browser.shot(shots, f"plan-tokens-{size}")
    show(players, "all")
    browser.until(lambda: "Crates" in browser.text("#plan"), turn)
    assert overflow(browser) <= 0
    browser.shot(shots, f"plan-all-{size}")
    if size == "tv":
        assert browser.run("return document.documentElement.scrollHeight") <= TV[1]
        browser.scheme("light")
        browser.shot(shots, "plan-tv-light")
        ring = "return getComputedStyle(document.querySelector('#plan .ring')).stroke"
        assert browser.run(ring) == "rgb(117, 103, 0)"  # yellow on white is not seen
        browser.scheme("dark")
    assert browser.complaints() == []


def test_a_player_proposes_a_move_and_one_key_takes_it(
    browser: Browser,
    join: Join,  # noqa: F811 - a fixture
    sample: Program,
    players: PlayersViewController,
    placed: CombatantId,
    qtbot: QtBot,
    pc: str,  # noqa: F811 - a fixture
    shots: Path | None,
) -> None:
    """A finger on the plan, a button: it waits with the game master, whose key moves the token; nothing before."""
    show(players, "all")
    join(PHONE)
    sit(browser, players, qtbot, pc)
    browser.find('[data-tab="fight"]').click()
    browser.until(lambda: bool(browser.all("#plan svg.aims")), turn)
    browser.run("document.getElementById('plan').scrollIntoView()")
    browser.shot(shots, "plan-own-phone")
    before = next(each.place for each in everybody(sample) if each.name == pc)
    browser.find("#plan svg").click()
    browser.shot(shots, "plan-aim-phone")
    assert " away" in browser.text("#plan-words")
    browser.find("#plan-ask").click()
    browser.until(players.arrived.isVisible, turn)
    browser.until(lambda: "asked" in browser.text("#plan-words"), turn)
    browser.shot(shots, "plan-sent-phone")
    assert pc in players.arrived.words.text()
    assert next(each.place for each in everybody(sample) if each.name == pc) == before
    sample.window.actions_of["take_arrived"].trigger()
    QApplication.processEvents()
    after = next(each.place for each in everybody(sample) if each.name == pc)
    assert after is not None
    assert after != before
    assert players.arrived.isHidden()
    browser.until(lambda: "Tap" in browser.text("#plan-words"), turn)
    assert browser.complaints() == []


def test_a_move_is_proposed_with_the_keyboard_and_taken_back(
    browser: Browser,
    join: Join,  # noqa: F811 - a fixture
    players: PlayersViewController,
    placed: CombatantId,
    qtbot: QtBot,
    pc: str,  # noqa: F811 - a fixture
) -> None:
    """Arrow keys aim, Enter asks, the button takes it back: nothing waits any more."""
    show(players, "tokens")
    join(PHONE)
    sit(browser, players, qtbot, pc)
    browser.find('[data-tab="fight"]').click()
    browser.until(lambda: bool(browser.all("#plan svg.aims")), turn)
    browser.run("document.querySelector('#plan svg').focus()")
    for key in ("\ue014", "\ue014", "\ue015"):  # right, right, down
        browser.driver.switch_to.active_element.send_keys(key)
    assert browser.text("#plan-words").startswith("2.2")
    browser.driver.switch_to.active_element.send_keys("\ue007")
    browser.until(players.arrived.isVisible, turn)
    browser.until(lambda: "asked" in browser.text("#plan-words"), turn)
    browser.find("#plan-back").click()
    browser.until(players.arrived.isHidden, turn)
