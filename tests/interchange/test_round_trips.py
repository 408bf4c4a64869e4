"""What is written by us and read again is the same creature, for every ruleset and whatever is in its name."""

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from encounter_gui.interchange.converting import propose
from encounter_gui.interchange.exporting import FORMATS, Exported
from encounter_gui.interchange.import_dispatch import read_files
from encounter_gui.rules.model.items import things_of
from encounter_gui.rules.model.prepared import LibraryCreature, SourceNote
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import SYSTEMS
from tests.helpers.rulesets import shipped
from tests.interchange.files import CITIES, one

EXACT = ("json", "csv", "markdown")
NAMES = (
    "Zażółć gęślą jaźń",
    "静かな夜の番人",
    'She said "no"',
    "and/or \\ both",
    "two\nlines",
    "=SUM(A1)",
    "-5 to hit",
    "| pipes | in | it |",
    "'quoted'",
    "```",
)


def brought_back(those, kind):
    writer, suffix = FORMATS[kind]
    read = read_files([(f"a{suffix}", writer(those, "Pier 9 · ćma").encode())])
    assert [each.error for each in read.files] == [None]
    return read.creatures


@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("kind", EXACT)
def test_every_shipped_creature_comes_back_as_it_was(ruleset, kind):
    rules = shipped(ruleset)
    exported = [
        Exported(ruleset=rules, entry=LibraryCreature(creature=each)) for each in rules.creatures
    ]
    found = brought_back(exported, kind)
    assert [propose(each, rules).entry.creature for each in found] == list(rules.creatures)


@pytest.mark.parametrize("kind", EXACT)
@pytest.mark.parametrize("name", NAMES)
def test_names_and_notes_come_back_whatever_is_in_them(name, kind, cwn):
    creature = dataclasses.replace(
        cwn.creatures[0], name=name, note=f"{name}\n{name}", tags=("a", "b, c")
    )
    (found,) = brought_back([Exported(ruleset=cwn, entry=LibraryCreature(creature=creature))], kind)
    assert propose(found, cwn).entry.creature == creature


@given(
    name=st.text(min_size=1, max_size=12).filter(lambda text: text.strip()),
    note=st.text(max_size=20),
)
def test_any_text_comes_back_in_our_own_format(name, note):
    rules = shipped("minimal")
    creature = dataclasses.replace(rules.creatures[0], name=name, note=note)
    (found,) = brought_back(
        [Exported(ruleset=rules, entry=LibraryCreature(creature=creature))], "json"
    )
    assert propose(found, rules).entry.creature == creature


@pytest.mark.parametrize("kind", EXACT)
def test_every_format_of_ours_keeps_all_the_library_knows(cwn, kind):
    """What was guessed is marked when it comes back, and what was read is not."""
    entry = LibraryCreature(
        creature=cwn.creatures[0],
        kind="named",
        role="leader",
        threat=4,
        folder="Docks/Night",
        public_name="A shadow",
        base="gang_boss",
        source=SourceNote(
            file="a.json", adapter="foundry-swnr", system="swnr", version="13", sha256="ab"
        ),
        guessed=("hp",),
        unknown=("x",),
    )
    (found,) = brought_back([Exported(ruleset=cwn, entry=entry, raw='{"x": 1}')], kind)
    proposal = propose(found, cwn)
    assert proposal.entry == entry
    assert proposal.guessed == entry.guessed
    assert kind != "json" or found.raw == '{"x": 1}'


def test_a_foe_written_for_foundry_is_read_with_the_same_numbers(cwn):
    """Foundry has no place for everything, but what it has comes back."""
    boss = cwn.creature("gang_gunman")
    (found,) = brought_back(
        [Exported(ruleset=cwn, entry=LibraryCreature(creature=boss))], "foundry"
    )
    sheet = propose(found, cwn).entry.creature.sheet
    for key in (
        "hp",
        "hd",
        "ac",
        "ac_melee",
        "attack",
        "attack_ranged",
        "skill",
        "save",
        "morale",
        "soak",
    ):
        assert sheet.get(key, 0) == boss.sheet.get(key, 0), key
    rifle = next(
        each for each in found.values["weapons"] if each["name"].casefold() == "combat rifle"
    )
    assert (rifle["damage"], rifle["range"], rifle["trauma_rating"]) == ("1d12+1", (100, 300), 3)


def test_a_drone_written_for_foundry_has_its_armour_where_machines_have_it(cwn):
    """Read again it is a drone of the same Armor Class."""
    drone = next(each for each in cwn.creatures if each.sheet.get("kind") == "drone")
    exported = [Exported(ruleset=cwn, entry=LibraryCreature(creature=drone))]
    written, _ = FORMATS["foundry"]
    assert json.loads(written(exported, ""))["system"]["ac"] == drone.sheet["ac"]
    (found,) = brought_back(exported, "foundry")
    assert found.type == "drone"
    assert found.values["ac"] == drone.sheet["ac"]


def test_an_encounter_for_improved_initiative_has_each_combatant(cwn):
    thug = LibraryCreature(creature=cwn.creature("street_thug"))
    writer, _ = FORMATS["improved-initiative"]
    sent = json.loads(writer([Exported(ruleset=cwn, entry=thug, count=3)], "Pier 9"))
    assert [each["Name"] for each in sent["Combatants"]] == [thug.name] * 3
    assert sent["Combatants"][0]["HP"] == {"Value": 5}


def test_a_damaged_creature_of_ours_is_left_out_by_name(cwn):
    writer, _ = FORMATS["json"]
    data = json.loads(
        writer(
            [
                Exported(ruleset=cwn, entry=LibraryCreature(creature=each))
                for each in cwn.creatures[:2]
            ],
            "",
        )
    )
    data["creatures"][0]["entry"]["threat"] = "many"
    read = read_files([("a.json", json.dumps(data).encode())])
    assert [found.name for found in read.creatures] == [cwn.creatures[1].name]
    assert [(each.name, each.reason.key) for each in read.skipped] == [
        (cwn.creatures[0].name, "import.own_damaged")
    ]


@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("kind", EXACT)
def test_two_of_one_kind_come_back_as_two(ruleset, kind):
    """With their keys, and with what is in each hand."""
    rules = shipped(ruleset)
    item = next(each.key for each in rules.items if each.kind == "weapon")
    items = (CarriedDef(item=item, key="left"), CarriedDef(item=item), CarriedDef(item=item))
    creature = dataclasses.replace(rules.creatures[0], items=items, held=f"{item}_3", off="left")
    exported = [Exported(ruleset=rules, entry=LibraryCreature(creature=creature))]
    (found,) = brought_back(exported, kind)
    assert propose(found, rules).entry.creature == creature


def test_two_weapons_of_one_name_are_two_in_any_game():
    """Of a game like ours and of another; those that merely come nearest to one of ours stay one."""
    (rifle,) = CITIES["items"]
    twice = {**CITIES, "items": [rifle, rifle, {**rifle, "name": "Old combat rifle"}]}
    for ruleset in ("cwn", "d6pool"):
        rules = shipped(ruleset)
        creature = propose(one("a.json", twice), rules).entry.creature
        weapons = [each for each in things_of(rules, creature.items) if each.kind == "weapon"]
        assert [each.name for each in weapons][1] == f"{weapons[0].name} (2)"
        assert len({each.key for each in weapons}) == len(weapons) == (3 if ruleset == "cwn" else 2)


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("2 frag grenades", [("frag_grenade", 2)]),
        ("Heavy pistol x2", [("heavy_pistol", None), ("heavy_pistol", None)]),
        ("2 heavy pistols", [("heavy_pistol", None), ("heavy_pistol", None)]),
        ("Medkit (3)", [("medkit", None)] * 3),
        ("9 mm heavy pistol", [("heavy_pistol", None)]),
        ("Heavy pistol", [("heavy_pistol", None)]),
    ],
)
def test_gear_that_is_counted_is_several_or_a_count(cwn, said, things):
    """Two grenades are a count, two pistols are two; a number that belongs to the name is none."""
    found = structs.replace(one("a.json", CITIES), values={"gear": ({"name": said},)})
    items = propose(found, cwn).entry.creature.items
    assert [(each.item, each.values.get("count")) for each in items] == things
