"""Gear and conditions in the library, by keys and clicks: found, copied, changed, deleted, given to a creature."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.library.browse.custom_entry_page import CustomEntryPage
from encounter_gui.gui.library.browse.library_panel import LibraryPanel
from encounter_gui.gui.library.edit.custom_entry_editor import CustomEntryEditor
from encounter_gui.gui.library.fields.field_edits import NumberEdit
from encounter_gui.gui.library.list.list_lines import CustomEntryLine, HeadingLine
from encounter_gui.play.prep.custom_entries import CustomItem
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, ConditionDef, CreatureDef, Effect, ItemDef
from tests.gui.library.conftest import Ctrl, Hands, Key, Open, begin, creature, prepare
from tests.gui.window.conftest import Lent
from tests.helpers.nameless import nameless
from tests.helpers.rulesets import shipped

SPIKE = ItemDef(
    key="", name="Rail spike", kind="weapon", values={"damage": 7, "ranges": (5, 10, 20, 40)}
)
GLITCHED = ConditionDef(key="", name="Glitched", kind="warn", text="Sparks fly.")


@pytest.fixture
def room(lent: Lent, qtbot: QtBot, hands: Hands, tmp_path: Path) -> Iterator[Program]:
    """Gear, in prep."""

    def enter(program: Program) -> None:
        prepare(program, hands, tmp_path)
        click_room(program, "item", qtbot)

    yield lent.program(qtbot, enter, "gear")
    lent.give_back()


def click_room(program: Program, room: str, qtbot: QtBot) -> None:
    """Clicks a segment of the switch."""
    switch = program.room.parts.panel.rooms
    qtbot.mouseClick(switch.button(room), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]  # a room


def page(program: Program) -> CustomEntryPage:
    """The page of gear and conditions."""
    return program.room.parts.panel.custom_entries


def editor(program: Program) -> CustomEntryEditor:
    """The editor of gear and conditions."""
    return program.room.parts.things


def keep(program: Program, extra: CustomEntry) -> CustomItem:
    """Adds a thing of the campaign's own."""
    return program.room.parts.library.creatures.custom_entries.add("d6pool", [extra])[0]


def things(program: Program) -> list[str]:
    """The names in the list, from the top."""
    lines = page(program).list.rows.lines
    return [line.name for line in lines if isinstance(line, CustomEntryLine)]


def go_to(program: Program, key: str) -> None:
    """Selects a thing."""
    page(program).list.select([key], key)
    page(program).list.setFocus()


def item(program: Program) -> ItemDef:
    """The item in the editor, as edited."""
    entry = editor(program).draft.value
    assert isinstance(entry, ItemDef)
    return entry


def condition(program: Program) -> ConditionDef:
    """The condition in the editor, as edited."""
    entry = editor(program).draft.value
    assert isinstance(entry, ConditionDef)
    return entry


def in_file(path: Path) -> list[str]:
    """The names of own things as they are in the file."""
    from encounter_gui.storage.campaign import Campaign

    with Campaign.open(path) as campaign:
        return [kept.value.name for kept in campaign.prepared.custom_entries.all()]


def path_of(program: Program) -> Path:
    """The campaign's file, closed."""
    assert program.campaigns.is_open
    path = program.campaigns.campaign.path
    program.campaigns.close()
    return path


# ---- looking


def test_the_switch_shows_gear_and_conditions_of_the_fights_ruleset(
    room: Program, qtbot: QtBot
) -> None:
    """The search takes the keyboard; the editor follows the list."""
    ruleset = room.controller.context.ruleset
    assert sorted(things(room)) == sorted(each.name for each in ruleset.items)
    assert page(room).search.hasFocus()
    assert editor(room).isVisible()
    assert not room.room.parts.editor.isVisible()
    click_room(room, "condition", qtbot)
    assert sorted(things(room)) == sorted(each.name for each in ruleset.conditions)
    click_room(room, "creatures", qtbot)
    assert room.room.parts.panel.search.hasFocus()
    assert room.room.parts.editor.isVisible()


def test_own_things_stand_first_and_apart(room: Program) -> None:
    """What comes with the ruleset has its mark."""
    keep(room, SPIKE)
    headings = [line for line in page(room).list.rows.lines if isinstance(line, HeadingLine)]
    assert [(line.title, line.icon, line.count) for line in headings[:2]] == [
        ("Weapons", "", 1),
        ("Weapons", "ruleset", 11),
    ]


def test_lines_carry_the_numbers_that_matter(room: Program) -> None:
    """Damage and range of a weapon; all of it in words for whoever does not see them."""
    made = keep(room, SPIKE)
    line = page(room).list.rows.lines[1]
    assert isinstance(line, CustomEntryLine)
    assert (line.key, line.note) == (made.key, "7 · 5/10/20/40")
    assert (
        line.words == "Rail spike, Kind weapon, Damage level 7, Range limits in metres 5/10/20/40"
    )


def test_letters_and_pills_narrow_the_list(room: Program, hands: Hands, qtbot: QtBot) -> None:
    """Beginnings of words; kinds at a click, and off again."""
    hands.type("kni")
    assert things(room) == ["Knife", "Throwing knives"]
    assert page(room).search.count_text == "2 of 16"
    hands.press(Key.Key_Escape)
    armour = next(pill for pill in page(room).pills if pill.toggle_shown.key == "armor")
    qtbot.mouseClick(armour, Qt.MouseButton.LeftButton)
    assert len(things(room)) == 4
    qtbot.mouseClick(armour, Qt.MouseButton.LeftButton)
    assert len(things(room)) == 16


def test_conditions_say_what_they_do(room: Program, qtbot: QtBot) -> None:
    """In the colour and with the icon of their kind."""
    keep(room, GLITCHED)
    click_room(room, "condition", qtbot)
    line = page(room).list.rows.lines[1]
    assert isinstance(line, CustomEntryLine)
    assert (line.note, line.role, line.is_prose) == ("Sparks fly.", "status.warn", True)


def test_a_group_is_folded_by_a_click_on_its_heading(room: Program, qtbot: QtBot) -> None:
    """And nothing of it is shown then."""
    view = page(room).list
    point = view.visualRect(view.rows.index(0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert len(things(room)) == 5


# ---- what comes with the ruleset


def test_shipped_things_are_only_read(room: Program) -> None:
    """No field, no Save: values with their names, and what to do."""
    go_to(room, "item:d6pool:smg")
    shown = dict(editor(room).facts.shown)
    assert (shown["Damage level"], shown["Rounds in a magazine"]) == ("6", "30")
    assert not editor(room).name.isVisible()
    assert not editor(room).head.save.isVisible()


def test_duplicate_makes_an_own_copy_to_type_into(
    room: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Its name is ready to be written over; saved with Ctrl+S, in the file at once."""
    go_to(room, "item:d6pool:smg")
    qtbot.mouseClick(editor(room).head.duplicate, Qt.MouseButton.LeftButton)
    hands.type("Rattler")
    damage = editor(room).item.edits["damage"]
    assert isinstance(damage, NumberEdit)
    damage.setFocus()
    hands.press(Key.Key_Up)
    hands.press(Key.Key_S, Ctrl)
    assert things(room)[0] == "Rattler"
    kept = room.room.parts.library.custom_entries.one(editor(room).key)
    assert kept is not None
    assert isinstance(kept.value, ItemDef)
    assert (kept.value.name, kept.value.values["damage"], kept.value.values["magazine"]) == (
        "Rattler",
        7,
        30,
    )
    assert in_file(path_of(room)) == ["Rattler"]


def test_deleting_what_comes_with_the_ruleset_is_refused(room: Program, hands: Hands) -> None:
    """It says what to do instead."""
    go_to(room, "item:d6pool:smg")
    hands.press(Key.Key_Delete)
    assert "Duplicate it" in room.room.parts.panel.notice.message.text
    assert "SMG" in things(room)


# ---- own gear


def test_a_new_item_gets_a_name_kind_and_values(room: Program, hands: Hands, qtbot: QtBot) -> None:
    """From the + of the dock; the fields are those of the kind."""
    qtbot.mouseClick(room.room.parts.panel.new, Qt.MouseButton.LeftButton)
    hands.type("Riot vest")
    kind = editor(room).item.kind
    choose(kind, "armour")
    level = editor(room).item.edits["level"]
    level.setFocus()
    hands.type("5")
    hands.press(Key.Key_S, Ctrl)
    made = item(room)
    assert (made.key, made.name, made.kind, dict(made.values)) == (
        "own_new_item",
        "Riot vest",
        "armor",
        {"level": 5},
    )


def test_each_edit_is_taken_back(room: Program, hands: Hands) -> None:
    """Ctrl+Z in the editor, a field at a time; the file is not touched."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    hands.type("Nail gun")
    editor(room).item.edits["damage"].setFocus()
    hands.press(Key.Key_Up)
    hands.press(Key.Key_Z, Ctrl)
    assert (item(room).name, item(room).values["damage"]) == ("Nail gun", 7)
    hands.press(Key.Key_Z, Ctrl)
    assert item(room) == made.value
    hands.press(Key.Key_Y, Ctrl)
    assert item(room).name == "Nail gun"


@pytest.mark.parametrize(
    ("key", "typed", "said"),
    [
        ("ranges", "5/4/3", "each above the one before"),
        ("damage", "99", "−10–50 is allowed"),
        ("magazine", "x", "wants a whole number"),
    ],
)
def test_what_cannot_be_is_said_and_not_saved(
    room: Program, hands: Hands, key: str, typed: str, said: str
) -> None:
    """It stays as typed, with what is allowed below."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    edit = editor(room).item.edits[key]
    assert not isinstance(edit, QComboBox)
    edit.setFocus()
    edit.selectAll() if hasattr(edit, "selectAll") else None
    hands.type(typed)
    assert edit.property("wrong") == "true"
    assert not editor(room).head.save.isEnabled()
    assert said in editor(room).foot.message.accessibleName()


def test_a_name_that_is_taken_is_refused_when_saving(room: Program, hands: Hands) -> None:
    """Nothing is changed, and the editor says why."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    hands.type("SMG")
    hands.press(Key.Key_S, Ctrl)
    assert "SMG" in editor(room).foot.message.accessibleName()
    assert room.room.parts.library.custom_entries.one(made.key) == made
    assert editor(room).draft.is_changed


def test_del_deletes_and_undo_brings_it_back(room: Program, hands: Hands, qtbot: QtBot) -> None:
    """From the dock, as with creatures."""
    made = keep(room, SPIKE)
    go_to(room, made.key)
    hands.press(Key.Key_Delete)
    assert room.room.parts.library.custom_entries.one(made.key) is None
    qtbot.mouseClick(room.room.parts.panel.notice.undo, Qt.MouseButton.LeftButton)
    assert room.room.parts.library.custom_entries.one(made.key) == made
    page(room).list.setFocus()
    hands.press(Key.Key_Y, Ctrl)
    assert room.room.parts.library.custom_entries.one(made.key) is None


def test_what_somebody_carries_stays(room: Program, hands: Hands) -> None:
    """It says who does."""
    made = keep(room, SPIKE)
    carrying = CreatureDef(key="ada", name="Ada", items=(CarriedDef(item=made.value.key),))
    room.room.parts.library.creatures.add("d6pool", [LibraryCreature(creature=carrying)])
    go_to(room, made.key)
    hands.press(Key.Key_Delete)
    assert "Ada" in room.room.parts.panel.notice.message.text
    assert room.room.parts.library.custom_entries.one(made.key) == made
    assert "Ada" in editor(room).foot.message.accessibleName()


def test_changes_are_asked_about_before_something_else_is_opened(
    room: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Dropped on demand; the other thing is opened then."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    hands.type("Nail gun")
    room.room.parts.edit_thing("item:d6pool:smg")
    assert editor(room).foot.is_asking
    qtbot.mouseClick(editor(room).foot.drop, Qt.MouseButton.LeftButton)
    assert editor(room).key == "item:d6pool:smg"
    assert room.room.parts.library.custom_entries.one(made.key) == made


def test_the_window_asks_before_it_closes(room: Program, hands: Hands, qtbot: QtBot) -> None:
    """Even when creatures are looked at by now."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    hands.type("Nail gun")
    click_room(room, "creatures", qtbot)
    assert not room.room.may_close()
    assert editor(room).isVisible()
    assert editor(room).foot.is_asking
    editor(room).foot.drop.click()


def test_what_is_wrong_in_one_field_stays_while_another_is_filled(
    room: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Marked and not to be saved, though nothing stood there before; another item has nothing of it."""
    made = keep(room, SPIKE)
    other = keep(room, ItemDef(key="", name="Other", kind="weapon", values={"damage": 3}))
    room.room.parts.edit_thing(made.key)
    edits = editor(room).item.edits
    free = next(
        key
        for key, edit in edits.items()
        if isinstance(edit, NumberEdit) and key not in SPIKE.values
    )
    wrong = edits[free]
    assert isinstance(wrong, NumberEdit)
    wrong.setFocus()
    hands.type("abc")
    edits["damage"].setFocus()
    hands.type("1")
    assert wrong.text() == "abc"
    assert editor(room).troubles
    assert not editor(room).head.save.isEnabled()
    editor(room).open(other.key)
    qtbot.mouseClick(editor(room).foot.drop, Qt.MouseButton.LeftButton)
    assert editor(room).key == other.key
    again = editor(room).item.edits[free]
    assert isinstance(again, NumberEdit)
    assert again.text() == ""
    assert not editor(room).troubles


def test_a_weapon_that_becomes_armour_is_saved_without_what_only_weapons_have(
    room: Program, hands: Hands
) -> None:
    """Nobody could see those values any more, or take them off."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    choose(editor(room).item.kind, "armour")
    editor(room).focus_field()
    hands.press(Key.Key_S, Ctrl)
    assert not editor(room).draft.is_changed
    kept = room.room.parts.library.creatures.custom_entries.one(made.key)
    assert kept is not None
    assert isinstance(kept.value, ItemDef)
    assert kept.value.kind == "armor"
    assert not set(kept.value.values) & {"ranges"}


# ---- given to creatures


def test_the_creature_in_the_editor_carries_it_at_enter(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """A step of its draft: saved with the creature, or taken back there."""
    made = keep(prepared, SPIKE)
    who = opened(creature("Ada"))
    click_room(prepared, "item", qtbot)
    hands.type("rail")
    assert page(prepared).carry.words == "Add to Ada"
    hands.press(Key.Key_Return)
    assert who.draft.value.creature.items == (CarriedDef(item=made.value.key),)
    assert "Ada" in prepared.room.parts.panel.notice.message.text
    click_room(prepared, "creatures", qtbot)
    who.focus_field()
    hands.press(Key.Key_S, Ctrl)
    assert not who.draft.is_changed
    assert who.sheet.weapons.model.rows[0].name == "Rail spike"
    assert who.sheet.weapons.model.rows[0].value("damage") == 7


def test_who_would_carry_is_only_said_among_gear(
    opened: Open, prepared: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Among creatures and conditions there is nothing to carry."""
    opened(creature("Ada"))
    offered = {}
    for each in ("creatures", "item", "condition"):
        click_room(prepared, each, qtbot)
        offered[each] = page(prepared).foot.isVisible()
    assert offered == {"creatures": False, "item": True, "condition": False}
    click_room(prepared, "creatures", qtbot)
    opened(creature("Bo"))
    assert not page(prepared).foot.isVisible()


@pytest.mark.qt_log_ignore("does not support raise")  # of the platform without a screen
def test_the_chooser_of_the_editor_offers_what_was_just_made(
    opened: Open, prepared: Program, hands: Hands
) -> None:
    """Without opening the creature again."""
    who = opened(creature("Ada"))
    keep(prepared, SPIKE)
    who.sheet.weapons.chooser.setFocus()
    hands.type("rail")
    hands.press(Key.Key_Return)
    assert who.draft.value.creature.items == (CarriedDef(item="own_rail_spike"),)


def test_a_fight_that_is_on_takes_it_inline(
    panel: LibraryPanel, program: Program, hands: Hands
) -> None:
    """The fight began before the weapon was made, and its rules stay as they are."""
    made = keep(program, SPIKE)
    carrying = CreatureDef(key="ada", name="Ada", items=(CarriedDef(item=made.value.key),))
    program.room.parts.library.creatures.add("d6pool", [LibraryCreature(creature=carrying)])
    panel.search.setFocus()
    hands.type("ada")
    hands.press(Key.Key_Return)
    joined = list(program.controller.context.state.combatants.values())[-1]
    assert (joined.name, joined.items[0].name, joined.items[0].values["damage"]) == (
        "Ada",
        "Rail spike",
        7,
    )
    assert program.controller.context.ruleset.item(made.value.key) is None


# ---- own conditions


@pytest.mark.parametrize("ruleset", ["chrome", "cwn", "d6pool", "phases"])
def test_what_effects_are_on_has_words(ruleset: str) -> None:
    """Keys of the rules are not for reading."""
    texts = paths.message_catalog()
    keys = {effect.on for each in shipped(ruleset).conditions for effect in each.effects}
    assert [on for on in sorted(keys) if not texts.text_or(f"gui.thing.on.{on}", "")] == []


def test_a_condition_is_made_and_can_be_given_in_the_fight_being_prepared(
    room: Program, hands: Hands, qtbot: QtBot
) -> None:
    """With its effects, and picked by the command line."""
    click_room(room, "condition", qtbot)
    qtbot.mouseClick(room.room.parts.panel.new, Qt.MouseButton.LeftButton)
    hands.type("Glitched")
    form = editor(room).condition
    choose(form.kind, "hindrance")
    choose(form.lasts, "so many turns")
    form.rounds.setFocus()
    hands.press(Key.Key_Up)
    form.text.setFocus()
    hands.type("Sparks.")
    qtbot.mouseClick(form.more, Qt.MouseButton.LeftButton)
    hands.press(Key.Key_Down)
    hands.press(Key.Key_S, Ctrl)
    made = condition(room)
    assert (made.name, made.kind, made.rounds, made.lasts) == ("Glitched", "warn", 2, "")
    assert made.effects == (Effect(on=made.effects[0].on, amount=-2),)
    begin(room)
    assert room.controller.context.ruleset.condition(made.key) == made
    who = next(iter(room.controller.context.state.combatants.values()))
    from encounter_gui.rules.model.commands import Afflict

    assert room.controller.perform(Afflict(who=(who.id,), condition="Glitched"))
    assert room.controller.context.state.combatants[who.id].has(made.key)


def test_an_effect_taken_away_takes_its_wrong_amount_with_it(
    room: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Nothing of it keeps the rest from being saved, or stands in the row that moves up."""
    effects = (Effect(on="attack", amount=-1), Effect(on="resist", amount=-2))
    made = keep(room, ConditionDef(key="", name="Glitched", effects=effects))
    click_room(room, "condition", qtbot)
    room.room.parts.edit_thing(made.key)
    form = editor(room).condition
    for left in ("−2", ""):
        form.rows[0].amount.setFocus()
        hands.type("x")
        assert editor(room).troubles
        qtbot.mouseClick(form.rows[0].drop, Qt.MouseButton.LeftButton)
        assert not editor(room).troubles
        assert "".join(row.amount.text() for row in form.rows) == left


def test_effects_are_taken_away_and_back(room: Program, qtbot: QtBot, hands: Hands) -> None:
    """Each a step."""
    made = keep(
        room,
        ConditionDef(
            key="",
            name="Glitched",
            effects=(Effect(on="attack", amount=-1), Effect(on="resist", amount=-2)),
        ),
    )
    click_room(room, "condition", qtbot)
    room.room.parts.edit_thing(made.key)
    qtbot.mouseClick(editor(room).condition.rows[0].drop, Qt.MouseButton.LeftButton)
    assert condition(room).effects == (Effect(on="resist", amount=-2),)
    editor(room).name.setFocus()
    hands.press(Key.Key_Z, Ctrl)
    assert condition(room) == made.value


# ---- how it goes together


def test_escape_leads_from_the_list_to_the_search_and_out(
    panel: LibraryPanel, program: Program, hands: Hands, qtbot: QtBot
) -> None:
    """Beside a fight the dock closes in the end, as with creatures."""
    click_room(program, "item", qtbot)
    page(program).list.setFocus()
    hands.press(Key.Key_Escape)
    assert page(program).search.hasFocus()
    hands.press(Key.Key_Escape)
    assert not panel.isVisible()


def test_everything_has_a_name(room: Program, qtbot: QtBot) -> None:
    """For screen readers."""
    made = keep(room, SPIKE)
    room.room.parts.edit_thing(made.key)
    assert nameless(page(room)) == nameless(room.room.parts.panel.rooms) == []
    assert nameless(editor(room)) == []
    click_room(room, "condition", qtbot)
    room.room.parts.edit_thing(keep(room, GLITCHED).key)
    assert nameless(editor(room)) == []


def test_another_campaign_has_its_own(room: Program, tmp_path: Path, qtbot: QtBot) -> None:
    """Nothing of one is shown in another."""
    keep(room, SPIKE)
    assert "Rail spike" in things(room)
    room.campaigns.create(tmp_path / "Other.encounter")
    room.room.prepare(True)
    click_room(room, "item", qtbot)
    assert len(things(room)) == 16


def choose(box: QComboBox, text: str) -> None:
    """Chooses an entry, as a click in the list does."""
    place = box.findText(text)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)
