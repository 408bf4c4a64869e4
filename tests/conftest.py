"""What every test gets. Imports no Qt: the rooms below the window are tested without it."""

import os

# Before anything imports Qt or numpy: no windows, and no BLAS threads fighting over small arrays.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: a shared machine is slow now and then, and a property is not about time.
settings.register_profile("dev", max_examples=50, deadline=None)
# The same examples every time, so that two runs of one commit cannot disagree.
settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--deep``."""
    parser.addoption("--deep", action="store_true", help="run the tests marked deep as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is marked deep, unless ``--deep`` is given."""
    if config.getoption("deep"):
        return
    deep = [item for item in items if item.get_closest_marker("deep")]
    if deep:
        config.hook.pytest_deselected(items=deep)
        items[:] = [item for item in items if not item.get_closest_marker("deep")]


@pytest.fixture(autouse=True, scope="session")
def own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the tests out of the campaigns and settings of whoever runs them."""
    folder = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
        yield
