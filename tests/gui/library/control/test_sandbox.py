"""Creatures tried out without a fight, in every ruleset."""

import dataclasses

import pytest

from encounter_gui import paths
from encounter_gui.gui.library.control.adding_combatants import with_defaults
from encounter_gui.gui.library.control.sandbox import odds_between, worked_out
from encounter_gui.play.prep.copy_source import total_field
from encounter_gui.play.trial_fight import Sandbox
from encounter_gui.rules.model.prepared import Overlay
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped


def bench(ruleset):
    rules = shipped(ruleset)
    return Sandbox(system=system_for(rules.system), ruleset=rules, texts=paths.message_catalog())


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_every_shipped_creature_is_worked_out(ruleset):
    """The rules make something of each, and offer nothing: there is no fight."""
    for creature in shipped(ruleset).creatures:
        result = worked_out(bench(ruleset), creature)
        assert result.trouble == "", creature.name
        assert result.sections
        assert not any(section.offers for section in result.sections)
        assert result.body is not None


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_somebody_has_odds_against_somebody_else(ruleset):
    """Hit and what follows are chances; better gear cannot make them anything else."""
    creatures = shipped(ruleset).creatures
    found = [odds_between(bench(ruleset), creatures[0], other) for other in creatures[1:4]]
    found += [odds_between(bench(ruleset), other, creatures[0]) for other in creatures[1:4]]
    told = [odds for odds in found if odds is not None]
    assert told
    assert all(0 <= number.probability <= 1 for odds in told for number in odds.headline_numbers)


def test_two_of_one_kind_and_side_can_be_tried_against_each_other():
    """The opponent changes sides for it."""
    ganger = shipped("d6pool").creature("gang_a")
    assert odds_between(bench("d6pool"), ganger, ganger) is not None


def test_an_item_nobody_knows_is_said_not_raised():
    """An imported creature may carry what the ruleset lacks."""
    ganger = dataclasses.replace(
        shipped("d6pool").creature("gang_a"), items=(CarriedDef(item="ray gun"),)
    )
    assert "ray gun" in worked_out(bench("d6pool"), ganger).trouble
    assert odds_between(bench("d6pool"), ganger, ganger) is None


def test_an_overlay_adds_to_the_default_of_what_is_not_written_down():
    """Two more than a missing strength of 3 is 5, not 2."""
    rules = shipped("d6pool")
    bare = dataclasses.replace(rules.creature("gang_a"), sheet={})
    whole = with_defaults(rules, bare, Overlay(key="x", name="x", sheet={"strength": 2}))
    assert whole.sheet == {"strength": 3}


def test_the_field_of_hit_points_is_the_one_the_main_gauge_names():
    """Where it follows from other numbers there is none."""
    assert total_field(shipped("d6pool")) == "health"
    assert total_field(shipped("cwn")) == "hp"
    assert total_field(shipped("phases")) == ""


def test_hit_dice_are_told_where_a_game_has_them():
    """Two hit dice of the size the switch names; a game without hit dice has none to roll."""
    rules = shipped("cwn")
    creature = dataclasses.replace(rules.creatures[0], sheet={"hd": 2})
    assert worked_out(bench("cwn"), creature).hit_dice == "2d8"
    assert worked_out(bench("d6pool"), shipped("d6pool").creatures[0]).hit_dice == ""
