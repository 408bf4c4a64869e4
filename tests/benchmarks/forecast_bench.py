"""How fast whole fights are forecast, beside the same fights played by the procedures of the table."""

import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

from encounter_gui.forecast.forecast import Plan, chunks, play_chunk, tallies
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.battle import is_foe, takers
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.systems import system_for
from tests.benchmarks.figure import Figure
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table
from tests.rules.systems.chrome.conftest import Crew
from tests.rules.systems.cwn.bout import Bout
from tests.rules.systems.d6pool.battle.table_player import TablePlayer

FIGHTS = 10_000
_LIMITS = {"CHROME": 0.25, "CWN": 0.25, "D6 pools": 0.35, "Phases": 0.35}
_RUNNING = 3
_LARGE = 40
"""Fights with so many on each side are played once only."""


def d6pool(size: int) -> Table:
    """So many against as many, with pistols that fire twice."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    for side, armor in (("pc", ["light_kevlar"]), ("foe", [])):
        for _ in range(size):
            table.join(
                side,
                side=side,
                items=["baretta_96f", *armor],
                held="baretta_96f",
                firearms=3,
                dexterity=4,
                strength=4,
                pain_resistance=4,
            )
    return table


def cwn(size: int) -> Table:
    """So many against as many, with heavy pistols."""
    bout = Bout()
    for _ in range(size):
        bout.pc("PC", items=["heavy_pistol"], held="heavy_pistol", hp=12)
        bout.npc("Foe", items=["heavy_pistol"], held="heavy_pistol", hp=10)
    return bout


def chrome(size: int) -> Table:
    """So many Operators with pistols against as many scrappers, who roll nothing."""
    crew = Crew(shipped("chrome"), message_catalog())
    for number in range(size):
        crew.operator(f"PC {number}", "pistol", "lined_coat", speed=30 + number)
        crew.enemy(f"Foe {number}", "scrapper_pistol", health=6)
    return crew


def phases(size: int) -> Table:
    """So many against as many with heavy pistols, the first side a little faster."""
    table = Table(system_for("phases"), shipped("phases"), message_catalog())
    for _ in range(size):
        for side, reflexes in (("pc", 6), ("foe", 5)):
            table.join(
                side,
                side=side,
                items=["heavy_pistol"],
                held="heavy_pistol",
                reflexes=reflexes,
                marksmanship=4,
                evade=2,
                initiative=1,
            )
    return table


TABLES: dict[str, Callable[[int], Table]] = {
    "CHROME": chrome,
    "CWN": cwn,
    "D6 pools": d6pool,
    "Phases": phases,
}


def plan_of(table: Table) -> Plan:
    """The forecast of a table under the doctrine ``simple``."""
    context = table.context
    sides = tuple(is_foe(each) for each in takers(context.state))
    return Plan(battle=table.system.battle(context), is_foe=sides, orders=Orders(), seed=1)


def figures() -> Iterator[Figure]:
    """Times 10,000 fights of 5 against 5 of each game, how cost grows, and the first figure on screen.

    Times are the processor's: how long somebody waits beside other programs is nothing of ours.
    """
    for name, made in TABLES.items():
        yield from _of_game(name, made)
    yield from _peers()


def _of_game(name: str, made: Callable[[int], Table]) -> Iterator[Figure]:
    whole, rounds = _timed(plan_of(made(5)), FIGHTS)
    yield Figure(
        f"{name}: 10,000 fights of 5 against 5, in chunks as played",
        whole,
        "s",
        limit=_LIMITS[name],
        note=f"{rounds:.1f} rounds a fight",
    )
    for size in (2, 5, 10, 20, 40, 100):
        plan = plan_of(made(size))
        seconds, rounds = _timed(plan, 1_000, times=_RUNNING if size < _LARGE else 1)
        each = seconds / (1_000 * rounds) * 1e6
        note = f"{rounds:.1f} rounds a fight, {each:.0f} µs a round"
        yield Figure(f"{name}: 1,000 fights of {size} against {size}", seconds, "s", note=note)
    for size in (5, 40, 100):
        limit = 100 if size == 5 else None
        first, peak = _first(made(size)) * 1000, _peak(made(size))
        yield Figure(f"{name}: first figure, {size} against {size}", first, "ms", limit=limit)
        yield Figure(f"{name}: memory of a chunk, {size} against {size}", peak, "MB")


def _peers() -> Iterator[Figure]:
    """Times such fights in a lean loop, and one by the procedures of the table."""
    begun = time.process_time()
    _plain_loop(FIGHTS // 10)
    yield Figure(
        "CWN: 10,000 such fights in a lean loop of plain Python",
        (time.process_time() - begun) * 10,
        "s",
        note="shots and Trauma alone: no Morale, no magazines, no deaths by time",
    )
    begun = time.process_time()
    _plain_phases(FIGHTS // 10)
    yield Figure(
        "Phases: 10,000 such fights in a lean loop of plain Python",
        (time.process_time() - begun) * 10,
        "s",
        note="dice against dice, wounds of a level by chance: no places, stun, Shock or magazines",
    )
    player = TablePlayer(d6pool(5), seed=1)
    begun = time.process_time()
    player.play()
    yield Figure(
        "D6 pools: one such fight at the table", (time.process_time() - begun) * 1000, "ms"
    )


def _first(table: Table) -> float:
    """Returns the seconds from a state to the first figures: the battle is made ready, and a chunk is played."""
    seconds = []
    for _ in range(_RUNNING):
        begun = time.process_time()
        next(tallies(plan_of(table), FIGHTS))
        seconds.append(time.process_time() - begun)
    return median(seconds)


def _peak(table: Table) -> float:
    """Returns the memory that the larger of the chunks takes while it is played, in MB, its battle made ready."""
    plan = plan_of(table)
    next(tallies(plan, FIGHTS))
    size = list(chunks(FIGHTS, len(plan.is_foe)))[1]
    tracemalloc.start()
    play_chunk(plan, 1, size)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def _timed(plan: Plan, fights: int, times: int = _RUNNING) -> tuple[float, float]:
    """Returns the median time of a forecast, and the mean length of its fights."""
    seconds = []
    for _ in range(times):
        begun = time.process_time()
        *_, tally = tallies(plan, fights)
        seconds.append(time.process_time() - begun)
    return median(seconds), float(tally.rounds @ np.arange(tally.rounds.size)) / fights


def _plain_loop(fights: int) -> int:
    """Plays fights of ``cwn(5)`` one after the other, die by die, and counts those that the first side wins."""
    roll, won = random.Random(1).random, 0
    for _ in range(fights):
        sides = [[12] * 5, [10] * 5]
        order = (0, 1) if roll() < 36 / 64 else (1, 0)  # a tie goes to the players' side
        while all(any(left > 0 for left in side) for side in sides):
            for side in order:
                needed = (12, 8)[side]
                for mine in sides[side]:
                    foes = sides[1 - side]
                    target = next((place for place, left in enumerate(foes) if left > 0), None)
                    if mine > 0 and target is not None and int(roll() * 20) + 1 >= needed:
                        damage = int(roll() * 8) + 1
                        foes[target] -= damage * (3 if roll() < 1 / 6 else 1)
        won += any(left > 0 for left in sides[0])
    return won


def _plain_phases(fights: int) -> int:
    """Plays fights much like ``phases(5)`` one by one, die by die, and counts those that the first side wins."""
    face, won = random.Random(1).random, 0

    def dice() -> int:
        return sum(int(face() * 6) + 1 for _ in range(3))

    for _ in range(fights):
        worst = [0] * 10
        order = sorted(range(10), key=lambda each: (-dice() - (6, 5)[each % 2], each))
        while all(any(worst[each] < 5 for each in range(side, 10, 2)) for side in (0, 1)):
            for who in order:
                foes = range(1 - who % 2, 10, 2)
                target = next((each for each in foes if worst[each] < 5), None)
                if worst[who] >= 5 or target is None:
                    continue
                lead = 4 - worst[who] + worst[target] + dice() - dice() - 2
                if lead >= 0:
                    worst[target] = max(worst[target], min(5, int(face() * 3) + 1 + lead // 4))
        won += any(worst[each] < 5 for each in range(0, 10, 2))
    return won
