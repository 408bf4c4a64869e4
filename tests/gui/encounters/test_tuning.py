"""How hard a prepared encounter will be: in the builder, over number and quality of a foe, and on paper."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui.app import headless_print
from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.cli.window_options import PrintOptions
from encounter_gui.core.markdown import escaped
from encounter_gui.gui.forecast.tuning.tuning_dialog import TuningDialog
from encounter_gui.gui.forecast.tuning.tuning_points import Point
from encounter_gui.reports.content.composer import Choices, compose
from encounter_gui.reports.document import Flow, Paragraph

WORK = 30_000
"""Milliseconds that a busy machine may take."""


@pytest.fixture
def planned(prep: Prep, qtbot: QtBot) -> Prep:
    """Three bouncers on the players' side against three gangers, with what the builder says of them."""
    prep.plans.editor.type_roster("3 bouncers, 3 gangers")
    prep.plans.editor.set_recruit(0, structs.replace(prep.plans.plan.recruits[0], side="pc"))
    qtbot.waitUntil(lambda: "to win" in prep.panel.difficulty.text(), timeout=WORK)
    return prep


@pytest.fixture
def dialog(program: Program, planned: Prep, qtbot: QtBot) -> Iterator[TuningDialog]:
    """How hard it will be, opened by a click."""
    qtbot.mouseClick(planned.panel.tune, Qt.MouseButton.LeftButton)
    found = program.window.findChild(TuningDialog)
    assert isinstance(found, TuningDialog)
    yield found
    if program.window.findChild(TuningDialog) is not None:
        found.reject()
        qtbot.waitUntil(lambda: program.window.findChild(TuningDialog) is None)


def wait_for_all(dialog: TuningDialog, qtbot: QtBot) -> None:
    """Waits until every point is played."""
    qtbot.waitUntil(lambda: "tried" in dialog.answer.text(), timeout=3 * WORK)


def test_the_builder_says_how_hard_it_will_be(
    program: Program, planned: Prep, qtbot: QtBot
) -> None:
    """A word and a number with its doctrine; it changes with the plan, and stands on the encounter sheet."""
    words = planned.panel.difficulty.text()
    assert words.endswith("· simple")
    assert words.partition(":")[0] in ("Easy", "Fair", "Hard", "Deadly", "Hopeless")
    controller = program.controller
    request = Choices(reports=("encounter",))

    def first_words() -> object:
        sheet = compose(
            controller.system, controller.context, (), request, program._report_context()
        )
        (flow,) = sheet.parts
        assert isinstance(flow, Flow)
        return flow.blocks[0]

    assert first_words() == Paragraph(text=words, look="muted")
    many = structs.replace(planned.plans.plan.recruits[1], count="8")
    planned.plans.editor.set_recruit(1, many)
    qtbot.waitUntil(lambda: planned.panel.difficulty.text() not in ("", words), timeout=WORK)


def test_the_command_line_prints_the_same_words(
    program: Program, planned: Prep, tmp_path: Path
) -> None:
    """The encounter sheet printed without a window says what the builder says, of the same seed."""
    copy, out = tmp_path / "Copy.encounter", tmp_path / "sheet.md"
    program.campaigns.campaign.save_copy(copy)
    assert headless_print.run(PrintOptions(campaign=copy, out=out, reports="encounter")) == 0
    assert escaped(planned.panel.difficulty.text()) in out.read_text("utf-8")


def test_a_wanted_chance_is_found_and_taken(
    dialog: TuningDialog, planned: Prep, qtbot: QtBot
) -> None:
    """More foes are harder, the nearest to what is wanted is proposed, and taking it is one step of undo."""
    wait_for_all(dialog, qtbot)
    printed = dict(dialog.chances.series[0].values)
    assert printed[1] > printed[4] > printed[8]
    assert [each.name for each in dialog.chances.series] == ["as printed", "elite", "wounded"]
    found = dialog._found
    assert found is not None
    goal = 0.7
    shares = {point: each.pc.share for point, each in dialog._forecasts.items()}
    assert len(shares) == 24  # nobody to fight is no fight
    assert abs(shares[found] - goal) == min(abs(each - goal) for each in shares.values())
    assert found != Point(3, "")
    qtbot.mouseClick(dialog.cards[1].take, Qt.MouseButton.LeftButton)
    taken = planned.plans.plan.recruits[1]
    assert (int(taken.count), taken.overlay) == (found.count, found.overlay)
    planned.plans.document.undo()
    assert planned.plans.plan.recruits[1].count == "3"


def test_what_is_chosen_stands_beside_the_plan(
    dialog: TuningDialog, planned: Prep, qtbot: QtBot
) -> None:
    """Two of another quality by keys: a card with their chance; the plan stays until they are taken."""
    wait_for_all(dialog, qtbot)
    dialog.count.selectAll()
    qtbot.keyClicks(dialog.count, "2")
    qtbot.keyClick(dialog.count, Qt.Key.Key_Return)
    qtbot.keyClick(dialog.quality, Qt.Key.Key_Down)
    assert dialog.isVisible()
    assert dialog.own.count == 2
    assert dialog.own.overlay
    assert "2 ×" in dialog.cards[2].name.text()
    assert (
        dialog.cards[2].wins.accessibleDescription() != dialog.cards[0].wins.accessibleDescription()
    )
    assert planned.plans.plan.recruits[1].count == "3"


def test_without_player_characters_it_says_what_is_missing(
    program: Program, prep: Prep, qtbot: QtBot
) -> None:
    """“Working it out…” stood there for ever, over empty charts."""
    prep.plans.editor.type_roster("3 gangers")
    qtbot.mouseClick(prep.panel.tune, Qt.MouseButton.LeftButton)
    dialog = program.window.findChild(TuningDialog)
    assert isinstance(dialog, TuningDialog)
    qtbot.waitUntil(lambda: "One side is empty" in dialog.words.text(), timeout=WORK)
    qtbot.waitUntil(lambda: not dialog.answer.text(), timeout=3 * WORK)
    assert not dialog.cards[1].name.text().strip("B ")
    dialog.reject()
    qtbot.waitUntil(lambda: program.window.findChild(TuningDialog) is None)
