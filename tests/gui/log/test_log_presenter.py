"""What a line of the log shows of an entry: whose it is, and its dice."""

import pytest
from PySide6.QtWidgets import QApplication

from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.log_presenter import LogPresenter
from encounter_gui.gui.log.log_model import LogRow
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.obligations import RESUME
from encounter_gui.rules.model.commands import Settle, Waive
from tests.helpers.samples import sample_session
from tests.play.session.test_begun_actions import GAMES, half_rolled, rolled


def rows_of(playing: EncounterSession) -> list[LogRow]:
    """Returns the rows of a session, oldest first."""
    controller = EncounterController()
    controller.open(playing)
    presenter = LogPresenter(controller)
    found: list[LogRow] = []
    presenter.rows_changed.connect(lambda kept, rows: found.extend(rows))
    presenter.activate()
    controller.close()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_attack_answered_later_shows_its_dice_and_the_attackers_mark(
    qapp: QApplication, game: str
) -> None:
    """The line had a die for a mark and no dice, although they are in the entry."""
    playing = sample_session(game)
    command = half_rolled(playing)
    (left,) = [each.id for each in playing.state.obligations if each.kind == RESUME]
    before = len(playing.log.path())
    rolled(playing, Settle(ids=(left,)))
    entry, row = playing.log.path()[before], rows_of(playing)[before]
    assert row.side == playing.state.combatants[command.who].side
    assert row.icon == ""
    assert len(row.dice) == len(entry.rolls)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_waived_has_a_mark_of_its_own(qapp: QApplication, game: str) -> None:
    """Also an attack that is waived after its first dice: they were rolled before."""
    playing = sample_session(game)
    half_rolled(playing)
    (left,) = [each.id for each in playing.state.obligations if each.kind == RESUME]
    before = len(playing.log.path())
    rolled(playing, Waive(ids=(left,), note="out of sight"))
    row = rows_of(playing)[before]
    assert (row.side, row.icon) == (None, "lost")


@pytest.mark.rule("CWN-19", "CWN-66")
def test_the_morale_of_a_side_has_its_mark_and_its_dice(qapp: QApplication) -> None:
    playing = sample_session("redlines")
    (owed,) = [each.id for each in playing.state.obligations if each.kind == "morale"]
    rolled(playing, Settle(ids=(owed,)))
    row = rows_of(playing)[-1]
    assert (row.side, len(row.dice), row.kind) == ("foe", 1, "test")


def test_initiative_of_everybody_is_nobodys(qapp: QApplication) -> None:
    """Its dice would leave no room for the sentence; the explanation has them."""
    rows = rows_of(sample_session("canal-bridge"))
    turns = [each for each in rows if each.kind == "turn" and each.side is None]
    assert turns
    assert not any(each.dice for each in turns)
