"""Tables of a ruleset in words: names, numbers added to cells, what is wrong beside them, and things by name."""

import pytest

from encounter_gui import paths
from encounter_gui.paths import message_catalog
from encounter_gui.play.workshop.adding import added_text, amount_to_add, typed_into
from encounter_gui.play.workshop.cells import as_read
from encounter_gui.play.workshop.mistakes import mistakes
from encounter_gui.play.workshop.names import column_name, column_title, table_name
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Base
from encounter_gui.rules.files.tables import Column, TableDef
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import ItemFieldDef

GAMES = ("d6pool", "cwn", "phases", "chrome")
TEXTS = message_catalog()


@pytest.fixture(scope="module")
def draft() -> DraftView:
    """A draft of Cities Without Number with nothing own."""
    return DraftView(Base("cwn", paths.ruleset_texts), OwnRules(name="Own rules"))


def found(draft: DraftView, key: str, path: str) -> tuple[TableDef, Column]:
    """Returns a table and one of its columns."""
    table = next(each for each in draft.tables if each.key == key)
    column = table.column(tuple(path.split(".")))
    assert column is not None
    return table, column


@pytest.mark.parametrize("game", GAMES)
def test_every_table_and_column_of_every_game_has_a_name(game: str) -> None:
    """None is shown by the key of its text."""
    shown = DraftView(Base(game, paths.ruleset_texts), OwnRules(name="Own rules"))
    names = [table_name(each, TEXTS) for each in shown.tables]
    for table in shown.tables:
        names += [column_name(table, each, TEXTS) for each in table.columns]
        names += [column_title(table, each, TEXTS) for each in table.columns]
    assert [each for each in names if not each or each.startswith("workshop.")] == []


@pytest.mark.parametrize(
    ("text", "amount"),
    [("+1", 1), ("−2", -2), (" -3 ", -3), ("1", None), ("+1d6", None), ("=+1", None), ("+", None)],
)
def test_a_sign_and_a_number_are_to_be_added(text: str, amount: int | None) -> None:
    """Anything else is a value."""
    assert amount_to_add(text) == amount


@pytest.mark.parametrize(
    ("kind", "now", "by", "then"),
    [
        ("number", "4", 1, "5"),
        ("number", "", -1, "−1"),
        ("row", "10/80", 5, "15/85"),
        ("row", "", 5, None),
        ("text", "1d8", 1, "1d8+1"),
        ("text", "1d8+1", -1, "1d8"),
        ("text", "1d10+2", 1, "1d10+3"),
        ("text", "d8−1", 1, "d8"),
        ("text", "3", 1, "4"),
        ("text", "shoot", 1, None),
        ("text", "", 1, None),
        ("flag", "yes", 1, None),
    ],
)
def test_a_number_is_added_to_numbers_rows_and_dice(
    kind: str, now: str, by: int, then: str | None
) -> None:
    """What has nothing to add to is left as it is."""
    column = Column(path=("x",), field=ItemFieldDef(key="x", name="x", kind=kind))  # type: ignore[arg-type]
    assert added_text(column, now, by) == then


def test_what_cannot_be_added_to_any_entry_changes_nothing(draft: DraftView) -> None:
    """+1 to a class is refused, not written."""
    _, column = found(draft, "weapons", "values.class")
    assert typed_into(draft, [("items", "knife"), ("items", "club")], column, "+1") is None


def test_a_mistake_says_what_is_known_and_what_counts(draft: DraftView) -> None:
    """Each has its table, entry and column, in the order of the tables."""
    _, trauma = found(draft, "weapons", "values.trauma")
    _, number = found(draft, "numbers", "value")
    _, icon = found(draft, "conditions", "icon")
    wrong = draft.typed([("numbers", "burst_hit", "value")], number, "5000")
    wrong = wrong.typed([("conditions", "prone", "icon")], icon, "pronee")
    wrong = wrong.typed([("items", "combat_rifle", "values", "trauma")], trauma, "d9x")
    said = mistakes(wrong, TEXTS)
    assert [(each.table.key, each.row.name) for each in said if each.table and each.row] == [
        ("weapons", "Combat rifle"),
        ("conditions", "Prone"),
        ("numbers", "burst_hit"),
    ]
    assert [each.column.key for each in said if each.column] == ["values.trauma", "icon", "value"]
    assert [each.words.partition("Until ")[2] for each in said] == [
        "it is changed d8 counts.",
        "it is changed prone counts.",
        "it is changed 2 counts.",
    ]


def test_a_thing_carried_keeps_what_is_its_own_when_another_is_added(draft: DraftView) -> None:
    """W11: what somebody carries is named; those that stay keep their values."""
    _, column = found(draft, "creatures", "items")
    place = ("creatures", "response_captain", "items")
    before = draft.value(place)
    assert isinstance(before, list)
    text = draft.cell(column, before)
    after = draft.typed([place], column, f"{text}, Sniper rifle, unrested").value(place)
    assert isinstance(after, list)
    assert after[: len(before)] == before
    assert after[-1] == {"item": "sniper_rifle_unrested"}


def test_what_cannot_be_read_over_an_own_value_leaves_that_one(draft: DraftView) -> None:
    """The value that was there counts on, be it the game's, an own one, or that of a new entry."""
    weapons, trauma = found(draft, "weapons", "values.trauma")
    rifle = ("items", "combat_rifle", "values", "trauma")
    wrong = draft.typed([rifle], trauma, "d10").typed([rifle], trauma, "d9x")
    made, place = wrong.added(weapons, "Rail pistol", draft.rows(weapons)[0])
    made = made.typed([(*place, "values", "trauma")], trauma, "d9y")
    ruleset = made.result.ruleset
    for key, die in (("combat_rifle", "d10"), (place[1], "d8")):
        thing = ruleset.item(key)
        assert thing is not None
        assert thing.values["trauma"] == die
    assert [each.words.partition("Until ")[2] for each in mistakes(made, TEXTS)] == [
        "it is changed d10 counts.",
        "it is changed d8 counts.",
    ]


def test_what_the_reader_of_files_lets_pass_is_wrong_in_a_table_all_the_same(
    draft: DraftView,
) -> None:
    """A kind of creature that is none of its options: it is told, and no version has it."""
    _, kind = found(draft, "creatures", "sheet.kind")
    wrong = draft.typed([("creatures", "street_thug", "sheet", "kind")], kind, "abc")
    assert [each.words for each in mistakes(wrong, TEXTS)] == [
        "“abc” cannot stand here. Until it is changed npc counts."
    ]
    assert wrong.result.usable.data == {}


@pytest.mark.parametrize(
    ("path", "text", "shown"),
    [
        ("values.hit", "1", "+1"),
        ("values.hit", "−1", "−1"),
        ("values.hit", "0", "0"),
        ("values.hit", "much", "much"),
        ("values.magazine", "30", "30"),
    ],
)
def test_what_is_added_is_read_with_its_sign(
    draft: DraftView, path: str, text: str, shown: str
) -> None:
    """A bonus to hit has it, rounds in a magazine have not; what is typed over stays without."""
    _, column = found(draft, "weapons", path)
    assert as_read(column, text) == shown
