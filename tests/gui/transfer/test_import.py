"""Importing in the real window: dropped, pasted, looked at, chosen, kept at once, taken back."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.cli.main import parse
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.transfer.column_memory import remembered_columns
from tests.gui.encounters.conftest import Hand
from tests.gui.encounters.test_builder import drop
from tests.gui.transfer.conftest import TABLE, Read, shown

Key = Qt.Key


def own(prep: Prep) -> list[str]:
    """Returns the names of the campaign's own creatures."""
    return [item.value.name for item in prep.library().items if item.is_own]


def files(*paths: Path) -> QMimeData:
    """Returns files as a file manager drags them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


# ---- where they come from


def test_files_dropped_on_the_window_are_previewed_before_anything_is_kept(
    program: Program, prep: Prep, table: Path, qtbot: QtBot
) -> None:
    """The preview comes first; the campaign does not know of it."""
    assert drop(program.window, files(table))
    dialog = shown(prep, qtbot)
    assert [choice.name for choice in dialog.model.choices] == ["Nadia", "Olek"]
    assert own(prep) == []


def test_files_dropped_on_the_table_are_taken_too(
    program: Program, prep: Prep, table: Path, qtbot: QtBot
) -> None:
    """Wherever they are dropped: the table has drops of its own, but not of files."""
    assert drop(program.window.table.viewport(), files(table))
    assert len(shown(prep, qtbot).model.choices) == 2


def test_a_folder_is_read_with_all_in_it(
    prep: Prep, read: Read, table: Path, blocks: Path, tmp_path: Path
) -> None:
    """What is no creature file in it is passed over."""
    folder = tmp_path / "rosters"
    (folder / "inner").mkdir(parents=True)
    table.rename(folder / table.name)
    blocks.rename(folder / "inner" / blocks.name)
    (folder / "readme.pdf").write_bytes(b"%PDF-1.4")
    dialog = read(folder)
    assert sorted(choice.name for choice in dialog.model.choices) == [
        "Hound",
        "Nadia",
        "Olek",
        "Pup",
    ]


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        '{"Name": "Hound", "HP": {"Value": 9}, "AC": {"Value": 13}}',
        "```encounter\nname: Docks\ncreatures:\n  - 2: Hound, 9, 13\n```\n",
    ],
)
def test_text_of_any_format_is_pasted(
    program: Program, prep: Prep, qtbot: QtBot, text: str
) -> None:
    """From the clipboard by the menu, as if it were a file."""
    QGuiApplication.clipboard().setText(text)
    program.window.actions_of["paste_creatures"].trigger()
    assert shown(prep, qtbot).model.choices


def test_nothing_to_paste_is_said(program: Program, prep: Prep) -> None:
    """An empty clipboard opens no preview."""
    QGuiApplication.clipboard().clear()
    program.window.actions_of["paste_creatures"].trigger()
    assert prep.imports.dialog is None
    assert "paste" in program.window.log.prompt.text


# ---- what is shown


def test_a_preview_counts_and_names_what_was_refused(
    read: Read, table: Path, tmp_path: Path
) -> None:
    """Each file that could not be read with its reason and place; the others are there all the same."""
    cut = tmp_path / "cut.json"
    cut.write_text('{"Name": "Hound",\n "HP": ', encoding="utf-8")
    picture = tmp_path / "picture.json"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    dialog = read(table, cut, picture, tmp_path / "gone.csv")
    assert dialog.counts.text().startswith("2 found · 2 new")
    assert "files refused: 3" in dialog.counts.text()
    lines = dialog.refused.toPlainText().splitlines()
    assert any(line.startswith("cut.json: line 2") for line in lines)
    assert any("PNG" in line for line in lines)
    assert any("gone.csv" in line for line in lines)


def test_files_with_nothing_in_them_show_why(program: Program, read: Read, tmp_path: Path) -> None:
    """No creature at all: the reasons are there without a click, and nothing can be imported."""
    bad = tmp_path / "bad.json"
    bad.write_text("[" * 10_000, encoding="utf-8")
    before = (tmp_path / "Docks.encounter").read_bytes()
    dialog = read(bad)
    assert dialog.refused.isVisible()
    assert "bad.json" in dialog.refused.toPlainText()
    assert not dialog.keep.isEnabled()
    dialog.reject()
    assert (tmp_path / "Docks.encounter").read_bytes() == before


def test_the_selected_creature_is_shown_with_its_source(
    read: Read, blocks: Path, hand: Hand
) -> None:
    """Values with guesses marked, keys nobody knows, the raw source as it was."""
    dialog = read(blocks)
    hand.click_row(dialog.table, 0)
    details = dialog.details
    assert details.name.text() == "Hound"
    assert "(guessed)" in details.text.toPlainText()
    details.tabs.setCurrentIndex(1)
    assert "Mood" in details.text.toPlainText()
    details.tabs.setCurrentIndex(2)
    assert json.loads(details.text.toPlainText())["Mood"] == "bad"


def test_a_guessed_value_is_marked_in_the_table(read: Read, blocks: Path) -> None:
    """A question mark behind it, and how many there are."""
    dialog = read(blocks)
    texts = [str(dialog.model.index(0, column).data()) for column in range(6)]
    assert "?" in texts[3]
    assert "guessed" in texts[5]


# ---- for which game


def test_those_that_name_no_game_are_taken_for_the_chosen_one(
    read: Read, table: Path, qtbot: QtBot
) -> None:
    """At first that of the open encounter; another choice works them out anew."""
    dialog = read(table)
    assert {choice.candidate.ruleset for choice in dialog.model.choices} == {"d6pool"}
    dialog.fallback.setCurrentIndex(dialog.fallback.findData("cwn"))
    dialog.fallback.activated.emit(dialog.fallback.currentIndex())
    qtbot.waitUntil(
        lambda: {choice.candidate.ruleset for choice in dialog.model.choices} == {"cwn"}
    )
    assert dialog.keep.isEnabled()


def test_all_can_be_taken_for_one_game(read: Read, tmp_path: Path, qtbot: QtBot) -> None:
    """Also those whose file says another; what has to be guessed is marked."""
    path = tmp_path / "cwn.csv"
    path.write_text("name,system,hp,ac\nHound,cwn,9,13\n", encoding="utf-8")
    dialog = read(path)
    assert dialog.model.choices[0].candidate.ruleset == "cwn"
    dialog.fallback.setCurrentIndex(dialog.fallback.findData("d6pool"))
    dialog.for_all.click()
    qtbot.waitUntil(lambda: dialog.model.choices[0].candidate.ruleset == "d6pool")
    assert dialog.model.choices[0].candidate.proposal.guessed


# ---- columns


def test_a_column_means_something_else_and_that_is_remembered(
    read: Read, table: Path, qtbot: QtBot, prep: Prep, settings_file: Path
) -> None:
    """The next table with the same headers is read so at once."""
    dialog = read(table)
    headers = tuple(TABLE.splitlines()[0].split(","))
    box = dialog.columns.box(headers, "size")
    assert box.currentData() == ""
    box.setCurrentIndex(box.findData("initiative"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: dialog.options.columns != {} and dialog.keep.isEnabled())
    dialog.reject()
    again = read(table)
    assert again.columns.box(headers, "size").currentData() == "initiative"
    assert headers in again.options.columns
    prep.imports._settings.sync()
    assert headers in remembered_columns(Settings(settings_file))


def test_a_table_in_another_language_is_read_by_its_columns(
    read: Read, tmp_path: Path, qtbot: QtBot
) -> None:
    """No header is known, so the file is refused; saying which is the name brings its creatures."""
    path = tmp_path / "lista.csv"
    path.write_text("imię;życie\nNadia;12\nOlek;5\n", encoding="utf-8")
    dialog = read(path)
    assert not dialog.model.choices
    headers = ("imię", "życie")
    for header, meaning in (("imię", "name"), ("życie", "hp")):
        box = dialog.columns.box(headers, header)
        box.setCurrentIndex(box.findData(meaning))
        box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: len(dialog.model.choices) == 2)
    found = dialog.model.choices[0].candidate.proposal.found
    assert (found.name, found.values["hp"]) == ("Nadia", 12)


def test_two_columns_are_never_the_same(read: Read, table: Path, qtbot: QtBot) -> None:
    """The one chosen last is it; the other becomes a note."""
    dialog = read(table)
    headers = tuple(TABLE.splitlines()[0].split(","))
    box = dialog.columns.box(headers, "size")
    box.setCurrentIndex(box.findData("hp"))
    box.activated.emit(box.currentIndex())
    assert dialog.columns.box(headers, "hp").currentData() == ""
    qtbot.waitUntil(dialog.keep.isEnabled)


# ---- keeping


def test_an_import_is_one_step_and_is_taken_back_as_one(
    program: Program, prep: Prep, read: Read, table: Path, hand: Hand
) -> None:
    """All at once into the library with their sources; the button in the strip takes all back."""
    dialog = read(table)
    hand.click(dialog.keep)
    assert own(prep) == ["Nadia", "Olek"]
    item = next(each for each in prep.library().items if each.value.name == "Nadia")
    assert "Pistol" in prep.library().source(item.key)
    assert "2 creatures" in program.window.log.prompt.text
    hand.click(program.window.log.prompt.button)
    assert own(prep) == []


def test_what_is_not_ticked_stays_outside(prep: Prep, read: Read, table: Path, hand: Hand) -> None:
    """A box each, by mouse; Space for all that are selected."""
    dialog = read(table)
    hand.click_row(dialog.table, 0)
    hand.press(Key.Key_Space)
    assert dialog.keep.text() == "Import 1 creature"
    hand.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    hand.press(Key.Key_Space)
    assert dialog.keep.text() == "Import 2 creatures"
    dialog.model.setData(
        dialog.model.index(1, 0), Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole
    )
    hand.click(dialog.keep)
    assert own(prep) == ["Nadia"]


def test_cancelling_keeps_nothing_and_frees_the_dialog(
    prep: Prep, read: Read, table: Path, hand: Hand, qtbot: QtBot
) -> None:
    """Escape leaves the campaign as it was."""
    dialog = read(table)
    hand.press(Key.Key_Escape)
    assert prep.imports.dialog is None
    assert own(prep) == []
    qtbot.waitUntil(lambda: not isValid(dialog))


def test_cancelling_while_files_are_read_shows_nothing_later(
    prep: Prep, table: Path, qtbot: QtBot
) -> None:
    """The reading is called off; its result comes to nobody."""
    prep.imports.read([table])
    dialog = prep.imports.dialog
    assert dialog is not None
    dialog.reject()
    qtbot.wait(200)
    assert prep.imports.dialog is None
    assert own(prep) == []


def test_in_prep_the_import_is_taken_back_below_the_plan(
    program: Program, prep: Prep, read: Read, table: Path, hand: Hand
) -> None:
    """The strip stands below the pages of prep, with what it offers."""
    program.window.actions_of["prep"].trigger()
    hand.click(read(table).keep)
    assert own(prep) == ["Nadia", "Olek"]
    strip = program.window.log.prompt
    assert "2 creatures" in strip.text
    assert strip.isVisible()
    hand.click(strip.button)
    assert own(prep) == []
    assert not strip.isVisible()


def test_everything_in_the_preview_has_a_name(read: Read, table: Path) -> None:
    """A screen reader says what it is."""
    dialog = read(table)
    dialog._show_columns.click()
    nameless = [
        f"{type(each).__name__} {each.objectName()}"
        for each in dialog.findChildren(QWidget)
        if isinstance(each, QAbstractButton | QAbstractItemView | QComboBox | QPlainTextEdit)
        and each.isVisible()
        and not isinstance(each, QHeaderView)
        and not each.objectName().startswith("qt_")
        and not (each.accessibleName() or (isinstance(each, QAbstractButton) and each.text()))
    ]
    assert not nameless, nameless


# ---- what is there already


@pytest.fixture
def twice(prep: Prep, read: Read, table: Path, hand: Hand) -> Path:
    """The table, imported once already."""
    hand.click(read(table).keep)
    return table


def test_what_was_imported_before_is_skipped_unless_somebody_says_otherwise(
    prep: Prep, read: Read, twice: Path, hand: Hand
) -> None:
    """The same file again brings nothing; it says that they are there."""
    dialog = read(twice)
    assert "2 already there" in dialog.counts.text()
    assert not dialog.keep.isEnabled()
    dialog.likes.setCurrentIndex(dialog.likes.findData("both"))
    dialog.likes.activated.emit(dialog.likes.currentIndex())
    hand.click(dialog.keep)
    assert own(prep) == ["Nadia", "Nadia", "Olek", "Olek"]


def test_a_namesake_is_kept_beside_or_replaced(
    program: Program, prep: Prep, read: Read, twice: Path, hand: Hand
) -> None:
    """Replaced, it keeps its row, so that plans still mean it; undo brings the old one back, source and all."""
    before = next(item for item in prep.library().items if item.value.name == "Nadia")
    source = prep.library().source(before.key)
    twice.write_text("name,hp,ac\nNadia,30,16\n", encoding="utf-8")
    dialog = read(twice)
    assert [choice.fate for choice in dialog.model.choices] == ["both"]
    hand.click_row(dialog.table, 0)
    replace = dialog.details._fates.button(2)
    hand.click(replace)
    assert [choice.fate for choice in dialog.model.choices] == ["replace"]
    hand.click(dialog.keep)
    now = prep.library().one(before.key)
    assert now is not None
    assert now.value.source is not None
    assert now.value.source != before.value.source
    assert "30" in prep.library().source(before.key)
    assert own(prep) == ["Nadia", "Olek"]
    hand.click(program.window.log.prompt.button)
    assert prep.library().one(before.key) == before
    assert prep.library().source(before.key) == source


# ---- how long it takes


def test_three_hundred_creatures_come_in_while_the_window_answers(
    prep: Prep, tmp_path: Path, qtbot: QtBot
) -> None:
    """A timer of the window goes on ticking meanwhile; how fast it is, the bench says."""
    path = tmp_path / "many.csv"
    rows = (f"Guard {at} of many,{at % 20 + 1},12,+1,Pistol,1d8" for at in range(300))
    path.write_text("name,hp,ac,ab,weapon,damage\n" + "\n".join(rows), encoding="utf-8")
    ticks: list[None] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(None))
    timer.start(10)
    prep.imports.read([path])
    dialog = shown(prep, qtbot)
    dialog.keep.click()
    qtbot.waitUntil(lambda: len(own(prep)) == 300)
    timer.stop()
    assert ticks


def test_a_campaign_made_by_an_import_opens_in_its_game(program: Program, tmp_path: Path) -> None:
    """Two of three are for phases, so its first encounter is of phases, whatever was played last."""
    table = tmp_path / "gang.csv"
    rows = "name,ruleset,hp\nAnn,phases,10\nBo,phases,9\nCy,chrome,6\n"
    table.write_text(rows, encoding="utf-8")
    path = tmp_path / "Imported.encounter"
    assert parse(["import", str(table), "--into", str(path)]) == 0
    assert program.controller.context.ruleset.id != "phases"
    program.campaigns.open(path)
    assert program.controller.context.ruleset.id == "phases"


def test_a_pasted_list_is_previewed_and_becomes_an_encounter_if_wanted(
    program: Program, prep: Prep, qtbot: QtBot
) -> None:
    """Ctrl+V anywhere but in a text field; the count stands behind the name; the box is answered before it is kept."""
    QGuiApplication.clipboard().setText("3 gangers: HP 8, AC 13, SMG\nBoss: HP 20, AC 16")
    program.window.table.setFocus()
    qtbot.keyClick(program.window.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    dialog = shown(prep, qtbot)
    assert dialog.model.index(0, 0).data() == "Ganger × 3"
    assert dialog.with_encounters.isVisible()
    assert dialog.with_encounters.isChecked()
    assert not dialog.with_gear.isVisible()
    dialog.keep.click()
    qtbot.waitUntil(lambda: len(own(prep)) == 2, timeout=10_000)
    campaign = program.campaigns.campaign
    plans = {each.name: campaign.prepared.plan(each.id) for each in campaign.encounters()}
    assert [each.count for each in plans["Pasted text"].recruits] == ["3", "1"]


def test_a_table_of_weapons_asks_and_goes_to_own_gear(
    prep: Prep, read: Read, tmp_path: Path, qtbot: QtBot
) -> None:
    """Nobody is found; with the box off there is nothing to keep."""
    table = tmp_path / "weapons.csv"
    table.write_text("name,damage,range\nCoil pistol,1d8,10/40\n", encoding="utf-8")
    dialog = read(table)
    assert dialog.with_gear.isVisible()
    assert "Coil pistol" in dialog.with_gear.text()
    qtbot.mouseClick(dialog.with_gear, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    assert not dialog.keep.isEnabled()
    dialog.with_gear.setChecked(True)
    dialog.keep.click()
    gear = prep.library().custom_entries
    qtbot.waitUntil(
        lambda: any(each.value.name == "Coil pistol" for each in gear.items), timeout=10_000
    )
    assert own(prep) == []
