"""How fast the palette is with 5,000 creatures and 10,000 entries: from a key to painted results."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.figure import Figure
from tests.benchmarks.open_window import open_window, settle

CREATURES = 5_000
ENTRIES = 10_000
LIMIT = 30  # ms
OPENINGS = 20
TYPED = (
    "g",
    "print",
    "theme",
    "guard 4711",
    "health",
    "prnit",
    "stun",
    "reload",
    "3 5 7 -12",
    "4 9 pro",
    "c prone 2",
    "add 4 guard",
)


def figures() -> Iterator[Figure]:
    """Measures in folders of its own."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[name] = str(home / name.lower())
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        path = home / "palette.encounter"
        _campaign(path)
        with open_window(path) as program:
            _wait_for_index(program)
            yield from _opening(program)
            yield from _typing(program)


def _campaign(path: Path) -> None:
    """Makes a running fight with so many creatures of its own and so many entries behind it."""
    from encounter_gui import paths
    from encounter_gui.app import services
    from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
    from encounter_gui.play.prep.ruleset_repository import RulesetRepository
    from encounter_gui.rules.model.commands import Add, Adjust, Next

    campaign_services = CampaignServices(
        rulesets=services.ruleset, texts=paths.message_catalog(), now=services.now
    )
    with closing(
        OpenCampaign.create(path, campaign_services, first="Bench", ruleset="d6pool")
    ) as campaign:
        rulesets = RulesetRepository(services.ruleset, services.ruleset_ids)
        campaign.library(rulesets).add("d6pool", (_creature(number) for number in range(CREATURES)))
        (listed,) = campaign.encounters()
        session = campaign.session(listed.id)
        session.perform(Add(creature="ganger", count=20))
        session.perform(Next())
        session.perform(Next())
        who = tuple(session.state.combatants)
        for turn in range(ENTRIES):
            session.perform(Adjust(who=(who[turn % len(who)],), change="-1" if turn % 2 else "+1"))


def _creature(number: int) -> Any:
    from encounter_gui.rules.model.prepared import LibraryCreature
    from encounter_gui.rules.model.ruleset import CreatureDef

    return LibraryCreature(
        creature=CreatureDef(
            key=f"g{number}",
            name=f"Guard {number}",
            tags=(f"tag{number % 40}", "gang"),
            note="heavy pistol, stands at the gate",
        )
    )


def _wait_for_index(program: Any) -> None:
    """The log is indexed while nothing else happens; a fight just opened takes some seconds for 10,000 entries."""
    end = time.monotonic() + 60
    while program.palette.log.is_indexing and time.monotonic() < end:
        settle()
    assert not program.palette.log.is_indexing


def _opening(program: Any) -> Iterator[Figure]:
    """From the key to the painted palette, then a letter to its painted results."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    window, opened, first = program.window, [], []
    for _ in range(OPENINGS):
        window.table.setFocus()
        settle()
        begun = time.perf_counter()
        QTest.keyClick(window.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        settle()
        opened.append(time.perf_counter() - begun)
        assert window.command.list.results.rows
        begun = time.perf_counter()
        QTest.keyClick(window.command.line, "g")
        settle()
        first.append(time.perf_counter() - begun)
        assert window.command.list.results.rows
        window.command.leave()
    what = f"{CREATURES:,} creatures, {ENTRIES:,} entries"
    yield Figure(f"Ctrl+K to first results, {what}, p95", _late(opened), "ms", limit=LIMIT)
    yield Figure("the first letter to its results, p95", _late(first), "ms", limit=LIMIT)


def _typing(program: Any) -> Iterator[Figure]:
    """Every letter of lines and searches, each painted."""
    from PySide6.QtTest import QTest

    window, taken = program.window, []
    slowest = (0.0, "")
    for text in TYPED * 2:
        window.actions_of["command"].trigger()
        settle()
        for place, letter in enumerate(text):
            begun = time.perf_counter()
            QTest.keyClick(window.command.line, letter)
            settle()
            spent = time.perf_counter() - begun
            taken.append(spent)
            slowest = max(slowest, (spent, text[: place + 1]))
        window.command.leave()
    yield Figure("a letter to its results, 95th percentile", _late(taken), "ms", limit=LIMIT)
    yield Figure("the slowest of these letters", slowest[0] * 1000, "ms", note=slowest[1])


def _late(taken: list[float]) -> float:
    """Returns the 95th percentile in milliseconds."""
    return sorted(taken)[int(len(taken) * 0.95)] * 1000
