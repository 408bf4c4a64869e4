"""From imported values to a creature of a ruleset: exact where it has the field, marked where it is a guess."""

import pytest

from encounter_gui.encounter.state import EncounterState
from encounter_gui.gui.transfer.candidates import main_values
from encounter_gui.interchange.converting import propose
from encounter_gui.paths import message_catalog
from encounter_gui.play.transfer.imports import as_data, preview_files
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.files.consistency import sheet_faults
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped
from tests.interchange.files import BLOCK, BOOSTER, CITIES, OLD, STRANGER, SWNR, one


def test_a_foe_at_home_keeps_its_numbers_and_guesses_nothing(cwn):
    proposal = propose(one("a.json", CITIES), cwn)
    sheet = proposal.entry.creature.sheet
    assert {
        key: sheet[key]
        for key in ("hp", "hd", "ac", "ac_melee", "attack", "attack_ranged", "soak", "danger")
    } == {
        "hp": 10,
        "hd": 2,
        "ac": 16,
        "ac_melee": 13,
        "attack": 4,
        "attack_ranged": 3,
        "soak": 5,
        "danger": 3,
    }
    assert proposal.guessed == ()
    (rifle,) = proposal.entry.creature.items
    assert (rifle.kind, rifle.values["damage"], rifle.values["rating"]) == ("weapon", "1d12+1", 3)
    assert proposal.entry.threat == 3


@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(
    "source", [SWNR, OLD, BOOSTER, STRANGER, [BLOCK]], ids=["swnr", "old", "2020", "other", "block"]
)
def test_anybody_can_join_any_game(ruleset, source):
    """Whatever is proposed is a sheet the ruleset allows, and the system makes a combatant of it."""
    rules = shipped(ruleset)
    proposal = propose(one("a.json", source), rules)
    creature = proposal.entry.creature
    assert list(sheet_faults(rules, creature.sheet, "")) == []
    context = RulesContext(
        state=EncounterState(ruleset=ruleset), ruleset=rules, texts=message_catalog()
    )
    one_of = system_for(ruleset).recruit(context, creature, name=creature.name, number=1)
    assert one_of.name == creature.name


def test_what_is_proposed_for_another_game_is_marked():
    found = one("a.json", STRANGER)
    proposal = propose(found, shipped("d6pool"))
    assert set(proposal.guessed) == set(proposal.entry.guessed)
    assert {"strength", "firearms"} <= set(proposal.guessed)
    assert "AC 15" in proposal.entry.creature.note


def test_what_both_games_count_alike_is_read_and_not_marked(cwn):
    """Armour class 15 of another d20 game is 15 in CWN; melee as ranged, and the hit dice, are proposals."""
    found = one(
        "a.json", [{"name": "Hound", "hit_points": 9, "armor_class": 15, "speed": "40 ft."}]
    )
    proposal = propose(found, cwn)
    sheet = proposal.entry.creature.sheet
    assert (sheet["hp"], sheet["ac"], sheet["ac_melee"], sheet["hd"]) == (9, 15, 15, 1)
    assert not {"hp", "ac"} & set(proposal.guessed)
    assert {"ac_melee", "hd", "attack", "skill", "morale", "move"} <= set(proposal.guessed)
    assert "ac:" not in proposal.entry.creature.note


def test_stats_of_the_same_name_are_taken_over():
    """REF 6 is REF 6, also where the file speaks of another game."""
    proposal = propose(one("a.csv", "name,stats\nRed,REF 6; COOL 4\n"), shipped("phases"))
    sheet = proposal.entry.creature.sheet
    assert (sheet["reflexes"], sheet["cool"]) == (6, 4)
    assert "reflexes" not in proposal.guessed


def test_a_number_out_of_range_is_brought_to_the_edge_and_said(cwn):
    proposal = propose(one("a.csv", "name,hp,ac,morale,skill,ab\nGod,99999,15,8,1,1\n"), cwn)
    assert proposal.entry.creature.sheet["hp"] == 500
    assert "import.out_of_range" in [each.key for each in proposal.warnings]


GUARD = {"hp": 20, "hd": 3}
"""What a file says of a guard with 3 hit dice and 20 hit points, and what becomes of it."""

SAID: dict[str, tuple[str, str]] = {
    "table": ("a.csv", "name,hd,hp,ac\nGuard,3,20,13\n"),
    "table_both": ("a.csv", "name,hd,hp,hp max,ac\nGuard,3,7,20,13\n"),
    "table_dice": ("a.csv", "name,hit dice,hit points,ac\nGuard,3d8,20,13\n"),
    "cwn_table": ("a.csv", "name,hd,hp,ac,morale,skill,ab\nGuard,3,20,13,8,1,2\n"),
    "text": ("a.txt", "Guard\nHD 3, HP 20, AC 13\n"),
    "line": ("a.txt", "2 guards: HP 20, HD 3, AC 13"),
    "statblock": (
        "a.md",
        "```statblock\nname: Guard\nlayout: CWN\nhp: 20\nhit_dice: 3d8\nac: 13\n```\n",
    ),
    "other_statblock": (
        "a.md",
        "```statblock\nname: Guard\nhp: 20\nhit_dice: 3d8\nac: 13\n```\n",
    ),
    "initiative": (
        "a.json",
        '[{"Name": "Guard", "CurrentHP": 20, "HP": {"Notes": "(3d8)"}, "AC": {"Value": 13}}]',
    ),
    "list": (
        "a.json",
        '[{"name": "Guard", "hit_points": 20, "hit_dice": "3d8", "armor_class": 13}]',
    ),
}


@pytest.mark.parametrize("way", SAID)
def test_hit_points_that_are_given_stay_beside_hit_dice(cwn, way):
    """HD 3 and HP 20 are 3 and 20 in CWN, unmarked; nothing of it is left for the note."""
    name, content = SAID[way]
    proposal = propose(one(name, content), cwn)
    sheet = proposal.entry.creature.sheet
    assert {key: sheet[key] for key in GUARD} == GUARD
    assert not set(GUARD) & set(proposal.guessed)
    assert "hit_dice" not in proposal.left
    assert ("hp" in proposal.left) == (way == "table_both")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "name,hd,ac\nGuard,3,13\n"),
        ("a.txt", "Guard\nHD 3, AC 13\n"),
        ("a.md", "```statblock\nname: Guard\nhit_dice: 3d8\nac: 13\n```\n"),
        ("a.json", '[{"name": "Guard", "hit_dice": "3d8", "armor_class": 13}]'),
        ("a.json", '[{"Name": "Guard", "HP": {"Notes": "(3d8)"}, "AC": {"Value": 13}}]'),
    ],
    ids=["table", "text", "statblock", "list", "initiative"],
)
def test_hit_points_made_of_hit_dice_are_marked(cwn, name, content):
    """Hit dice alone make 13 hit points, the mean of 3d8: that is marked, the 3 hit dice are not."""
    proposal = propose(one(name, content), cwn)
    sheet = proposal.entry.creature.sheet
    assert (sheet["hp"], sheet["hd"]) == (13, 3)
    assert "hp" in proposal.guessed
    assert "hd" not in proposal.guessed


@pytest.mark.parametrize("way", ["table", "text", "statblock"])
def test_the_preview_shows_given_hit_points_and_hit_dice_without_a_mark(way):
    """A row of the window and ``import --json`` say HP 20 and HD 3; made ones end in ``?`` and are listed."""
    given = preview_files([_bytes(SAID[way])], rulesets=shipped, target="cwn", fallback="cwn")
    (row,) = given.candidates
    shown = main_values(row, shipped("cwn"), most=20)
    assert {"HP 20", "HD 3"} <= set(shown)
    (data,) = as_data(given, message_catalog().text)["creatures"]
    assert (data["sheet"]["hp"], data["sheet"]["hd"]) == (20, 3)
    assert not {"hp", "hd"} & set(data["guessed"])
    made = preview_files(
        [("a.csv", b"name,hd,ac\nGuard,3,13\n")], rulesets=shipped, target="cwn", fallback="cwn"
    )
    assert {"HP 13?", "HD 3"} <= set(main_values(made.candidates[0], shipped("cwn"), most=20))


def _bytes(file):
    name, content = file
    return name, content.encode()
