"""How hard a prepared encounter will be: in the builder, over number and quality of a foe, and on paper."""

import dataclasses
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
from encounter_gui.gui.forecast.tuning.tuning_page import TuningPage
from encounter_gui.gui.forecast.tuning.tuning_points import Point
from encounter_gui.reports.content.composer import Choices, compose
from encounter_gui.reports.document import Flow, Paragraph
from encounter_gui.rules.model.prepared import Wave

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
def page(program: Program, planned: Prep, qtbot: QtBot) -> Iterator[TuningPage]:
    """How hard it will be, opened by a click."""
    yield opened(program, planned, qtbot)
    program.window.show_tuning(is_shown=False)


def opened(program: Program, prep: Prep, qtbot: QtBot) -> TuningPage:
    """Opens the page from the builder."""
    qtbot.mouseClick(prep.panel.tune, Qt.MouseButton.LeftButton)
    assert prep.tuning is not None
    assert program.window.shows_tuning
    return prep.tuning


def wait_for_all(page: TuningPage, qtbot: QtBot) -> None:
    """Waits until every point is played."""
    qtbot.waitUntil(lambda: "tried" in page.answer.text(), timeout=3 * WORK)


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


def test_the_forecast_of_what_is_prepared_is_how_hard_it_will_be(
    program: Program, planned: Prep
) -> None:
    """The chip and its action open and close the page; where no foes are planned they say so in the forecast."""
    action = program.window.actions_of["forecast"]
    action.trigger()
    assert program.window.shows_tuning
    action.trigger()
    assert not program.window.shows_tuning
    planned.plans.editor.remove_recruit(1)
    action.trigger()
    assert not program.window.shows_tuning
    panel = program.forecasting.panel
    assert panel.isVisible()
    action.trigger()
    assert not panel.isVisible()


def test_the_command_line_prints_the_same_words(
    program: Program, planned: Prep, tmp_path: Path
) -> None:
    """The encounter sheet printed without a window says what the builder says, of the same seed."""
    copy, out = tmp_path / "Copy.encounter", tmp_path / "sheet.md"
    program.campaigns.campaign.save_copy(copy)
    assert headless_print.run(PrintOptions(campaign=copy, out=out, reports="encounter")) == 0
    assert escaped(planned.panel.difficulty.text()) in out.read_text("utf-8")


def test_a_wanted_chance_is_found_and_taken(page: TuningPage, planned: Prep, qtbot: QtBot) -> None:
    """More foes are harder, the nearest to what is wanted is proposed, and taking it is one step of undo."""
    wait_for_all(page, qtbot)
    printed = dict(page.chances.series[0].values)
    assert printed[1] > printed[4] > printed[8]
    assert [each.name for each in page.chances.series] == ["as printed", "elite", "wounded"]
    zones = [mark.words for mark in page.meter.marks()]
    assert (zones[0], zones[-1]) == ("hopeless: 0 % – 20 %", "easy: 80 % – 100 %")
    assert "wanted 70 %" in page.meter.accessibleDescription()
    found = page._found
    assert found is not None
    goal = 0.7
    shares = {point: each.pc.share for point, each in page._forecasts.items()}
    assert len(shares) == 24  # nobody to fight is no fight
    assert abs(shares[found] - goal) == min(abs(each - goal) for each in shares.values())
    assert found != Point((3,), "")
    qtbot.mouseClick(page.cards[1].take, Qt.MouseButton.LeftButton)
    taken = planned.plans.plan.recruits[1]
    assert (int(taken.count), taken.overlay) == (*found.counts, found.overlay)
    planned.plans.document.undo()
    assert planned.plans.plan.recruits[1].count == "3"


def test_what_is_chosen_stands_beside_the_plan(
    page: TuningPage, planned: Prep, qtbot: QtBot
) -> None:
    """Two of another quality by keys: a card with their chance; the plan stays until they are taken."""
    qtbot.waitUntil(lambda: page.planned in page._forecasts, timeout=WORK)
    row = page.counts[0]
    assert row.slider.hasFocus()
    qtbot.keyClick(row.slider, Qt.Key.Key_Left)
    assert row.field.value() == 2
    qtbot.mouseClick(page.qualities.buttons()[1], Qt.MouseButton.LeftButton)
    assert page.own == Point((2,), "elite")
    assert "2 ×" in page.cards[2].name.text()
    qtbot.waitUntil(lambda: page.own in page._forecasts, timeout=WORK)
    assert page.cards[2].wins.accessibleDescription() != page.cards[0].wins.accessibleDescription()
    assert "as set here" in page.meter.accessibleDescription()
    assert planned.plans.plan.recruits[1].count == "3"
    qtbot.mouseClick(page.cards[2].take, Qt.MouseButton.LeftButton)
    assert planned.plans.plan.recruits[1].count == "2"
    assert "as planned" in page.cards[2].what.text()


def test_surprise_and_cover_change_the_chances(
    page: TuningPage, planned: Prep, qtbot: QtBot
) -> None:
    """Who strikes first and who is in cover: each changes the win chance of the plan in its direction."""

    def share() -> float:
        qtbot.waitUntil(lambda: page.planned in page._forecasts, timeout=WORK)
        return page._forecasts[page.planned].pc.share

    before = share()
    for button, is_better in (
        (page.first["pc"], True),
        (page.first["foe"], False),
        (page.cover["cover_75"], True),
    ):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert (share() > before) == is_better, button.text()
        assert planned.plans.plan.recruits[1].count == "3"
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert share() == before


def test_escape_gives_the_place_back(program: Program, page: TuningPage, qtbot: QtBot) -> None:
    """The page stands where the fight is otherwise, and plays nothing once it is closed."""
    qtbot.keyClick(page.counts[0].slider, Qt.Key.Key_Escape)
    assert not program.window.shows_tuning
    assert not page.isVisible()
    assert program.window.table.isVisible()


def test_without_player_characters_it_says_what_is_missing(
    program: Program, prep: Prep, qtbot: QtBot
) -> None:
    """“Working it out…” stood there for ever, over empty charts."""
    prep.plans.editor.type_roster("3 gangers")
    page = opened(program, prep, qtbot)
    qtbot.waitUntil(lambda: "One side is empty" in page.words.text(), timeout=WORK)
    qtbot.waitUntil(lambda: not page.answer.text(), timeout=3 * WORK)
    assert not page.cards[1].name.text().strip("B ")
    program.window.show_tuning(is_shown=False)


def add_characters(prep: Prep) -> None:
    """Puts two player characters into the campaign's library."""
    library, ruleset = prep.library(), prep._controller.session.game.ruleset.id
    ganger = library.known([f"{ruleset}:ganger"])[0].value
    for name in ("Halloran", "Sister Ash"):
        creature = dataclasses.replace(ganger.creature, key="own", name=name, side="pc")
        library.add(ruleset, [structs.replace(ganger, creature=creature, kind="pc")])


@pytest.fixture
def mixed(prep: Prep, qtbot: QtBot) -> Prep:
    """Two player characters whose own sides say so, an ally by hand, and three gangers."""
    add_characters(prep)
    prep.plans.editor.type_roster("1 Halloran, 1 Sister Ash, 1 bouncer, 3 gangers")
    prep.plans.editor.set_recruit(2, structs.replace(prep.plans.plan.recruits[2], side="ally"))
    qtbot.waitUntil(lambda: "to win" in prep.panel.difficulty.text(), timeout=WORK)
    return prep


def test_player_characters_of_the_roster_are_no_foes(
    program: Program, mixed: Prep, qtbot: QtBot
) -> None:
    """They were listed under Foes and varied, and *Take* wrote “wounded” on all of them."""
    before = mixed.plans.plan.recruits
    assert [each.side for each in before] == [None, None, "ally", None]
    page = opened(program, mixed, qtbot)
    assert [row.title.accessibleName() for row in page.counts] == ["Ganger"]
    assert page.planned == Point((3,), "")
    wounded = next(each for each in page.qualities.buttons() if each.text() == "wounded")
    qtbot.mouseClick(wounded, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.own in page._forecasts, timeout=WORK)
    assert page._forecasts[page.own].pc.share >= page._forecasts[page.planned].pc.share
    assert {len(each.lost) - 1 for each in page._forecasts.values()} == {3}
    assert "Halloran" not in page.cards[2].name.text()
    qtbot.mouseClick(page.cards[2].take, Qt.MouseButton.LeftButton)
    after = mixed.plans.plan.recruits
    assert after[:3] == before[:3]
    assert [each.overlay for each in after] == ["", "", "", "wounded"]
    program.window.show_tuning(is_shown=False)


def test_player_characters_alone_have_nobody_to_tune(program: Program, prep: Prep) -> None:
    """A roster without foes leads to the forecast, which says that one side is empty."""
    add_characters(prep)
    prep.plans.editor.type_roster("1 Halloran, 1 Sister Ash")
    assert not prep.show_tuning()
    assert not program.window.shows_tuning


def with_waves(prep: Prep) -> None:
    """Lieutenants come in rounds 2 and 4; a wave of nobody is none."""
    (ganger,) = (each for each in prep.plans.plan.recruits if each.creature == "ganger")
    waves = (
        Wave(name="Van", recruits=(structs.replace(ganger, count="4"),), round=2),
        Wave(name="Boat", recruits=(structs.replace(ganger, count="5"),), round=4),
        Wave(name="Empty"),
    )
    plan = structs.replace(prep.plans.plan, waves=waves)
    prep.plans.document.change(plan, "waves")


def test_a_figure_without_the_waves_says_so(
    program: Program, mixed: Prep, qtbot: QtBot, tmp_path: Path
) -> None:
    """“Easy: 100 %” stood there with nine coming in round 2: builder, chip, panel, tuning and paper name them."""
    who = "without 2 waves (9 × Ganger)"
    assert "wave" not in mixed.panel.difficulty.text()
    with_waves(mixed)
    qtbot.waitUntil(
        lambda: f"to win · {who} · simple" in mixed.panel.difficulty.text(), timeout=WORK
    )
    chip = program.window.turn_bar.forecast
    assert chip.text().endswith(" without 2 waves · simple")
    assert "without" in chip._words()
    assert chip._short.endswith("% without waves")
    assert "2 waves that are still to come: 9 × Ganger." in chip.accessibleDescription()
    copy, out = tmp_path / "Copy.encounter", tmp_path / "sheet.md"
    program.campaigns.campaign.save_copy(copy)
    assert headless_print.run(PrintOptions(campaign=copy, out=out, reports="encounter")) == 0
    assert escaped(mixed.panel.difficulty.text()) in out.read_text("utf-8")
    page = opened(program, mixed, qtbot)
    qtbot.waitUntil(lambda: page.planned in page._forecasts, timeout=WORK)
    assert page.without.isVisible()
    assert who in page.without.text()
    assert "as planned, without 2 waves" in page.meter.accessibleDescription()
    assert page.cards[0].what.text() == "as planned · without 2 waves"
    assert page.cards[0].wins.accessibleName().endswith("without 2 waves")
    program.window.show_tuning(is_shown=False)


def test_a_wave_that_has_joined_is_played_and_no_longer_left_out(
    program: Program, mixed: Prep, qtbot: QtBot
) -> None:
    """The next figure names one wave, and after undo both again."""
    with_waves(mixed)
    forecast = mixed._forecast

    def names(words: str) -> None:
        def is_so() -> bool:
            status = forecast.status
            waves = status.forecast.waves if status.is_current and status.forecast else None
            return waves is not None and waves.words(program.controller.session.game.texts) == words

        qtbot.waitUntil(is_so, timeout=WORK)

    names("without 2 waves (9 × Ganger)")
    assert mixed.plans.staging.send_wave(0)
    names("without 1 wave (5 × Ganger)")
    program.controller.undo()
    names("without 2 waves (9 × Ganger)")
