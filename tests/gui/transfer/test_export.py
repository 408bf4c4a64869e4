"""Exporting in the real window: what, how and where to; whole or not at all."""

import csv
import json
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.gui.transfer.export_dialog import ExportDialog
from encounter_gui.rules.model.commands import Add
from tests.gui.encounters.conftest import Hand, fight
from tests.gui.encounters.test_builder import own
from tests.gui.transfer.conftest import Read


def ask(program: Program, prep: Prep) -> ExportDialog:
    """Opens the dialog by its menu."""
    program.window.actions_of["export"].trigger()
    assert prep.exports.dialog is not None
    return prep.exports.dialog


def choose(dialog: ExportDialog, *, what: str, kind: str, file: Path) -> None:
    """Chooses all three as somebody would, the file last."""
    for box, data in ((dialog.what, what), (dialog.format, kind)):
        at = next(i for i in range(box.count()) if str(box.itemData(i)).startswith(data))
        box.setCurrentIndex(at)
        box.activated.emit(at)
    dialog.file.setText(str(file))


def replace_button(over: QWidget) -> QAbstractButton:
    """The button that agrees to a file being replaced."""
    box = over.findChild(QMessageBox, "replace_question")
    assert box is not None
    return next(each for each in box.buttons() if each.text() == "Replace")


def test_the_file_is_proposed_beside_the_campaign(
    program: Program, prep: Prep, tmp_path: Path
) -> None:
    """Named after what is exported, with the ending of the format."""
    dialog = ask(program, prep)
    assert dialog.file.text() == str(tmp_path / "First encounter.json")
    at = dialog.format.findData("csv")
    dialog.format.setCurrentIndex(at)
    dialog.format.activated.emit(at)
    assert dialog.file.text() == str(tmp_path / "First encounter.csv")


def test_a_bare_name_is_a_file_beside_the_campaign(
    program: Program, prep: Prep, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the program was started from; the ending is the format's."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    dialog = ask(program, prep)
    choose(dialog, what="campaign", kind="json", file=Path("my people"))
    hand.click(dialog.write)
    assert (tmp_path / "my people.json").exists()
    assert list(elsewhere.iterdir()) == []


def test_a_selection_of_the_library_is_exported_and_comes_back_equal(
    program: Program, prep: Prep, hand: Hand, read: Read, tmp_path: Path
) -> None:
    """Into our own format and in again: the same creatures."""
    chosen, _ = own(prep, name="Rook „Łódź“ / 騎士"), own(prep, name="Static")
    prep.exports.select((chosen.key,))
    dialog = ask(program, prep)
    file = tmp_path / "out.json"
    choose(dialog, what="selected", kind="json", file=file)
    hand.click(dialog.write)
    assert prep.exports.dialog is None
    assert str(file) in program.window.log.prompt.text
    preview = read(file)
    (choice,) = preview.model.choices
    assert choice.candidate.proposal.entry.creature == chosen.value.creature


def test_an_encounter_is_exported_with_all_who_fight(
    program: Program, prep: Prep, hand: Hand, tmp_path: Path
) -> None:
    """Like ones counted together; before it starts, the roster with the mean of its dice."""
    prep.plans.editor.type_roster("2 bouncers, 1d4+1 gangers")
    file = tmp_path / "out.csv"
    dialog = ask(program, prep)
    choose(dialog, what="encounter", kind="csv", file=file)
    hand.click(dialog.write)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [(row["name"], row["count"]) for row in rows] == [("Bouncer", "2"), ("Ganger", "3")]
    program.controller.perform(Add(creature="bouncer", count=5))
    dialog = ask(program, prep)
    choose(dialog, what="encounter", kind="csv", file=file)
    hand.click(dialog.write)
    hand.click(replace_button(dialog))
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [row["count"] for row in rows] == ["5"]


def test_the_whole_campaign_is_exported_and_imported(
    program: Program, prep: Prep, hand: Hand, read: Read, tmp_path: Path
) -> None:
    """Creatures and encounters, in one file of ours; taken in again they are there twice."""
    own(prep)
    program.controller.perform(Add(creature="bouncer", count=2))
    file = tmp_path / "all.json"
    dialog = ask(program, prep)
    choose(dialog, what="campaign", kind="json", file=file)
    hand.click(dialog.write)
    written = json.loads(file.read_text(encoding="utf-8"))
    assert len(written["encounters"]) == 1
    preview = read(file)
    assert "1 encounter" in preview.counts.text()
    hand.click(preview.keep)
    fights = [fight(prep, at).text(0) for at in range(2)]
    assert fights == ["First encounter", "First encounter"]
    hand.click(program.window.log.prompt.button)
    assert prep.panel.fights.tree.topLevelItemCount() == 1


def test_what_cannot_be_written_is_said_and_the_dialog_stays(
    program: Program, prep: Prep, hand: Hand, tmp_path: Path
) -> None:
    """No such folder; nothing to write; not a creature of that game. What was there before is untouched."""
    dialog = ask(program, prep)
    choose(dialog, what="library", kind="json", file=tmp_path / "no" / "such" / "out.json")
    hand.click(dialog.write)
    assert dialog.trouble.isVisible()
    assert "out.json" in dialog.trouble.text()
    old = tmp_path / "old.csv"
    old.write_text("kept", encoding="utf-8")
    choose(dialog, what="library", kind="csv", file=old)
    hand.click(dialog.write)
    assert dialog.trouble.isVisible()
    assert old.read_text(encoding="utf-8") == "kept"
    own(prep)
    choose(dialog, what="library", kind="foundry", file=old)
    hand.click(dialog.write)
    assert "Rook" in dialog.trouble.text()
    assert old.read_text(encoding="utf-8") == "kept"


@pytest.mark.skipif(os.name == "nt", reason="names of files differ there")
def test_a_name_that_is_no_file_name_is_made_one(
    program: Program, prep: Prep, qtbot: QtBot
) -> None:
    """A stroke in an encounter's name is no folder."""
    prep.panel.titled.emit("Pier 9 / the lock: night")
    dialog = ask(program, prep)
    assert Path(dialog.file.text()).name == "Pier 9 the lock night.json"
