"""A fight to report on: the sample fight, played from its script."""

from dataclasses import dataclass

import pytest

from encounter_gui.encounter.entries import Entry
from encounter_gui.paths import data_folder, message_catalog
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from tests.helpers.rulesets import shipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A fight that was played: how it stands, and how it came to that."""

    system: System
    context: RulesContext
    entries: tuple[Entry, ...]


def played(script: str) -> Played:
    """Returns a sample fight as it stands at its end."""
    path = data_folder("resources") / "samples" / f"{script}.toml"
    report = play_fight(
        path.read_text(encoding="utf-8"),
        path.name,
        rulesets=shipped,
        texts=message_catalog(),
        now=lambda: "2026-11-21T20:00:00+00:00",
    )
    assert not report.failures
    session = report.session
    return Played(system=report.fight.system, context=session.context, entries=session.log.path())


@pytest.fixture(scope="session")
def bridge() -> Played:
    """The sample fight."""
    return played("canal-bridge")
