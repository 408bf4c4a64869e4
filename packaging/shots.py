"""Draws every screen into a picture: ``python3 packaging/dev.py shots [--every|--readme] [FOLDER [SCREEN…]]``.

Dark and light at 1366 × 768, and the fight once more at two device pixels each. ``--every`` draws them in three themes
at four sizes. ``--readme`` draws only the pictures that README.md shows, into ``resources/screenshots/``.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from screens import ROOT, SCREENS, Stage, wait_until
from trouble_screens import TROUBLE

EVERYTHING = {**SCREENS, **TROUBLE}
SIZE = (1366, 768)
THEMES = ("dark", "light")
EVERY_THEME = (*THEMES, "high_contrast")
EVERY_SIZE = ((1024, 700), (1366, 768), (1920, 1080), (2560, 1440))
README: Mapping[str, tuple[str, str]] = {
    "main": ("fight", "dark"),
    "cwn": ("redlines-sheet", "dark"),
    "phases": ("night-harbour-body", "light"),
    "chrome": ("deep-static-body", "dark"),
    "prep": ("prep", "light"),
    "time": ("time", "light"),
    "field": ("field", "dark"),
    "workshop": ("workshop", "dark"),
}
"""The pictures README.md shows: what they are called, the screen, the theme."""


@contextmanager
def staged(
    app: QApplication,
    screen: Callable[[Stage], None],
    theme: str = "dark",
    size: tuple[int, int] = SIZE,
) -> Iterator[Stage]:
    """Opens a window of a size at a screen, and closes it afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = Program(
            app, Settings(folder / "settings.ini"), paths.message_catalog(), theme=theme
        )
        program.campaigns.create(folder / "Neon Harbour.encounter")
        program.window.resize(*size)
        program.window.show()
        stage = Stage(app=app, program=program, folder=folder)
        try:
            screen(stage)
            stage.settle()
            yield stage
        finally:
            for other in others(program.window):
                other.close()
            program.campaigns.close()
            program.end()
            program.window.close()
            program.window.deleteLater()
            program.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def others(window: QWidget) -> list[QWidget]:
    """Returns what stands open beside the window: dialogs, menus."""
    everything = QApplication.topLevelWidgets()
    return [each for each in everything if each.isVisible() and each is not window]


def draw(
    app: QApplication,
    screen: Callable[[Stage], None],
    theme: str,
    target: Path,
    size: tuple[int, int] = SIZE,
) -> None:
    """Draws one screen, with its forecast; a dialog is drawn where it lies over the window."""
    with staged(app, screen, theme, size) as stage:
        window, forecast = stage.program.window, stage.program.handlers.dialogs.forecast
        wait_until(lambda: forecast.status.is_current)
        stage.settle()
        picture = window.grab()
        for other in others(window):
            _paste(picture, other.grab(), window.rect().center() - other.rect().center())
        picture.save(str(target))


def _paste(picture: QPixmap, shown: QPixmap, place: QPoint) -> None:
    painter = QPainter(picture)
    painter.drawPixmap(place, shown)
    painter.drawRect(place.x() - 1, place.y() - 1, shown.width() + 1, shown.height() + 1)
    painter.end()


def _draw_every(app: QApplication, folder: Path, wanted: Iterable[str]) -> None:
    for screen in wanted:
        for theme in EVERY_THEME:
            for width, height in EVERY_SIZE:
                target = folder / f"{screen}-{theme}-{width}x{height}.png"
                draw(app, EVERYTHING[screen], theme, target, (width, height))
                print(target)


def main(args: list[str]) -> int:
    """Draws what the arguments say and returns the exit code."""
    app = QApplication(sys.argv[:1])
    if "--readme" in args:
        folder = ROOT / "resources" / "screenshots"
        folder.mkdir(exist_ok=True)
        for name, (screen, theme) in README.items():
            draw(app, SCREENS[screen], theme, folder / f"{name}.png")
        return 0
    large = "--large" in args
    named = [arg for arg in args if not arg.startswith("--")]
    folder = Path(named[0]) if named else ROOT / "shots"
    wanted = named[1:] or list(EVERYTHING)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_DATA_HOME"] = str(folder / "data")
    if "--every" in args:
        _draw_every(app, folder, wanted)
        return 0
    for screen in ["fight"] if large else wanted:
        for theme in THEMES:
            name = f"{screen}-{theme}{'@2x' if large else ''}.png"
            draw(app, EVERYTHING[screen], theme, folder / name)
            print(folder / name)
    if large or named[1:]:
        return 0
    double = {**os.environ, "QT_SCALE_FACTOR": "2"}
    command = [sys.executable, __file__, "--large", str(folder)]
    return subprocess.run(command, env=double, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
