"""Which test shows what: eighteen bugs of other programs, and the tasks whose keys and clicks are counted."""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

SESSION = "play/session/test_peers_cases.py"
INITIATIVE = "rules/engine/test_initiative.py"
DURATIONS = "rules/systems/test_said_durations.py"

PEERS = {
    1: (
        "swnr: damage to three depends on their order",
        f"{SESSION}::test_peers_01_the_order_of_targets_does_not_matter",
        "rules/systems/cwn/harm/test_damage_by_hand.py::test_same_damage_to_three_with_different_armour_in_any_order",
    ),
    2: (
        "vttred/ose#287: undo after damage past zero",
        f"{SESSION}::test_peers_02_undo_after_damage_past_zero_gives_the_exact_old_numbers",
        "gui/systems/test_damage_by_hand.py::test_damage_past_zero_and_undo_gives_the_exact_old_hit_points",
    ),
    3: (
        "initiative-tracker#305: a condition lowered on one is lowered on all",
        f"{DURATIONS}::test_case_3_a_duration_changed_on_one_of_three_stays_on_the_others",
    ),
    4: (
        "improved-initiative#238: until the start of Clem's turn fires on the first actor",
        f"{DURATIONS}::test_case_4_until_the_end_of_the_current_actors_turn_does_not_vanish_at_once",
        f"{DURATIONS}::test_case_4_until_the_end_of_the_turn_under_way_ends_with_it",
        f"{DURATIONS}::test_case_4_until_the_start_of_clems_turn_does_not_fire_on_the_first_actor",
    ),
    5: (
        "pf2e#18990: an effect placed by a reaction ends a round late",
        f"{DURATIONS}::test_case_5_an_effect_placed_before_the_targets_turn_ends_at_its_next_turn",
    ),
    6: (
        "starfinder#1542: a one-turn effect on the first in the order lasts two rounds",
        f"{DURATIONS}::test_case_6_an_effect_of_one_round_on_the_first_in_the_order_does_not_last_two",
    ),
    7: (
        "Fabula-Ultima#248: back over a round boundary restores something else",
        f"{SESSION}::test_peers_07_back_over_a_round_boundary_and_forward_is_the_same_state",
        f"{DURATIONS}::test_case_7_back_over_a_round_boundary_and_forward_again_is_the_same_state",
    ),
    8: (
        "wwn#109: re-rolling one NPC re-rolls everyone",
        f"{INITIATIVE}::test_rerolling_one_npc_rolls_everyone",
        f"{INITIATIVE}::test_rolling_npcs_rolls_the_players_too",
        "gui/window/test_initiative.py::test_roll_npcs_leaves_the_players_alone",
        "gui/window/test_initiative.py::test_one_is_rolled_again_by_its_die",
    ),
    9: (
        "SR5 PR 384 and #816: joining in pass 2, wounds and initiative",
        f"{INITIATIVE}::test_who_joins_in_the_second_pass_gets_a_whole_turn",
        f"{INITIATIVE}::test_a_wound_lowers_initiative_where_the_rules_do_not_say_so",
    ),
    10: (
        "shadowrun6-eden#328: an option chosen and unchosen stays",
        f"{SESSION}::test_peers_10_choosing_then_unchoosing_an_option_leaves_no_effect",
        "rules/systems/cwn/combat/test_focus_actions.py::test_veterans_luck_of_the_one_who_missed",
    ),
    11: (
        "dicelib#62: what a glitch counts, and how much is enough",
        # No game of ours counts glitches in a pool. Nearest: which of two rolls has the double (CHR-15, CHR-16), and
        # the margins of criticals and fumbles as numbers of the ruleset (PHA-08).
        "rules/systems/chrome/test_mechanics.py::test_which_of_two_rolls_counts",
        "rules/systems/phases/test_numbers.py::test_the_margin_of_a_critical_success",
        "rules/systems/phases/test_numbers.py::test_the_margin_of_a_fumbled_attack",
    ),
    12: (
        "dice-roller#207, cyberpunkred PR 78: what explodes, and what never does",
        f"{SESSION}::test_peers_12_checks_and_saves_do_not_explode",
        "rules/systems/phases/actions/test_movement.py::test_a_mishap",
        "rules/systems/phases/odds/test_odds.py::test_damage_dice_explode",
    ),
    13: (
        "cp2020-augmented: a hit to a cyberlimb",
        # CyberTech parts have no structure of their own in our games (CHR-49): nearest is a limb that is ruined.
        "rules/systems/chrome/combat/test_damage_by_hand.py::test_a_ruined_or_lost_limb_takes_no_more_than_the_rest",
        (
            "rules/systems/phases/harm/test_damage_by_hand.py::"
            "test_twice_at_one_place_stacks_and_what_is_destroyed_takes_no_more"
        ),
    ),
    14: (
        "cyberpunk-red-core 973, 697: typed damage makes armour no number",
        f"{SESSION}::test_peers_14_typed_damage_without_a_weapon_leaves_numbers",
        (
            "rules/systems/cwn/harm/test_damage_by_hand.py::"
            "test_typed_damage_with_no_weapon_goes_through_armour_by_its_number"
        ),
    ),
    15: (
        "encounterplus#514, initiative-tracker#24, grannydnd#27: names and origins of copies",
        f"{SESSION}::test_peers_15_removed_and_added_again_k2_is_k2_and_a_new_name_keeps_the_origin",
        "rules/engine/test_general_commands.py::test_who_is_removed_and_added_again_has_the_same_name",
    ),
    16: (
        "SWADE 1080, initiative-tracker#348: the active one is out; Start pressed twice",
        f"{INITIATIVE}::test_marking_the_active_one_out_changes_whose_turn_is_next",
        "gui/window/test_initiative.py::test_starting_twice_does_not_double_the_players",
        "gui/encounters/plan/test_in_play.py::test_starting_twice_duplicates_nobody",
    ),
    17: (
        "yearzero-combat#59: swapping or delaying the active one",
        f"{INITIATIVE}::test_delaying_the_active_combatant_loses_the_turn",
        f"{INITIATIVE}::test_delaying_another_moves_the_turn",
        "gui/window/test_initiative.py::test_a_turn_is_put_off_by_the_menu_of_its_row",
        (
            f"{DURATIONS}::"
            "test_case_17_the_turn_that_is_waited_for_stays_whose_it_was_when_places_are_swapped"
        ),
    ),
    18: (
        "encounterplus#611: damage as fast as keys repeat",
        f"{SESSION}::test_peers_18_ten_damages_at_once_are_ten_entries",
        "gui/systems/test_damage_by_hand.py::test_ten_damages_as_fast_as_keys_repeat",
    ),
}
"""The bugs by number: what people saw where, then the tests that show it does not happen here."""

COUNTED = {
    "7 to three": (
        "gui/damage/test_damage_panel.py::test_seven_to_three_takes_five_keys",
        "hands.count <= 5",
    ),
    "12 to the left arm, until all its tests are done": (
        "gui/damage/test_damage_panel.py::test_twelve_to_the_left_arm_until_all_its_tests_are_done",
        "hands.count <= (5 if is_pointed else 7)",
    ),
    "condition for 2 rounds": (
        "gui/window/test_conditions.py::test_a_condition_for_two_rounds_is_seven_keys",
        "keys <= 8",
    ),
    "an NPC shoots a PC, PC dice typed": (
        "gui/window/test_shot_at_player.py::test_it_takes_the_players_dice_and_two_keys",
        "fingers.count <= dice + 2",
    ),
}
"""Counted tasks: the test with real key and mouse events, and what it asserts of their number."""


@cache
def functions(file: str) -> dict[str, str]:
    """Returns the text of each function of a test module by its name."""
    text = (TESTS / file).read_text(encoding="utf-8")
    found = (each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef))
    return {each.name: ast.get_source_segment(text, each) or "" for each in found}


def test_all_eighteen_are_named() -> None:
    """None is forgotten."""
    assert list(PEERS) == list(range(1, 19))


@pytest.mark.parametrize("number", PEERS)
def test_the_tests_of_a_bug_are_there(number: int) -> None:
    """Each bug has at least one test, and whoever renames it says so here."""
    bug, *tests = PEERS[number]
    assert bug
    assert tests
    for test in tests:
        file, name = test.split("::")
        assert name in functions(file), test


@pytest.mark.parametrize("task", COUNTED)
def test_a_counted_task_asserts_its_number(task: str) -> None:
    """The limit stands in the test itself."""
    test, limit = COUNTED[task]
    file, name = test.split("::")
    assert f"assert {limit}" in functions(file)[name]
