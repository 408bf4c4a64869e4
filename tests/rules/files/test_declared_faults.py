"""What a ruleset may get wrong that describes its game in full: told with the place, and the nearest known word."""

import re

import pytest

from encounter_gui.core.messages import Message
from encounter_gui.paths import data_folder, message_catalog
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from tests.helpers.declared import alley_with

TEXTS = message_catalog()
OUT = '[[conditions]]\nkey = "out"\nname = "Out"\nkind = "danger"\nby_hand = false\n'


def faults(*changes: tuple[str, str], more: str = "") -> list[tuple[str, Message]]:
    """The places of the small game with these changes that are wrong, and what is said of each."""
    with pytest.raises(RulesetError) as caught:
        alley_with(*changes, more=more)
    for each in caught.value.problems:
        assert TEXTS.text(each.message) != each.message.key
    return [(each.place.pointer, each.message) for each in caught.value.problems]


@pytest.mark.parametrize(
    ("change", "pointer", "key", "like"),
    [
        (('roll = "2d6 + fight"', 'roll = "2d6 + figth"'), "roll", "no_such_field_like", "fight"),
        (('draw = "target"', 'draw = "tarrget"'), "draw", "expects_one_of", None),
        (('draw = "target"', 'drow = "target"'), "drow", "unknown_key_like", "draw"),
        (('damage = "1"', 'damage = "margn"'), "damage", "no_such_field_like", "margin"),
        (('damage = "1"', 'damage = "1"\nsoak = "1d6 - 1d4"'), "soak", "soak_is_plain", None),
        (
            ('damage = "1"', 'damage = "1"\nlowers = "helth"'),
            "lowers",
            "no_such_gauge_like",
            "health",
        ),
        (
            ('damage = "1"', 'damage = "1"\non_hit = "outt"'),
            "on_hit",
            "no_such_condition_like",
            "out",
        ),
        (('damage = "1"', 'damage = "4 // fight"'), "damage", "divided_by_name", None),
        (('damage = "1"', 'damage = "{1d6, margin}kh1"'), "damage", "margin_in_group", None),
        (('damage = "1"', 'damage = ""'), "damage", "formula_missing", None),
        (
            ('damage = "1"', 'damage = "60d100 + margin + 50d100"'),
            "damage",
            "too_many_outcomes",
            None,
        ),
        (('damage = "1"', "damage = 1"), "damage", "expects_text", None),
    ],
)
def test_a_slip_in_an_attack_is_told_with_its_place(
    change: tuple[str, str], pointer: str, key: str, like: str | None
) -> None:
    ((place, message),) = faults(change)
    assert place == f"attacks.brawl.{pointer}"
    assert message.key == f"ruleset.{key}"
    assert message.params.get("like") == like


@pytest.mark.parametrize("formula", ["fight * 1000000", "1d6 + fight * 1000000"])
def test_a_number_that_could_not_be_written_is_told_before_an_attack_is_made(formula: str) -> None:
    """Its number takes the place of the name, and no number above a million can be written in dice."""
    ((place, message),) = faults(('damage = "1"', f'damage = "{formula}"'))
    assert (place, message.key) == ("attacks.brawl.damage", "dice.number_too_large")


@pytest.mark.parametrize("most", ["fight // 0", "fight % 0", "floor(fight / 0)"])
def test_a_gauge_divided_by_nothing_is_told_before_anybody_joins(most: str) -> None:
    ((place, message),) = faults(('most = "3"', f'most = "{most}"'))
    assert (place, message.key) == ("gauges.health.most", "dice.divisor_zero")


@pytest.mark.parametrize(
    ("change", "place", "key"),
    [
        (
            ('initiative = "1d6 + fight"', 'initiative = "fight"'),
            "turns.initiative",
            "initiative_dice",
        ),
        (
            ('initiative = "1d6 + fight"', 'initiative = "9 - 1d6"'),
            "turns.initiative",
            "initiative_dice",
        ),
        (
            ('initiative = "1d6 + fight"', 'initiative = "2d6kh1"'),
            "turns.initiative",
            "initiative_dice",
        ),
        (('rolled = "round"', 'rolled = "rounds"'), "turns.rolled", "expects_one_of"),
        (('rolled = "round"', "attacks = 0"), "turns.attacks", "too_small"),
        (('rolled = "round"', 'idle = ["out", "ou"]'), "turns.idle", "no_such_condition_like"),
        (
            ("is_main = true", "is_main = true\ncounts_harm = true"),
            "gauges.health.most",
            "health_counts_down",
        ),
        ((OUT, ""), "conditions", "system_needs"),
    ],
)
def test_a_slip_in_how_a_fight_runs_is_told_with_its_place(
    change: tuple[str, str], place: str, key: str
) -> None:
    assert (place, f"ruleset.{key}") in [(at, told.key) for at, told in faults(change)]


def test_a_number_of_items_that_is_called_as_a_field_is_told() -> None:
    more = '[[item_fields]]\nkey = "fight"\nname = "Reach"\non = ["weapon"]\n'
    ((place, message),) = faults(more=more)
    assert (place, message.key) == ("item_fields.fight", "ruleset.name_taken")


def test_a_weapon_for_an_attack_that_is_not_there_is_told() -> None:
    more = (
        '[[items]]\nkey = "pipe"\nname = "Pipe"\nkind = "weapon"\nvalues = { attack = "brawll" }\n'
    )
    ((place, message),) = faults(more=more)
    assert place == "items.pipe.values.attack"
    assert message.params["like"] == "brawl"


def test_a_modifier_that_would_never_be_offered_is_told() -> None:
    more = '[[modifiers]]\nkey = "dark"\nname = "Dark"\namount = -2\non = ["brwal"]\n'
    found = dict(faults(more=more))
    assert found["modifiers.dark.group"].key == "ruleset.modifier_without_group"
    assert found["modifiers.dark.on"].params["like"] == "brawl"


def test_a_game_with_rules_of_its_own_takes_no_attacks() -> None:
    """They would do nothing."""
    from tests.helpers.rulesets import read

    own = 'extends = "d6pool"\nname = "Ours"\n[turns]\ninitiative = "1d6"\n'
    with pytest.raises(RulesetError) as caught:
        build("ours", lambda name: {"ruleset.toml": own} if name == "ours" else read(name))
    (problem,) = caught.value.problems
    assert (problem.place.pointer, problem.message.key) == ("turns", "ruleset.only_declared")


def test_all_mistakes_are_told_at_once() -> None:
    found = faults(
        ('roll = "2d6 + fight"', 'roll = "2d6 + figth"'),
        ('damage = "1"', 'damage = "1d6 + strenght"'),
        ('initiative = "1d6 + fight"', 'initiative = "1d6 + fihgt"'),
    )
    assert len(found) == 3


def test_the_example_of_the_help_page_is_right() -> None:
    """People copy it; what it names besides is on the sheet of their game."""
    page = (data_folder("resources") / "help" / "rulesets.md").read_text("utf-8")
    *_, example = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    fields = "".join(
        f'[[fields]]\nkey = "{key}"\nname = "{key.title()}"\n'
        for key in ("speed", "shooting", "dodge")
    )
    numbers = "".join(
        f'[[item_fields]]\nkey = "{key}"\nname = "{key.title()}"\non = ["{on}"]\n'
        for key, on in (("accuracy", "weapon"), ("harm", "weapon"), ("armor", "armor"))
    )
    conditions = "".join(
        f'[[conditions]]\nkey = "{key}"\nname = "{key.title()}"\n'
        for key in ("stunned", "shaken", "out")
    )
    gauge = '[[gauges]]\nkey = "health"\nname = "Health"\nmost = "9"\nis_main = true\n'
    head = 'name = "Docks"\nsystem = "declared"\n'
    ruleset = build(
        "docks",
        lambda _: {"ruleset.toml": head + fields + numbers + conditions + gauge + example},
    )
    assert [each.key for each in ruleset.attacks] == ["shot"]
