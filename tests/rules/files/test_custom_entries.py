"""Items and conditions beside those of a ruleset's files: refused for what a file would be refused for."""

from dataclasses import replace

import pytest

from encounter_gui.rules.files.custom_entries import (
    beside,
    carried_inline,
    made_key,
    misfits,
    with_extras,
)
from encounter_gui.rules.files.ruleset_errors import LARGEST, RulesetError
from encounter_gui.rules.model.ruleset import CarriedDef, ConditionDef, CreatureDef, Effect, ItemDef
from tests.helpers.rulesets import shipped

SPIKE = ItemDef(
    key="own_spike", name="Rail spike", kind="weapon", values={"damage": "2d8", "range": (30, 200)}
)
GLITCHED = ConditionDef(
    key="own_glitched", name="Glitched", kind="warn", effects=(Effect(on="hit", amount=-2),)
)


def item(**values):
    return ItemDef(key="own_it", name="It", kind="weapon", values=values)


def test_they_stand_beside_what_the_files_have():
    rules = shipped("cwn")
    grown = with_extras(rules, [SPIKE], [GLITCHED])
    assert (grown.item("own_spike"), grown.condition("own_glitched")) == (SPIKE, GLITCHED)
    assert grown.items[: len(rules.items)] == rules.items
    assert with_extras(rules, [], []) is rules


@pytest.mark.parametrize(
    ("wrong", "pointer", "key"),
    [
        (item(dammage="2d8"), "items.own_it.values.dammage", "ruleset.unknown_key_like"),
        (item(zzz=1), "items.own_it.values.zzz", "ruleset.unknown_key"),
        (item(magazine=-1), "items.own_it.values.magazine", "ruleset.too_small"),
        (item(magazine="six"), "items.own_it.values.magazine", "ruleset.expects_number"),
        (item(magazine=LARGEST + 1), "items.own_it.values.magazine", "ruleset.too_large"),
        (item(range=(30, 20, 10)), "items.own_it.values.range", "ruleset.expects_length"),
        (item(**{"class": "orbital"}), "items.own_it.values.class", "ruleset.expects_one_of"),
        (item(damage="2dx"), "items.own_it.values.damage", "dice.unexpected"),
        (ItemDef(key="own_it", name=" ", kind="gear"), "items.own_it.name", "ruleset.no_name"),
    ],
)
def test_an_item_no_file_could_have_is_refused(wrong, pointer, key):
    with pytest.raises(RulesetError) as refused:
        with_extras(shipped("cwn"), [wrong], [])
    problem = refused.value.problems[0]
    assert (problem.place.pointer, problem.message.key) == (pointer, key)


@pytest.mark.parametrize(
    ("wrong", "pointer", "key"),
    [
        (ConditionDef(key="prone", name="Prone"), "conditions.prone.key", "ruleset.key_taken"),
        (ConditionDef(key="own_c", name=""), "conditions.own_c.name", "ruleset.no_name"),
        (
            ConditionDef(key="own_c", name="C", rounds=-1),
            "conditions.own_c.rounds",
            "ruleset.too_small",
        ),
        (
            ConditionDef(key="own_c", name="C", rule="CWN-999"),
            "conditions.own_c.rule",
            "ruleset.no_such_rule_like",
        ),
    ],
)
def test_a_condition_no_file_could_have_is_refused(wrong, pointer, key):
    with pytest.raises(RulesetError) as refused:
        with_extras(shipped("cwn"), [], [wrong])
    problem = refused.value.problems[0]
    assert (problem.place.pointer, problem.message.key) == (pointer, key)


def test_everything_that_is_wrong_is_said_at_once():
    with pytest.raises(RulesetError) as refused:
        with_extras(shipped("cwn"), [item(magazine=-1, zzz=1)], [])
    assert len(refused.value.problems) == 2


def test_two_of_one_key_are_refused():
    with pytest.raises(RulesetError, match=r"ruleset\.key_taken"):
        with_extras(shipped("cwn"), [SPIKE, SPIKE], [])


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Rail spike (Mk. 2)", "own_rail_spike_mk_2"),
        ("Żółw", "own_żółw"),
        ("***", "own_thing"),
        ("Prone", "own_prone"),
    ],
)
def test_keys_are_made_of_names(name, key):
    """None of them is one that rules speak of."""
    assert made_key(name, ()) == key


def test_a_key_that_is_taken_is_counted_on():
    assert made_key("It", ("own_it", "own_it_2")) == "own_it_3"


def test_beside_shows_things_as_they_are_now():
    older = with_extras(shipped("cwn"), [SPIKE], [])
    newer = ItemDef(key="own_spike", name="Rail spike", kind="weapon", values={"damage": "3d8"})
    assert beside(older, [newer], []).item("own_spike") == newer
    assert len(beside(older, [newer], []).items) == len(older.items)


def test_what_a_ruleset_lacks_is_carried_whole():
    """Values and names of the creature's own stand over the item's; what the ruleset has stays a reference."""
    rules = shipped("cwn")
    known = rules.items[0].key
    creature = CreatureDef(
        key="a",
        name="A",
        items=(
            CarriedDef(item="own_spike", values={"damage": "1d6"}),
            CarriedDef(item=known),
            CarriedDef(item="own_spike", name="Big spike"),
        ),
    )
    first, second, third = carried_inline(rules, creature, [SPIKE]).items
    assert (first.kind, first.name, dict(first.values)) == (
        "weapon",
        "Rail spike",
        {"damage": "1d6", "range": (30, 200)},
    )
    assert second == CarriedDef(item=known)
    assert third.name == "Big spike"
    assert carried_inline(with_extras(rules, [SPIKE], []), creature, [SPIKE]) == creature


def test_many_entries_are_judged_as_each_alone():
    """What is looked through at once gets the same verdicts, at the same places, as one after the other."""
    rules = shipped("cwn")
    entries = (
        SPIKE,
        SPIKE,
        GLITCHED,
        item(zzz=1),
        item(magazine=-1, zzz=1),
        replace(SPIKE, name=" "),
        replace(SPIKE, key=rules.items[0].key),
        replace(GLITCHED, key=rules.conditions[0].key, rounds=-1),
        item(damage="many"),
        item(magazine=2**60),
    )
    wanted = {}
    for place, each in enumerate(entries):
        is_item = isinstance(each, ItemDef)
        try:
            with_extras(rules, [each] if is_item else [], [] if is_item else [each])
        except RulesetError as error:
            wanted[place] = (error.place.pointer, error.message)
    found = misfits(rules, entries)
    assert {at: (each.place.pointer, each.message) for at, each in found.items()} == wanted
    assert set(wanted) == set(range(3, 10))
