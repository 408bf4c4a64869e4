"""The door: opens the window, or plays, rolls and checks without one."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what only some starts need is imported by those
    from encounter_gui.cli.window_options import PrintOptions, WindowOptions

# Before anything imports numpy: its arrays are small here, and threads would only fight over the cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def main(argv: Sequence[str] | None = None) -> int:
    """Does what the arguments say (default: those of the process) and returns the exit code."""
    from encounter_gui.cli.window_options import WindowOptions

    args = sys.argv[1:] if argv is None else list(argv)
    options = WindowOptions() if not args else _parse_arguments(args)
    if isinstance(options, int):
        return options
    if isinstance(options, WindowOptions):
        return _run_window(options)
    from encounter_gui.app.headless_print import run

    return run(options)


def _parse_arguments(args: Sequence[str]) -> "WindowOptions | PrintOptions | int":
    from encounter_gui.cli.main import parse

    return parse(args)


def _run_window(options: "WindowOptions") -> int:
    # Starting makes many objects and drops few: looking for dropped ones takes 20 ms of it. The window does it later.
    gc.disable()
    from encounter_gui.app.plain_imports import use_plain_imports

    use_plain_imports()
    from encounter_gui.app.run import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
