"""What every test gets. Imports no Qt: the rooms below the window are tested without it."""

import os

# Before anything imports Qt or numpy: no windows, and no BLAS threads fighting over small arrays.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import faulthandler
import gc
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from _pytest.terminal import TerminalReporter

from encounter_gui.dice.roller import Roller
from tests.helpers.examples import load_examples

WHOLE_PROGRAM = frozenset({"start", "lent", "palette"})
"""The fixtures that open the whole program: half a second each, more than twenty tests without it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--deep``, ``--night``, ``--every-change`` and ``--luck``."""
    parser.addoption("--deep", action="store_true", help="run the tests marked deep as well")
    parser.addoption(
        "--night",
        action="store_true",
        help="run the tests marked deep as well, and more seeds of them: those marked night",
    )
    parser.addoption(
        "--every-change",
        action="store_true",
        help="of the tests that open the whole program, run the first of each file only",
    )
    parser.addoption(
        "--luck", type=int, default=0, help="other dice for every test: another number, other faces"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is not asked for; see the options and markers."""
    if config.getoption("night"):
        return
    is_deep = config.getoption("deep")
    later = ("night",) if is_deep else ("night", "deep")
    chosen = [item for item in items if not any(map(item.get_closest_marker, later))]
    if config.getoption("every_change") and not is_deep:
        chosen = list(_first_of_each_file(chosen))
    left_out = set(items) - set(chosen)
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = chosen


def _first_of_each_file(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Returns the tests, of those that open the whole program only the first of each file."""
    seen: set[Path] = set()
    for item in items:
        if item.get_closest_marker("window") or WHOLE_PROGRAM & set(fixtures_of(item)):
            if item.path in seen:
                continue
            seen.add(item.path)
        yield item


def fixtures_of(item: pytest.Item) -> Sequence[str]:
    """Returns the names of all fixtures that a test uses, also through others."""
    return item.fixturenames if isinstance(item, pytest.Function) else ()


CRASHES = "ENCOUNTER_GUI_CRASHES"
"""Names the folder where each worker writes the stack it died with: its output is lost among that of the others."""


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Has a worker that dies leave its stack in a file, and objects be looked for between the tests only."""
    load_examples(deep=config.getoption("deep") or config.getoption("night"))
    gc.disable()
    worker = getattr(config, "workerinput", None)
    if worker is None:
        folder = tempfile.TemporaryDirectory(prefix="encounter-gui-crashes-")
        config.add_cleanup(folder.cleanup)
        os.environ[CRASHES] = folder.name
    else:
        stack = (Path(os.environ[CRASHES]) / str(worker["workerid"])).open("w", encoding="utf-8")
        config.add_cleanup(stack.close)
        faulthandler.enable(stack)
        config.add_cleanup(faulthandler.disable)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Looks for dropped objects as often as Python would, but in this thread.

    A worker of xdist has a second thread; a widget found dropped there takes the worker down with it.
    """
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Prints the stacks of the workers that died, where whoever looks for the reason sees them: at the end."""
    for file in sorted(Path(os.environ[CRASHES]).iterdir()):
        if stack := file.read_text(encoding="utf-8", errors="replace"):
            terminalreporter.section(f"the last thing worker {file.name} did")
            terminalreporter.write(stack)


@pytest.fixture(autouse=True, scope="session")
def own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the tests out of the campaigns and settings of whoever runs them."""
    folder = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
        yield


@pytest.fixture(autouse=True, scope="session")
def luck() -> Iterator[np.random.Generator]:
    """Gives everybody who asks for dice without a seed the same numbers, also who outlives a test."""
    numbers = np.random.Generator(np.random.PCG64(0))
    seeded = Roller.seeded

    def rolled(seed: int | None) -> Roller:
        return Roller(numbers) if seed is None else seeded(seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Roller, "seeded", rolled)
        yield numbers


@pytest.fixture(autouse=True)
def own_luck(luck: np.random.Generator, request: pytest.FixtureRequest) -> None:
    """Starts these numbers by the name of the test: two runs of one commit cannot disagree, in whatever order."""
    name = f"{request.config.getoption('luck')} {request.node.nodeid}"
    luck.bit_generator.state = np.random.PCG64(zlib.crc32(name.encode())).state
