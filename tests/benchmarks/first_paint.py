"""A process that opens a campaign in the real window, says when its table was first painted, and ends.

Arguments: the campaign file, and the moment the process was started (``time.time()``). Prints milliseconds on
the clock and of the processor, the resident megabytes then, and those with all charts open.
"""

import gc
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def main(campaign: Path, begun: float) -> int:
    """Opens the window as the program itself does."""
    gc.disable()  # this and the next as ``__main__`` does
    from encounter_gui.app.plain_imports import use_plain_imports

    use_plain_imports()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from encounter_gui import paths
    from encounter_gui.app import program
    from encounter_gui.cli.window_options import WindowOptions
    from encounter_gui.gui.control.settings import Settings
    from encounter_gui.gui.window.first_paint import FirstPaint

    application = QApplication(["encounter-gui"])
    program = program.Program(application, Settings(paths.settings_file()), paths.message_catalog())
    program.start.begin(WindowOptions(campaign=campaign))

    def painted() -> None:
        print((time.time() - begun) * 1000, time.process_time() * 1000, resident(), flush=True)

    def ready() -> None:
        program.window.attack_panel.odds.spread.load()
        QTimer.singleShot(200, settled)

    def settled() -> None:
        print(resident(), flush=True)
        program.end()
        application.quit()

    first = FirstPaint(program.window.table.viewport())
    first.painted.connect(painted)
    program.tasks.done.connect(ready)
    program.window.show()
    return application.exec()


def resident() -> float:
    """Returns the resident megabytes of this process; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2])))
