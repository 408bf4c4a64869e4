"""How long the campaign file takes: opening, committing, looking back. Run it to print the figures."""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Add, Next, Setup
from encounter_gui.storage.campaign import Campaign
from tests.benchmarks.figure import Figure
from tests.play.brawl import RULESET, Faces, Scramble, Strike, game

FIGHTERS = 100
EVENTS = 10_000


def figures() -> tuple[Figure, ...]:
    """Measures everything, in a folder of its own."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "bench.encounter")
        encounter = prepared(path)
        return (opening(path, encounter), committing(path, encounter), *scrubbing(path, encounter))


def prepared(path: Path) -> EncounterId:
    """Makes a campaign with 100 fighters and 10,000 events in about 2,500 entries, and returns its encounter."""
    with Campaign.create(path, "Bench") as campaign:
        encounter = campaign.new_encounter("Bench", RULESET)
        playing = session(campaign, encounter)
        playing.perform(Setup(name="Bench", ruleset="brawl"))
        playing.perform(Add(name="Punk", count=FIGHTERS))
        chance = Random(1)
        events = FIGHTERS + 2
        while events < EVENTS:
            events += len(playing.perform(_something(chance)).events)
    return encounter


def opening(path: Path, encounter: EncounterId) -> Figure:
    """From a path to a session that can go on: check, verify every entry, fold to the head."""

    def once() -> None:
        with Campaign.open(path) as campaign:
            session(campaign, encounter)

    return Figure(
        f"open {EVENTS:,} events, verified, folded to the head", median_ms(once, 7), "ms", limit=250
    )


def committing(path: Path, encounter: EncounterId) -> Figure:
    """From a command to its entry on disk and in the state, 100 fighters, 10,000 events behind."""
    with Campaign.open(path) as campaign:
        playing = session(campaign, encounter)
        command = Strike(by="c1", at="c2")
        times = sorted(milliseconds(lambda: playing.perform(command)) for _ in range(400))
    late = times[int(len(times) * 0.95)]
    return Figure(
        f"command to commit, {EVENTS:,} events behind, 95th percentile", late, "ms", limit=16
    )


def scrubbing(path: Path, encounter: EncounterId) -> tuple[Figure, ...]:
    """From an entry of the log to its state: the slowest of 2,000, at first sight and again."""
    with Campaign.open(path) as campaign:
        playing = session(campaign, encounter)
        keys = [entry.id for entry in playing.log.path()][-2_000:]
        Random(2).shuffle(keys)
        first = max(milliseconds(lambda key=key: playing.view_entry(key)) for key in keys)
        again = max(milliseconds(lambda key=key: playing.view_entry(key)) for key in keys)
    return (
        Figure("scrub to any of 2,000 entries, the slowest", first, "ms", limit=50),
        Figure("the same once more", again, "ms", limit=50),
    )


def session(campaign: Campaign, encounter: EncounterId) -> EncounterSession:
    """The session of an encounter as it was left."""
    loaded = campaign.load(encounter)
    log = Log(EncounterState(), loaded.entries, loaded.head)
    return EncounterSession(campaign, encounter, log, game(Faces))


def median_ms(work: Callable[[], object], times: int) -> float:
    """Milliseconds a piece of work takes, in the middle of several."""
    return statistics.median(milliseconds(work) for _ in range(times))


def milliseconds(work: Callable[[], object]) -> float:
    """Milliseconds a piece of work takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _something(chance: Random) -> Strike | Scramble | Next:
    if chance.random() < 0.03:
        return Scramble()
    if chance.random() < 0.1:
        return Next()
    a, b = chance.sample(range(1, FIGHTERS + 1), 2)
    return Strike(by=f"c{a}", at=f"c{b}")


if __name__ == "__main__":
    for each in figures():
        print(each)
