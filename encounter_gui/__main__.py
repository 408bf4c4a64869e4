"""The door: opens the window, or plays, rolls and checks without one."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what only some starts need is imported by those
    from encounter_gui.cli.window_options import WindowOptions

# Before anything imports numpy: its arrays are small here, and threads would only fight over the cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def main(argv: Sequence[str] | None = None) -> int:
    """Does what the arguments say (default: those of the process) and returns the exit code."""
    from encounter_gui.cli.window_options import WindowOptions

    args = sys.argv[1:] if argv is None else list(argv)
    if not args:
        return _run_window(WindowOptions())
    from encounter_gui.cli.guard import guarded

    options = guarded(lambda: _run_command(args))
    return options if isinstance(options, int) else _run_window(options)


def _run_command(args: Sequence[str]) -> "WindowOptions | int":
    """Does what needs no window and returns the exit code, or else the window that is asked for."""
    from encounter_gui.cli.main import parse
    from encounter_gui.cli.window_options import PrintOptions

    options = parse(args)
    if isinstance(options, PrintOptions):
        from encounter_gui.app.headless_print import run

        return run(options)
    if not isinstance(options, int) and options.is_diagnosis:
        return _run_window(options)
    return options


def _run_window(options: "WindowOptions") -> int:
    # Starting makes many objects and drops few: looking for dropped ones takes 20 ms of it. The window does it later.
    gc.disable()
    from encounter_gui.app.plain_imports import use_plain_imports

    use_plain_imports()
    from encounter_gui.app.run import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
