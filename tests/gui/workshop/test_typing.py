"""Typing over values: what is own, what is wrong, several entries at once, and the way back to the book."""

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from encounter_gui.app.program import Program
from encounter_gui.gui.workshop.workshop_controller import WorkshopController
from tests.gui.workshop.conftest import (
    click,
    go_to,
    item,
    own,
    press,
    text_of,
    type_over,
    type_text,
)

RIFLE = ("items", "combat_rifle")


def select(workshop: WorkshopController, *names: str) -> None:
    """Selects entries by clicks, the others with Ctrl."""
    view, model = workshop.page.table, workshop.page.table.rules
    assert model.shown is not None
    rows = [each.name for each in model.shown.rows]
    for place, name in enumerate(names):
        index = model.index(rows.index(name), 1)
        view.scrollTo(index)
        held = Qt.KeyboardModifier.ControlModifier if place else Qt.KeyboardModifier.NoModifier
        point = view.visualRect(index).center() - QPoint(4, 0)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, point)


def test_enter_keeps_what_is_typed_and_goes_down(workshop: WorkshopController) -> None:
    """As in a table: Enter opens a cell, Enter in it keeps it and goes to the cell below; Esc leaves it."""
    go_to(workshop, "Combat rifle", "values.damage")
    press("Return")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    press("Ctrl+A")
    type_text("1d10")
    press("Return")
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"
    view = workshop.page.table
    assert view.hasFocus()
    assert view.currentIndex().row() == 5
    type_text("3d8")
    press("Esc")
    assert own(workshop) == ((*RIFLE, "values", "damage"),)
    assert workshop.page.isVisible(), "the first Esc belongs to the field"


def test_the_books_value_typed_drops_the_own_one(workshop: WorkshopController) -> None:
    """Typing what the book says is the way back, too."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    type_over(workshop, "Combat rifle", "values.damage", "1d12")
    assert own(workshop) == ()


def test_del_drops_the_value_and_shift_del_the_entry(workshop: WorkshopController) -> None:
    """Del at a value takes that one back; Shift+Del everything of the entry."""
    for column, text in (("values.damage", "1d10"), ("values.magazine", "45")):
        type_over(workshop, "Combat rifle", column, text)
    go_to(workshop, "Combat rifle", "values.damage")
    press("Del")
    assert own(workshop) == ((*RIFLE, "values", "magazine"),)
    press("Ctrl+Z", "Shift+Del")
    assert own(workshop) == ()
    assert text_of(workshop, "Combat rifle", "values.magazine") == "30"


def test_back_to_the_book_stands_in_the_row_of_own_values_only(
    workshop: WorkshopController,
) -> None:
    """The button is there for the row the keyboard is on, named for a screen reader, and drops what is own."""
    back = workshop.page.table.back
    go_to(workshop, "Rifle", "values.damage")
    assert not back.isVisible()
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    go_to(workshop, "Combat rifle", "values.damage")
    assert back.accessibleName() == "Combat rifle back to the book"
    click(back)
    assert own(workshop) == ()
    assert not back.isVisible()
    assert workshop.page.table.hasFocus()


def test_the_row_under_the_mouse_has_the_way_back_as_well(workshop: WorkshopController) -> None:
    """Pointed at, a row with own values has the button; it takes that row back, not the one the keyboard is on."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    type_over(workshop, "Rifle", "values.damage", "1d6")
    go_to(workshop, "Rifle", "values.damage")
    view = workshop.page.table
    point = view.visualRect(view.rules.index(4, 1)).center()
    QTest.mouseMove(view.viewport(), point)
    QApplication.processEvents()
    seen = [
        each
        for each in view.viewport().findChildren(QPushButton)
        if each.isVisible() and each is not view.back
    ]
    assert [each.accessibleName() for each in seen] == ["Combat rifle back to the book"]
    click(seen[0])
    assert own(workshop) == (("items", "rifle", "values", "damage"),)


@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        ("values.damage", "2d", "Until it is changed 1d12 counts."),
        ("values.trauma", "d9x", "Until it is changed d8 counts."),
        ("values.range", "300", "Until it is changed 100/300 counts."),
        ("values.magazine", "many", "Until it is changed 30 counts."),
    ],
)
def test_what_is_wrong_stays_as_typed_with_what_counts_beside_it(
    program: Program, workshop: WorkshopController, column: str, text: str, words: str
) -> None:
    """The draft keeps it, the cell says what is wrong, the foot counts it, no version has it."""
    type_over(workshop, "Combat rifle", column, text)
    assert text_of(workshop, "Combat rifle", column) == text
    (mistake,) = workshop.shown.mistakes
    assert mistake.words.endswith(words)
    assert workshop.page.foot.count.text() == "1 in error"
    type_over(workshop, "Rifle", "values.damage", "1d10")
    press("Ctrl+S")
    ruleset = program.campaigns.campaign.ruleset("cwn")
    assert item(ruleset, "rifle")["damage"] == "1d10"
    assert text_of(workshop, "Combat rifle", column) == text, "it stays in the draft"
    assert len(workshop.shown.mistakes) == 1


def test_a_wrong_letter_is_marked_while_it_is_typed(workshop: WorkshopController) -> None:
    """The field of a cell is red as long as what stands in it cannot be."""
    go_to(workshop, "Combat rifle", "values.damage")
    type_text("2d")
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.property("wrong") == "true"
    assert field.accessibleDescription()
    type_text("6")
    assert field.property("wrong") == "false"
    press("Esc")


def test_one_more_damage_for_several_weapons(workshop: WorkshopController) -> None:
    """+1 over several entries is added to each: dice become d8+1; what has no dice is left out; one undo step."""
    view = workshop.page.table
    select(workshop, "SMG", "Rifle", "Combat rifle")
    view.selectionModel()
    current = view.rules.shown
    assert current is not None
    place = [each.key for each in current.columns].index("values.damage")
    view.selectionModel().setCurrentIndex(
        view.rules.index(view.currentIndex().row(), place),
        view.selectionModel().SelectionFlag.NoUpdate,
    )
    type_text("+1")
    press("Return")
    assert [
        text_of(workshop, name, "values.damage") for name in ("SMG", "Rifle", "Combat rifle")
    ] == [
        "1d8+1",
        "1d10+3",
        "1d12+1",
    ]
    assert len(view.selectedIndexes()) // view.rules.columnCount() == 3
    press("Ctrl+Z")
    assert own(workshop) == ()


def test_one_value_for_several_and_a_sign_that_is_no_sum(workshop: WorkshopController) -> None:
    """A value goes into all that are selected; =−1 is the value −1 where −1 alone would be subtracted."""
    select(workshop, "SMG", "Rifle")
    workshop.values._toggle_columns()
    view = workshop.page.table
    shown = view.rules.shown
    assert shown is not None
    place = [each.key for each in shown.columns].index("values.hit")
    select(workshop, "SMG", "Rifle")
    flags = view.selectionModel().SelectionFlag.NoUpdate
    index = view.rules.index(view.currentIndex().row(), place)
    view.selectionModel().setCurrentIndex(index, flags)
    type_text("=-1")
    press("Return")
    assert [text_of(workshop, name, "values.hit") for name in ("SMG", "Rifle")] == ["−1", "−1"]
    type_text("-1")
    press("Return")
    assert [text_of(workshop, name, "values.hit") for name in ("SMG", "Rifle")] == ["−2", "−2"]


def test_f8_goes_round_what_is_wrong_in_every_table(workshop: WorkshopController) -> None:
    """F8 goes on from where the keyboard is, through all tables, and comes round."""
    type_over(workshop, "Combat rifle", "values.damage", "2d")
    type_over(workshop, "SMG", "values.range", "9")
    workshop.values.show_table("numbers")
    workshop.page.all_numbers.setFocus()
    type_text("5000")
    press("Return")
    seen = []
    for _ in range(4):
        press("F8")
        seen.append((workshop.values.key, workshop.values.at[1]))
    assert seen[:3] == seen[1:4] or len(set(seen)) == 3
    assert set(seen) == {
        ("weapons", "combat_rifle"),
        ("weapons", seen_smg(workshop)),
        ("numbers", "human_trauma_target"),
    }
    assert seen[0] == seen[3]


def seen_smg(workshop: WorkshopController) -> str:
    """Returns the key of the SMG."""
    ruleset = workshop.shown.draft.ruleset
    return next(each.key for each in ruleset.items if each.name == "SMG")


def test_a_number_of_the_rules_is_typed_over_in_its_sentence(workshop: WorkshopController) -> None:
    """Below the weapons stand the numbers whose rules they name; typing changes the one the keyboard is on."""
    page = workshop.page
    page.numbers.setFocus()
    line = page.numbers.current_line
    assert line is not None
    assert (line.row.place, line.value, line.range) == (("numbers", "burst_hit"), "2", "−20 to 20")
    assert line.sentence == "A burst adds +2 to hit"
    type_text("3")
    press("Return")
    assert own(workshop) == (("numbers", "burst_hit", "value"),)
    line = page.numbers.numbers.lines[0]
    assert (line.value, line.book, line.sentence) == ("3", "+2", "A burst adds +3 to hit")
    press("Up", "Del")
    assert own(workshop) == ()


def test_a_thing_carried_is_called_by_its_name(workshop: WorkshopController) -> None:
    """What people carry is shown and typed by name, also where a name has a comma; unknown ones are wrong."""
    workshop.values.show_table("creatures")
    assert text_of(workshop, "Street thug", "items") == "Heavy pistol, Knife"
    type_over(workshop, "Street thug", "items", "Heavy pistol, Sniper rifle, unrested, knife")
    creature = workshop.shown.draft.ruleset.creature("street_thug")
    assert creature is not None
    assert [each.item for each in creature.items] == [
        "heavy_pistol",
        "sniper_rifle_unrested",
        "knife",
    ]
    assert (
        text_of(workshop, "Street thug", "items") == "Heavy pistol, Sniper rifle, unrested, Knife"
    )
    press("Ctrl+Z")
    type_over(workshop, "Street thug", "items", "Heavy pistol, Knive")
    (mistake,) = workshop.shown.mistakes
    assert mistake.row is not None
    assert mistake.row.name == "Street thug"


def test_w10_a_renamed_weapon_is_still_the_one_it_was(workshop: WorkshopController) -> None:
    """W10: a name typed over changes the name alone; who carries it still does."""
    type_over(workshop, "Combat rifle", "name", "Combat rifle +1")
    ruleset = workshop.shown.draft.ruleset
    thing = ruleset.item("combat_rifle")
    assert thing is not None
    assert thing.name == "Combat rifle +1"
    gunman = ruleset.creature("gang_gunman")
    assert gunman is not None
    assert gunman.items[0].item == "combat_rifle"


def test_w5_where_the_book_has_changed_under_an_own_value_both_are_told(
    program: Program, workshop: WorkshopController
) -> None:
    """W5: an update of the game leaves own values; the line below the table says what the book said before."""
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    repository = program.campaigns.campaign.own_rules.repository
    kept = repository.draft("cwn")
    assert kept is not None
    before = {"\t".join((*RIFLE, "values", "damage")): "1d6"}
    document = workshop.document
    assert document is not None
    document.change(
        type(document.draft)(document.draft.base, structs.replace(kept, book=before)), ""
    )
    go_to(workshop, "Combat rifle", "values.damage")
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"
    assert workshop.page.line.accessibleName() == (
        "Combat rifle, Damage dice 1d12 (was 1d6) → 1d10"
    )


def test_w5_a_quiet_line_leads_to_what_the_book_has_changed_and_mine_can_be_kept(
    workshop: WorkshopController,
) -> None:
    """W5: the foot counts such values and goes round them; Keep mine drops the note, Del takes what the book says."""
    foot, document = workshop.page.foot, workshop.document
    assert document is not None
    assert not foot.changed.isVisible()
    type_over(workshop, "Combat rifle", "values.damage", "1d10")
    workshop.values.show_table("numbers")
    workshop.page.all_numbers.setFocus()
    type_text("7")
    press("Return")
    number = workshop.page.all_numbers.numbers.lines[0].row.place
    before = {"\t".join((*RIFLE, "values", "damage")): "1d6", "\t".join((*number, "value")): 5}
    draft = document.draft
    document.change(type(draft)(draft.base, structs.replace(draft.rules, book=before)), "")
    assert foot.changed.text() == "The book changed under 2 own values"
    click(foot.changed)
    assert (workshop.values.key, workshop.values.at) == ("weapons", RIFLE)
    click(foot.keep)
    assert text_of(workshop, "Combat rifle", "values.damage") == "1d10"
    assert foot.changed.text() == "The book changed under 1 own value"
    assert not foot.keep.isVisible(), "it is kept"
    click(foot.changed)
    assert workshop.values.at == number
    assert workshop.page.all_numbers.numbers.lines[0].book == "6 (was 5)"
    press("Del")
    assert not foot.changed.isVisible()
    assert own(workshop) == ((*RIFLE, "values", "damage"),)
    press("Ctrl+Z", "Ctrl+Z")
    assert foot.changed.text() == "The book changed under 2 own values"
