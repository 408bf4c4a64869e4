"""The players' screens beside the real window: a phone is a real connection, a die typed on it a real roll."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

pytest.importorskip("aiohttp", reason="the optional extra share is not installed")

from aiohttp import ClientSession, WSMsgType

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.players.players_view import PlayersViewController
from encounter_gui.play.players.reveal import RevealTable
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add, Flag, Next, Note, Rename
from tests.gui.window.conftest import Start, show


class Phone:
    """A page on a phone: a thread of its own that keeps what it is told and sends what is typed."""

    def __init__(self, players: PlayersViewController, name: str) -> None:
        """Joins with the code of words."""
        self.told: list[Any] = []
        self._url, self._code, self._name = players.sharing.url, players.sharing.code, name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._page: Any = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()), daemon=True)
        self._thread.start()

    async def _live(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with (
            ClientSession() as session,
            session.ws_connect(f"{self._url}/live", headers={"Origin": self._url}) as page,
        ):
            self._page = page
            await page.send_json({"v": 2, "do": "join", "code": self._code, "name": self._name})
            async for message in page:
                if message.type is WSMsgType.TEXT:
                    self.told.append(json.loads(message.data))

    def send(self, **message: Any) -> None:
        """Sends a message."""
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(self._page.send_json({"v": 2, **message}), self._loop)

    @property
    def view(self) -> Any:
        """What it shows now."""
        views = [each for each in tuple(self.told) if each["is"] == "view"]
        return views[-1] if views else {}

    @property
    def own(self) -> Any:
        """The sheet it shows."""
        return self.view.get("own") or {}

    def end(self) -> None:
        """Waits until the connection is gone."""
        self._thread.join(5)


Phones = Callable[[str], Phone]


@pytest.fixture
def players(program: Program, qtbot: QtBot) -> PlayersViewController:
    """The players' view of three: Hening against Gang A and Gang B."""
    return _ready(program, qtbot)


def _ready(program: Program, qtbot: QtBot) -> PlayersViewController:
    qtbot.waitUntil(lambda: program.players is not None, timeout=20_000)
    assert program.players is not None
    return program.players


@pytest.fixture
def phones(players: PlayersViewController) -> Iterator[Phones]:
    """Phones on the page, which is put up for the first of them and taken down at the end."""
    made: list[Phone] = []

    def join(name: str) -> Phone:
        if not players.sharing.is_running:
            players.sharing.start("127.0.0.1")
        phone = Phone(players, name)
        made.append(phone)
        return phone

    yield join
    players.sharing.stop()
    for each in made:
        each.end()


def key_of(phone: Phone, name: str) -> str:
    """Returns the key of somebody the phone shows."""
    return next(each["key"] for each in phone.view["view"]["combatants"] if each["name"] == name)


def seat(players: PlayersViewController, phone: Phone, name: str, qtbot: QtBot) -> None:
    """Asks for a seat on the phone, and presses Let in on the panel."""
    players.open_panel()
    qtbot.waitUntil(lambda: bool(phone.view.get("view")))
    phone.send(do="sit", key=key_of(phone, name))
    qtbot.waitUntil(lambda: any(each.wanted for each in players._guests))
    row = next(row for row in players.panel.guests.rows if row.buttons["let_in"].isVisible())
    qtbot.mouseClick(row.buttons["let_in"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: phone.own.get("combatant", {}).get("name") == name)


def id_of(program: Program, name: str) -> CombatantId:
    """Returns the id of a combatant."""
    combatants = program.controller.context.state.combatants.values()
    return next(each.id for each in combatants if each.name == name)


# ---- what phones show


def test_nothing_listens_until_it_is_asked_for(players: PlayersViewController) -> None:
    """The page is off when the program starts, and opening the panel does not put it up."""
    players.open_panel()
    assert not players.sharing.is_running
    assert not [each for each in threading.enumerate() if each.name == "players-page"]


def test_the_page_is_put_up_and_taken_down_with_a_click(
    players: PlayersViewController, qtbot: QtBot
) -> None:
    """The panel shows address, QR code and words while the page is up, and says that it is plain HTTP."""
    players.open_panel()
    join = players.panel.join
    join.networks.setCurrentIndex(join.networks.findData("127.0.0.1"))
    qtbot.mouseClick(join.switch, Qt.MouseButton.LeftButton)
    assert players.sharing.is_running
    assert join.address.text().startswith("http://127.0.0.1:")
    assert len(join.words.text().split()) == 3
    assert join.words.text().replace(" ", "-") in join.code.accessibleDescription()
    assert "Plain HTTP" in join.message.text()
    qtbot.mouseClick(join.switch, Qt.MouseButton.LeftButton)
    assert not players.sharing.is_running


def test_a_change_of_the_fight_is_on_the_phone_at_once(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """Who joins the fight appears on the phone, well within 150 ms of the command on an idle machine."""
    phone = phones("Lena")
    qtbot.waitUntil(lambda: bool(phone.view.get("view")))
    names = [each["name"] for each in phone.view["view"]["combatants"]]
    assert names == ["Hening", "Gang A", "Gang B"]
    program.controller.perform(Add(creature="gang_a"))
    qtbot.waitUntil(lambda: len(phone.view["view"]["combatants"]) == 4)


def test_who_is_hidden_appears_on_no_screen(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """V hides somebody from the players, too; and shows it again."""
    phone = phones("Lena")
    players.show_screen("")
    gang = id_of(program, "Gang A")
    program.controller.perform(Flag(who=(gang,), flag="hidden", on=True))
    qtbot.waitUntil(lambda: bool(phone.view.get("view")) and len(_names(phone)) == 2)
    assert "Gang A" not in json.dumps(phone.view)
    assert players.players.view is not None
    assert "Gang A" not in [each.name for each in players.players.view.combatants]
    program.controller.undo()
    qtbot.waitUntil(lambda: len(_names(phone)) == 3)


def _names(phone: Phone) -> list[str]:
    return [each["name"] for each in phone.view["view"]["combatants"]]


def test_no_byte_that_is_sent_tells_of_what_is_hidden(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """Page, words, looks and every message of a fight: none holds a hidden name, a note, or an id made of a name."""
    players.players.reveal(players.players.table.with_side("table", "foe", "name", "word"))
    who = id_of(program, "Gang A")
    program.controller.perform(Rename(who=who, name="Zqhidden"))
    program.controller.perform(Flag(who=(who,), flag="hidden", on=True))
    program.controller.perform(Note(text="Zqnote", who=id_of(program, "Hening")))
    phone = phones("Lena")
    seat(players, phone, "Hening", qtbot)
    for _ in range(12):
        program.controller.step()
        waits = program.controller.waits_for
        if isinstance(waits, tuple):
            qtbot.wait(30)
            program.controller.answer((None,) * len(waits))
        qtbot.wait(30)
    sent = json.dumps(phone.told)
    assert sent.count('"is": "view"') > 5
    page = b"".join(players._means.page().files.values()).decode()
    for word in ("Zqhidden", "Zqnote", "Gang", "gang_a", "gang_b"):
        assert word not in sent
        assert word not in page
    assert "Enemy A" in sent
    assert "Enemy B" not in sent


def test_the_past_is_not_shown_to_players(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """While the game master looks back, the players see the fight as it stands."""
    phone = phones("Lena")
    qtbot.waitUntil(lambda: bool(phone.view.get("view")))
    first = program.controller.session.log.path()[0].id
    program.controller.view_entry(first)
    qtbot.wait(60)
    assert _names(phone) == ["Hening", "Gang A", "Gang B"]


# ---- dice


@pytest.fixture
def asked(program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot) -> Phone:
    """Hening's player at a phone, asked for initiative: all of the table type their dice."""
    phone = phones("Lena")
    program.controller.set_rollers(Rollers(by_side={"pc": "hand", "foe": "dice"}))
    seat(players, phone, "Hening", qtbot)
    program.controller.perform(Next())
    program.controller.perform(Next())
    qtbot.waitUntil(lambda: bool(phone.own.get("prompts")))
    return phone


def test_a_die_typed_on_the_phone_ends_in_the_log_as_that_players_physical_die(
    program: Program, players: PlayersViewController, asked: Phone, qtbot: QtBot
) -> None:
    """It arrives at the game master's window, and with Accept it is in the file as a die of that combatant."""
    prompt = asked.own["prompts"][0]
    typed = " ".join(["3"] * prompt["count"])
    asked.send(do="roll", key=prompt["key"], typed=typed)
    qtbot.waitUntil(players.arrived.isVisible)
    assert "Hening" in players.arrived.words.text()
    assert typed in players.arrived.words.text()
    qtbot.waitUntil(lambda: asked.own["prompts"][0].get("state") == "sent")
    assert not program.controller.session.log.entry(program.controller.session.log.head).rolls
    qtbot.mouseClick(players.arrived.accept, Qt.MouseButton.LeftButton)
    entry = program.controller.session.log.entry(program.controller.session.log.head)
    hening = [each for each in entry.rolls if each.request.who == id_of(program, "Hening")]
    assert [(each.physical, each.faces) for each in hening] == [(True, (3,) * prompt["count"])]
    others = [each for each in entry.rolls if each.request.who != id_of(program, "Hening")]
    assert not any(each.physical for each in others)
    qtbot.waitUntil(lambda: not asked.own.get("prompts"))
    assert players.arrived.isHidden()


def test_dice_of_one_player_wait_for_the_others(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """All roll initiative together: what one has sent counts, and the table types or leaves only the rest."""
    program.controller.perform(Add(creature="hening", side="pc", name="Mira"))
    phone = phones("Lena")
    program.controller.set_rollers(Rollers(by_side={"pc": "hand", "foe": "dice"}))
    seat(players, phone, "Hening", qtbot)
    program.controller.perform(Next())
    program.controller.perform(Next())
    waits = program.controller.waits_for
    assert isinstance(waits, tuple)
    assert len(waits) == 2
    qtbot.waitUntil(lambda: bool(phone.own.get("prompts")))
    prompt = phone.own["prompts"][0]
    phone.send(do="roll", key=prompt["key"], typed=" ".join(["2"] * prompt["count"]))
    qtbot.waitUntil(players.arrived.isVisible)
    qtbot.mouseClick(players.arrived.accept, Qt.MouseButton.LeftButton)
    assert program.controller.waits_for is waits
    assert players.arrived.isHidden()
    program.controller.answer((None, None))
    entry = program.controller.session.log.entry(program.controller.session.log.head)
    rolls = {each.request.who: (each.physical, each.faces) for each in entry.rolls}
    assert rolls[id_of(program, "Hening")] == (True, (2,) * prompt["count"])
    assert rolls[id_of(program, "Mira")][0] is False


def test_dice_can_be_given_back_to_the_player(
    program: Program, players: PlayersViewController, asked: Phone, qtbot: QtBot
) -> None:
    """Ask again: the phone asks anew, and nothing was rolled."""
    prompt = asked.own["prompts"][0]
    asked.send(do="roll", key=prompt["key"], typed=" ".join(["3"] * prompt["count"]))
    qtbot.waitUntil(players.arrived.isVisible)
    qtbot.mouseClick(players.arrived.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: asked.own["prompts"][0].get("state") == "again")
    assert players.arrived.isHidden()
    assert program.controller.waits_for is not None


def test_impossible_dice_are_asked_for_again(
    program: Program, players: PlayersViewController, asked: Phone, qtbot: QtBot
) -> None:
    """What no die shows never reaches the game master, whatever the page lets through."""
    for wrong in ("99", "1 2 3 4 5 6 7 8 9", "x", "-1"):
        asked.send(do="roll", key=asked.own["prompts"][0]["key"], typed=wrong)
        qtbot.waitUntil(lambda: asked.own["prompts"][0].get("state") == "again")
        assert players.arrived.isHidden()
    assert program.controller.waits_for is not None


def test_a_blank_field_on_the_phone_has_the_program_roll(
    program: Program, players: PlayersViewController, asked: Phone, qtbot: QtBot
) -> None:
    """Blank means "roll for me" on a phone as at the table; the die is then not a physical one."""
    asked.send(do="roll", key=asked.own["prompts"][0]["key"], typed="")
    qtbot.waitUntil(players.arrived.isVisible)
    qtbot.mouseClick(players.arrived.accept, Qt.MouseButton.LeftButton)
    entry = program.controller.session.log.entry(program.controller.session.log.head)
    hening = [each for each in entry.rolls if each.request.who == id_of(program, "Hening")]
    assert [each.physical for each in hening] == [False]


def test_the_game_master_who_rolls_first_wins(
    program: Program, players: PlayersViewController, asked: Phone, qtbot: QtBot
) -> None:
    """Dice that arrive for what is rolled already count for nothing."""
    key = asked.own["prompts"][0]["key"]
    asked.send(do="roll", key=key, typed="3")
    qtbot.waitUntil(players.arrived.isVisible)
    waits = program.controller.waits_for
    assert isinstance(waits, tuple)
    program.controller.answer((None,) * len(waits))
    count = len(program.controller.session.log)
    asked.send(do="roll", key=key, typed="3 3 3")
    qtbot.waitUntil(lambda: not asked.own.get("prompts"))
    qtbot.waitUntil(lambda: asked.own.get("notice") == "Your GM rolled this first.")
    assert players.arrived.isHidden()
    assert len(program.controller.session.log) == count


def test_a_player_cannot_roll_for_another(
    program: Program, players: PlayersViewController, asked: Phone, phones: Phones, qtbot: QtBot
) -> None:
    """The key of another's roll is no use: what a seat sends counts for that seat alone."""
    key = asked.own["prompts"][0]["key"]
    other = phones("Mira")
    qtbot.waitUntil(lambda: bool(other.view.get("view")))
    other.send(do="roll", key=key, typed="3 3 3")
    qtbot.waitUntil(lambda: any(each.get("why") == "seat" for each in other.told))
    players.players.dice.take(id_of(program, "Gang A"), key, "3 3 3")
    assert players.arrived.isHidden()
    assert asked.own["prompts"][0].get("state", "asked") == "asked"


def test_an_intent_arrives_and_goes_into_the_declaration(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """A player's line is shown to the game master; where something is declared it is taken into the sheet."""
    phone = phones("Lena")
    program.controller.perform(Next())
    seat(players, phone, "Hening", qtbot)
    phone.send(do="intent", text="run to\n the door")
    qtbot.waitUntil(players.arrived.isVisible)
    assert "run to the door" in players.arrived.words.text()
    qtbot.waitUntil(lambda: phone.own.get("intent") == "run to the door")
    sheet = program.declaring.controller.sheet
    assert sheet is not None
    qtbot.mouseClick(players.arrived.accept, Qt.MouseButton.LeftButton)
    assert players.arrived.isHidden()
    sheet = program.declaring.controller.sheet
    row = sheet.row_of(id_of(program, "Hening")) if sheet is not None else None
    assert row is not None
    assert row.intent == "run to the door"


# ---- what is revealed


def test_what_is_revealed_survives_a_restart(
    start: Start, program: Program, players: PlayersViewController, qtbot: QtBot
) -> None:
    """The choice of the panel is kept with the encounter in the campaign."""
    players.open_panel()
    box = players.panel.matrix.choosers["foes", "health"]
    box.setCurrentIndex(box.findData("number"))
    box.activated.emit(box.currentIndex())
    assert players.players.table.of_side("table", "foe", "health") == "number"
    path = program.campaigns.campaign.path
    program.campaigns.close()
    again = start()
    again.campaigns.open(path)
    show(again, qtbot)
    assert _ready(again, qtbot).players.table.of_side("table", "foe", "health") == "number"


def test_an_old_campaign_reveals_the_usual(players: PlayersViewController) -> None:
    """Where nothing was ever chosen, foes are words."""
    assert players.players.table == RevealTable()


def test_one_foe_is_shown_with_numbers(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """The rows below the table say what differs for one combatant, and take it back."""
    phone = phones("Lena")
    players.open_panel()
    rows = players.panel.exceptions
    rows.combatants.setCurrentIndex(1)
    rows.combatants.activated.emit(1)
    box = rows.choosers["health"]
    box.setCurrentIndex(box.findData("number"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: "text" in json.dumps(_health(phone, "Gang A")))
    assert "text" not in _health(phone, "Gang B")
    box.setCurrentIndex(0)
    box.activated.emit(0)
    qtbot.waitUntil(lambda: "text" not in _health(phone, "Gang A"))


def _health(phone: Phone, name: str) -> dict[str, Any]:
    shown = phone.view.get("view") or {"combatants": []}
    found = [each["health"] for each in shown["combatants"] if each["name"] == name]
    return found[0] if found else {}


# ---- the second screen


def test_the_second_screen_shows_the_fight_and_is_blank_at_one_key(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """F9 makes the screen and all phones blank, and shows everything again."""
    phone = phones("Lena")
    players.show_screen("")
    qtbot.waitExposed(players.screen)
    qtbot.waitUntil(lambda: "Hening" in players.screen.accessibleDescription())
    qtbot.waitUntil(lambda: bool(phone.view.get("view")))
    with qtbot.waitActive(program.window):
        program.window.activateWindow()
    qtbot.keyClick(program.window.table, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: players.players.is_blank)
    assert players.screen.accessibleDescription() == ""
    qtbot.waitUntil(lambda: phone.view["view"] is None)
    assert players.screen.grab().toImage().pixelColor(40, 40).lightness() == 0
    qtbot.keyClick(players.screen, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: bool(phone.view["view"]))
    players.hide_screen()


def test_nothing_is_made_while_nobody_looks(
    program: Program, players: PlayersViewController
) -> None:
    """Without a screen and without the page the fight costs what it did before."""
    program.controller.perform(Add(creature="gang_a"))
    assert players.players.view is None


def test_closing_the_window_ends_everything(
    program: Program, players: PlayersViewController, phones: Phones, qtbot: QtBot
) -> None:
    """With eight phones the page is gone as the window closes, and the second screen with it."""
    joined = [phones(f"Guest {each}") for each in range(8)]
    qtbot.waitUntil(lambda: all(each.view for each in joined), timeout=10_000)
    players.show_screen("")
    players.close()
    assert not players.sharing.is_running
    assert not players.screen.isVisible()
    program.window.close()
    assert not [each for each in threading.enumerate() if each.name == "players-page"]


def test_the_panel_says_how_to_get_what_is_missing(
    program: Program, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the optional extra there is no button, but the line that installs it."""
    from encounter_gui.gui.players import players_view

    monkeypatch.setattr(players_view, "is_available", lambda: False)
    players = _ready(program, qtbot)
    players.open_panel()
    assert players.panel.join.switch.isHidden()
    assert 'pip install "encounter-gui[share]"' in players.panel.join.message.text()
