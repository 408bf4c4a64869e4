"""What the table and the bench say of themselves in tool tips, in the sample fight of each game."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from encounter_gui.paths import message_catalog
from encounter_gui.play.scripts.script_runner import FightReport, play_fight
from encounter_gui.rules.view import ChipsCell
from tests.helpers.rulesets import shipped

SAMPLES = sorted((Path(__file__).parents[3] / "resources" / "samples").glob("*.toml"))


@cache
def played(sample: Path) -> FightReport:
    """The sample fight, as it opens."""
    return play_fight(
        sample.read_text(encoding="utf-8"),
        sample.name,
        rulesets=shipped,
        texts=message_catalog(),
        now=lambda: "2026-11-21T20:00:00+00:00",
    )


def tips(sample: Path) -> Iterator[tuple[str, str, str]]:
    """Kind, words and tool tip of each column, each chip and each figure of the odds."""
    report = played(sample)
    system, context = report.fight.system, report.session.context
    for column in system.columns(context):
        yield "column", column.title, column.tip
    for row in system.rows(context):
        for cell in row.cells.values():
            for chip in cell.chips if isinstance(cell, ChipsCell) else ():
                yield "chip", chip.text, chip.tip
    form = system.attack_form(context, {})
    assert form.command is not None
    odds = system.odds(context, form.command)
    assert odds is not None
    for number in odds.headline_numbers:
        yield "figure", number.label, number.tip


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.stem)
def test_every_column_chip_and_figure_of_the_odds_says_what_it_means(sample: Path) -> None:
    """In a sentence of its own, which is more than its words once more."""
    found = list(tips(sample))
    assert {kind for kind, _, _ in found} == {"column", "chip", "figure"}
    assert [each for each in found if len(each[2].split()) < 2 or each[2] == each[1]] == []


def test_there_is_a_sample_of_every_game() -> None:
    """Four, one each."""
    assert len({played(each).fight.system.id for each in SAMPLES}) == 4
