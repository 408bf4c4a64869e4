"""Every dialog that writes a file: campaigns are never written over, other files only after a question."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtPrintSupport import QPrintDialog  # noqa: TID251 - the real one, for what it asks
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.dialogs.shortcuts_dialog import ShortcutsDialog
from encounter_gui.gui.printing.print_window import PrintWindow
from encounter_gui.gui.transfer.export_dialog import ExportDialog
from encounter_gui.storage.campaign import Campaign
from encounter_gui.storage.file.header import is_campaign

Way = Callable[[Program, QtBot, Path], object]
"""Writes a file by a dialog, up to the question whether to replace one."""


def click(qtbot: QtBot, button: QPushButton) -> None:
    """Clicks a button that can be seen."""
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def opened(program: Program, kind: type[QDialog], qtbot: QtBot) -> QDialog:
    """The dialog of a kind that has come up."""
    qtbot.waitUntil(lambda: any(each.isVisible() for each in program.window.findChildren(kind)))
    return next(each for each in program.window.findChildren(kind) if each.isVisible())


def choose(program: Program, qtbot: QtBot, path: Path) -> None:
    """Types a file into Qt's own dialog and accepts it."""
    dialog = opened(program, QFileDialog, qtbot)
    dialog.selectFile(str(path))
    dialog.accept()
    dialog.close()


def export(program: Program, qtbot: QtBot, path: Path) -> None:
    """The name is typed into the dialog of exports."""
    program.window.actions_of["export"].trigger()
    dialog = opened(program, ExportDialog, qtbot)
    dialog.what.setCurrentIndex(dialog.what.findData("campaign"))
    dialog.file.setText(str(path))
    click(qtbot, dialog.write)


def export_chosen(program: Program, qtbot: QtBot, path: Path) -> None:
    """The file is chosen in Qt's dialog, which asks nothing yet: nothing is written yet."""
    program.window.actions_of["export"].trigger()
    dialog = opened(program, ExportDialog, qtbot)
    dialog.what.setCurrentIndex(dialog.what.findData("campaign"))
    click(qtbot, dialog.choose)
    choose(program, qtbot, path)
    assert program.window.findChild(QMessageBox) is None
    click(qtbot, dialog.write)


def print_to_file(program: Program, qtbot: QtBot, path: Path) -> None:
    """The pages, into a file of the format that the ending says."""
    program.window.actions_of["print"].trigger()
    click(qtbot, opened(program, PrintWindow, qtbot).to_file)
    choose(program, qtbot, path)


def summary(program: Program, qtbot: QtBot, path: Path) -> None:
    """The summary at the end of a fight."""
    program.printing.ask_export()
    choose(program, qtbot, path)


def keys(program: Program, qtbot: QtBot, path: Path) -> None:
    """The list of keys as a PDF file."""
    program.keys.show_list()
    opened(program, ShortcutsDialog, qtbot)._ask_file()
    choose(program, qtbot, path)


def keys_printed(program: Program, qtbot: QtBot, path: Path) -> None:
    """The list of keys into the file of a printer, whose dialog asks by itself."""
    program.keys.show_list()
    shown = opened(program, ShortcutsDialog, qtbot)
    next(
        each for each in shown.findChildren(QPushButton) if each.text().startswith("Print")
    ).click()
    to_printer(program, qtbot, path)


def pages_printed(program: Program, qtbot: QtBot, path: Path) -> None:
    """The pages into the file of a printer."""
    program.window.actions_of["print"].trigger()
    click(qtbot, opened(program, PrintWindow, qtbot).to_printer)
    to_printer(program, qtbot, path)


def to_printer(program: Program, qtbot: QtBot, path: Path) -> None:
    """Prints into a file; the printers' own question whether to replace it, which they do ask, is answered with Yes."""
    dialog = opened(program, QPrintDialog, qtbot)
    next(each for each in dialog.findChildren(QLineEdit, "filename")).setText(str(path))
    asked: list[bool] = []
    agree = QTimer(dialog, interval=1)
    agree.timeout.connect(lambda: press("Yes") and asked.append(True))
    agree.start()
    click(qtbot, next(each for each in dialog.findChildren(QPushButton) if "Print" in each.text()))
    agree.stop()
    assert bool(asked) == path.exists()


def save_copy(program: Program, qtbot: QtBot, path: Path) -> None:
    """A copy of the campaign."""
    program.window.actions_of["save_copy"].trigger()
    choose(program, qtbot, path)


def new(program: Program, qtbot: QtBot, path: Path) -> None:
    """A new campaign."""
    program.window.actions_of["new"].trigger()
    choose(program, qtbot, path)


WAYS: tuple[Way, ...] = (export, export_chosen, print_to_file, summary, keys, save_copy, new)

CAMPAIGNS = (
    *("Docks.encounter", "Other.encounter", "link.pdf", "hard.pdf", "disguised.pdf"),
    *("Docks.encounter-wal", "Docks.encounter.lock", "Other.encounter-wal"),
)


def press(words: str) -> bool:
    """Presses the button with these words of the question that is open; False: none is."""
    for box in QApplication.topLevelWidgets():
        if isinstance(box, QMessageBox) and box.isVisible():
            next(each for each in box.buttons() if words in each.text()).click()
            return True
    return False


@pytest.fixture
def folder(program: Program, qtbot: QtBot, tmp_path: Path) -> Path:
    """A folder with the campaign that is open, another one under several names, and a file of text."""
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
    Campaign.create(tmp_path / "Other.encounter", "Other").close()
    (tmp_path / "disguised.pdf").write_bytes((tmp_path / "Other.encounter").read_bytes())
    (tmp_path / "link.pdf").symlink_to("Docks.encounter")
    (tmp_path / "hard.pdf").hardlink_to(tmp_path / "Other.encounter")
    (tmp_path / "plan.pdf").write_text("The plan.", "utf-8")
    (tmp_path / "twin.pdf").hardlink_to(tmp_path / "plan.pdf")
    (tmp_path / "folder").mkdir()
    return tmp_path


def content(folder: Path) -> dict[str, bytes]:
    """Every file but those of the open campaign, which the window itself keeps, and of its settings."""
    found = (each for each in folder.iterdir() if each.is_file() and each.suffix != ".ini")
    return {each.name: each.read_bytes() for each in found if not is_of_open(each)}


def is_of_open(path: Path) -> bool:
    return path.name.startswith("Docks") or path.resolve().name == "Docks.encounter"


def close_dialogs(program: Program, qtbot: QtBot) -> None:
    """Closes whatever stayed open."""
    kinds = (QMessageBox, QFileDialog, QPrintDialog, ExportDialog, PrintWindow, ShortcutsDialog)
    for kind in kinds:
        for each in program.window.findChildren(kind):
            if each.isVisible():
                each.close()
    qtbot.waitUntil(lambda: not any(program.window.findChildren(kind) for kind in kinds))


def untouched(program: Program, folder: Path) -> None:
    """The open campaign is where it was, and nothing says that somebody else has been at it."""
    assert is_campaign(folder / "Docks.encounter")
    assert program.campaigns.campaign.look() == "here"
    assert program.window.banner.isHidden()


@pytest.mark.parametrize("way", [*WAYS, keys_printed, pages_printed], ids=lambda way: way.__name__)
def test_no_dialog_writes_over_a_campaign(
    program: Program, folder: Path, qtbot: QtBot, way: Way
) -> None:
    """Nor over its journal or lock, by whatever name it is reached; no question is asked, and no sync tool blamed."""
    before = content(folder)
    for name in CAMPAIGNS:
        way(program, qtbot, folder / name)
        assert not press("Replace"), name
        assert content(folder) == before, name
        untouched(program, folder)
        close_dialogs(program, qtbot)


@pytest.mark.parametrize("way", WAYS[:-1], ids=lambda way: way.__name__)
def test_a_file_is_replaced_only_after_a_question(
    program: Program, folder: Path, qtbot: QtBot, way: Way
) -> None:
    """Cancel leaves it as it is; Replace replaces that file alone, not another name of it; what is new is written."""
    before = content(folder)
    way(program, qtbot, folder / "plan.pdf")
    assert press("Cancel")
    assert content(folder) == before
    close_dialogs(program, qtbot)
    way(program, qtbot, folder / "plan.pdf")
    assert press("Replace")
    after = content(folder)
    assert {each for each in after if before.get(each) != after[each]} == {"plan.pdf"}
    assert len(after["plan.pdf"]) > 100
    close_dialogs(program, qtbot)
    way(program, qtbot, folder / "new.pdf")
    assert not press("Replace")
    assert content(folder).keys() - after.keys() == {"new.pdf"}
    untouched(program, folder)


@pytest.mark.parametrize(
    ("way", "ending"), [(export, "json"), (summary, "md"), (save_copy, "encounter")]
)
def test_the_question_is_about_the_name_that_is_written_to(
    program: Program, folder: Path, qtbot: QtBot, way: Way, ending: str
) -> None:
    """A name without an ending gets one: that file is the one that would be lost."""
    there = folder / f"night.{ending}"
    there.write_text("kept", "utf-8")
    way(program, qtbot, folder / "night")
    box = program.window.findChild(QMessageBox, "replace_question")
    assert box is not None
    assert there.name in box.text()
    assert press("Cancel")
    assert there.read_text("utf-8") == "kept"


def test_a_new_campaign_replaces_nothing(program: Program, folder: Path, qtbot: QtBot) -> None:
    """It is said that the name is taken, and the campaign that is open stays open."""
    before = content(folder)
    new(program, qtbot, folder / "plan.pdf")
    assert content(folder) == before
    untouched(program, folder)
    assert "plan.pdf" in program.window.log.prompt.text


def test_printing_again_asks_before_the_pages_of_before_are_replaced(
    program: Program, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a printer, Enter in the print window writes a PDF with a name of its own making."""
    monkeypatch.setenv("HOME", str(folder / "folder"))
    program.window.actions_of["print"].trigger()
    click(qtbot, opened(program, PrintWindow, qtbot).go)
    (path,) = (folder / "folder").iterdir()
    path.write_bytes(b"notes in the margin")
    program.window.actions_of["print"].trigger()
    click(qtbot, opened(program, PrintWindow, qtbot).go)
    assert press("Cancel")
    assert path.read_bytes() == b"notes in the margin"
    click(qtbot, opened(program, PrintWindow, qtbot).go)
    assert press("Replace")
    assert path.read_bytes().startswith(b"%PDF")
