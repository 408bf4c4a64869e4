"""Drafts that somebody does their best to spoil: what is right in them is never lost with what is wrong."""

import pytest

from encounter_gui import paths
from encounter_gui.play.workshop.mistakes import mistakes
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Base, Layer, own_value
from encounter_gui.rules.model.own_rules import OwnRules

HIT = ("items", "combat_rifle", "values", "hit")
TEXTS = paths.message_catalog()


@pytest.fixture(scope="module")
def base() -> Base:
    return Base("cwn", paths.ruleset_texts)


@pytest.fixture
def draft(base: Base) -> DraftView:
    return DraftView(base, OwnRules(name="Own"))


def test_a_bound_below_what_creatures_of_the_book_have_takes_nothing_else_along(
    draft: DraftView,
) -> None:
    """What is wrong then stands in the book, at creatures; only the bound itself is left out."""
    most = ("fields", "ac_melee", "most")
    changed = (
        draft.with_value(HIT, 1).with_value(most, 7).with_value(("items", "knife", "name"), "K")
    )
    usable = changed.result.usable
    assert changed.problems
    assert own_value(usable, most) is None
    assert own_value(usable, HIT) == 1
    assert own_value(usable, ("items", "knife", "name")) == "K"


def test_more_mistakes_than_are_told_at_once_are_all_told_and_nothing_else_is(
    draft: DraftView,
) -> None:
    weapons = next(each for each in draft.tables if each.key == "weapons")
    people = next(each for each in draft.tables if each.key == "creatures")
    hit, named = weapons.column(("values", "hit")), people.column(("is_named",))
    assert hit is not None
    assert named is not None
    guns, everybody = weapons_of(draft), [each.place for each in draft.rows(people)]
    draft = draft.typed([(*each, "values", "hit") for each in guns], hit, "99999999")
    draft = draft.typed([(*each, "is_named") for each in everybody], named, "wizard")
    wrong = {each.place for each in mistakes(draft, TEXTS)}
    assert wrong == {
        *((*each, "values", "hit") for each in guns),
        *((*each, "is_named") for each in everybody),
    }
    assert len(wrong) > 50


def weapons_of(draft: DraftView) -> list[tuple[str, ...]]:
    table = next(each for each in draft.tables if each.key == "weapons")
    return [each.place for each in draft.rows(table)]


@pytest.mark.parametrize("key", ["rail.gun", "rail\tgun", "rail.gun.values"])
def test_keys_with_the_marks_of_places_in_them_lose_nothing_else(base: Base, key: str) -> None:
    """A key of a file may be any text: a mistake in such an entry takes that entry out, and no other one."""
    gun = {"name": "Rail gun", "kind": "weapon", "values": {"hit": 99_999_999}}
    items = {key: gun, "combat_rifle": {"values": {"hit": 1}}}
    start = DraftView(base, OwnRules(name="Own"))
    draft = DraftView(base, start.with_layer(Layer(data={"items": items})))
    assert own_value(draft.result.usable, ("items",)) == {"combat_rifle": {"values": {"hit": 1}}}
    assert {each.place[:2] for each in mistakes(draft, TEXTS)} == {("items", key)}
    table = next(each for each in draft.tables if each.key == "weapons")
    column = table.column(("values", "hit"))
    assert column is not None
    typed = draft.typed([("items", key, *column.path)], column, "many")
    assert [place for place, _ in typed.unread] == [("items", key, "values", "hit")]
    for place in typed.own_places():
        typed = typed.back(place)
    assert typed.own_places() == ()
