"""``encounter-gui --diagnose``: what a person is asked for who reports that something does not work."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QLibraryInfo
from PySide6.QtGui import QFontDatabase, QGuiApplication, QImageReader

from encounter_gui import paths
from encounter_gui.app.trouble.crash_reports import about_this_machine
from encounter_gui.storage.file.header import sqlite_version
from encounter_gui.storage.file.network_folder import far_away

_FONTS = ("Inter", "JetBrains Mono")
_VARIABLES = (
    "QT_QPA_PLATFORM",
    "QT_SCALE_FACTOR",
    "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP",
    "LANG",
)


def diagnosis() -> str:
    """Returns versions, screens, fonts and folders, a line each; nothing of what is in a campaign."""
    app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    lines = [about_this_machine(), f"SQLite {sqlite_version()}", *_window(), *_places()]
    del app
    return "\n".join(lines)


def _window() -> Iterator[str]:
    yield f"Window system: {QGuiApplication.platformName()}"
    for screen in QGuiApplication.screens():
        size = screen.availableSize()
        ratio = screen.devicePixelRatio()
        yield f"Screen {screen.name()}: {size.width()} × {size.height()} at {ratio:.0%}"
    families = set(QFontDatabase.families())
    for name in _FONTS:
        yield f"Font {name}: {'there' if name in families else 'not there, another is used'}"
    formats = sorted(bytes(each.data()).decode() for each in QImageReader.supportedImageFormats())
    yield f"Pictures: {', '.join(formats)}"
    yield f"Qt's plugins: {QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)}"
    yield from (f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ)


def _places() -> Iterator[str]:
    places = {
        "Program": Path(__file__).resolve().parents[2],
        "Campaigns, rulesets, backups": paths.user_folder(),
        "Settings": paths.settings_file(),
        "Reports of crashes": paths.crash_folder(),
    }
    for name, path in places.items():
        known = path if path.exists() else path.parent
        yield f"{name}: {path}" + (" (on another machine)" if far_away(known) else "")
    reports = sorted(paths.crash_folder().glob("*.txt"))
    yield f"Reports kept: {len(reports)}" + (f", the last {reports[-1].name}" if reports else "")
