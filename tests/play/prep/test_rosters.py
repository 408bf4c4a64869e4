"""Rosters in a line, made-up names and loadouts: from data, and with dice that can be any."""

import dataclasses
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.rosters import (
    draw_weighted,
    is_count,
    overlays,
    parse_roster,
    roll_count,
    rolled_up,
    stranger_name,
    with_equipment,
)
from encounter_gui.rules.systems import SYSTEMS
from encounter_gui.storage.campaign import Campaign
from tests.helpers.rulesets import shipped


def dice(*faces):
    """Faces one after the other, from the first again; a die shows no more than it has."""
    rolled = cycle(faces)
    return lambda sides: min(next(rolled), sides)


@pytest.fixture
def library(tmp_path):
    with Campaign.create(tmp_path / "a.encounter", "a") as campaign:
        made = CreatureRepository(campaign.prepared, [shipped("d6pool"), shipped("cwn")])
        yield made
        made.close()


def test_a_roster_is_read_as_people_write_it(library):
    read = parse_roster("1d4+1 gangers, 2 x Knife dancer; ganger", library, "d6pool")
    assert [(each.count, each.creature) for each in read] == [
        ("1d4+1", "ganger"),
        ("2", "knife_dancer"),
        ("1", "ganger"),
    ]


def test_the_fights_own_ruleset_comes_first(library):
    (thug,) = parse_roster("street thugs", library, "cwn")
    assert thug.creature == "street_thug"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("3 unicorns", "prep.nobody_called"),
        ("2 gangrs", "prep.nobody_called_like"),
        ("street thug", "prep.other_game"),
        ("101 gangers", "prep.roster_count"),
        ("0 gangers", "prep.roster_count"),
    ],
)
def test_a_line_that_means_nothing_is_refused(library, line, key):
    with pytest.raises(RuleError) as refused:
        parse_roster(line, library, "d6pool")
    assert refused.value.message.key == key


@pytest.mark.parametrize(
    ("count", "faces", "comes"),
    [("3", (1,), 3), ("1d4+1", (4,), 5), ("2d6-3", (1,), 0), ("1d4", (2,), 2)],
)
def test_a_count_may_be_dice(count, faces, comes):
    assert roll_count(count, dice(*faces)) == comes


def test_a_weight_of_three_is_drawn_three_times_as_often():
    table = {"a": 3, "b": 1, "never": 0}
    assert [draw_weighted(table, dice(face)) for face in (1, 2, 3, 4)] == ["a", "a", "a", "b"]


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_every_ruleset_makes_up_names_and_nobody_gets_one_twice(ruleset):
    rules = shipped(ruleset)
    numbers = iter(range(10_000))
    taken: list[str] = []
    for _ in range(60):
        name = stranger_name(rules, taken, lambda sides: next(numbers) * 7 % sides + 1)
        assert name
        assert name not in taken
        taken.append(name)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_loadouts_and_variants_name_what_the_ruleset_has(ruleset):
    rules = shipped(ruleset)
    items = {item.key for item in rules.items}
    fields = {each.key for each in rules.fields}
    gauges = {each.key for each in rules.gauges}
    tables = [table for name, table in rules.tables.items() if name.startswith("loadout_")]
    assert tables
    for table in tables:
        for keys in table:
            assert {key.strip() for key in keys.split(",")} <= items
    for name, table in rules.tables.items():
        if name.startswith("rolled_"):
            assert set(table) <= fields
            assert all(is_count(str(roll)) for roll in table.values())
    assert overlays(rules)
    for overlay in overlays(rules):
        assert set(overlay.sheet) <= fields
        assert set(overlay.gauges) <= gauges
        assert all(rules.condition(key) for key in overlay.conditions)


@pytest.mark.rule("CHR-02")
def test_stats_that_a_sheet_leaves_open_are_rolled():
    """Six d10 each for an Operator, within 0 to 80; what is on the sheet stays."""
    rules = shipped("chrome")
    recruit = next(each for each in rules.creatures if each.key == "recruit")
    made = rolled_up(recruit, rules, dice(*[10] * 6, *[1] * 6, *[3] * 6, *[5] * 6))
    stats = ("strength", "speed", "intellect", "combat")
    assert [made.sheet[key] for key in stats] == [60, 6, 18, 30]
    assert made.sheet["kind"] == "operator"
    known = dataclasses.replace(recruit, sheet={**recruit.sheet, "strength": 44})
    assert rolled_up(known, rules, lambda sides: sides).sheet["strength"] == 44
    nova = next(each for each in rules.creatures if each.key == "nova")
    assert rolled_up(nova, rules, lambda sides: sides) is nova


def test_a_loadout_is_drawn_by_tag():
    rules = shipped("cwn")
    gang = next(each for each in rules.creatures if "gang" in each.tags)
    made = with_equipment(gang, rules, dice(9))
    assert [each.item for each in made.items] == ["shotgun"]
    assert made.held == "shotgun"
    plain = next(each for each in rules.creatures if "gang" not in each.tags)
    assert with_equipment(plain, rules, dice(1)) == plain


@given(st.integers(0, 30), st.integers(1, 12), st.integers(-20, 20))
def test_a_count_is_never_below_nobody(number, sides, plus):
    assert 0 <= roll_count(f"{number}d{sides}{plus:+d}", lambda most: most) <= 100
