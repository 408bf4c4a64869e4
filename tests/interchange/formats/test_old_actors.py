"""Foundry VTT actors of older versions: attacks of their own, bonuses, armour that is stowed, vehicles."""

from typing import Any

import pytest

from encounter_gui.interchange.converting import Proposal, propose
from encounter_gui.interchange.formats.value_parsing import average, dice
from tests.helpers.rulesets import shipped
from tests.interchange.files import one


def weapon(name: str, damage: str, **more: Any) -> dict[str, Any]:
    """A weapon as the older versions wrote it."""
    return {"name": name, "type": "weapon", "data": {"damage": damage, **more}}


def made(attacks: dict[str, Any], *items: dict[str, Any], **more: Any) -> Proposal:
    """A guard of an older version with these attacks and things, as one of CWN."""
    data = {"hitDice": 2, "baseAc": 13, "ab": 2, "saves": 14, "attacks": attacks, **more}
    actor = {"name": "Guard", "type": "npc", "data": data, "items": list(items)}
    return propose(one("guard.json", actor), shipped("cwn"))


def carried(proposal: Proposal) -> list[tuple[str, Any]]:
    """What somebody fights with, and its damage."""
    return [(each.name, each.values.get("damage")) for each in proposal.entry.creature.items]


def test_attacks_without_dice_are_those_of_the_weapons():
    """The bonus of 2 is added to the weapon's 1d6+1, and both attacks are made with it; nobody holds an “Attack”."""
    guard = made({"bonusDamage": 2, "number": 2}, weapon("Club", "1d6+1"))
    assert carried(guard) == [("Club", "1d6+3")]
    creature = guard.entry.creature
    assert (creature.held, creature.items[0].values["attacks"]) == ("club", 2)


def test_without_dice_and_weapons_there_is_no_attack():
    """Only an empty sheet says so."""
    assert carried(made({"bonusDamage": 1, "number": 1})) == []


def test_an_attack_without_a_name_is_not_in_hand():
    """It has dice, so it is kept; a weapon with a name is what somebody holds."""
    guard = made({"damage": "1d4", "number": 1}, weapon("Rifle", "1d12"))
    assert carried(guard) == [("Rifle", "1d12"), ("Attack", "1d4")]
    assert guard.entry.creature.held == "rifle"


def test_the_bonus_of_a_weapon_itself_is_kept():
    """“ab” of a weapon is its bonus to hit, beside that of who holds it."""
    guard = made({}, weapon("Fine pistol", "1d6", ab=2))
    pistol = guard.entry.creature.items[0]
    assert (pistol.values["hit"], guard.entry.creature.sheet["attack_ranged"]) == (2, 2)
    assert guard.guessed == ("hp",)  # the average of its hit dice


def test_armour_that_is_not_worn_counts_for_nothing_and_is_said():
    """The coat has Soak 3 and is stowed; the vest has Soak 5 and is worn."""
    items = [
        {
            "name": name,
            "type": "armor",
            "data": {"ac": 14, "soak": {"value": n, "max": n}, "use": u},
        }
        for name, n, u in (("Coat", 3, False), ("Vest", 5, True))
    ]
    guard = made({}, *items)
    assert guard.entry.creature.sheet["soak"] == 5
    (said,) = (each for each in guard.warnings if each.key == "import.stowed")
    assert said.params["armor"] == "Coat"


def test_the_armour_of_a_vehicle_is_its_soak_and_said():
    """Armour 4 takes from damage, as Soak 4 does."""
    system = {"health": {"value": 10, "max": 10}, "armor": 4}
    system |= {"armorClass": {"ranged": 13, "melee": 13}, "traumaTarget": {"base": 10, "total": 10}}
    actor = {"name": "Motorcycle", "type": "vehicle", "system": system}
    proposal = propose(one("a.json", actor), shipped("cwn"))
    sheet = proposal.entry.creature.sheet
    assert (sheet["soak"], sheet["hp"], sheet["ac"], sheet["trauma_target"]) == (4, 10, 13, 10)
    assert "import.vehicle_armor" in [each.key for each in proposal.warnings]


@pytest.mark.parametrize(
    ("said", "text", "mean"),
    [
        ("1d2+1d8", "1d2+1d8", 6),
        ("1d2 + 1d8 + @mod", "1d2+1d8", 6),
        ("2D6+1d6-1", "3d6−1", 9),
        ("1d6 + 2 + 1", "1d6+3", 6),
        ("3−1", "2", 2),
        ("2d6-1d4", "2d6-1d4", 4),
        ("2d6kh1 + 1d8!", "2d6kh1+1d8!", 9),
    ],
)
def test_damage_of_any_dice_is_read(said, text, mean):
    """Kinds of dice stay apart, dice of one kind and numbers add up."""
    known, _ = dice(said)
    assert known is not None
    assert (known.text, average(known)) == (text, mean)


@pytest.mark.parametrize("said", ["Grenade", "1d10/d20", "d", "1d6+", "1d6 1d8"])
def test_what_is_no_dice_is_none(said):
    """It is kept as it stands and said, see import.odd_dice."""
    assert dice(said)[0] is None
