"""What is typed in the library and the editor, read."""

import pytest

from encounter_gui import paths
from encounter_gui.gui.library.browse.answer_parsing import read_tags, read_totals
from encounter_gui.gui.library.browse.search_text import split_count
from encounter_gui.gui.library.fields.field_text import (
    field_named,
    group_range,
    range_words,
    read_field_change,
    trouble_with,
)
from encounter_gui.rules.model.ruleset import FieldDef, ItemFieldDef
from encounter_gui.rules.model.value_text import allowed_text, read_value, value_text
from tests.helpers.rulesets import shipped


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ganger", (0, "ganger")),
        ("4 ganger", (4, "ganger")),
        ("4", (4, "")),
        ("0 ganger", (0, "0 ganger")),
        ("101 nights", (0, "101 nights")),
        ("", (0, "")),
    ],
)
def test_a_number_before_the_name_says_how_many(typed, read):
    """From 1 to 100; any other number belongs to the name."""
    assert split_count(typed) == read


def test_a_few_letters_name_a_field():
    """The short name comes first, then beginnings of names, then of words in them."""
    rules = shipped("d6pool")
    assert field_named(rules, "dex").key == "dexterity"
    assert field_named(rules, "fi").key == "firearms"
    assert field_named(rules, "resist").key == "pain_resistance"
    assert field_named(rules, "xyz") is None
    assert field_named(rules, " ") is None


@pytest.mark.parametrize(
    ("typed", "key", "before", "after"),
    [
        ("dex 5", "dexterity", 3, 5),
        ("dex5", "dexterity", 3, 5),
        ("dex +2", "dexterity", 3, 5),
        ("dex −1", "dexterity", 3, 2),
        ("smart link yes", "smart_link", False, True),
    ],
)
def test_a_field_is_set_by_its_letters_and_a_value(typed, key, before, after):
    """A sign makes it relative; flags say yes or no."""
    change = read_field_change(shipped("d6pool"), typed)
    assert change is not None
    assert change.field.key == key
    assert change.applied(before) == after


@pytest.mark.parametrize("typed", ["dex", "5", "nothing 5", "smart link perhaps", ""])
def test_what_sets_no_field_is_none(typed):
    """Half a sentence changes nothing."""
    assert read_field_change(shipped("d6pool"), typed) is None


def test_ranges_are_said_with_proper_signs():
    """Minus and en dash; open ends have their own sign."""
    field = FieldDef(key="a", name="A", least=-1, most=4)
    assert range_words(field) == "−1–4"
    assert range_words(FieldDef(key="a", name="A", least=2)) == "≥ 2"
    assert group_range([field, FieldDef(key="b", name="B", least=0, most=4)]) == ""
    texts = paths.message_catalog()
    assert "−1–4" in trouble_with(field, 5, texts)
    assert trouble_with(field, -1, texts) == ""


def test_tags_are_added_and_taken_off():
    """Spaces and commas part them; a minus takes one off."""
    assert read_tags("boss, docks -gang −old +new") == (("boss", "docks", "new"), ("gang", "old"))


def test_totals_are_whole_numbers():
    """One for each copy; a word among them makes it none at all."""
    assert read_totals("12 9,14") == (12, 9, 14)
    assert read_totals("12 nine") is None
    assert read_totals(" ") is None


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (ItemFieldDef(key="a", name="A", least=0, most=9), "7", 7),
        (ItemFieldDef(key="a", name="A", kind="flag"), "yes", True),
        (ItemFieldDef(key="a", name="A", kind="row", length=3, ascending=True), "5/10/20", (5, 10, 20)),
        (ItemFieldDef(key="a", name="A", kind="text", options=("SS", "SA")), "SA", "SA"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="any"), "1d2+1d8+1", "1d2+1d8+1"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="any"), "3d6kh2 + 2d8!", "3d6kh2 + 2d8!"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="exploding"), "1d2+1d8", "1d2+1d8"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="d6"), "2d6+1", "2d6+1"),
        (ItemFieldDef(key="a", name="A"), "", None),
    ],
)  # fmt: skip
def test_values_of_items_are_read_and_shown_alike(field, text, value):
    """What is shown can be typed again."""
    assert read_value(field, text) == value
    assert value_text(value) == text


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (ItemFieldDef(key="a", name="A", least=0, most=9), "10"),
        (ItemFieldDef(key="a", name="A"), "ten"),
        (ItemFieldDef(key="a", name="A", kind="flag"), "perhaps"),
        (ItemFieldDef(key="a", name="A", kind="row", length=3), "5 10"),
        (ItemFieldDef(key="a", name="A", kind="row", ascending=True), "5 5"),
        (ItemFieldDef(key="a", name="A", kind="text", options=("SS",)), "SA"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="any"), "Grenade"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="exploding"), "50d1000"),
        (ItemFieldDef(key="a", name="A", kind="text", dice="one_kind"), "1d6+1d8"),
    ],
)
def test_values_an_item_may_not_have_are_refused(field, text):
    """The field says what is allowed; that is the table's business."""
    with pytest.raises(ValueError, match=r".*"):
        read_value(field, text)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2d6kh3", "3"),
        ("2d6 +", "column 6"),
        ("2d6 + STR", "“STR”"),
        ("8 + 2", "no dice"),
    ],
)
def test_dice_that_cannot_be_rolled_are_refused_with_the_words_of_the_notation(typed, said):
    """What is wrong and where, after the name of the field."""
    field = ItemFieldDef(key="damage", name="Damage", kind="text", dice="any")
    refusal = allowed_text(field, paths.message_catalog(), typed)
    assert refusal.startswith("Damage: ")
    assert said in refusal
