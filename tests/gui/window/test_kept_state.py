"""A long fight opens with the state that was kept of it; the log has the last word, and the window says so."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.app.campaign import state_care
from encounter_gui.app.program import Program
from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play import open_campaign
from encounter_gui.rules.model.commands import Add
from encounter_gui.storage.campaign import Campaign
from tests.gui.window.conftest import Start, show

GANG = Add(creature="gang_a")


def kept_in(path: Path) -> str:
    """The state that is kept of the first encounter; empty: none."""
    with Campaign.open(path) as campaign:
        return campaign.setting("state.1") or ""


def test_a_wrong_state_is_said_and_worked_out_again(
    start: Start, qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    path = tmp_path / "Docks.encounter"
    there = set(program.controller.context.state.combatants)
    head = program.controller.session.log.head
    program.campaigns.close()
    with Campaign.open(path) as campaign:
        campaign.keep_state(EncounterId(1), head, EncounterState(name="Nobody", round=9))
    again = start()
    again.campaigns.open(path)
    assert again.controller.context.state.round == 9  # at once, as it was kept
    show(again, qtbot)
    qtbot.waitUntil(lambda: bool(again.window.banner.text("state")), timeout=10_000)
    assert "its log says otherwise" in again.window.banner.text("state")
    assert "“Docks.encounter”" in again.window.banner.text("state")
    assert set(again.controller.context.state.combatants) == there
    assert again.controller.perform(GANG)
    again.window.banner.button("state").click()
    qtbot.waitUntil(lambda: again.window.banner.text("state") == "", timeout=10_000)
    again.campaigns.close()
    assert "Nobody" not in kept_in(path)


def test_a_long_fight_is_kept_while_it_is_played_and_when_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    path = tmp_path / "Docks.encounter"
    monkeypatch.setattr(open_campaign, "_LONG", 6)
    monkeypatch.setattr(open_campaign, "_STEPS_BACK", 0)
    monkeypatch.setattr(state_care, "_EVERY", 2)
    for _ in range(3):
        assert program.controller.perform(GANG)
    assert '"entry":7,' in program.campaigns.campaign.setting("state.1")
    assert program.controller.perform(GANG)
    assert '"entry":7,' in program.campaigns.campaign.setting("state.1")
    state, head = program.controller.session.state, program.controller.session.log.head
    program.campaigns.close()
    assert f'"entry":{head}' in kept_in(path)
    program.campaigns.open(path)
    assert program.controller.session.state == state
    assert not program.controller.session.log.is_proved
    qtbot.waitUntil(lambda: program.controller.session.log.is_proved, timeout=10_000)
    assert program.window.banner.text("state") == ""


def test_a_short_fight_leaves_nothing_in_the_file(program: Program, tmp_path: Path) -> None:
    program.campaigns.close()
    assert kept_in(tmp_path / "Docks.encounter") == ""
