"""How fast the window is: first paint, command to repaint, scrolling, a modifier and an aim dragged, charts live."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.figure import Figure
from tests.benchmarks.open_window import open_window, settle

STARTS = 7
COMMANDS = 200


def figures() -> Iterator[Figure]:
    """Measures everything in folders of its own, so that nobody's campaigns and settings are touched."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[name] = str(home / name.lower())
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        crowd, long = home / "crowd.encounter", home / "long.encounter"
        _campaign(crowd, fighters=1000, commands=0)
        yield from _starting(crowd)
        _campaign(long, fighters=100, commands=10_000)
        with open_window(crowd) as program:
            yield _scrolling(program)
        with open_window(long) as program:
            yield _commanding(program)
            yield _dragging(program)
            yield _aiming(program)


def _campaign(path: Path, *, fighters: int, commands: int) -> None:
    """Makes a running fight of so many, with so many events behind it."""
    from encounter_gui import paths
    from encounter_gui.app import services
    from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
    from encounter_gui.rules.model.commands import Add, Adjust, Next

    campaign_services = CampaignServices(
        rulesets=services.ruleset, texts=paths.message_catalog(), now=services.now
    )
    with closing(
        OpenCampaign.create(path, campaign_services, first="Bench", ruleset="d6pool")
    ) as campaign:
        (listed,) = campaign.encounters()
        session = campaign.session(listed.id)
        for _ in range(fighters // 100):
            session.perform(Add(creature="ganger", count=100))
        session.perform(Next())
        session.perform(Next())
        who = tuple(session.state.combatants)
        for turn in range(commands // 10):
            change = "-1" if turn % 2 else "+1"
            session.perform(Adjust(who=who[:10], change=change))


def _starting(campaign: Path) -> Iterator[Figure]:
    """Starts the program anew each time, and in turns a bare table of Qt, which whatever else runs disturbs alike."""
    runs, bare = [], []
    for _ in range(STARTS + 1):
        runs.append(_started("first_paint.py", str(campaign)))
        bare.append(_started("bare_table.py"))
    counted = runs[1:]  # the first start compiles and fills caches
    wall, first, shown, charts = map(median, zip(*counted, strict=True))
    bare_wall, least, _ = map(median, zip(*bare[1:], strict=True))
    clock = f"{wall / bare_wall:.2f} × on the clock, which waits for the disk and for others"
    yield Figure("process start to first painted table, 1,000 combatants", wall, "ms")
    yield Figure("the same of a bare Qt table", bare_wall, "ms")
    yield Figure("of the processor's time, first paint", first, "ms")
    yield Figure("the same of a bare Qt table", least, "ms")
    yield Figure("first paint against it", first / least, "×", limit=2.5, note=clock)
    yield Figure("resident at the first paint", shown, "MB", limit=95)
    yield Figure("resident with charts open", charts, "MB", limit=200)


def _started(script: str, *args: str) -> tuple[float, ...]:
    """Returns all numbers that a script prints which is told when it was started."""
    path, begun = Path(__file__).with_name(script), time.time()
    done = subprocess.run(
        [sys.executable, str(path), *args, str(begun)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return tuple(map(float, done.stdout.split()))


def _scrolling(program: Any) -> Figure:
    """Every step of the scroll bar, painted."""
    bar, viewport = program.window.table.verticalScrollBar(), program.window.table.viewport()

    def scrolled() -> None:
        bar.setValue((bar.value() + 3) % bar.maximum())
        viewport.repaint()

    frame = median(_timed(scrolled) for _ in range(300))
    return Figure(
        "scrolling 1,000 combatants", 1 / frame, "frames/s", limit=60, more_is_better=True
    )


def _commanding(program: Any) -> Figure:
    """From a command to the file, the models, and everything repainted; 100 combatants, 10,000 events behind."""
    from encounter_gui.rules.model.commands import Adjust

    who = tuple(program.controller.context.state.combatants)

    def commanded(turn: int) -> None:
        program.controller.perform(
            Adjust(who=(who[turn % len(who)],), change="-1" if turn % 2 else "+1")
        )
        settle()

    times = sorted(_timed(lambda turn=turn: commanded(turn)) for turn in range(COMMANDS))
    late = times[int(COMMANDS * 0.95)]
    return Figure(
        "command to repaint, 10,000 events behind, 95th percentile", late * 1000, "ms", limit=16
    )


def _dragging(program: Any) -> Figure:
    """The game master's modifier goes up and down with figures, bars and charts live."""
    controller = program.connections.attack
    dice = [str(step) for step in (*range(-4, 5), *range(3, -4, -1))] * 6

    def dragged(to: str) -> None:
        choices = dict(program.window.attack_panel.choices)
        controller.set_choices({**choices, "gm": to})
        settle()

    times = sorted(_timed(lambda to=to: dragged(to)) for to in dice)
    late = times[int(len(times) * 0.95)]
    return Figure("a modifier dragged, charts live, 95th percentile", late * 1000, "ms", limit=16)


def _aiming(program: Any) -> Figure:
    """The aim goes from place to place of a body with its odds laid over it, figures and charts live."""
    from encounter_gui import paths

    program.campaigns.replay(paths.data_folder("resources") / "samples" / "night-harbour.toml")
    settle()
    window, controller = program.window, program.connections.attack
    target = str(window.attack_panel.choices.get("target") or _chosen(program, "target"))
    window.table.select([target])
    window.status.show_tab("body")
    window.status.body_page.odds_button.setChecked(True)
    settle()
    places = ("", *(each.key for each in program.controller.context.ruleset.locations))

    def aimed(at: str) -> None:
        controller.set_choices({**dict(window.attack_panel.choices), "place": at})
        settle()

    times = sorted(_timed(lambda place=place: aimed(place)) for place in places * 20)
    late = times[int(len(times) * 0.95)]
    return Figure("an aim dragged over the body, odds laid over it", late * 1000, "ms", limit=16)


def _chosen(program: Any, key: str) -> str:
    choosers = program.controller.system.attack_form(program.controller.context, {}).fields
    return str(next(each.chosen for each in choosers if each.key == key))


def _timed(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun
