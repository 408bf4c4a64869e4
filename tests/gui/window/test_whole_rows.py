"""Panels use the height there is: no half row, no modifier to be scrolled to, no forecast cut off, in every game."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.rules.model.commands import Add
from tests.gui.window.conftest import Start, look, show

SAMPLES = ("deep-static", "redlines", "night-harbour", "canal-bridge")
"""One fight of each game."""

SIZES = ((1024, 700), (1366, 731), (1920, 1080), (2560, 1440))
_STRIP = 130
"""What is lower is a strip: a line or two, and what belongs to them."""


@pytest.fixture(params=SAMPLES)
def fight(request: pytest.FixtureRequest, start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """A sample fight in a window."""
    program = start()
    program.campaigns.create(tmp_path / "Rows.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{request.param}.toml")
    show(program, qtbot)
    look(program)
    return program


def size_to(program: Program, size: tuple[int, int]) -> None:
    program.window.resize(*size)
    for _ in range(12):  # what is laid out anew may want a bar, and that another height
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def bars(area: QAbstractScrollArea) -> list[QScrollBar]:
    both = (area.verticalScrollBar(), area.horizontalScrollBar())
    return [each for each in both if each.isVisible() and each.minimum() < each.maximum()]


def cut_off(program: Program) -> int:
    """How much of a row stands at the lower edge of the table, in pixels; 0: none, or all rows are seen."""
    table = program.window.table
    row = table.verticalHeader().defaultSectionSize()
    height = table.viewport().height()
    return height % row if row <= height < row * table.rows.rowCount() else 0


def test_no_row_of_the_table_is_cut_in_half(fight: Program) -> None:
    """At any height, with a dozen and with many more, with rows of each size, with and without the bar below them."""
    heights = (*SIZES, *((1366, height) for height in range(600, 760, 13)))
    found = {}
    creature = fight.controller.context.ruleset.creatures[0].key
    for count in (0, 28):
        if count:
            assert fight.controller.perform(Add(creature=creature, count=count))
        for row_size in ("row", "row_compact"):
            fight.window.table.use_row_size(row_size)
            for size in heights:
                size_to(fight, size)
                if cut_off(fight):
                    found[count, row_size, size] = cut_off(fight)
    assert found == {}


def test_no_strip_has_two_scroll_bars(fight: Program) -> None:
    found = []
    for size in SIZES:
        size_to(fight, size)
        found += [
            (size, type(each).__name__)
            for each in fight.window.findChildren(QAbstractScrollArea)
            if each.isVisible() and each.height() < _STRIP and len(bars(each)) > 1
        ]
    assert found == []


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440)])
def test_with_room_in_the_window_no_modifier_has_to_be_scrolled_to(
    fight: Program, size: tuple[int, int]
) -> None:
    """From turn to turn the bench keeps the height it has once taken."""
    size_to(fight, size)
    bench = fight.window.attack_panel
    heights = []
    for _ in range(6):
        look(fight)
        size_to(fight, size)
        assert bars(bench.set_up.pills) == []
        heights.append(bench.height())
        fight.controller.put_off()
        fight.controller.step()
    assert heights == sorted(heights)


@pytest.mark.parametrize("size", [(1366, 731), (1920, 1080), (2560, 1440)])
def test_a_forecast_is_seen_whole_and_gives_its_height_back(
    fight: Program, qtbot: QtBot, size: tuple[int, int]
) -> None:
    """On a small laptop below a title bar, too: the table gives it what it can do without."""
    size_to(fight, size)
    before = fight.window._split.sizes()
    fight.window.actions_of["forecast"].trigger()
    panel = fight.window.large_panels.current
    assert panel is not None
    forecast = fight.handlers.dialogs.forecast
    qtbot.waitUntil(lambda: forecast.status.forecast is not None, timeout=20_000)
    qtbot.waitUntil(lambda: not panel.shown._columns[0].isHidden(), timeout=20_000)
    forecast.cancel()
    size_to(fight, size)
    areas = [each for each in panel.findChildren(QAbstractScrollArea) if each.isVisible()]
    assert [bars(each) for each in areas if bars(each)] == []
    assert fight.window.table.height() >= 150
    assert cut_off(fight) == 0
    fight.window.large_panels.close()
    size_to(fight, size)
    after = fight.window._split.sizes()
    assert all(abs(old - new) <= 1 for old, new in zip(before[:3], after[:3], strict=True))
