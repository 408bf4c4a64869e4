"""The forecast in the window (issue 15): the chip in the tool bar, and what opens in the place of the bench."""

import io
import json
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QElapsedTimer, Qt, QThreadPool, QTimer
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.field.plan_state import Doing, MovePath
from encounter_gui.gui.forecast.forecast_chip import ForecastChip
from encounter_gui.gui.forecast.forecast_panel import ForecastPanel
from encounter_gui.gui.forecast.forecast_run import MOST_FIGHTS, Forecast
from encounter_gui.rules.model.commands import Put, Remove
from tests.gui.window.conftest import Start, show
from tests.helpers.fits import painted

SAMPLES = paths.data_folder("resources") / "samples"
WORK = 20_000
"""Milliseconds that a busy machine may take."""


@pytest.fixture
def redlines(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The CWN sample fight in the window."""
    program = start()
    program.campaigns.create(tmp_path / "Redlines.encounter")
    program.campaigns.replay(SAMPLES / "redlines.toml")
    show(program, qtbot)
    return program


def chip_of(program: Program) -> ForecastChip:
    """Returns the chip in the tool bar."""
    return program.window.turn_bar.forecast


def forecast_of(program: Program) -> Forecast:
    """Returns what the window knows now."""
    forecast = program.handlers.dialogs.forecast.status.forecast
    assert forecast is not None
    return forecast


def wait_for_forecast(program: Program, qtbot: QtBot) -> Forecast:
    """Waits until the state that is shown has its forecast."""
    controller = program.handlers.dialogs.forecast

    def is_there() -> bool:
        return controller.status.is_current and controller.status.forecast is not None

    qtbot.waitUntil(is_there, timeout=WORK)
    return forecast_of(program)


def open_panel(program: Program, qtbot: QtBot) -> ForecastPanel:
    """Opens the forecast by its action."""
    program.window.actions_of["forecast"].trigger()
    panel = program.forecasting.panel
    qtbot.waitUntil(panel.isVisible)
    return panel


def test_the_chip_says_what_the_command_line_says(redlines: Program, qtbot: QtBot) -> None:
    """The same seed, the same number of fights, the same state: the same numbers."""
    forecast = wait_for_forecast(redlines, qtbot)
    out = io.StringIO()
    said = _command_line(out, forecast.fights)
    assert said["fights"] == 1_000
    win = said["win"]
    assert isinstance(win, dict)
    assert win["pc"] == round(forecast.pc.share, 6)
    assert win["foe"] == round(forecast.foe.share, 6)
    chip = chip_of(redlines)
    qtbot.waitUntil(chip.isVisible)
    assert chip.text().startswith("Win ")
    assert chip.text().endswith("· simple")
    assert f"{forecast.pc.share:.0%}".removesuffix("%") in chip.text()
    chip.resize(chip.sizeHint())
    whole = chip.width()
    with painted() as elided:
        chip.grab()
        assert elided == []
        said = [
            _said(chip, width) for width in range(whole, chip.minimumSizeHint().width() - 1, -1)
        ]
    win = chip.text().partition(" · ")[0]
    assert list(dict.fromkeys(said)) == [chip.text(), win, win.split(" ", 1)[1].partition(" ±")[0]]


def _said(chip: ForecastChip, width: int) -> str:
    """Returns what the chip says in this width."""
    chip.resize(width, chip.height())
    return chip._words()


def _command_line(out: io.StringIO, fights: int) -> dict[str, object]:
    import argparse

    from encounter_gui.cli import forecast_command
    from encounter_gui.play.open_campaign import CampaignServices
    from tests.helpers.rulesets import shipped

    parser = argparse.ArgumentParser()
    forecast_command.register(parser.add_subparsers())
    parsed = parser.parse_args(
        ["forecast", str(SAMPLES / "redlines.toml"), "--json", "--fights", str(fights)]
    )
    services = CampaignServices(
        rulesets=shipped, texts=paths.message_catalog(), now=lambda: "2024-01-01T00:00:00Z"
    )
    assert forecast_command.run(parsed, campaign_services=services, out=out) == 0
    answer: dict[str, object] = json.loads(out.getvalue())
    return answer


def test_the_chip_follows_a_command(redlines: Program, qtbot: QtBot) -> None:
    """After a change the forecast of the new state is shown, and no other."""
    before = wait_for_forecast(redlines, qtbot)
    state = redlines.controller.context.state
    foes = [each.id for each in state.combatants.values() if each.side == "foe"]
    assert len(foes) > 1
    assert redlines.controller.perform(Remove(who=(foes[0],)))
    assert not redlines.handlers.dialogs.forecast.status.is_current
    after = wait_for_forecast(redlines, qtbot)
    assert len(after.fates) == len(before.fates) - 1
    assert after.pc.share >= before.pc.share


def test_one_empty_side_is_said(redlines: Program, qtbot: QtBot) -> None:
    """The chip keeps its place and says why there is no forecast."""
    wait_for_forecast(redlines, qtbot)
    state = redlines.controller.context.state
    foes = tuple(each.id for each in state.combatants.values() if each.side == "foe")
    assert redlines.controller.perform(Remove(who=foes))
    chip = chip_of(redlines)
    qtbot.waitUntil(lambda: "One side is empty" in chip.toolTip(), timeout=WORK)
    assert chip.text() == "No forecast"


def test_the_past_has_no_forecast(redlines: Program, qtbot: QtBot) -> None:
    """While the past is looked at the chip says so; back at the end it says the same as before."""
    before = wait_for_forecast(redlines, qtbot)
    path = redlines.controller.session.log.path()
    redlines.controller.view_entry(path[3].id)
    chip = chip_of(redlines)
    qtbot.waitUntil(lambda: "past" in chip.toolTip(), timeout=WORK)
    redlines.controller.view_head()
    qtbot.waitUntil(lambda: chip.text().startswith("Win"), timeout=WORK)
    assert wait_for_forecast(redlines, qtbot) == before


def test_the_window_answers_while_it_works(redlines: Program, qtbot: QtBot) -> None:
    """Between two turns of the event loop there is never the time that the forecast takes as a whole."""
    panel = open_panel(redlines, qtbot)
    gaps: list[int] = []
    clock = QElapsedTimer()
    clock.start()
    timer = QTimer()
    timer.timeout.connect(lambda: gaps.append(clock.restart()))
    timer.start(0)
    whole = QElapsedTimer()
    whole.start()
    qtbot.waitUntil(lambda: _is_whole(redlines), timeout=3 * WORK)
    timer.stop()
    assert len(gaps) > 20
    gaps.sort()
    assert gaps[len(gaps) * 9 // 10] < 50
    assert str(MOST_FIGHTS) in panel.played.text().replace(",", "")


def _is_whole(program: Program) -> bool:
    status = program.handlers.dialogs.forecast.status
    return status.is_current and status.forecast is not None and status.forecast.is_whole


def test_the_panel_shows_all_of_it(redlines: Program, qtbot: QtBot) -> None:
    """A click on the chip opens it; its bars hold each combatant, and the shares of the rounds add up to 1."""
    wait_for_forecast(redlines, qtbot)
    chip = chip_of(redlines)
    qtbot.waitUntil(chip.isVisible)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    panel = redlines.forecasting.panel
    assert panel.isVisible()
    assert chip.isChecked()
    qtbot.waitUntil(lambda: _is_whole(redlines), timeout=3 * WORK)
    state = redlines.controller.context.state
    shown = forecast_of(redlines)
    out = {
        row.who
        for row in redlines.controller.system.rows(redlines.controller.context)
        if row.is_out
    }
    assert [each.name for each in panel.shown.fates.fates] == [
        state.combatants[who].name
        for who in state.combatants
        if state.combatants[who].side != "neutral" and who not in out
    ]
    assert sum(share for _, share in panel.shown.rounds.columns) == pytest.approx(1.0)
    assert sum(share for _, share in panel.shown.lost.columns) == pytest.approx(1.0)
    assert f"{shown.pc.share:.0%}".removesuffix("%") in panel.shown.wins.accessibleDescription()
    assert "Left out" in panel.foot.text
    assert "Vee: 17 →" in panel.shown.ammo.text()
    assert len(panel.shown.levers.levers) > 4
    assert not shown.waiting
    assert "without Cutter" in panel.shown.levers.accessibleDescription()
    assert not panel.cancel.isVisible()


def test_orders_are_chosen_in_the_window(redlines: Program, qtbot: QtBot) -> None:
    """Another doctrine and a defense by keys, a flight typed: the chip names all, and Escape brings the bench back."""
    wait_for_forecast(redlines, qtbot)
    chip = chip_of(redlines)
    panel = open_panel(redlines, qtbot)
    panel.orders.foe_doctrine.setFocus()
    qtbot.keyClick(panel.orders.foe_doctrine, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: chip.text().endswith("simple / nearest"), timeout=WORK)
    flees = panel.orders.foe_flees
    flees.selectAll()
    qtbot.keyClicks(flees, "50")
    qtbot.keyClick(flees, Qt.Key.Key_Return)
    assert panel.isVisible()
    qtbot.waitUntil(lambda: chip.text().endswith("nearest, flees at 50 %"), timeout=WORK)
    orders = forecast_of(redlines).orders
    assert (orders.foe, orders.foe_flees) == ("nearest", 50)
    assert "more likely than not" in panel.orders.pc_defends.toolTip()
    panel.orders.pc_defends.setFocus()
    qtbot.keyClick(panel.orders.pc_defends, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "simple, defends / nearest" in chip.text(), timeout=WORK)
    assert forecast_of(redlines).orders.pc_defends
    qtbot.keyClick(flees, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert redlines.window.attack_panel.isVisible()


@pytest.mark.parametrize(
    ("sample", "unit"),
    [("deep-static", "round"), ("night-harbour", "phase"), ("canal-bridge", "turn")],
)
def test_each_game_is_forecast_in_what_it_counts(
    sample: str, unit: str, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The chip, in which round, phase or turn it is over, and for how long each stays in."""
    program = start()
    program.campaigns.create(tmp_path / "Sample.encounter")
    program.campaigns.replay(SAMPLES / f"{sample}.toml")
    show(program, qtbot)
    wait_for_forecast(program, qtbot)
    panel = open_panel(program, qtbot)
    qtbot.waitUntil(panel.shown.wins.isVisible, timeout=WORK)
    assert chip_of(program).text().endswith("simple")
    assert panel.shown.rounds.accessibleName() == f"Over in {unit}, %"
    assert f"after {unit}s" in panel.shown.fates.accessibleName()
    assert sum(share for _, share in panel.shown.rounds.columns) == pytest.approx(1.0)


def test_closing_the_campaign_ends_it(redlines: Program, qtbot: QtBot) -> None:
    """The chip goes with the encounter, and the panel as well."""
    wait_for_forecast(redlines, qtbot)
    panel = open_panel(redlines, qtbot)
    redlines.window.actions_of["close"].trigger()
    qtbot.waitUntil(lambda: not chip_of(redlines).isVisible())
    assert redlines.window.large_panels.current is None
    assert not panel.isVisible()


def test_a_narrow_window_keeps_its_controls(redlines: Program, qtbot: QtBot) -> None:
    """Where there is no room the chip goes, and not who rolls or the command field; with room it is back."""
    wait_for_forecast(redlines, qtbot)
    bar = redlines.window.turn_bar
    redlines.window.resize(1000, 600)
    qtbot.waitUntil(lambda: not bar.forecast.isVisible())
    qtbot.waitUntil(lambda: bar.field.isVisible() and bar.rollers.isVisible())
    redlines.window.resize(1200, 700)
    qtbot.waitUntil(bar.forecast.isVisible)
    qtbot.waitUntil(lambda: bar.field.isVisible() and bar.rollers.isVisible())


def test_cancel_keeps_what_there_is(redlines: Program, qtbot: QtBot) -> None:
    """A click while fights are played: no more come, the figures stay, and the next change is forecast again."""
    wait_for_forecast(redlines, qtbot)
    panel = open_panel(redlines, qtbot)
    qtbot.mouseClick(panel.cancel, Qt.MouseButton.LeftButton)
    fights = forecast_of(redlines).fights
    assert fights < MOST_FIGHTS
    assert not panel.cancel.isVisible()
    qtbot.waitUntil(lambda: QThreadPool.globalInstance().activeThreadCount() == 0, timeout=WORK)
    assert forecast_of(redlines).fights == fights
    foes = [each.who for each in forecast_of(redlines).fates if each.side == "foe"]
    assert redlines.controller.perform(Remove(who=(foes[-1],)))
    qtbot.waitUntil(lambda: _is_played_anew(redlines), timeout=WORK)


def _is_played_anew(program: Program) -> bool:
    status = program.handlers.dialogs.forecast.status
    return status.is_current and not status.is_cancelled


def test_the_forecast_waits_while_somebody_is_moved_on_the_plan(
    redlines: Program, qtbot: QtBot
) -> None:
    """What is played in the other thread keeps the window's from painting: it begins anew when the hand rests."""
    forecast = redlines.handlers.dialogs.forecast
    state = redlines.controller.context.state
    who = next(iter(state.combatants))
    assert redlines.controller.perform(Put(who=(who,), at=(10, 10)))
    redlines.window.actions_of["field"].trigger()
    surface = redlines.field.panel.surface
    redlines.controller.second_frame.flush()
    assert not forecast.status.is_current
    end = time.monotonic() + 1  # longer than it takes until a forecast begins
    while time.monotonic() < end:
        surface.do(Doing(paths=(MovePath(who=who, start=(10, 10), end=(12, 10)),)))
        qtbot.wait(20)
    assert forecast.status.forecast is None or not forecast.status.is_current
    surface.do(Doing())
    wait_for_forecast(redlines, qtbot)


def test_a_forecast_that_is_there_stays_while_somebody_is_moved(
    redlines: Program, qtbot: QtBot
) -> None:
    wait_for_forecast(redlines, qtbot)
    forecast = redlines.handlers.dialogs.forecast
    before = forecast.status
    forecast.put_off()
    assert forecast.status is before
    qtbot.wait(600)
    assert forecast.status is before
