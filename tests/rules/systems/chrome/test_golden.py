"""The fights worked out by hand, played step by step."""

from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.paths import message_catalog
from encounter_gui.play.scripts.script_runner import play_fight
from tests.helpers.rulesets import shipped

FIGHTS = sorted((paths.data_folder("resources") / "examples").glob("chrome-*.toml"))


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_every_step_comes_out_as_expected(path: Path) -> None:
    """Numbers, order, conditions and refusals are those of the rules."""
    texts = message_catalog()
    report = play_fight(
        path.read_text(encoding="utf-8"),
        path.name,
        rulesets=shipped,
        texts=texts,
        now=lambda: "2026-01-01T00:00:00Z",
    )
    assert [(each.step, texts.text(each.message)) for each in report.failures] == []
    assert len(report.steps) == len(report.fight.steps)


def test_there_are_golden_fights() -> None:
    """The vectors, and a long fight."""
    assert len(FIGHTS) >= 2
