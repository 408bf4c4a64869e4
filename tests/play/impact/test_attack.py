"""One attack before and after a change: the odds are those of the attack panel, whoever says the number."""

import pytest

from encounter_gui import paths
from encounter_gui.play.impact.attack import AttackComparer, AttackImpact
from encounter_gui.play.impact.fighters import fighters
from encounter_gui.play.impact.following import Cast, others_than, questions
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.tables import Row, rows_of, tables_of
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.drafts import Changes, draft
from tests.helpers.rulesets import read, shipped


def row(ruleset: Ruleset, place: tuple[str, str]) -> Row:
    tables = tables_of(ruleset)
    return next(each for table in tables for each in rows_of(ruleset, table) if each.place == place)


def library(ruleset: Ruleset) -> Cast:
    return Cast(fighters=fighters(ruleset, (), (), None))


def comparer(game: str) -> AttackComparer:
    before = shipped(game)
    return AttackComparer(system_for(before.system), before, paths.message_catalog())


def impact(game: str, after: Ruleset, place: tuple[str, str]) -> AttackImpact:
    """What the attack that a row is about comes to before and after; of all that are looked at, the last."""
    cast = library(shipped(game))
    asked = questions(cast, after, row(after, place))
    others = others_than(cast, after, asked[0])
    *_, last = comparer(game).telling(asked, after, others)
    return last


CHANGED: list[tuple[str, Changes, str]] = [
    (
        "cwn",
        {
            ("items", "combat_rifle", "values", "hit"): 1,
            ("items", "combat_rifle", "values", "damage"): "d12+2",
        },
        '[[items]]\nkey = "combat_rifle"\n[items.values]\nhit = 1\ndamage = "d12+2"\n',
    ),
    (
        "cwn",
        {("numbers", "burst_hit", "value"): 4},
        "[numbers.burst_hit]\nvalue = 4\n",
    ),
    (
        "d6pool",
        {("items", "baretta_96f", "values", "damage"): 9},
        '[[items]]\nkey = "baretta_96f"\n[items.values]\ndamage = 9\n',
    ),
    (
        "d6pool",
        {("numbers", "melee_dn", "value"): 14},
        "[numbers.melee_dn]\nvalue = 14\n",
    ),
    (
        "phases",
        {("items", "heavy_pistol", "values", "damage"): "4d6+1"},
        '[[items]]\nkey = "heavy_pistol"\n[items.values]\ndamage = "4d6+1"\n',
    ),
    (
        "phases",
        {("numbers", "salvo_rounds", "value"): 14},
        "[numbers.salvo_rounds]\nvalue = 14\n",
    ),
    (
        "chrome",
        {("items", "guard_rifle", "values", "long"): 9},
        '[[items]]\nkey = "guard_rifle"\n[items.values]\nlong = 9\n',
    ),
    (
        "chrome",
        {("numbers", "fumbled_save_stress", "value"): 9},
        "[numbers.fumbled_save_stress]\nvalue = 9\n",
    ),
]


@pytest.mark.parametrize(("game", "changes", "text"), CHANGED)
def test_the_odds_of_a_changed_number_equal_those_of_the_same_number_in_a_file(
    game: str, changes: Changes, text: str
) -> None:
    """The same value in the window's layer and in the file of a ruleset that extends the game: the same attack."""
    files = {"house": {"ruleset.toml": f'name = "House"\nextends = "{game}"\n{text}'}}
    in_file = build("house", lambda name: files.get(name) or read(name))
    view = draft(game, changes)
    assert view.problems == ()
    place = next(iter(changes))
    by_draft = impact(game, view.ruleset, (place[0], place[1]))
    assert not by_draft.is_same
    asked = by_draft.question
    by_file = comparer(game).impact(asked, in_file)
    assert by_draft.after is not None
    assert by_file.after is not None
    numbers, other = by_draft.after.odds.by_id, by_file.after.odds.by_id
    assert numbers == pytest.approx(other, abs=1e-12, rel=0)
    assert by_draft.lines == by_file.lines


@pytest.mark.parametrize("game", ["chrome", "cwn", "d6pool", "phases"])
def test_nothing_changed_is_the_same(game: str) -> None:
    cast = library(shipped(game))
    asked = questions(cast, shipped(game), None)
    (only,) = comparer(game).telling(asked, draft(game, {}).ruleset)
    assert only.is_same
    assert only.after is not None
    assert all(each.is_same for each in only.lines)


def test_a_weapon_nobody_carries_is_given_to_the_usual_attacker() -> None:
    pistol = shipped("cwn").item("heavy_pistol")
    assert pistol is not None
    new: Changes = {
        ("items", "rail_pistol"): {
            "name": "Rail pistol",
            "kind": "weapon",
            "values": {
                **pistol.values,
                "damage": "d10",
            },
        }
    }
    after = draft("cwn", new)
    assert after.problems == ()
    found = impact("cwn", after.ruleset, ("items", "rail_pistol"))
    assert found.before is None, "the game has no such weapon"
    assert found.after is not None
    assert "Rail pistol" in found.made_of
    assert not found.is_same


def test_a_row_of_armour_is_attacked_where_it_is_worn() -> None:
    change: Changes = {("items", "street_leathers", "values", "soak"): 9}
    found = impact("cwn", draft("cwn", change).ruleset, ("items", "street_leathers"))
    assert "street_leathers" in found.question.target.carried
    down = next(each for each in found.lines if each.id == "out.1")
    assert down.before is not None
    assert down.after is not None
    assert down.after <= down.before
    assert not found.is_same


def test_a_condition_is_on_whoever_it_makes_a_difference_for() -> None:
    condition = next(each for each in shipped("cwn").conditions if each.effects)
    key = condition.key
    effects = [{"on": each.on, "amount": each.amount - 3} for each in condition.effects]
    changed = draft("cwn", {("conditions", key, "effects"): effects})
    assert changed.problems == ()
    found = impact("cwn", changed.ruleset, ("conditions", key))
    assert found.question.condition == key
    assert not found.is_same


def test_the_game_masters_choice_of_two_is_kept_and_given_the_weapon() -> None:
    cast = library(shipped("cwn")).with_chosen("cwn:halloran", "cwn:sister_ash")
    after = draft("cwn", {("items", "combat_rifle", "values", "hit"): 2}).ruleset
    (asked,) = questions(cast, after, row(after, ("items", "combat_rifle")))
    assert (asked.who.key, asked.target.key) == ("cwn:halloran", "cwn:sister_ash")
    found = comparer("cwn").impact(asked, after)
    assert "Combat rifle" in found.made_of
    assert not found.is_same
