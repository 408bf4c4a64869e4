"""The plan on players' phones beside the real window: no byte of who is hidden, and moves that wait to be taken."""

import json

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

pytest.importorskip("aiohttp", reason="the optional extra share is not installed")

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.gui.players.players_view import PlayersViewController
from encounter_gui.play.players.reveal import PlanReveal
from encounter_gui.rules.model.commands import Finish, Flag, Next, Put, PutArea, Remove, SetPlan
from tests.gui.window.test_players import (  # noqa: F401 - fixtures
    Phone,
    Phones,
    id_of,
    phones,
    players,
    seat,
)


def reveal(players: PlayersViewController, step: PlanReveal) -> None:  # noqa: F811 - no fixture here
    """Shows so much of the plan."""
    players.players.reveal(replace(players.players.table, plan=step))


def place_of(program: Program, name: str) -> Place | None:
    """Returns where somebody stands."""
    return program.controller.session.state.combatants[id_of(program, name)].place


@pytest.fixture
def placed(program: Program, players: PlayersViewController) -> CombatantId:  # noqa: F811 - fixtures
    """Hening and Gang B in the open, Gang A hidden at 71.7, 33.9; returns the one who is hidden."""
    controller = program.controller
    controller.perform(SetPlan(size=(80, 40)))
    for name, at in (("Hening", (5, 5)), ("Gang B", (20, 9)), ("Gang A", (71.7, 33.9))):
        controller.perform(Put(who=(id_of(program, name),), at=at))
    controller.perform(
        PutArea(name="Zqcrates", shape="rectangle", at=(11, 3), size=(2, 6), is_="cover")
    )
    controller.perform(
        PutArea(name="Zqentry", shape="circle", at=(77.7, 38), radius=1, is_="entry")
    )
    hidden = id_of(program, "Gang A")
    controller.perform(Flag(who=(hidden,), flag="hidden", on=True))
    return hidden


@pytest.fixture
def lena(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    phones: Phones,  # noqa: F811 - a fixture
    placed: CombatantId,
    qtbot: QtBot,
) -> Phone:
    """The phone of Hening's player, who sees all of the plan."""
    reveal(players, "all")
    phone = phones("Lena")
    seat(players, phone, "Hening", qtbot)
    qtbot.waitUntil(lambda: bool(phone.own.get("place")))
    return phone


def test_no_byte_tells_where_somebody_hidden_stands(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    phones: Phones,  # noqa: F811 - a fixture
    placed: CombatantId,
    qtbot: QtBot,
) -> None:
    """Whatever is shown of the plan, and wherever they go: not their place, their name, their id, nor entries."""
    phone = phones("Lena")
    seat(players, phone, "Hening", qtbot)
    assert "plan" not in phone.view["view"]
    assert "place" not in phone.own
    steps: tuple[PlanReveal, ...] = ("tokens", "all")
    for step in steps:
        reveal(players, step)
        qtbot.waitUntil(lambda: "plan" in phone.view["view"])
        qtbot.waitUntil(lambda step=step: ("Zqcrates" in json.dumps(phone.view)) == (step == "all"))  # type: ignore[misc]
        program.controller.perform(Put(who=(placed,), at=(72.3, 34.9)))
        qtbot.wait(80)
        program.controller.perform(Put(who=(placed,), at=(73.7, 31.3)))
        qtbot.wait(80)
    assert len(phone.view["view"]["plan"]["tokens"]) == 2
    sent = json.dumps(phone.told)
    for word in (
        "71.7",
        "33.9",
        "72.3",
        "34.9",
        "73.7",
        "31.3",
        "77.7",
        "Zqentry",
        "gang_a",
        "Gang A",
    ):
        assert word not in sent
    program.controller.perform(Flag(who=(placed,), flag="hidden", on=False))
    qtbot.waitUntil(lambda: "73.7" in json.dumps(phone.view))  # the search can find it
    reveal(players, "nothing")
    qtbot.waitUntil(lambda: "plan" not in phone.view["view"] and "place" not in phone.own)


def test_a_move_waits_until_it_is_taken(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """The fight stands still until the game master takes it; then one line of the log, and one undo."""
    count = len(program.controller.session.log)
    lena.send(do="move", at=[8, 5.5])
    qtbot.waitUntil(players.arrived.isVisible)
    assert "Hening wants to move" in players.arrived.words.text()
    qtbot.waitUntil(lambda: lena.own["place"].get("to") == [8, 5.5])
    assert lena.own["place"]["offer"].startswith("3")
    assert place_of(program, "Hening") == Place(x=5, y=5)
    assert len(program.controller.session.log) == count
    program.window.actions_of["take_arrived"].trigger()
    place = place_of(program, "Hening")
    assert place is not None
    assert place.point == (8, 5.5)
    assert len(program.controller.session.log) == count + 1
    assert players.arrived.isHidden()
    qtbot.waitUntil(lambda: "to" not in lena.own["place"] and lena.own["place"]["x"] == 8)
    program.controller.undo()
    assert place_of(program, "Hening") == Place(x=5, y=5)


def test_a_move_is_put_away_or_taken_back(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """By the game master with a button, by the player with another message; nobody is moved."""
    lena.send(do="move", at=[8, 5])
    qtbot.waitUntil(players.arrived.isVisible)
    qtbot.mouseClick(players.arrived.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "to" not in lena.own["place"])
    assert players.arrived.isHidden()
    lena.send(do="move", at=[9, 5])
    qtbot.waitUntil(players.arrived.isVisible)
    lena.send(do="move")
    qtbot.waitUntil(players.arrived.isHidden)
    program.window.actions_of["take_arrived"].trigger()
    assert place_of(program, "Hening") == Place(x=5, y=5)


def test_f8_a_move_from_where_somebody_no_longer_stands_is_forgotten(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """Moved meanwhile, removed, or the plan shown no more: nothing waits, and nothing can be taken."""
    lena.send(do="move", at=[8, 5])
    qtbot.waitUntil(players.arrived.isVisible)
    program.controller.perform(Put(who=(id_of(program, "Hening"),), at=(6, 6)))
    qtbot.waitUntil(players.arrived.isHidden)
    lena.send(do="move", at=[8, 5])
    qtbot.waitUntil(players.arrived.isVisible)
    reveal(players, "nothing")
    assert players.arrived.isHidden()
    reveal(players, "tokens")
    lena.send(do="move", at=[8, 5])
    qtbot.waitUntil(players.arrived.isVisible)
    program.controller.perform(Remove(who=(id_of(program, "Hening"),)))
    qtbot.waitUntil(players.arrived.isHidden)


def test_a_move_waits_while_the_past_is_looked_at(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """Nothing is taken then, and nothing is lost; back in the present it is taken."""
    controller = program.controller
    lena.send(do="move", at=[8, 5.5])
    qtbot.waitUntil(players.arrived.isVisible)
    who = id_of(program, "Hening")
    controller.view_entry(controller.session.log.path()[-2].id)
    assert not controller.is_live
    players.players.moves.take(who)
    qtbot.wait(80)
    assert [each.who for each in players.players.moves.waiting] == [who]
    assert lena.own.get("place", {}).get("to") in (None, [8, 5.5])
    controller.view_head()
    players.players.moves.take(who)
    place = place_of(program, "Hening")
    assert place is not None
    assert place.point == (8, 5.5)
    assert not players.players.moves.waiting


def test_a_move_ends_with_the_fight(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """What waits then is forgotten, and nothing arrives any more; where the end is taken back it does."""
    program.controller.perform(Next())
    lena.send(do="move", at=[8, 5])
    qtbot.waitUntil(players.arrived.isVisible)
    program.controller.perform(Finish())
    qtbot.waitUntil(lambda: not players.players.moves.waiting)
    players.players.propose_move(key_of_seat(players), (9, 5))
    assert not players.players.moves.waiting
    program.controller.undo()
    players.players.propose_move(key_of_seat(players), (9, 5))
    assert [each.at for each in players.players.moves.waiting] == [(9, 5)]


def test_two_players_propose_each_for_the_own_combatant_alone(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    phones: Phones,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """Whoever has no seat proposes nothing; of what cannot be, nothing arrives; the last of many counts."""
    other = phones("Nosy")
    qtbot.waitUntil(lambda: bool(other.view.get("view")))
    other.send(do="move", at=[9, 9])
    for number in range(8):
        lena.send(do="move", at=[10 + number / 10, 5])
    qtbot.waitUntil(
        lambda: [each.at for each in players.players.moves.waiting] == [(10.7, 5)], timeout=5_000
    )
    for at in ([float("nan"), 1], [1e9, 1], [-1, 1], ["1", 1], [1], {"x": 1}):
        hostile = phones("Hostile")
        qtbot.waitUntil(lambda hostile=hostile: bool(hostile.view.get("view")))  # type: ignore[misc]
        hostile.send(do="move", at=at)
    qtbot.wait(100)
    assert [each.at for each in players.players.moves.waiting] == [(10.7, 5)]
    assert {"v": 2, "is": "no", "why": "seat"} in other.told


def test_a_move_that_leads_nowhere_is_no_move(
    program: Program,
    players: PlayersViewController,  # noqa: F811 - a fixture
    lena: Phone,
    qtbot: QtBot,
) -> None:
    """Beside the plan, or where nobody is shown the plan: nothing arrives."""
    lena.send(do="move", at=[80.1, 5])
    lena.send(do="intent", text="done")
    qtbot.waitUntil(players.arrived.isVisible)
    assert "wants to move" not in players.arrived.words.text()
    assert not players.players.moves.waiting
    reveal(players, "nothing")
    players.players.propose_move(key_of_seat(players), (8, 5))
    assert not players.players.moves.waiting


def key_of_seat(players: PlayersViewController) -> str:  # noqa: F811 - no fixture here
    """Returns the key of the only seat that is taken."""
    return next(each.seat for each in players._guests if each.seat)
