"""What a turn is spent on: Major Actions, free ones, moving, gear, an enemy's list."""

import dataclasses

import pytest
from msgspec.structs import replace

from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-28")
def test_two_major_actions_and_any_number_of_free_ones(table: Crew) -> None:
    """A third Major Action there is not, unless something gives it."""
    one, quick = table.operator("Flux"), table.operator("Quick", majors=3, speed=20)
    table.begin(10, 10)
    table.play(do.Activate(who=one))
    table.play(do.Free(who=one))
    table.play(do.Activate(who=one))
    assert table.refused(do.Activate(who=one)) == "chrome.no_action_left"
    table.play(do.Free(who=one))
    assert table.refused(do.Activate(who=quick)) == "chrome.not_your_turn"
    table.next()
    assert table.gauge(quick, "majors") == 3


@pytest.mark.rule("CHR-29a")
@pytest.mark.rule("CHR-29b")
@pytest.mark.rule("CHR-30")
def test_two_attacks_a_turn(table: Crew) -> None:
    """Nothing limits attacks but Major Actions; a shot is gone hit or miss, a blade needs none."""
    one = table.operator("Flux", "pistol", "knife")
    guard = table.enemy("Guard")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard, weapon="pistol", band="short"), 90)
    assert table.gauge(one, "ammo.pistol") == 9
    table.play(do.Attack(who=one, target=guard, weapon="knife"), 20)
    assert table.gauge(one, "ammo.pistol") == 9
    third = do.Attack(who=one, target=guard, weapon="knife")
    assert table.refused(third) == "chrome.no_action_left"


@pytest.mark.rule("CHR-30")
def test_the_house_may_limit_attacks(table: Crew) -> None:
    """One a turn, whatever Major Actions are left; enemies keep to their list."""
    table.switch("chrome.maxAttacksPerTurn", 1)
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard", "drone_guns")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard, band="short"), 60)
    again = do.Attack(who=one, target=guard, band="short")
    assert table.refused(again) == "chrome.no_attack_left"
    table.play(do.Activate(who=one))
    table.next()
    for _ in range(2):
        table.play(do.Attack(who=guard, target=one, band="short"), 20)


@pytest.mark.rule("CHR-29d")
def test_reloading(table: Crew) -> None:
    """The magazine is full again; what is full, or needs no shots, is not reloaded."""
    one = table.operator("Flux", "pistol", "knife")
    table.begin(10)
    table.set_gauge(one, "ammo.pistol", 0)
    guard = table.enemy("Guard")
    shot = do.Attack(who=one, target=guard, band="short")
    assert table.refused(shot) == "chrome.empty"
    table.play(do.Reload(who=one))
    assert (table.gauge(one, "ammo.pistol"), table.gauge(one, "majors")) == (10, 1)
    assert table.refused(do.Reload(who=one)) == "chrome.is_full"
    assert table.refused(do.Reload(who=one, weapon="knife")) == "chrome.needs_no_reload"


@pytest.mark.rule("CHR-29e")
@pytest.mark.rule("CHR-32")
def test_moving_half_the_speed_stat(table: Crew) -> None:
    """DV-CHR-10: Speed 45 is 22 m with one Major Action and 45 m with both."""
    one = table.operator("Flux", speed=45)
    table.begin(10)
    assert table.refused(do.Move(who=one, metres=23)) == "chrome.too_far"
    table.play(do.Move(who=one, metres=22))
    assert table.refused(do.Move(who=one, metres=24)) == "chrome.too_far"
    table.play(do.Move(who=one, metres=23))
    assert table.gauge(one, "moved") == 45
    assert table.gauge(one, "majors") == 0
    table.next()
    assert table.gauge(one, "moved") == 0


@pytest.mark.rule("CHR-32")
def test_moves_have_parts_of_a_metre(table: Crew) -> None:
    """22 m with one Major Action: 21.5 is within, 22.5 is not; the log says what was typed."""
    one = table.operator("Flux", speed=45)
    table.begin(10)
    assert table.refused(do.Move(who=one, metres=22.5)) == "chrome.too_far"
    found = table.play(do.Move(who=one, metres=21.5))
    assert found["metres"] == "21.5"
    assert table.last is not None
    assert "21.5" in table.context.texts.sentence(table.last.label)


@pytest.mark.rule("CHR-32")
@pytest.mark.parametrize(("metres", "half", "whole"), [(10, 27, 55), (-15, 15, 30), (-80, 0, 0)])
def test_cybertech_changes_how_far_one_moves(
    table: Crew, metres: int, half: int, whole: int
) -> None:
    """So many metres more, or fewer, with both Major Actions; turns still go by the Speed Stat."""
    legs = CarriedDef(item="piston_legs", values={"metres": metres})
    one = table.operator("Flux", legs, speed=45)
    table.begin(10)
    assert table.context.state.slots[0].score == 45
    assert table.refused(do.Move(who=one, metres=half + 1)) == "chrome.too_far"
    table.play(do.Move(who=one, metres=half))
    table.play(do.Move(who=one, metres=whole - half))


@pytest.mark.rule("CHR-29n")
@pytest.mark.rule("CHR-34")
def test_cover_goes_with_a_move(table: Crew) -> None:
    """It is free, but only for who has moved; moving on leaves it."""
    one = table.operator("Flux")
    table.begin(10)
    assert table.refused(do.TakeCover(who=one)) == "chrome.move_first"
    table.play(do.Move(who=one, metres=5))
    table.play(do.TakeCover(who=one))
    assert (table.combatant(one).has("in_cover"), table.gauge(one, "majors")) == (True, 1)
    table.play(do.Move(who=one, metres=5))
    assert not table.combatant(one).has("in_cover")
    table.next()
    table.play(do.Move(who=one, metres=5, cover=True))
    assert table.combatant(one).has("in_cover")


@pytest.mark.rule("CHR-29g")
@pytest.mark.rule("CHR-29m")
def test_gear_is_a_major_action_and_shouting_is_free(table: Crew) -> None:
    """What they do is told."""
    one = table.operator("Flux")
    table.begin(10)
    table.play(do.Free(who=one, text="shouts"))
    assert table.gauge(one, "majors") == 2
    assert "shouts" in table.label
    table.play(do.Activate(who=one, text="optics"))
    assert table.gauge(one, "majors") == 1
    assert "optics" in table.label


@pytest.mark.rule("CHR-29i")
@pytest.mark.rule("CHR-68")
def test_one_medpack_an_action(table: Crew) -> None:
    """It heals 4, not above full Health, and there are two."""
    one, two = table.operator("Mend", "medpack"), table.operator("Flux", speed=10)
    table.begin(10, 0)
    table.until(one)
    table.set_gauge(two, "health", 1)
    many = do.UseItem(who=one, item="medpack", target=two, count=2)
    assert table.refused(many) == "chrome.one_at_a_time"
    table.play(do.UseItem(who=one, item="medpack", target=two))
    table.play(do.UseItem(who=one, item="medpack", target=two))
    assert table.health(two) == 9
    assert table.gauge(one, "majors") == 0
    table.play(ask.Finish())
    last = do.UseItem(who=one, item="medpack", target=two)
    assert table.refused(last) == "chrome.not_so_many"
    assert table.refused(do.UseItem(who=one, item="rope")) == "chrome.no_such_item"


@pytest.mark.rule("CHR-29j")
@pytest.mark.rule("CHR-68")
def test_any_number_of_the_same_consumable(table: Crew) -> None:
    """With one Major Action; by house rule one."""
    one = table.operator("Mend", "stim")
    table.begin(10)
    table.set_gauge(one, "health", 4)
    table.play(do.UseItem(who=one, item="stim", count=2))
    assert (table.health(one), table.gauge(one, "majors")) == (8, 1)
    table.set_gauge(one, "ammo.stim", 2)
    two = table.operator("Flux")
    for who in (one, two):
        table.set_gauge(who, "health", 4)
    table.play(do.UseItem(who=one, item="stim", others=(two,)))
    assert (table.health(one), table.health(two)) == (6, 6)
    assert (table.gauge(one, "majors"), table.gauge(one, "ammo.stim")) == (0, 0)
    table.play(ask.Finish())
    table.set_gauge(one, "ammo.stim", 2)
    table.switch("chrome.bulkConsumables", False)
    assert table.refused(do.UseItem(who=one, item="stim", count=2)) == "chrome.one_at_a_time"
    table.play(do.UseItem(who=one, item="stim"))
    assert table.health(one) == 8


@pytest.mark.rule("CHR-29i")
@pytest.mark.rule("CHR-29j")
@pytest.mark.parametrize(
    ("item", "count", "health", "bulk", "offered"),
    [
        ("stim", 3, 5, True, {"Use Stim": 1, "Use 3 × Stim": 3}),
        ("stim", 3, 7, True, {"Use Stim": 1, "Use 2 × Stim": 2}),
        ("stim", 3, 9, True, {"Use Stim": 1}),
        ("stim", 3, 10, True, {}),
        ("stim", 3, 5, False, {"Use Stim": 1}),
        ("stim", 0, 5, True, {}),
        ("medpack", 2, 1, True, {"Use Medpack": 1}),
    ],
)
def test_as_many_are_offered_as_help(
    table: Crew, item: str, count: int, health: int, bulk: bool, offered: dict[str, int]
) -> None:
    """One of a consumable, and with the same Major Action all that would still help; medpacks one by one."""
    table.switch("chrome.bulkConsumables", bulk)
    one = table.operator("Flux", CarriedDef(item=item, values={"count": count}))
    table.begin(10)
    table.set_gauge(one, "health", health)
    found = {
        action.text: action.command.count
        for action in table.system.action_options(table.context, one)
        if isinstance(action.command, do.UseItem) and not action.why_not
    }
    assert found == offered


@pytest.mark.rule("CHR-29k")
@pytest.mark.rule("CHR-35")
def test_standing_up(table: Crew) -> None:
    """A Major Action that ends being prone, with which all Saves are at Disadvantage."""
    one = table.operator("Flux")
    table.begin(10)
    table.afflict(one, "prone")
    table.play(do.Check(who=one, test="sanity"), 10, 70)
    assert table.result("test")["roll"] == 70
    table.play(do.Check(who=one, test="combat"), 10)
    table.play(do.StandUp(who=one))
    assert not table.combatant(one).has("prone")
    assert table.gauge(one, "majors") == 1
    assert table.refused(do.StandUp(who=one)) == "chrome.not_prone"


@pytest.mark.rule("CHR-31")
def test_an_enemy_does_what_its_block_lists(table: Crew) -> None:
    """Its move, so many of each attack, its special abilities; no more."""
    one = table.operator("Flux", fear=0, sanity=50)
    horror = table.enemy("Horror", "horror_claws", "horror_sight")
    table.begin(80)
    claw = do.Attack(who=horror, target=one, defence="save")
    table.play(claw, 20)
    table.play(claw, 20)
    assert table.refused(claw) == "chrome.not_on_its_list"
    table.play(do.Move(who=horror, metres=20))
    assert table.refused(do.Move(who=horror, metres=1)) == "chrome.not_on_its_list"
    sight = do.Special(who=horror, ability="horror_sight", targets=(one,))
    table.play(sight, 70)
    assert table.conviction(one) == 16
    assert table.refused(sight) == "chrome.no_action_left"
    table.next()
    table.next()
    table.play(claw, 20)


@pytest.mark.rule("CHR-31")
@pytest.mark.rule("CHR-35")
def test_an_enemy_forgoes_something_to_stand_up(table: Crew) -> None:
    """Its move or one attack, whichever the game master does not take."""
    one = table.operator("Flux")
    guard = table.enemy("Guard", "guard_rifle")
    table.begin(80)
    table.afflict(guard, "prone")
    table.play(do.StandUp(who=guard))
    table.play(do.Attack(who=guard, target=one, band="short"), 20)
    assert table.refused(do.Move(who=guard, metres=1)) == "chrome.no_action_left"


@pytest.mark.rule("CHR-31")
def test_enemies_may_have_two_major_actions(table: Crew) -> None:
    """By switch a move or one listed attack each costs one."""
    table.switch("chrome.enemyMajorActions", "two")
    one = table.operator("Flux")
    guard = table.enemy("Guard", "guard_rifle")
    table.begin(80)
    shot = do.Attack(who=guard, target=one, band="short")
    table.play(shot, 20)
    table.play(shot, 20)
    assert table.refused(shot) == "chrome.no_action_left"
    assert table.refused(do.Move(who=guard)) == "chrome.no_action_left"


@pytest.mark.rule("CHR-31")
@pytest.mark.parametrize(("move", "most"), [("short", 20), ("long", 100)])
def test_how_far_an_enemy_moves(table: Crew, move: str, most: int) -> None:
    """Up to its Move band; one that has none does not move."""
    guard, turret = (
        table.enemy("Guard", move=move),
        table.enemy("Turret", "guard_rifle", move="none"),
    )
    table.begin()
    assert table.refused(do.Move(who=guard, metres=most + 1)) == "chrome.too_far"
    table.play(do.Move(who=guard, metres=most))
    assert table.refused(do.Move(who=turret, metres=1)) == "chrome.not_on_its_list"


@pytest.mark.rule("CHR-33")
def test_heavy_armor_wants_one_strength_check_for_all_moves_of_a_turn(table: Crew) -> None:
    """For the full distance, whatever the Major Actions; a success bears for the turn, the next turn asks anew."""
    one = table.operator("Flux", "heavy_plate")
    table.begin(10)
    table.play(do.Move(who=one, metres=20), 20)
    assert table.keys() == ["armor"]
    table.play(do.Move(who=one, metres=20))
    assert table.keys() == []
    assert table.result("move")["metres"] == 20
    table.next()
    table.play(do.Move(who=one, metres=20), 20)
    assert table.keys() == ["armor"]


@pytest.mark.rule("CHR-33")
def test_heavy_armor_slows_all_moves_of_a_turn(table: Crew) -> None:
    """Who fails gets half as far, and with the other Major Action no farther, without a second check."""
    one = table.operator("Flux", "heavy_plate")
    table.begin(10)
    table.play(do.Move(who=one, metres=20), 70)
    assert (table.result("move")["metres"], table.conviction(one)) == (10, 19)
    assert table.refused(do.Move(who=one, metres=11)) == "chrome.too_far"
    table.play(do.Move(who=one, metres=10))
    assert (table.keys(), table.result("move")["metres"]) == ([], 10)


@pytest.mark.rule("CHR-33")
def test_heavy_armor_lets_a_short_way_pass(table: Crew) -> None:
    """Up to half of what a Major Action allows needs no check; a longer second move needs it then."""
    one = table.operator("Flux", "heavy_plate")
    table.begin(10)
    table.play(do.Move(who=one, metres=10))
    assert table.keys() == []
    table.play(do.Move(who=one, metres=20), 70)
    assert (table.keys(), table.result("move")["metres"]) == (["armor"], 10)


def test_special_abilities_need_somebody_to_use_them_on(table: Crew) -> None:
    """Operators, alive and named; and the enemy must have the ability."""
    one = table.operator("Flux")
    void = CarriedDef(item="void_dread")
    champion, guard = table.enemy("Champion", void), table.enemy("Guard")
    table.begin(80)
    dread = do.Special(who=champion, ability="void_dread", targets=())
    assert table.refused(dread) == "rules.nobody_named"
    odd = do.Special(who=champion, ability="charm", targets=(one,))
    assert table.refused(odd) == "chrome.no_such_ability"
    wrong = do.Special(who=champion, ability="void_dread", targets=(guard,))
    assert table.refused(wrong) == "chrome.no_stats"


@pytest.mark.rule("CHR-11")
def test_a_special_ability_reaches_each_target_once(table: Crew) -> None:
    """Whoever is named twice makes one Save; all of them make theirs in one command."""
    one, two = table.operator("Flux", sanity=50), table.operator("Tack", sanity=50)
    champion = table.enemy("Champion", CarriedDef(item="void_dread"))
    table.begin(80, 80)
    dread = do.Special(who=champion, ability="void_dread", targets=(one, two, one))
    table.play(dread, 10, 10)
    assert [(each, table.keys().count(each)) for each in set(table.keys())] == [("save", 2)]


def test_a_weapon_is_taken_in_hand_freely(table: Crew) -> None:
    """Which one is held, is the one used where none is named."""
    one, guard = table.operator("Flux", "pistol", "knife"), table.enemy("Guard")
    table.begin(10)
    table.play(do.Hold(who=one, weapon="knife"))
    assert table.gauge(one, "majors") == 2
    table.play(do.Attack(who=one, target=guard), 20)
    assert table.result("attack")["weapon"] == "knife"
    assert table.refused(do.Hold(who=one, weapon="spoon")) == "chrome.no_such_weapon"


def test_who_has_left_is_out(table: Crew) -> None:
    """It neither acts nor is attacked, until it returns."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard", "guard_rifle")
    table.begin(10)
    table.play(do.Leave(who=guard))
    assert table.refused(do.Leave(who=guard)) == "chrome.has_left"
    assert table.refused(do.Attack(who=one, target=guard, band="short")) == "chrome.has_left"
    table.play(ask.Flag(who=(guard,), flag="left", on=False))
    table.play(do.Attack(who=one, target=guard, band="short"), 20)


@pytest.mark.rule("CHR-28")
@pytest.mark.rule("CHR-29d")
def test_a_ruleset_says_what_an_action_costs(table: Crew) -> None:
    """Reloading that a house calls free costs nothing and needs nothing left; what it forbids is refused."""
    one = table.operator("Flux", "pistol")
    table.begin(10)
    table.set_gauge(one, "ammo.pistol", 0)
    table.set_gauge(one, "majors", 0)
    reload = do.Reload(who=one)
    assert table.refused(reload) == "chrome.no_action_left"
    actions = table.context.ruleset.actions
    free = tuple(
        dataclasses.replace(each, spends="free") if each.key == "reload" else each
        for each in actions
    )
    table.context = replace(
        table.context, ruleset=dataclasses.replace(table.context.ruleset, actions=free)
    )
    table.play(reload)
    assert (table.gauge(one, "ammo.pistol"), table.gauge(one, "majors")) == (10, 0)
    none = tuple(dataclasses.replace(each, is_allowed=each.key != "hack") for each in actions)
    table.context = replace(
        table.context, ruleset=dataclasses.replace(table.context.ruleset, actions=none)
    )
    assert table.refused(do.Hack(who=one, rating=2)) == "rules.action_not_allowed"


@pytest.mark.rule("CHR-67")
def test_of_a_large_squad_those_with_the_least_conviction_are_offered_some(table: Crew) -> None:
    """Ten others lack Conviction: the eight who have least are in the list, in the squad's order."""
    giver = table.operator("Giver")
    others = [table.operator(f"Other {number}") for number in range(10)]
    for number, who in enumerate(others):
        table.set_gauge(who, "conviction", number)
    options = table.system.action_options(table.context, giver)
    lent = [each.command.target for each in options if isinstance(each.command, do.Lend)]
    assert sorted(lent) == sorted(others[:8])
