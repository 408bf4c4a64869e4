"""The program on two screens of a real X server: prints what became of the players' screen, step by step, as JSON."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.plain_imports import use_plain_imports
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings


def wait(holds: Callable[[], bool], seconds: float = 10) -> bool:
    """Lets the program run until something holds; returns whether it does."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.01)
    return holds()


def main(folder: Path) -> None:
    """Opens the sample fight, fills the right screen, unplugs it and plugs it in again."""
    use_plain_imports()  # as ``__main__`` does: threads import as well
    app = QApplication(["encounter-gui"])
    settings = Settings(folder / "settings.ini")
    program = Program(app, settings, paths.message_catalog(), theme="dark")
    program.campaigns.create(folder / "Sample.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "deep-static.toml")
    left = next(each for each in QGuiApplication.screens() if each.name() == "LEFT")
    program.window.setGeometry(left.geometry().adjusted(0, 30, 0, 0))
    program.window.show()
    program.window.activateWindow()
    wait(lambda: program.players is not None, 30)
    players = program.players
    assert players is not None
    told: dict[str, object] = {"screens": sorted(each.name() for each in app.screens())}
    for _ in range(20):  # the window manager may still be starting
        program.window.activateWindow()
        if wait(lambda: QApplication.activeWindow() is program.window, 1):
            break
    players.show_screen("RIGHT")
    screen = players.screen
    wait(lambda: screen.isVisible() and screen.geometry().left() >= 1280)
    wait(lambda: False, 0.5)
    told["filled"] = list(screen.geometry().getRect() or ())
    told["on"] = screen.screen().name()
    told["keyboard"] = QApplication.activeWindow() is program.window
    told["shown"] = "Bishop" in screen.accessibleDescription()
    screen.grab().save(str(folder / "players.png"))
    subprocess.run(["xrandr", "--delmonitor", "RIGHT"], check=True)
    told["hidden"] = wait(screen.isHidden)
    wait(lambda: False, 0.3)
    told["covers_left"] = not screen.isHidden()
    subprocess.run(
        ["xrandr", "--setmonitor", "RIGHT", "1024/270x768/200+1280+0", "none"], check=True
    )
    wait(lambda: screen.isVisible() and screen.geometry().left() >= 1280)
    told["back"] = [screen.isVisible(), *(screen.geometry().getRect() or ())]
    players.toggle_blank()
    told["blank"] = wait(lambda: screen.accessibleDescription() == "")
    program.window.close()
    told["gone"] = not screen.isVisible()
    program.end()
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
