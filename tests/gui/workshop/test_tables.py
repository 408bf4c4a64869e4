"""Which table and entries are shown: the list, the search, own and wrong ones alone, new entries, small windows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLineEdit

from encounter_gui.app.program import Program
from encounter_gui.gui.theme.icons import ICON_NAMES
from encounter_gui.gui.workshop.page_head import OWN, WRONG
from encounter_gui.gui.workshop.side.tables_list import ICONS
from encounter_gui.gui.workshop.workshop_controller import WorkshopController
from tests.gui.workshop.conftest import click, go_to, own, press, type_over, type_text


def names(workshop: WorkshopController) -> list[str]:
    """Returns the entries that are shown."""
    shown = workshop.page.table.rules.shown
    assert shown is not None
    return [each.name for each in shown.rows]


def test_every_table_has_a_place_in_the_list_with_its_counts(workshop: WorkshopController) -> None:
    """All, own ones and what is wrong are counted; a screen reader gets them in words."""
    lines = workshop.page.side.tables.lines
    assert [each.key for each in lines][:3] == ["weapons", "armor", "explosives"]
    assert lines[0].count == len(workshop.shown.rows(workshop.shown.draft.tables[0])) == 38
    type_over(workshop, "Combat rifle", "values.damage", "2d")
    type_over(workshop, "Rifle", "values.damage", "1d10")
    line = workshop.page.side.tables.lines[0]
    assert (line.own, line.wrong) == (2, 1)
    index = workshop.page.side.tables.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Weapons, 38, 2 own, 1 in error"
    assert set(ICONS.values()) <= set(ICON_NAMES)


def test_alt_and_arrows_go_through_the_tables(workshop: WorkshopController) -> None:
    """Alt+Down and Alt+Up show the table after and before, and stop at the ends; the keyboard stays in the values."""
    press("Alt+Up")
    assert workshop.values.key == "weapons"
    press("Alt+Down", "Alt+Down")
    assert workshop.values.key == "explosives"
    assert workshop.page.table.hasFocus()
    for _ in range(20):
        press("Alt+Down")
    assert workshop.values.key == "lists"
    assert names(workshop)


@pytest.mark.parametrize(
    ("sought", "key", "found"),
    [
        ("combat rif", "weapons", "Combat rifle"),
        ("1d10+2", "weapons", "Rifle"),
        ("prone", "conditions", "Prone"),
        ("street_thug", "creatures", "Street thug"),
    ],
)
def test_ctrl_f_finds_names_ids_and_values_in_every_table(
    workshop: WorkshopController, sought: str, key: str, found: str
) -> None:
    """What is not in the table shown is looked for in the others; Enter goes to what was found, Esc shows all again."""
    press("Ctrl+F")
    assert workshop.page.side.search.hasFocus()
    type_text(sought)
    press("Return")
    assert workshop.page.table.hasFocus()
    if workshop.values.key != key:
        workshop.values.show_table(key)
    assert found in names(workshop)
    lines = {each.key: each.found for each in workshop.page.side.tables.lines}
    assert lines[key] == len(names(workshop))
    press("Ctrl+F", "Esc")
    assert workshop.page.side.search.text() == ""
    assert workshop.page.isVisible()


def test_a_rule_is_found_by_its_id(workshop: WorkshopController) -> None:
    """CWN-31 leads to the numbers of bursts."""
    press("Ctrl+F")
    type_text("CWN-31")
    lines = {each.key: each.found for each in workshop.page.side.tables.lines}
    assert lines["numbers"] == 3


def test_own_only_and_in_error_show_those_alone(workshop: WorkshopController) -> None:
    """The segments over the table filter it; where there is nothing, words say what to do."""
    head = workshop.page.head
    click(head.segment(OWN))
    assert workshop.page.nothing.isVisible()
    assert workshop.page.nothing.text().startswith("Nothing here is your own")
    click(head.segment(0))
    type_over(workshop, "Combat rifle", "values.damage", "2d")
    type_over(workshop, "Rifle", "values.damage", "1d10")
    click(head.segment(OWN))
    assert names(workshop) == ["Rifle", "Combat rifle"]
    click(head.segment(WRONG))
    assert head.segment(WRONG).text() == "In error 1"
    assert names(workshop) == ["Combat rifle"]


def test_w9_ctrl_d_makes_an_entry_like_this_one_and_asks_for_its_name(
    program: Program, workshop: WorkshopController
) -> None:
    """W9: the copy has all its values and can be carried at once; Del on its name takes it out again."""
    go_to(workshop, "Combat rifle", "values.damage")
    press("Ctrl+D")
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    press("Ctrl+A")
    type_text("Rail pistol")
    press("Return")
    assert "Rail pistol" in names(workshop)
    ruleset = workshop.shown.draft.ruleset
    made = next(each for each in ruleset.items if each.name == "Rail pistol")
    like = ruleset.item("combat_rifle")
    assert like is not None
    assert dict(made.values) == dict(like.values)
    workshop.values.show_table("creatures")
    type_over(workshop, "Street thug", "items", "Heavy pistol, Rail pistol")
    assert workshop.shown.mistakes == ()
    press("Ctrl+S")
    known = program.campaigns.campaign.ruleset("cwn").creature("street_thug")
    assert known is not None
    assert [each.item for each in known.items] == ["heavy_pistol", made.key]
    workshop.values.show_table("weapons")
    go_to(workshop, "Rail pistol", "name")
    press("Del")
    assert "Rail pistol" not in names(workshop)


def test_a_new_entry_without_values_says_what_it_lacks_and_keeps_its_row(
    workshop: WorkshopController,
) -> None:
    """New makes an entry of a name; what cannot be used of it yet is told, and no version has it."""
    click(workshop.page.head.new)
    press("Ctrl+A")
    type_text("Laser")
    press("Return")
    assert "Laser" in names(workshop)
    assert own(workshop)[0][:1] == ("items",)


def test_more_columns_shows_every_column(workshop: WorkshopController) -> None:
    """The fullest columns that fit are shown; the button shows all, and those alone again."""
    shown = workshop.page.table.rules
    few = shown.columnCount()
    table = workshop.values.table
    assert table is not None
    assert few < len(table.columns)
    click(workshop.page.head.columns)
    assert shown.columnCount() == len(table.columns)
    assert workshop.page.head.columns.text() == "Fewer columns"
    click(workshop.page.head.columns)
    assert shown.columnCount() == few


def test_a_column_with_an_own_value_is_always_shown(workshop: WorkshopController) -> None:
    """What is own can be seen without looking for its column."""
    shown = workshop.page.table.rules.shown
    assert shown is not None
    assert "values.hit" not in [each.key for each in shown.columns]
    click(workshop.page.head.columns)
    type_over(workshop, "Combat rifle", "values.hit", "1")
    click(workshop.page.head.columns)
    shown = workshop.page.table.rules.shown
    assert shown is not None
    assert "values.hit" in [each.key for each in shown.columns]


def test_a_small_window_has_tables_in_a_list_to_choose_and_the_effect_as_a_tab(
    program: Program, workshop: WorkshopController
) -> None:
    """1024 × 700: the left gives way to a list to choose from, What it changes becomes a tab."""
    page = workshop.page
    program.window.resize(1024, 700)
    QApplication.processEvents()
    assert not page.side.isVisible()
    assert not any(each.isVisible() for each in program.window.findChildren(QDockWidget))
    assert page.combo.isVisible()
    assert page.side.search.isVisible()
    assert not page.impact.isVisible()
    assert page.table.isVisible()
    page.combo.setCurrentIndex(1)
    page.combo.activated.emit(1)
    assert workshop.values.key == "armor"
    page.tabs.setCurrentIndex(1)
    assert page.impact.isVisible()
    assert not page.table.isVisible()
    program.window.resize(1366, 768)
    QApplication.processEvents()
    assert page.side.isVisible()
    assert page.impact.isVisible()
    assert page.table.isVisible()
    assert not any(each.isVisible() for each in program.window.findChildren(QDockWidget))
    assert page.side.isAncestorOf(page.side.search)


def test_the_values_people_look_for_first_have_the_first_columns(
    workshop: WorkshopController,
) -> None:
    """At 1366 pixels eight columns of weapons fit: damage, hit, range and the rest in the order of the ruleset."""
    model = workshop.page.table.rules
    titles = [
        model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())
    ]
    assert titles[:8] == ["Name", "Damage", "Hit", "Range, m", "Mag.", "Shock", "Trauma", "×"]
    assert "Pistol" not in titles, "what has no short name comes after all that have one"
    workshop.page.window().resize(1024, 700)
    QApplication.processEvents()
    titles = [
        model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())
    ]
    assert titles[:5] == ["Name", "Damage", "Hit", "Range, m", "Mag."]
    table = workshop.page.table
    for place in range(model.columnCount()):
        assert table.columnWidth(place) >= table.sizeHintForColumn(place), titles[place]


def test_a_sentence_has_the_room_of_what_the_book_says_where_that_is_the_same(
    workshop: WorkshopController,
) -> None:
    """A number that is not own has nothing to say of the book: its sentence goes on to its range."""
    page = workshop.page
    assert page.numbers.columnSpan(0, 1) == 2
    page.numbers.setFocus()
    type_text("3")
    press("Return")
    assert page.numbers.columnSpan(0, 1) == 1
    assert page.numbers.columnSpan(1, 1) == 2
