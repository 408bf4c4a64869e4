"""The creature editor in the window, by keys and clicks."""

import dataclasses
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.library.fields.field_edits import NumberEdit
from encounter_gui.gui.library.fields.item_model import HELD_ROLE
from encounter_gui.gui.library.fields.portrait import MOST, read_image, small_png
from encounter_gui.rules.model.prepared import SourceNote
from encounter_gui.rules.model.ruleset import CarriedDef
from tests.gui.library.conftest import Ctrl, Hands, Key, Open, Shift, creature, own


def number(editor, key: str) -> NumberEdit:
    """The field of a number."""
    edit = editor.sheet.edit_of(key)
    assert isinstance(edit, NumberEdit)
    return edit


def retype(hands: Hands, edit, text: str) -> None:
    """Replaces what is in a field."""
    edit.setFocus()
    edit.selectAll()
    hands.type(text)


def kept(program: Program, key: str):
    """A creature as it is in the file."""
    row = int(key.partition(":")[2])
    stored = program.campaigns.campaign._campaign.prepared.creatures.all()
    return next(each.value for each in stored if each.row == row)


# ---- numbers


def test_a_number_is_edited_saved_once_and_in_the_file(
    opened: Open, prepared: Program, hands: Hands
) -> None:
    """Nothing is written before Ctrl+S."""
    editor = opened(creature("Marrow", firearms=4))
    retype(hands, number(editor, "firearms"), "12")
    assert editor.draft.value.creature.sheet["firearms"] == 12
    assert kept(prepared, editor.key).creature.sheet["firearms"] == 4
    assert editor.head.save.isEnabled()
    hands.press(Key.Key_S, Ctrl)
    assert kept(prepared, editor.key).creature.sheet["firearms"] == 12
    assert not editor.head.save.isEnabled()


def test_out_of_range_says_what_is_allowed_and_keeps_what_was_typed(
    opened: Open, prepared: Program, hands: Hands
) -> None:
    """It cannot be saved; the rest of the creature is as it was; a right number ends the trouble."""
    editor = opened(creature("Marrow", strength=4))
    edit = number(editor, "strength")
    retype(hands, edit, "40")
    assert edit.text() == "40"
    assert "1–20" in editor.foot.message.text
    assert editor.draft.value.creature.sheet["strength"] == 4
    hands.press(Key.Key_S, Ctrl)
    assert kept(prepared, editor.key).creature.sheet["strength"] == 4
    hands.press(Key.Key_Tab)
    assert edit.text() == "40"
    retype(hands, edit, "14")
    assert not editor.sheet.troubles
    assert editor.draft.value.creature.sheet["strength"] == 14


def test_an_empty_field_counts_as_the_rulesets_default(opened: Open, hands: Hands) -> None:
    """It goes from the sheet, and the default stands in the field, greyed."""
    editor = opened(creature("Marrow", strength=4))
    edit = number(editor, "strength")
    edit.setFocus()
    edit.selectAll()
    hands.press(Key.Key_Delete)
    assert "strength" not in editor.draft.value.creature.sheet
    assert edit.placeholderText() == "3"


def test_arrows_step_within_the_range(opened: Open, hands: Hands) -> None:
    """From the default where nothing is written, never past an end."""
    editor = opened(creature("Marrow", strength=19))
    edit = number(editor, "strength")
    edit.setFocus()
    for _ in range(3):
        hands.press(Key.Key_Up)
    assert editor.draft.value.creature.sheet["strength"] == 20
    number(editor, "dexterity").setFocus()
    hands.press(Key.Key_Down)
    assert editor.draft.value.creature.sheet["dexterity"] == 2


# ---- undo


def test_undo_and_redo_are_the_editors_until_it_is_saved(
    opened: Open, prepared: Program, hands: Hands
) -> None:
    """Typing in one field is one step; the fight's own history is left alone."""
    editor = opened(creature("Marrow", strength=4))
    entries = len(prepared.controller.session.log)
    before = editor.draft.value
    retype(hands, number(editor, "strength"), "15")
    retype(hands, number(editor, "dexterity"), "11")
    after = editor.draft.value
    hands.press(Key.Key_Z, Ctrl)
    assert dict(editor.draft.value.creature.sheet) == {"strength": 15}
    assert number(editor, "dexterity").text() == ""
    hands.press(Key.Key_Z, Ctrl)
    assert editor.draft.value == before
    assert not editor.head.save.isEnabled()
    hands.press(Key.Key_Y, Ctrl)
    hands.press(Key.Key_Z, Ctrl | Shift)
    assert editor.draft.value == after
    assert len(prepared.controller.session.log) == entries


# ---- leaving


def test_leaving_with_changes_asks_in_place(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Stay keeps them, dropping drops them, saving saves them; no window opens over the fields."""
    (other,) = own(prepared, "Okoro")
    editor = opened(creature("Marrow", strength=4))
    key = editor.key
    retype(hands, number(editor, "strength"), "15")
    prepared.room.parts.panel.list.setFocus()
    prepared.room.parts.panel.list.select([other.key], other.key)
    assert editor.foot.is_asking
    assert editor.key == key
    assert QApplication.activeModalWidget() is None
    qtbot.mouseClick(editor.foot.stay, Qt.MouseButton.LeftButton)
    assert editor.draft.value.creature.sheet["strength"] == 15
    assert prepared.room.parts.panel.list.current() == key
    prepared.room.parts.panel.list.select([other.key], other.key)
    qtbot.mouseClick(editor.foot.save, Qt.MouseButton.LeftButton)
    assert kept(prepared, key).creature.sheet["strength"] == 15
    assert editor.key == other.key
    retype(hands, number(editor, "strength"), "9")
    prepared.room.parts.panel.list.select([key], key)
    qtbot.mouseClick(editor.foot.drop, Qt.MouseButton.LeftButton)
    assert editor.key == key
    assert "strength" not in kept(prepared, other.key).creature.sheet


def test_closing_prep_with_changes_asks_as_well(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Ctrl+L goes back to the fight only once it is known what becomes of them."""
    editor = opened(creature("Marrow"))
    retype(hands, number(editor, "strength"), "15")
    hands.press(Key.Key_L, Ctrl)
    assert prepared.window.is_prep
    assert editor.foot.is_asking
    qtbot.mouseClick(editor.foot.drop, Qt.MouseButton.LeftButton)
    assert not prepared.window.is_prep


def test_a_shipped_creature_becomes_a_copy_of_ones_own(prepared: Program, hands: Hands) -> None:
    """The ruleset's stays as it is; the copy carries dots where it differs, in the words of the base."""
    prepared.room.parts.edit("d6pool:enforcer")
    editor = prepared.room.parts.editor
    retype(hands, number(editor, "strength"), "9")
    hands.press(Key.Key_S, Ctrl)
    library = prepared.room.parts.library.creatures
    assert editor.key.startswith("own:")
    assert library.one("d6pool:enforcer").value.creature.sheet["strength"] != 9
    assert kept(prepared, editor.key).creature.sheet["strength"] == 9
    assert prepared.room.parts.library.base_of(editor.draft.item).key == "d6pool:enforcer"
    group = next(each for each in editor.sheet.groups if "strength" in each.labels)
    assert group.labels["strength"].differs
    assert not group.labels["dexterity"].differs
    assert editor.legend.text() == "differs from Enforcer"
    assert prepared.room.parts.panel.list.current() == editor.key


def test_closing_the_window_with_changes_asks_first(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """It stays open with the question in it, and closes with the answer."""
    editor = opened(creature("Marrow"))
    key = editor.key
    retype(hands, number(editor, "strength"), "15")
    prepared.window.close()
    assert prepared.window.isVisible()
    assert editor.foot.is_asking
    qtbot.mouseClick(editor.foot.save, Qt.MouseButton.LeftButton)
    assert not prepared.window.isVisible()
    assert kept(prepared, key).creature.sheet["strength"] == 15


def test_another_campaign_waits_for_an_answer(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot, tmp_path: Path
) -> None:
    """What is not saved is not lost by opening a file."""
    editor = opened(creature("Marrow"))
    retype(hands, number(editor, "strength"), "15")
    other = tmp_path / "Other.encounter"
    prepared.handlers.files.new_requested.emit(str(other))
    assert editor.foot.is_asking
    assert not other.exists()
    qtbot.mouseClick(editor.foot.drop, Qt.MouseButton.LeftButton)
    assert prepared.campaigns.campaign.path == other
    assert not editor.draft.is_changed


# ---- who it is


def test_names_side_tags_and_the_rest(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """All of it is kept with one save."""
    editor = opened(creature("Marrow"))
    identity = editor.sheet.identity
    QGuiApplication.clipboard().setText("Żółw")
    identity.name.setFocus()
    identity.name.selectAll()
    hands.press(Key.Key_V, Ctrl)
    qtbot.mouseClick(identity.sides[1], Qt.MouseButton.LeftButton)
    identity.tags.field.setFocus()
    hands.type("docks,boss")
    hands.press(Key.Key_Return)
    retype(hands, identity.texts["public_name"], "the tall one")
    retype(hands, identity.texts["role"], "leader")
    retype(hands, identity.texts["folder"], "Dockside")
    retype(hands, identity.threat, "7")
    identity.kind.setFocus()
    hands.press(Key.Key_Up)
    identity.name.setFocus()
    hands.press(Key.Key_S, Ctrl)
    entry = kept(prepared, editor.key)
    assert entry.name == "Żółw"
    assert entry.creature.side == "ally"
    assert entry.creature.tags == ("docks", "boss")
    assert (entry.public_name, entry.role, entry.folder) == ("the tall one", "leader", "Dockside")
    assert (entry.threat, entry.kind, entry.creature.is_named) == (7, "named", True)


def test_a_tag_is_taken_off_by_a_click_or_backspace(
    opened: Open, hands: Hands, qtbot: QtBot
) -> None:
    """A click on it; Backspace in the empty field takes the last."""
    editor = opened(creature("Marrow", "a", "b", "c"))
    tags = editor.sheet.identity.tags
    qtbot.mouseClick(tags.frames[0], Qt.MouseButton.LeftButton)
    assert editor.draft.value.creature.tags == ("b", "c")
    tags.field.setFocus()
    hands.press(Key.Key_Backspace)
    assert editor.draft.value.creature.tags == ("b",)


def test_without_a_name_nothing_is_saved(opened: Open, prepared: Program, hands: Hands) -> None:
    """It says so; the name in the file stays."""
    editor = opened(creature("Marrow"))
    editor.sheet.identity.name.setFocus()
    editor.sheet.identity.name.selectAll()
    hands.press(Key.Key_Delete)
    hands.press(Key.Key_S, Ctrl)
    assert editor.foot.message.tone == "danger"
    assert kept(prepared, editor.key).name == "Marrow"


# ---- what it carries


@pytest.mark.qt_log_ignore("does not support raise")  # of the platform without a screen
def test_weapons_come_from_the_library_or_are_its_own(opened: Open, hands: Hands) -> None:
    """A few letters and Enter; what nothing fits is an item of its own."""
    editor = opened(creature("Marrow"))
    editor.sheet.weapons.chooser.setFocus()
    hands.type("knife")
    hands.press(Key.Key_Return)
    assert editor.draft.value.creature.items == (CarriedDef(item="knife"),)
    editor.sheet.weapons.chooser.setFocus()
    hands.type("Zip gun of Marrow")
    hands.press(Key.Key_Return)
    assert editor.draft.value.creature.items[1] == CarriedDef(
        item="Zip gun of Marrow", kind="weapon"
    )
    assert editor.sheet.weapons.model.rowCount() == 2


def test_a_value_of_an_item_is_edited_and_a_wrong_one_stays_in_its_cell(
    opened: Open, qtbot: QtBot
) -> None:
    """The library's item is not touched: the value is the creature's own."""
    made = creature("Marrow")
    armed = structs.replace(
        made, creature=_with_items(made.creature, CarriedDef(item="baretta_96f"))
    )
    editor = opened(armed)
    model = editor.sheet.weapons.model
    column = 1 + [field.key for field in model.fields].index("magazine")
    before = model.index(0, column).data()
    assert model.setData(model.index(0, column), "30")
    assert editor.draft.value.creature.items[0].values == {"magazine": 30}
    assert not model.setData(model.index(0, column), "many")
    assert model.index(0, column).data() == "many"
    assert editor.sheet.troubles
    assert not editor.head.save.isEnabled()
    assert model.setData(model.index(0, column), before)
    assert editor.draft.value.creature.items[0].values == {}
    assert not editor.sheet.troubles


def _with_items(made, *items):
    from dataclasses import replace

    return replace(made, items=items)


def test_an_item_is_taken_in_hand_and_away(opened: Open, hands: Hands) -> None:
    """From its menu, and by Del."""
    made = creature("Marrow")
    armed = structs.replace(
        made,
        creature=_with_items(made.creature, CarriedDef(item="knife"), CarriedDef(item="smg")),
    )
    editor = opened(armed)
    table = editor.sheet.weapons
    menu = table.menu(1)
    menu.actions()[0].trigger()
    menu.deleteLater()
    assert editor.draft.value.creature.held == "smg"
    table.view.setFocus()
    table.view.setCurrentIndex(table.model.index(1, 0))
    hands.press(Key.Key_Delete)
    assert editor.draft.value.creature.items == (CarriedDef(item="knife"),)
    assert editor.draft.value.creature.held == ""


def test_no_key_in_the_editor_reaches_the_fight(
    opened: Open, prepared: Program, hands: Hands
) -> None:
    """N in a list of choices does not start the fight, Del in a table removes no combatant, F1 still helps."""
    editor = opened(creature("Marrow"))
    entries = len(prepared.controller.session.log)
    for widget in (editor.sheet.identity.kind, editor.sheet.total.buttons[0], editor.head.save):
        widget.setFocus()
        hands.type("n")
    editor.sheet.weapons.chooser.setFocus()
    hands.press(Key.Key_Delete)
    assert len(prepared.controller.session.log) == entries
    assert prepared.window.is_prep
    hands.press(Key.Key_F6)
    assert prepared.window.is_prep


@pytest.mark.parametrize("tab", [0, 1, 2])
def test_everything_in_prep_has_a_name(opened: Open, prepared: Program, tab: int) -> None:
    """A screen reader says what it is."""
    editor = opened(creature("Marrow", "docks", strength=4))
    editor.tabs.setCurrentIndex(tab)
    spoken = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)
    for place in (editor, prepared.room.parts.panel):
        nameless = [
            widget
            for widget in place.findChildren(QWidget)
            if isinstance(widget, spoken)
            and widget.isVisible()
            and not isinstance(widget, QHeaderView)
            and not widget.objectName().startswith("qt_")
            and not (widget.accessibleName() or getattr(widget, "text", str)())
        ]
        assert not nameless


# ---- hit points, what follows


def test_hit_points_as_a_number_worked_out_or_typed(
    opened: Open, prepared: Program, qtbot: QtBot
) -> None:
    """The three ways exclude each other."""
    editor = opened(creature("Marrow", strength=4, health=20))
    number_, average, rolled, typed = editor.sheet.total.buttons
    assert not rolled.isVisible()  # this game has no hit dice
    assert number_.isChecked()
    qtbot.mouseClick(average, Qt.MouseButton.LeftButton)
    assert "health" not in editor.draft.value.creature.sheet
    qtbot.mouseClick(typed, Qt.MouseButton.LeftButton)
    assert editor.draft.value.total == "typed"
    qtbot.mouseClick(number_, Qt.MouseButton.LeftButton)
    assert editor.draft.value.total == "sheet"
    assert editor.draft.value.creature.sheet["health"] > 0


def test_what_follows_is_worked_out_while_it_is_typed(
    opened: Open, hands: Hands, qtbot: QtBot
) -> None:
    """Health is three times strength; the sections say so a moment later, and the odds with them."""
    editor = opened(creature("Marrow", strength=3))
    retype(hands, number(editor, "strength"), "7")

    def says_21() -> bool:
        return "21" in editor.sheet.results.surface.accessibleDescription()

    qtbot.waitUntil(says_21)
    assert editor.sheet.odds.attack.accessibleDescription()


def test_an_opponent_is_chosen(opened: Open, qtbot: QtBot) -> None:
    """Odds are against whom the list says."""
    made = creature("Marrow", strength=4, firearms=5)
    armed = structs.replace(
        made, creature=_with_items(made.creature, CarriedDef(item="baretta_96f"))
    )
    editor = opened(armed)
    before = editor.sheet.odds.attack.accessibleDescription()
    place = editor.sheet.odds.opponent.findData("d6pool:enforcer")
    editor.sheet.odds.opponent.setCurrentIndex(place)
    editor.sheet.odds.opponent.activated.emit(place)
    assert editor.sheet.odds.attack.accessibleDescription() != before


# ---- notes, portrait, source


def test_notes_are_a_step_and_kept(opened: Open, prepared: Program, hands: Hands) -> None:
    """Quotes, slashes and line breaks included."""
    editor = opened(creature("Marrow"))
    editor.tabs.setCurrentIndex(1)
    editor.notes.notes.setFocus()
    hands.type('say "no"/')
    hands.press(Key.Key_Return)
    hands.type("run")
    hands.press(Key.Key_S, Ctrl)
    assert kept(prepared, editor.key).creature.note == 'say "no"/\nrun'
    hands.type("!")
    hands.press(Key.Key_Z, Ctrl)
    assert editor.notes.notes.toPlainText() == 'say "no"/\nrun'


def picture(width: int, height: int) -> QImage:
    """A picture in one colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return image


def test_a_portrait_is_made_small_and_kept_in_the_campaign(
    opened: Open, prepared: Program, tmp_path: Path, hands: Hands
) -> None:
    """From a file, at most 512 pixels, as PNG."""
    editor = opened(creature("Marrow"))
    file = tmp_path / "face.jpg"
    assert picture(2000, 1000).save(str(file))
    editor.notes.portrait.take_file(str(file))
    assert editor.save()
    item = prepared.room.parts.library.creatures.one(editor.key)
    png = prepared.room.parts.library.creatures.portrait(item.value)
    image = QImage.fromData(png, "PNG")
    assert (image.width(), image.height()) == (MOST, MOST // 2)
    assert not editor.notes.portrait.picture.isNull()


def dropped(widget: QWidget, at: QPoint, file: Path) -> bool:
    """Drags a file onto a widget and lets go there, as Qt tells of it; returns whether it was taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(widget, enter)
    let_go = QDropEvent(at.toPointF(), Qt.DropAction.CopyAction, data, left, none)
    if enter.isAccepted():
        QApplication.sendEvent(widget, let_go)
    return enter.isAccepted() and let_go.isAccepted()


def test_a_picture_dropped_on_a_creature_becomes_its_portrait(
    opened: Open, prepared: Program, tmp_path: Path
) -> None:
    """On its line of the list it is kept at once; no preview of an import opens, and nobody else gets it."""
    key = opened(creature("Marrow")).key
    view, library = prepared.room.parts.panel.list, prepared.room.parts.library
    place = view.rows.place_of(key)
    view.scrollTo(view.rows.index(place))
    file = tmp_path / "face.png"
    assert picture(20, 10).save(str(file))
    before = [item.value.portrait for item in library.creatures.items if item.key != key]
    assert dropped(view.viewport(), view.visualRect(view.rows.index(place)).center(), file)
    png = library.creatures.portrait(library.creatures.one(key).value)
    image = QImage.fromData(png, "PNG")
    assert (image.width(), image.height()) == (20, 10)
    assert before == [item.value.portrait for item in library.creatures.items if item.key != key]
    assert prepared.prep is not None
    assert prepared.prep.imports.dialog is None


def test_a_picture_dropped_on_the_picture_in_the_editor_is_taken(
    opened: Open, tmp_path: Path
) -> None:
    """As any other edit it is kept when the creature is."""
    editor = opened(creature("Marrow"))
    file = tmp_path / "face.png"
    assert picture(20, 10).save(str(file))
    assert dropped(editor.notes.portrait, QPoint(5, 5), file)
    assert editor.draft.value.portrait


def test_a_file_that_is_only_called_a_picture_is_refused_by_name(
    opened: Open, prepared: Program, tmp_path: Path
) -> None:
    key = opened(creature("Marrow")).key
    view, library = prepared.room.parts.panel.list, prepared.room.parts.library
    file = tmp_path / "face.png"
    file.write_bytes(b"no picture")
    place = view.rows.index(view.rows.place_of(key))
    view.scrollTo(place)
    assert dropped(view.viewport(), view.visualRect(place).center(), file)
    assert library.creatures.one(key).value.portrait == ""


def test_a_portrait_is_pasted_and_taken_away(opened: Open, qtbot: QtBot) -> None:
    """What was copied last; nothing to paste is said."""
    editor = opened(creature("Marrow"))
    QGuiApplication.clipboard().clear()
    editor.tabs.setCurrentIndex(1)
    qtbot.mouseClick(editor.notes.portrait.paste, Qt.MouseButton.LeftButton)
    assert editor.foot.message.tone == "danger"
    QGuiApplication.clipboard().setImage(picture(40, 40))
    qtbot.mouseClick(editor.notes.portrait.paste, Qt.MouseButton.LeftButton)
    assert editor.draft.value.portrait
    qtbot.mouseClick(editor.notes.portrait.drop, Qt.MouseButton.LeftButton)
    assert not editor.draft.value.portrait


def test_what_is_no_picture_is_refused(opened: Open, tmp_path: Path) -> None:
    """A text named .png says what it is not."""
    file = tmp_path / "face.png"
    file.write_text("no picture")
    assert read_image(str(file)) is None
    editor = opened(creature("Marrow"))
    editor.notes.portrait.take_file(str(file))
    assert "face.png" in editor.foot.message.text
    assert QImage.fromData(small_png(picture(10, 20))).size().height() == 20


def test_the_source_is_shown_and_guesses_are_confirmed(
    prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Raw and read only, with unknown keys; a guess goes by a button or by typing a value."""
    from encounter_gui.core.ids import RulesetId
    from encounter_gui.storage.prepared_store import New

    entry = structs.replace(
        creature("Marrow", strength=4, dexterity=5, firearms=3),
        source=SourceNote(file="marrow.json", adapter="foundry"),
        guessed=("strength", "dexterity"),
        unknown=("cyberdeck",),
    )
    library = prepared.room.parts.library.creatures
    (item,) = library.take_in([New(ruleset=RulesetId("d6pool"), value=entry, raw='{"name": 1}')])
    prepared.room.parts.edit(item.key)
    editor = prepared.room.parts.editor
    assert editor.source.raw.toPlainText() == '{"name": 1}'
    assert editor.source.raw.isReadOnly()
    assert "cyberdeck" in editor.source.unknown.text()
    group = next(each for each in editor.sheet.groups if "strength" in each.labels)
    assert group.labels["strength"].is_guessed
    retype(hands, number(editor, "strength"), "6")
    assert editor.draft.value.guessed == ("dexterity",)
    editor.tabs.setCurrentIndex(2)
    (button,) = editor.source.guesses
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert editor.draft.value.guessed == ()


# ---- every ruleset


@pytest.mark.parametrize("ruleset", ["cwn", "phases", "chrome", "d6pool"])
def test_every_shipped_creature_opens_and_is_not_changed_by_that(
    prepared: Program, ruleset: str
) -> None:
    """Looking is not editing: nothing can be saved, and nothing is wrong."""
    editor = prepared.room.parts.editor
    items = [o for o in prepared.room.parts.library.creatures.items if o.ruleset == ruleset]
    assert items
    for item in items:
        editor.open(item.key)
        assert editor.key == item.key
        assert not editor.draft.is_changed, item.key
        assert editor.sheet.troubles == (), item.key
        editor.results.work_out()
        assert editor.sheet.results.trouble.text == "", item.key


def test_long_groups_show_what_is_on_the_sheet(prepared: Program, qtbot: QtBot) -> None:
    """The others are behind a button, and come when a field of them is asked for."""
    prepared.room.parts.edit("phases:ganger")
    editor = prepared.room.parts.editor
    group = next(each for each in editor.sheet.groups if "archery" in each.edits)
    assert group.edits["archery"].isHidden()
    assert not group.edits["marksmanship"].isHidden()
    qtbot.mouseClick(group.head.more, Qt.MouseButton.LeftButton)
    assert not group.edits["archery"].isHidden()


def test_a_click_on_a_place_of_the_figure_edits_its_armour(
    prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Of several pieces over it the best; a place that nothing covers leads to the field that adds armour."""
    entry = creature("Marrow")
    worn = (CarriedDef(item="leather"), CarriedDef(item="light_vest"))
    entry = structs.replace(entry, creature=dataclasses.replace(entry.creature, items=worn))
    (made,) = prepared.room.parts.library.creatures.add("phases", [entry])
    prepared.room.parts.edit(made.key)
    editor = prepared.room.parts.editor
    body, armour = editor.sheet.body, editor.sheet.armour
    qtbot.waitUntil(body.isVisible, timeout=10_000)

    def click(place: str) -> None:
        spot = body.spot_of(place)
        assert spot is not None
        qtbot.mouseClick(body.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    click("torso")
    typed = QApplication.focusWidget()
    assert isinstance(typed, QLineEdit)
    assert (typed.text(), armour.view.currentIndex().row()) == ("6", 1)
    typed.selectAll()
    hands.type("9")
    hands.press(Key.Key_Return)
    qtbot.waitUntil(lambda: editor.creature.items[1].values == {"value": 9}, timeout=10_000)
    click("left_arm")
    assert armour.view.currentIndex().row() == 0
    qtbot.waitUntil(lambda: not armour.view.visibleRegion().isEmpty(), timeout=10_000)
    click("head")
    assert armour.chooser.hasFocus()
    assert "Head" in armour.head.accessibleDescription()


def test_two_of_a_kind_are_told_apart_and_held_apart(
    opened: Open, prepared: Program, hands: Hands
) -> None:
    """Each has a name of its own; the second goes into the other hand, and stays there when the first is removed."""
    two = dataclasses.replace(
        creature("Marrow").creature,
        items=(CarriedDef(item="revolver"), CarriedDef(item="revolver")),
    )
    editor = opened(structs.replace(creature("Marrow"), creature=two))
    table = editor.sheet.weapons
    assert [row.name for row in table.model.rows] == ["Revolver", "Revolver (2)"]
    chosen = {action.data(): action for action in table.menu(1).actions()}
    chosen["hold_off", 1].trigger()
    assert editor.draft.value.creature.off == "revolver_2"
    assert [table.model.index(row, 0).data(HELD_ROLE) for row in range(2)] == [False, True]
    table.view.removal_requested.emit(0)
    assert (editor.draft.value.creature.held, editor.draft.value.creature.off) == ("", "revolver")
