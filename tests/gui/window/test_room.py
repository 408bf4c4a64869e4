"""Who gets the room: a wide window gives it to the sheet and the log, a narrow one takes it where least is lost."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.large.fight_column import FightColumn
from encounter_gui.gui.library.fields.field_edits import WordChoice
from encounter_gui.rules.model.commands import Add
from screens import SCREENS
from shots import staged
from tests.helpers.fits import painted

pytestmark = pytest.mark.window

SAMPLES = ("deep-static-sheet", "redlines-sheet", "night-harbour-sheet", "fight")


def sized(program: Program, width: int, height: int) -> None:
    program.window.resize(width, height)
    for _ in range(5):
        QCoreApplication.processEvents()


def test_a_wide_window_shows_figure_and_sheet_side_by_side_and_more_of_the_log(
    sample: Program,
) -> None:
    status, log = sample.window.status, sample.window.log.log
    sized(sample, 1366, 768)
    assert not (status.body.isVisible() and status.sheet.isVisible())
    before = log.height()
    sized(sample, 1700, 1050)
    assert status.body.isVisible()
    assert status.sheet.isVisible()
    assert (
        status.body.mapTo(status, status.body.rect().topRight()).x()
        < status.sheet.mapTo(status, status.sheet.rect().topLeft()).x()
    )
    assert log.height() > before
    sized(sample, 1366, 768)
    assert status.sheet.isVisible()
    assert not status.body.isVisible()


def test_an_encounter_in_prep_leaves_the_editor_what_it_does_not_need(
    sample: Program, tmp_path: Path
) -> None:
    """Body and sheet side by side have their width again afterwards, and in what is kept for the next start."""
    window = sample.window
    sized(sample, 1920, 1040)
    dock = window.findChild(QDockWidget, "dock_status")
    assert dock is not None
    before = dock.width()
    window.show_prep(True)
    sized(sample, 1920, 1040)
    assert dock.width() < 430 < before
    window.remember(Settings(tmp_path / "kept.ini"))
    sized(sample, 1920, 1040)
    assert abs(dock.width() - before) <= 1


def test_what_the_rows_do_not_need_of_a_tall_window_is_the_logs(sample: Program) -> None:
    """Rows first, then the log; heights that were set by hand are nobody else's to change."""
    column = sample.window.large_panels.parent()
    assert isinstance(column, FightColumn)
    sized(sample, 1366, 768)
    assert abs(column.sizes()[0] - 306) <= 2
    sized(sample, 2560, 1440)
    table, _, log, *_ = before = column.sizes()
    assert sample.window.table.whole_height() <= table < 340 < log
    sample.controller.perform(Add(creature="ganger", count=8))
    sized(sample, 2560, 1440)
    assert sample.window.table.verticalScrollBar().maximum() == 0
    assert sum(column.sizes()) == sum(before)
    column.moveSplitter(400, 1)
    by_hand = column.sizes()
    sized(sample, 2560, 1439)
    assert abs(column.sizes()[0] - by_hand[0]) <= 1


@pytest.mark.parametrize("screen", SAMPLES)
def test_with_the_library_open_the_table_keeps_its_last_columns(
    qapp: QApplication, screen: str
) -> None:
    """In each game; the panel at the right gives way, and is there again when the library closes."""
    with staged(qapp, SCREENS[screen]) as stage:
        window = stage.program.window
        stage.trigger("add")
        sized(stage.program, 1366, 768)
        assert window.table.horizontalScrollBar().maximum() == 0
        frame = window.table.mapTo(window, window.table.rect().bottomRight())
        assert 1366 - frame.x() in range(4, 8)  # as wide a gap as beside a dock
        window.show_library(False)
        sized(stage.program, 1366, 768)
        assert window.status.isVisible()


def test_a_prompt_moves_neither_table_nor_attack(qapp: QApplication) -> None:
    def places(window: Program) -> list[QRect]:
        parts = (window.window.table, window.window.attack_panel)
        return [
            QRect(each.mapTo(window.window, each.rect().topLeft()), each.size()) for each in parts
        ]

    with staged(qapp, SCREENS["fight"]) as stage:
        strip = stage.program.window.log.prompt
        before = places(stage.program)
        strip.show_error("No such thing.")
        sized(stage.program, 1366, 768)
        assert strip.isVisible()
        assert places(stage.program) == before


def test_what_is_one_of_a_few_words_is_chosen(qapp: QApplication) -> None:
    """What the rules compare with a word; another word of an older file stays shown as it is."""
    saves = ["–", "Sanity", "Fear", "Body", "Reflex"]
    threats, moves = ["–", "Weak", "Dangerous", "Deadly"], ["None", "Short", "Long"]
    chrome = {"kind": ["Operator", "Enemy"], "prime": saves, "threat": threats, "move": moves}
    for screen, fields in (
        ("editor-chrome", chrome),
        ("editor-cwn", {"kind": ["PC", "NPC", "Drone"]}),
        ("editor-phases", {"kind": ["PC", "NPC", "Mook"], "size": ["Human", "Dog", "Bullseye"]}),
    ):
        with staged(qapp, SCREENS[screen]) as stage:
            for key, words in fields.items():
                editor = stage.program.room.parts.editor
                found = editor.findChild(WordChoice, f"field_{key}")
                assert found is not None
                assert [found.itemText(place) for place in range(found.count())] == words
                found.show_value("colossal")
                assert (found.currentIndex(), found.placeholderText()) == (-1, "colossal")


@pytest.mark.parametrize("screen", ["night-harbour-body", "deep-static-sheet"])
def test_the_column_of_conditions_keeps_the_room_of_its_title(
    qapp: QApplication, screen: str
) -> None:
    """Also where the other columns leave it a few pixels: the table scrolls then."""
    with staged(qapp, SCREENS[screen]) as stage:
        table = stage.program.window.table
        places = [at for at, each in enumerate(table.rows.columns) if each.width == 0]
        assert places
        for width in (1366, 1060, 1040, 1024, 1120):
            sized(stage.program, width, 700)
            assert min(table.horizontalHeader().sectionSize(at) for at in places) >= 110


@pytest.mark.parametrize("screen", SAMPLES)
def test_conditions_are_seen_before_a_narrow_table_is_scrolled(
    qapp: QApplication, screen: str
) -> None:
    """Bars give their room; names and numbers are as they were, and everything is again with the room."""
    with staged(qapp, SCREENS[screen], size=(1024, 700)) as stage:
        table = stage.program.window.table
        header = table.horizontalHeader()
        sized(stage.program, 1024, 700)
        at = next(place for place, each in enumerate(table.rows.columns) if not each.width)
        assert table.viewport().width() - header.sectionPosition(at) >= 100
        with painted() as cut:
            table.grab()
        assert [each for each in cut if "name_delegate" in each] == []
        sized(stage.program, 1366, 768)
        for place, column in enumerate(table.rows.columns):
            if column.kind not in ("text", "gauge", "chips"):  # bars may lend words their room
                assert header.sectionSize(place) == column.width, column.key


def test_columns_of_words_grow_in_a_wide_window_unless_set_by_hand(qapp: QApplication) -> None:
    """They take half of what the conditions do not need, and give it back; a dragged edge stays where it is."""
    with staged(qapp, SCREENS["fight"]) as stage:
        table = stage.program.window.table
        header = table.horizontalHeader()
        places = {each.key: at for at, each in enumerate(table.rows.columns)}

        def sizes() -> dict[str, int]:
            return {key: header.sectionSize(at) for key, at in places.items()}

        designed = {each.key: each.width for each in table.rows.columns if each.width}
        sized(stage.program, 2560, 1440)
        wide = sizes()
        assert all(wide[key] > designed[key] for key in ("name", "declared", "weapon"))
        assert wide["th"] == designed["th"]
        header.resizeSection(places["declared"], 150)
        sized(stage.program, 1366, 768)
        assert {**designed, "declared": 150} == {
            key: size for key, size in sizes().items() if key != "conditions"
        }


def test_who_rolls_stands_in_the_tool_bar_wherever_there_is_room(qapp: QApplication) -> None:
    """Down to the least window; beside a timer it goes where a part would be cut, and comes back with the room."""
    with staged(qapp, SCREENS["redlines-body"]) as stage:
        window, bar = stage.program.window, stage.program.window.turn_bar

        def widths_with() -> list[int]:
            found = []
            for width in range(window.minimumWidth(), 1300, 110):
                sized(stage.program, width, 700)
                parts = [bar.widgetForAction(each) for each in bar.actions() if each.isVisible()]
                assert not cut(bar.width(), parts), width
                found += [width] * bar.rollers.isVisible()
            return found

        all_widths = widths_with()
        assert all_widths[0] == window.minimumWidth()
        bar.use_timer("60")
        bar.follow_turn("somebody", is_running=True)
        sized(stage.program, 1300, 700)
        assert bar.timer.isVisible()
        beside = widths_with()
        assert beside == all_widths[-len(beside) :]
        assert beside[0] <= 1000


def cut(width: int, parts: Sequence[QWidget]) -> list[QWidget]:
    """Returns the parts of a tool bar that are narrower than they can be, lie over the next one, or outside."""
    ordered = sorted(parts, key=lambda each: each.x())
    ends = [*(each.x() for each in ordered[1:]), width + 1]
    return [
        each
        for each, end in zip(ordered, ends, strict=True)
        if each.width() < min(each.minimumSizeHint().width(), each.maximumWidth())
        or each.geometry().right() >= end
    ]


@pytest.mark.parametrize("screen", SAMPLES)
def test_no_words_of_the_odds_are_cut_on_a_large_screen(qapp: QApplication, screen: str) -> None:
    """“Counter-att…” and “Critical w…” stood beside empty space."""
    with staged(qapp, SCREENS[screen], size=(1920, 1080)) as stage:
        sized(stage.program, 1920, 1080)
        with painted() as cut:
            stage.program.window.attack_panel.odds.grab()
        assert cut == []


def test_the_head_of_a_recap_says_how_the_sides_came_out_before_its_totals(
    qapp: QApplication,
) -> None:
    """In a narrow window the last totals go; “1 of 2 dow…” said nothing."""
    with staged(qapp, SCREENS["recap"], size=(1024, 700)) as stage:
        sized(stage.program, 1024, 700)
        with painted() as cut:
            stage.program.window.grab()
        assert [each for each in cut if "recap_head" in each] == []
