"""Rules given away and taken in, in the real window: dropped, looked at, taken in by Enter, taken back, listed."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.workshop.share.installed_dialog import InstalledDialog
from encounter_gui.gui.workshop.share.share_controller import ShareController
from encounter_gui.gui.workshop.share.share_dialog import ShareDialog
from encounter_gui.gui.workshop.share.take_in_dialog import TakeInDialog
from encounter_gui.play.rulesets.pack import pack_of, packed, read_pack
from encounter_gui.play.transfer.exports import parcel_of, text_of
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CreatureDef
from tests.cli.test_ruleset_campaign import KINDS, hostile
from tests.gui.encounters.conftest import ready
from tests.gui.encounters.test_builder import drop
from tests.gui.window.conftest import Start, settings_file, start

__all__ = ["settings_file", "start"]

Key = Qt.Key
RULES = 'name = "{0}"\nversion = "{1}"\nextends = "{2}"\n'
RIFLE = '[[items]]\nkey = "combat_rifle"\n[items.values]\nhit = {0}\n'


@pytest.fixture
def program(start: Start, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A campaign of CWN, in a profile of its own."""
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "profile" / kind.lower()))
    made = start()
    made.campaigns.create(tmp_path / "Docks.encounter", "cwn")
    ready(made, qtbot)
    return made


@pytest.fixture
def sharing(program: Program) -> ShareController:
    found = program.window.findChild(ShareController)
    assert isinstance(found, ShareController)
    return found


File = Callable[..., Path]


@pytest.fixture
def file(tmp_path: Path) -> File:
    def make(hit: int, version: int = 3, name: str = "Redlines", extends: str = "cwn") -> Path:
        text = RULES.format(name, version, extends) + RIFLE.format(hit)
        path = tmp_path / f"{name}{version}_{hit}.ruleset"
        path.write_bytes(packed(pack_of(name.casefold(), {"ruleset.toml": text})))
        return path

    return make


def files(*those: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in those])
    return data


def preview(sharing: ShareController) -> TakeInDialog:
    """The preview that is open, laid out: keys that go from button to button go by where they stand."""
    assert sharing.dialog is not None
    QApplication.processEvents()
    return sharing.dialog


def pressed(dialog: QWidget, key: Qt.Key, qtbot: QtBot) -> None:
    qtbot.keyClick(dialog.focusWidget() or dialog, key)


def hit(program: Program) -> object:
    item = program.campaigns.campaign.ruleset("cwn").item("combat_rifle")
    return item.values.get("hit") if item else None


def versions(program: Program) -> list[int]:
    rules = program.campaigns.campaign.own_rules
    return [each.version for each in rules.repository.versions("cwn")]


def listed(dialog: InstalledDialog) -> list[list[str]]:
    items = (dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount()))
    return [[item.text(column) for column in range(4)] for item in items if item is not None]


def test_dropped_on_the_window_and_taken_in_with_enter(
    program: Program, sharing: ShareController, file: File, qtbot: QtBot
) -> None:
    """Two steps: drop, Enter. Nothing has changed before the second; the strip takes it back."""
    assert drop(program.window, files(file(2)))
    dialog = preview(sharing)
    assert dialog.target == "campaign"
    assert "new here, as version 1" in dialog.told["campaign"].text()
    assert dialog.lines.toPlainText() == "Combat rifle, Bonus to hit: – → 2"
    assert dialog.count.text() == "1 difference"
    assert (hit(program), versions(program)) == (None, [])
    with qtbot.waitSignal(sharing.rules_changed) as told:
        pressed(dialog, Key.Key_Return, qtbot)
    assert told.args == ["cwn"]
    assert sharing.dialog is None
    assert (hit(program), versions(program)) == (2, [1])
    program.window.actions_of["accept"].trigger()
    assert (hit(program), versions(program)) == (None, [])


def test_dropped_on_the_table_beside_a_roster_each_goes_its_way(
    program: Program, sharing: ShareController, file: File, tmp_path: Path, qtbot: QtBot
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("name,hp\nNadia,12\n", encoding="utf-8")
    assert drop(program.window.table.viewport(), files(file(2), roster))
    assert program.prep is not None
    imports = program.prep.imports.dialog
    assert imports is not None
    qtbot.waitUntil(lambda: imports.import_result is not None, timeout=10_000)
    assert [choice.name for choice in imports.model.choices] == ["Nadia"]
    assert "Redlines" in preview(sharing).windowTitle()
    preview(sharing).reject()
    imports.reject()
    assert versions(program) == []


def test_w4_what_it_is_to_the_one_that_is_there_is_said(
    program: Program, sharing: ShareController, file: File, qtbot: QtBot
) -> None:
    """Newer is taken with Enter; the same again cannot be; other and older ask, and Enter leaves all as it is."""

    def looked_at(path: Path) -> TakeInDialog:
        sharing.read([path])
        return preview(sharing)

    pressed(looked_at(file(1)), Key.Key_Return, qtbot)
    dialog = looked_at(file(2, 4))
    assert "newer than 3, as version 2" in dialog.told["campaign"].text()
    assert dialog.lines.toPlainText() == "Combat rifle, Bonus to hit: 1 → 2"
    pressed(dialog, Key.Key_Return, qtbot)
    assert (hit(program), versions(program)) == (2, [2, 1])
    dialog = looked_at(file(2, 4))
    assert "there already, as version 2" in dialog.told["campaign"].text()
    dialog.choices["campaign"].setChecked(True)
    assert not dialog.take.isEnabled()
    dialog.reject()
    for path, words in (
        (file(5, 4), "the same version as the one that is there, but it says something else"),
        (file(1, 3), "older than 4, which is there"),
    ):
        dialog = looked_at(path)
        assert words in dialog.told["campaign"].text()
        assert dialog.take.text() == "&Take in all the same"
        pressed(dialog, Key.Key_Return, qtbot)
        assert sharing.dialog is None
        assert (hit(program), versions(program)) == (2, [2, 1])
    dialog = looked_at(file(5, 4))
    dialog.take.click()
    assert (hit(program), versions(program)) == (5, [3, 2, 1])


def test_w9_for_all_campaigns_it_can_be_chosen_at_once(
    program: Program, sharing: ShareController, file: File, tmp_path: Path, qtbot: QtBot
) -> None:
    """It stands among the games of a new encounter, in the list with what uses it, and goes alone."""
    sharing.read([file(2), file(1, 1, "Other")])
    for name in ("redlines", "other"):
        dialog = preview(sharing)
        pressed(dialog, Key.Key_Down, qtbot)
        assert dialog.target == "all"
        with qtbot.waitSignal(sharing.rulesets_changed):
            dialog.take.click()
        assert (tmp_path / "profile/data/encounter-gui/rulesets" / name).is_dir()
    program.campaigns.create_encounter("House", "redlines")
    assert program.controller.context.ruleset.item("combat_rifle").values["hit"] == 2  # type: ignore[union-attr]
    program.window.actions_of["rulesets"].trigger()
    dialog = sharing.installed
    assert dialog is not None
    assert listed(dialog) == [
        ["Other", "1", "Cities Without Number", ""],
        ["Redlines", "3", "Cities Without Number", "1 encounter"],
    ]
    pressed(dialog, Key.Key_Down, qtbot)
    pressed(dialog, Key.Key_Delete, qtbot)
    box = dialog.findChild(QMessageBox, "remove_ruleset_question")
    assert isinstance(box, QMessageBox)
    assert "1 encounter" in box.informativeText()
    next(each for each in box.findChildren(QPushButton) if each.text() == "Remove").click()
    assert listed(dialog) == [
        ["Other", "1", "Cities Without Number", ""],
        ["redlines", "missing", "", "1 encounter"],
    ]
    assert program.controller.context.ruleset.id == "redlines", "the fight goes on"
    dialog.accept()


def test_w1_a_library_with_creatures_that_wait_is_shown_and_exported(
    program: Program, sharing: ShareController, file: File, qtbot: QtBot
) -> None:
    assert program.prep is not None
    entry = LibraryCreature(creature=CreatureDef(key="a", name="Waiting Ada", side="foe"))
    program.prep.library().add("gone", [entry])
    program.window.actions_of["library"].trigger()
    sharing.show_installed()
    dialog = sharing.installed
    assert dialog is not None
    assert listed(dialog) == [["gone", "missing", "", "1 creature"]]
    assert not dialog.remove.isEnabled()
    dialog.accept()
    campaign = program.campaigns.campaign
    services = program.campaigns.services
    text = text_of(parcel_of(campaign, "library", services.rulesets), "json")
    assert '"ruleset": "gone"' in text
    assert "Waiting Ada" in text


def test_shared_in_three_steps_and_remembered(
    program: Program, sharing: ShareController, file: File, tmp_path: Path, qtbot: QtBot
) -> None:
    """The action, Enter; the second time by the same author and id."""
    sharing.read([file(2)])
    pressed(preview(sharing), Key.Key_Return, qtbot)
    for author in ("Mira", ""):
        program.window.actions_of["share_rules"].trigger()
        dialog = sharing.sharing
        assert isinstance(dialog, ShareDialog)
        assert dialog.lines.toPlainText() == "Combat rifle, Bonus to hit: – → 2"
        if author:
            dialog.author.setText(author)
            dialog.licence.setCurrentText("CC0-1.0")
        assert dialog.author.text() == "Mira"
        pressed(dialog, Key.Key_Return, qtbot)
        for box in dialog.findChildren(QMessageBox):
            next(each for each in box.findChildren(QPushButton) if "Replace" in each.text()).click()
        assert sharing.sharing is None
        manifest = read_pack(tmp_path / "redlines.ruleset").manifest
        assert (manifest.name, manifest.version) == ("Redlines", "3")
        assert (manifest.author, manifest.licence) == ("Mira", "CC0-1.0")


def test_nothing_own_is_nothing_to_share(program: Program, sharing: ShareController) -> None:
    program.window.actions_of["share_rules"].trigger()
    assert sharing.sharing is None
    assert "There are no own rules for Cities Without Number" in program.window.log.prompt.text


def test_a_bare_name_gets_its_ending_and_a_refusal_leaves_the_dialog(
    program: Program, sharing: ShareController, file: File, tmp_path: Path, qtbot: QtBot
) -> None:
    sharing.read([file(2)])
    pressed(preview(sharing), Key.Key_Return, qtbot)
    sharing.ask_share()
    dialog = sharing.sharing
    assert dialog is not None
    dialog.file.setText(str(tmp_path / "nowhere" / "a"))
    dialog.write.click()
    assert "nowhere" in dialog.trouble.text()
    dialog.name.setText("")
    dialog.write.click()
    assert "name" in dialog.trouble.text()
    dialog.name.setText("Ours")
    dialog.file.setText("mine")
    dialog.write.click()
    assert read_pack(tmp_path / "mine.ruleset").manifest.name == "Ours"


def test_w8_what_is_wrong_is_told_by_file_and_place_and_the_others_are_shown(
    program: Program, sharing: ShareController, file: File, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.ruleset"
    text = RULES.format("Wrong", 1, "cwn") + '[[items]]\nkey = "knfe"\n'
    wrong.write_bytes(packed(pack_of("wrong", {"ruleset.toml": text})))
    sharing.read([wrong, file(2)])
    dialog = preview(sharing)
    assert "wrong/ruleset.toml" in dialog.told["all"].text()
    assert "items.knfe" in dialog.told["all"].text()
    assert not dialog.take.isEnabled()
    dialog.reject()
    assert "Redlines" in preview(sharing).windowTitle()
    preview(sharing).reject()
    assert versions(program) == []


def test_what_changes_no_game_or_one_that_is_not_there_says_so(
    program: Program, sharing: ShareController, file: File
) -> None:
    sharing.read([file(2, extends="elsewhere")])
    dialog = preview(sharing)
    for target in ("campaign", "all"):
        assert "“elsewhere”, which is not there" in dialog.told[target].text()  # type: ignore[index]
    assert not dialog.take.isEnabled()
    dialog.reject()


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_packs_dropped_are_refused_within_two_seconds(
    program: Program, sharing: ShareController, tmp_path: Path, kind: str
) -> None:
    path = hostile(tmp_path / "h.ruleset", kind)
    begun = time.process_time()
    assert drop(program.window, files(path))
    assert time.process_time() - begun < 2
    dialog = preview(sharing)
    assert not dialog.take.isEnabled()
    assert dialog.told["all"].text()
    dialog.reject()
    assert versions(program) == []


def test_on_the_welcome_screen_rules_are_taken_in_for_all(
    program: Program, sharing: ShareController, file: File, qtbot: QtBot
) -> None:
    """No campaign is made for them."""
    program.window.actions_of["close"].trigger()
    assert program.start.welcome is not None
    page = program.start.welcome.page
    assert drop(page, files(file(2)))
    dialog = preview(sharing)
    assert not program.campaigns.is_open
    assert dialog.target == "all"
    pressed(dialog, Key.Key_Return, qtbot)
    assert sharing.installed is not None
    assert listed(sharing.installed) == [["Redlines", "3", "Cities Without Number", ""]]
    sharing.installed.accept()


def test_an_import_asks_for_own_rules_and_undo_takes_them_back(
    program: Program, sharing: ShareController, file: File, tmp_path: Path, qtbot: QtBot
) -> None:
    sharing.read([file(2)])
    pressed(preview(sharing), Key.Key_Return, qtbot)
    campaign, services = program.campaigns.campaign, program.campaigns.services
    path = tmp_path / "all.json"
    path.write_text(text_of(parcel_of(campaign, "campaign", services.rulesets), "json"), "utf-8")
    program.campaigns.create(tmp_path / "Other.encounter", "cwn")
    assert program.prep is not None
    imports = program.prep.imports
    imports.read([path])
    dialog = imports.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.import_result is not None, timeout=10_000)
    assert dialog.with_rules.isVisible()
    assert "Redlines, version 3, for Cities Without Number: new here" in dialog.with_rules.text()
    assert dialog.with_rules.isChecked()
    assert "own rules (1)" in dialog.keep.text()
    with qtbot.waitSignal(imports.rules_taken):
        dialog.keep.click()
    assert (hit(program), versions(program)) == (2, [1])
    program.window.actions_of["accept"].trigger()
    assert (hit(program), versions(program)) == (None, [])
