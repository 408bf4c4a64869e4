"""The window from the first line of the program to its exit code."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.app.services import now
from encounter_gui.app.trouble.crash_reports import CrashReports
from encounter_gui.cli.terminal import visible
from encounter_gui.cli.window_options import WindowOptions
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.prompt_controller import Offer
from encounter_gui.gui.control.settings import TEXT_SIZE, Settings
from encounter_gui.gui.window.crash_dialog import CrashReporter
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.rules.view import Notice

REFUSED = 2
"""Exit code when what was to be opened cannot be."""

_SCALE, _OWN_SCALE = "QT_SCALE_FACTOR", "ENCOUNTER_GUI_OWN_SCALE"
"""What scales a window of Qt from its start, and where is kept what it was before this program changed it."""

_IN_SETTINGS = "ENCOUNTER_GUI_IN_SETTINGS"
"""Set while the program puts itself anew in its place from its settings: it opens them again."""

_PICTURE_SIZE = (1366, 768)


def run(options: WindowOptions) -> int:
    """Opens the window and returns the exit code once it is closed; or prints what is there."""
    if options.is_diagnosis:
        from encounter_gui.app.trouble.diagnosis import diagnosis  # not needed by any other start

        print(diagnosis())  # noqa: T201 - what was asked for
        return 0
    settings = Settings(paths.settings_file())
    _scale(settings)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("encounter-gui")
    app.setApplicationDisplayName("Encounter GUI")
    app.setDesktopFileName("encounter-gui")
    texts = paths.message_catalog()
    try:
        program = Program(app, settings, texts, theme=options.theme)
        program.start.begin(options)
    except AppError as error:
        print(visible(explained(error, texts)), file=sys.stderr)  # noqa: T201 - the command line's own voice
        return REFUSED
    program.tasks.done.connect(_keep_all)
    reports = CrashReports(paths.crash_folder(), now)
    sys.excepthook = CrashReporter(program.window, texts, reports.write).report
    if options.picture is not None:
        return _draw(app, program, options.picture, overwrite=options.is_forced)
    reports.watch()
    program.window.open_on_screen()
    program.tasks.done.connect(lambda: tell_of_crash(program, reports, texts))
    if os.environ.pop(_IN_SETTINGS, ""):
        program.tasks.done.connect(program.show_text_size)
    code = app.exec()
    program.end()
    reports.stop()
    if program.restarts_with is not None:
        if program.restarts_in_settings:
            os.environ[_IN_SETTINGS] = "1"
        _restart(program.restarts_with)
    return code


def tell_of_crash(program: Program, reports: CrashReports, texts: MessageCatalog) -> None:
    """Says once where the report of a crash lies that nobody was told of."""
    found = reports.unseen()
    if found is None:
        return
    notice = Notice(
        title=texts.text_of("gui.crash.title"),
        text=texts.text_of("gui.crash.text", file=str(found)),
        kind="warn",
        button=texts.text_of("gui.crash.copy"),
    )
    copy: Callable[[], None] = lambda: QGuiApplication.clipboard().setText(  # noqa: E731
        found.read_text(encoding="utf-8", errors="replace")
    )
    program.connections.prompts.offer("crash", Offer(notice=notice, accept=copy))


def _scale(settings: Settings) -> None:
    """Makes everything as large as is set; what the desktop or the user asks of Qt comes on top."""
    own = os.environ.setdefault(_OWN_SCALE, os.environ.get(_SCALE, "1"))
    try:
        factor = float(own) * settings.get(TEXT_SIZE) / 100
    except ValueError:
        return
    if factor != 1:
        os.environ[_SCALE] = f"{factor:g}"
    else:
        os.environ.pop(_SCALE, None)


def _restart(campaign: Path) -> None:
    """Puts this program anew in the place of itself, with a campaign; with an empty path, the welcome screen."""
    program = (
        [sys.executable]
        if getattr(sys, "frozen", False)
        else [sys.executable, "-m", "encounter_gui"]
    )
    os.execv(sys.executable, [*program, *([str(campaign)] if campaign.name else [])])  # noqa: S606 - no shell


def _keep_all() -> None:
    """Spares Python from looking again and again through the many objects of the start: they are here to stay."""
    gc.freeze()


def _draw(app: QApplication, program: Program, picture: Path, *, overwrite: bool) -> int:
    """Draws the window as it looks once everything in it is there, in the format that the ending says."""
    program.window.resize(*_PICTURE_SIZE)
    program.window.show()
    program.tasks.done.connect(app.quit, Qt.ConnectionType.QueuedConnection)
    app.exec()
    program.window.attack_panel.odds.spread.load()
    for _ in range(20):
        app.processEvents()
    drawn = program.window.grab()
    program.campaigns.close()
    try:
        save(picture, _picture(drawn, picture), overwrite=overwrite, error="export.unwritable")
    except AppError as error:
        said = explained(error, paths.message_catalog())
        print(visible(said), file=sys.stderr)  # noqa: T201 - the same voice
        return REFUSED
    return 0


def _picture(drawn: QPixmap, path: Path) -> bytes:
    """Returns a picture as the bytes of a file; without an ending, as PNG.

    Raises:
        RuleError: there is no such format.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    is_made = drawn.save(buffer, path.suffix.removeprefix(".") or "png")
    if not is_made:
        raise refuse("cli.no_such_picture", file=str(path))
    return bytes(buffer.data().data())
