"""Where one rule reaches into another's moment: what was found by playing against the numbered rules."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.sheet import gear
from encounter_gui.rules.systems.chrome.turns import order
from tests.rules.systems.chrome.conftest import Crew
from tests.rules.systems.chrome.test_obligations import chips, fallen, one_entry

CLAWS = "horror_claws"
HANDS = {"held": "pistol", "off": "katana"}
DEADLY = CarriedDef(item=CLAWS, values={"close": 6, "attacks": 2, "effects": ""})


# ---- initiative


@pytest.mark.rule("CHR-13")
@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-26")
@pytest.mark.parametrize(("value", "place"), [(44, order.BEFORE), (45, order.AFTER)])
def test_a_speed_roll_by_hand_succeeds_as_a_die_does(table: Crew, value: int, place: int) -> None:
    """45 for Speed 45 fails, rolled or said."""
    one = table.operator("Flux", speed=45)
    table.enemy("Guard")
    table.play(ask.SetInitiative(who=one, to=value))
    assert order.block(table.combatant(one)) == place


@pytest.mark.rule("CHR-13")
@pytest.mark.rule("CHR-25")
@pytest.mark.parametrize(("value", "place"), [(44, order.BEFORE), (45, order.AFTER)])
def test_so_does_one_of_a_fight_that_is_on_already(table: Crew, value: int, place: int) -> None:
    """A file that begins with a later round says it as ``initiative``."""
    one = table.operator("Flux", speed=45)
    table.enemy("Guard")
    outcome = table.system.begun_at(table.context, 2, {one: value})
    table.happen(*outcome.events)
    assert order.block(table.combatant(one)) == place


# ---- each attack has its own consequences


@pytest.mark.rule("CHR-44")
@pytest.mark.rule("CHR-73")
def test_each_deadly_attack_has_its_own_panic_check(table: Crew) -> None:
    """Also if the first is still owed when the second lands."""
    one = table.operator("Flux", health=20)
    horror = table.enemy("Horror", DEADLY)
    table.begin(10)
    table.until(horror)
    attack = do.Attack(who=horror, target=one, defence="waive")
    one_entry(table, attack)
    one_entry(table, attack)
    assert table.owed(one) == ["panic", "panic"]
    one_entry(table, ask.Settle(), 1)
    assert table.owed(one) == ["panic"]
    one_entry(table, ask.Settle(), 1)
    assert table.owed(one) == []


@pytest.mark.rule("CHR-44")
@pytest.mark.rule("CHR-73")
def test_what_the_first_attack_owes_comes_before_the_second(table: Crew) -> None:
    """A Panic Check of the first before the Save at 0 Health of the second; each names whose it is."""
    one, two = table.operator("Flux", health=20), table.operator("Rook", health=3)
    horror = table.enemy("Horror", DEADLY)
    table.begin(10, 10)
    table.until(horror)
    one_entry(table, do.Attack(who=horror, target=one, defence="waive"))
    one_entry(table, do.Attack(who=horror, target=two, defence="waive"))
    due = [(each.kind, each.who) for each in table.context.state.obligations]
    assert due == [("panic", one), ("death_save", two)]
    one_entry(table, ask.Settle(), 1)
    one_entry(table, ask.Settle(), 90)
    due = [(each.kind, each.who) for each in table.context.state.obligations]
    assert due == [("panic", one)]
    one_entry(table, ask.Settle(), 1)
    assert table.owed() == []


@pytest.mark.rule("CHR-42")
@pytest.mark.rule("CHR-73")
def test_an_attack_and_its_counter_attack_frighten_once(table: Crew) -> None:
    """A Deadly hit met by a counter-attack that fumbles: one Panic Check for both."""
    one = table.operator("Flux", "knife", health=20)
    horror = table.enemy("Horror", DEADLY)
    table.begin(10)
    table.until(horror)
    table.play(do.Attack(who=horror, target=one, defence="counter"), 90, 1)
    assert table.facts("panic_check") == [one]


# ---- the ally in the line


@pytest.mark.rule("CHR-40")
def test_an_ally_in_the_line_saves_with_reflex(table: Crew) -> None:
    """Whatever Save the weapon names."""
    gun = CarriedDef(item="pistol", values={"save": "body"})
    one, two = table.operator("Flux", gun), table.operator("Rook", reflex=30, body=90)
    guard = table.enemy("Guard")
    table.begin(10, 10)
    table.play(do.Attack(who=one, target=guard, band="short", ally=two), 77, 4, 50)
    assert table.result("test", -1)["test"] == "reflex"
    assert table.health(two) == 8


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-40")
@pytest.mark.parametrize("switch", [None, "chrome.severOnAnyHit", "chrome.critFailDoublesDamage"])
def test_a_stray_blow_has_no_critical_effects(table: Crew, switch: str | None) -> None:
    """A fumbled Save makes it no critical hit: no limb is off, the damage is that of the tier."""
    if switch:
        table.switch(switch, to=True)
    gun = CarriedDef(item="pistol", values={"effects": "sever ablaze"})
    one, two = table.operator("Flux", gun), table.operator("Rook")
    guard = table.enemy("Guard")
    table.begin(10, 10)
    table.play(do.Attack(who=one, target=guard, band="short", ally=two), 77, 4, 77, 1)
    assert table.result("stray")["critical"] is False
    assert (table.health(two), table.combatant(two).has("ablaze")) == (8, False)
    assert "critical_effects" not in table.owed()


# ---- unnoticed


@pytest.mark.rule("CHR-24")
@pytest.mark.rule("CHR-42")
def test_a_counter_attack_uses_and_clears_the_unnoticed_mark(table: Crew) -> None:
    """It is the first attack on an enemy that has not noticed who strikes back."""
    one = table.operator("Flux", "knife")
    horror = table.enemy("Horror", DEADLY)
    table.begin(10)
    table.until(horror)
    table.play(do.Unnoticed(who=(one,)))
    table.play(do.Attack(who=horror, target=one, defence="counter"), 90, 20, 1)
    assert table.result("counter")["hit"] is True
    assert "unnoticed" not in table.combatant(one).memo


@pytest.mark.rule("CHR-24")
@pytest.mark.rule("CHR-46")
def test_a_blast_is_noticed_by_all_in_it(table: Crew) -> None:
    """Not only by the target; who is not in it has still noticed nobody."""
    one = table.operator("Flux", "frag_grenade")
    guards = [table.enemy(name, health=30) for name in ("G1", "G2", "G3")]
    table.begin(10)
    table.play(do.Unnoticed(who=(one,)))
    throw = do.Throw(who=one, target=guards[0], caught=(do.Caught(target=guards[1]),))
    table.play(throw, 20, 60)
    assert table.combatant(one).memo["unnoticed"] == (guards[2],)


@pytest.mark.rule("CHR-46")
def test_a_blast_does_not_hit_who_has_left(table: Crew) -> None:
    """Named or not."""
    one = table.operator("Flux", "frag_grenade")
    g1, g2 = table.enemy("G1", health=30), table.enemy("G2", health=30)
    table.begin(10)
    table.play(do.Leave(who=g2))
    table.play(do.Throw(who=one, target=g1, caught=(do.Caught(target=g2),)), 20)
    assert (table.health(g1) < 30, table.health(g2)) == (True, 30)


# ---- grapples


@pytest.mark.rule("CHR-48")
def test_a_grapple_of_the_unconscious_ends_with_its_death(table: Crew) -> None:
    """Put on somebody unconscious, it ends when the victim dies."""
    one, two = table.operator("Flux"), table.operator("Vex", side="foe")
    table.begin(10, 80)
    table.afflict(two, "unconscious", until=Expiry(round=9))
    table.play(do.Grapple(who=one, target=two), 10)
    assert table.combatant(one).has("grappling")
    table.play(do.Kill(who=two))
    assert not table.combatant(one).has("grappling")


@pytest.mark.rule("CHR-31")
@pytest.mark.rule("CHR-48")
@pytest.mark.parametrize(("roll", "is_held"), [(20, True), (60, False)])
def test_an_enemy_breaks_free_unless_it_is_held_on_to(
    table: Crew, roll: int, is_held: bool
) -> None:
    """It spends an action of its list; who holds it rolls Strength."""
    one, guard = table.operator("Flux"), table.enemy("Guard", CLAWS)
    table.begin(10)
    table.play(do.Grapple(who=one, target=guard), 10)
    table.until(guard)
    table.play(do.BreakFree(who=guard), roll)
    assert (table.combatant(guard).has("grappled"), table.gauge(guard, "used")) == (is_held, 1)
    assert table.facts("test") == [one]


@pytest.mark.rule("CHR-48")
def test_an_enemy_held_by_an_enemy_breaks_free_without_a_roll(table: Crew) -> None:
    """Nobody has Strength there."""
    table.operator("Flux")
    one, two = table.enemy("Guard", CLAWS), table.enemy("Horror", CLAWS)
    table.begin(10)
    table.until(one)
    table.afflict(one, "grappled", by=two)
    table.play(do.BreakFree(who=one))
    assert not table.combatant(one).has("grappled")


# ---- unconscious


@pytest.mark.rule("CHR-57")
def test_the_countdown_runs_from_the_fall(table: Crew) -> None:
    """Not from a Save that is rolled in a later round."""
    one = table.operator("Flux")
    table.operator("Rook")
    table.begin(10, 10)
    table.play(ask.SetAutomation(rule="death_save", to="track"))
    one_entry(table, ask.Adjust(who=(one,), change="=0"))
    while table.context.state.round < 3:
        one_entry(table, ask.Next())
    one_entry(table, ask.SetAutomation(rule="death_save", to="book"))
    owed = next(each for each in table.context.state.obligations if each.kind == "death_save")
    one_entry(table, ask.Settle(ids=(owed.id,)), 10, 2)
    condition = table.combatant(one).condition("unconscious")
    assert condition is not None
    assert condition.until == Expiry(round=12)


@pytest.mark.rule("CHR-57")
def test_a_second_fall_does_not_shorten_unconsciousness(table: Crew) -> None:
    """Ten minutes stay ten minutes, whatever the second Save rolls."""
    one = table.operator("Flux")
    table.begin(10)
    table.set_gauge(one, "health", 1)
    table.play(ask.Adjust(who=(one,), change="-1"), 10, 10)
    table.play(ask.Adjust(who=(one,), change="-1"), 10, 1)
    condition = table.combatant(one).condition("unconscious")
    assert condition is not None
    assert condition.until == Expiry(round=60)


@pytest.mark.rule("CHR-57")
def test_who_owes_the_save_is_not_called_dead(table: Crew) -> None:
    """An attack and a medpack are refused in words that say what comes first."""
    one = fallen(table)
    horror = next(each for each in table.context.state.combatants if each.startswith("horror"))
    attack = do.Attack(who=horror, target=one)
    assert table.refused(attack) == "chrome.save_comes_first"
    assert "dead" not in table.why_not(attack)
    assert "Dead" not in chips(table, one)


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-68")
def test_a_medpack_waits_for_the_save(table: Crew) -> None:
    """The Save comes first; after it the medpack helps."""
    one, two = table.operator("Flux"), table.operator("Rook", "medpack")
    table.begin(30, 10)
    table.until(two)
    one_entry(table, ask.Adjust(who=(one,), change="=0"))
    use = do.UseItem(who=two, item="medpack", target=one)
    assert table.refused(use) == "chrome.save_comes_first"
    one_entry(table, ask.Settle(), 10, 1)
    one_entry(table, use)
    assert table.health(one) == 5


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-73")
def test_a_check_put_off_waits_while_its_owner_is_unconscious(table: Crew) -> None:
    """Settled then it is refused by name, and stays owed; awake it is rolled."""
    one = table.operator("Flux")
    table.begin(10)
    table.play(do.PanicCheck(who=(one,), later=True))
    table.afflict(one, "unconscious", until=Expiry(round=9))
    assert table.refused(ask.Settle()) == "chrome.cannot_panic"
    assert "Flux" in table.why_not(ask.Settle())
    assert table.owed(one) == ["panic"]
    table.play(ask.Relieve(who=(one,), condition="unconscious"), 1)
    assert table.facts("panic_check") == [one]
    assert table.owed(one) == []


@pytest.mark.rule("CHR-73")
def test_of_two_checks_put_off_only_who_is_awake_rolls(table: Crew) -> None:
    """The other's stays owed, with its mark."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.begin(10, 10)
    table.play(do.PanicCheck(who=(one, two), later=True))
    table.afflict(two, "unconscious", until=Expiry(round=9))
    one_entry(table, ask.Settle(), 1)
    assert "Flux" in table.lines[0]
    assert "Rook" not in table.lines[0]
    assert (table.owed(), table.combatant(two).has("panic_due")) == (["panic"], True)


# ---- courage


@pytest.mark.rule("CHR-63")
def test_a_waived_save_of_the_gutless_lets_them_fight(table: Crew) -> None:
    """The game master does without it: attacks are not refused any more."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    table.afflict(one, "gutless")
    table.begin(10)
    table.play(ask.Waive(note="for her sister"))
    table.play(do.Attack(who=one, target=guard, band="short"), 60)
    assert table.owed() == []


@pytest.mark.rule("CHR-42")
@pytest.mark.rule("CHR-63")
def test_the_gutless_do_not_strike_back(table: Crew) -> None:
    """Not before the Fear Save has been made."""
    one, horror = table.operator("Flux", "knife"), table.enemy("Horror", CLAWS)
    table.afflict(one, "gutless")
    table.begin(80)
    attack = do.Attack(who=horror, target=one, defence="counter")
    assert table.refused(attack) == "chrome.no_counter"
    table.afflict(one, "gutless", count=1)
    table.play(attack, 60)
    assert table.result("counter")["hit"] is False


# ---- surprise


@pytest.mark.rule("CHR-23")
def test_who_is_surprised_in_its_own_turn_stops(table: Crew) -> None:
    """The rest of the turn is lost, and the slot that is passed over next."""
    one = table.operator("Flux", "pistol")
    guard = table.enemy("Guard")
    table.begin(10)
    table.play(do.Surprise(who=(one,)), 70)
    shot = do.Attack(who=one, target=guard, band="short")
    assert table.refused(shot) == "chrome.no_action_left"
    table.next()
    table.next()
    assert (table.context.state.round, table.context.state.acting) == (2, (guard,))
    table.next()
    assert (table.context.state.round, table.context.state.acting) == (3, (one,))


@pytest.mark.rule("CHR-23")
def test_surprise_leaves_out_the_unconscious(table: Crew) -> None:
    """The others make their Saves; alone they are refused by name."""
    one, two = table.operator("Flux"), table.operator("Rook")
    table.afflict(two, "unconscious", until=Expiry(round=9))
    table.play(ask.Next())
    table.play(do.Surprise(who=(one, two)), 70)
    assert table.combatant(one).has("surprised")
    assert table.refused(do.Surprise(who=(two,))) == "chrome.is_out"


# ---- Operator against Operator


@pytest.mark.rule("CHR-43")
@pytest.mark.rule("CHR-45")
def test_a_fumbled_save_makes_no_critical_hit_of_an_operators(table: Crew) -> None:
    """Only enemies, who roll nothing, have their criticals by it."""
    one = table.operator("Flux", "flamer")
    two = table.operator("Vex", side="foe")
    table.begin(10, 80)
    table.play(do.Attack(who=one, target=two, band="short", defence="save"), 30, 77, 1)
    result = table.result("attack")
    assert (result["hit"], result["critical"]) == (True, False)
    assert not table.combatant(two).has("ablaze")
    assert table.facts("panic_check") == [two]


# ---- Presences


def ghosts(table: Crew, background: str) -> tuple[CombatantId, CombatantId, CombatantId]:
    """Two Presences of a background, and somebody alive."""
    fast = table.operator("Fast", speed=70, background=background)
    slow = table.operator("Slow", speed=60, background=background)
    one = table.operator("Flux", speed=50)
    table.enemy("Guard", "guard_rifle", health=40)
    table.begin(10, 10, 10)
    table.play(do.Kill(who=fast), 1, 1)
    table.play(do.Kill(who=slow), 1)
    while table.context.state.round < 3:
        table.next()
    return fast, slow, one


@pytest.mark.rule("CHR-60")
def test_each_presence_is_asked_whether_it_soothes(table: Crew) -> None:
    """The fastest first; whoever declines leaves it to the other."""
    fast, slow, one = ghosts(table, "cult")
    table.play(do.PanicCheck(who=(one,)), 10, choose=["no", "yes"])
    asked = [each.who for each in table.asked if each.key == "soothe" and hasattr(each, "options")]
    assert asked == [fast, slow]
    assert table.facts("soothe") == [slow]


@pytest.mark.rule("CHR-60")
def test_each_presence_is_asked_whether_it_bolsters(table: Crew) -> None:
    """A roll that has been helped is not offered again."""
    fast, slow, one = ghosts(table, "military")
    table.play(do.Check(who=one, test="strength"), 10, 60, choose=["no", "yes"])
    assert table.facts("bolster") == [slow]
    table.play(do.Check(who=one, test="strength"), 10, 60, choose=["yes"])
    assert table.facts("bolster") == [fast]


@pytest.mark.rule("CHR-18")
@pytest.mark.rule("CHR-60")
def test_the_checks_of_a_presence_cost_it_nothing(table: Crew) -> None:
    """Soothe and Bolster alike: no Stress by a failure, no Conviction by doubles."""
    fast, _, one = ghosts(table, "cult")
    before = table.conviction(fast)
    table.play(do.PanicCheck(who=(one,)), 77, 1, choose=["yes"])
    assert table.facts("soothe") == [fast]
    assert table.conviction(fast) == before


@pytest.mark.rule("CHR-60")
@pytest.mark.rule("CHR-63")
def test_the_presence_of_somebody_gutless_does_not_flee(table: Crew) -> None:
    """It does not fight: no Fear Save is owed in its turn, and none can be made."""
    one = table.operator("Flux", speed=60)
    table.operator("Rook")
    table.begin(10, 10)
    table.afflict(one, "gutless")
    table.play(do.Kill(who=one), 1)
    while table.context.state.round < 3:
        table.next()
    assert (table.context.state.acting, table.owed(one)) == ((one,), [])
    assert table.refused(do.Engage(who=one)) == "chrome.not_gutless"


# ---- lost limbs


@pytest.mark.rule("CHR-55")
@pytest.mark.parametrize(("place", "dropped"), [("left_arm", "katana"), ("right_arm", "pistol")])
def test_each_hand_drops_what_it_held(table: Crew, place: do.Place, dropped: str) -> None:
    """What is in the off hand lies on the ground when that arm is lost; a file says what that is."""
    one = table.operator("Flux", "pistol", "katana")
    table.happen(*(ev.MemoSet(who=one, key=key, value=value) for key, value in HANDS.items()))
    table.play(do.MarkPlace(who=one, place=place, mark="severed"))
    assert gear.troubled_keys(table.combatant(one), gear.DROPPED) == (dropped,)
    now = table.combatant(one)
    hands = now.memo_text("held"), gear.other_hand_key(now)
    assert hands == (("pistol", "") if place == "left_arm" else ("", "katana"))


@pytest.mark.rule("CHR-22")
@pytest.mark.rule("CHR-50")
def test_harm_ticks_once_a_round_though_nobody_can_act(table: Crew) -> None:
    """A slot that was passed over is not ended again with the next step."""
    one = table.operator("Flux", health=20)
    table.begin(10)
    table.afflict(one, "unconscious", until=Expiry(round=30))
    table.afflict(one, "ablaze")
    left = []
    for _ in range(3):
        table.next()
        left.append((table.context.state.round, table.health(one)))
    assert left == [(2, 16), (3, 14), (4, 12)]


# ---- what waits for somebody


@pytest.mark.rule("CHR-42")
@pytest.mark.rule("CHR-73")
@pytest.mark.parametrize("way", ["kill", "leave"])
def test_a_counter_attack_has_no_object_once_the_attacker_is_gone(table: Crew, way: str) -> None:
    """Nothing is rolled against who has died or left meanwhile."""
    one, horror = table.operator("Flux", "knife"), table.enemy("Horror", CLAWS)
    table.begin(10)
    table.until(horror)
    one_entry(table, do.Attack(who=horror, target=one, defence="counter"))
    assert table.owed(one) == ["counter"]
    one_entry(table, do.Kill(who=horror) if way == "kill" else do.Leave(who=horror))
    assert table.owed(one) == []


@pytest.mark.rule("CHR-63")
def test_distrust_has_no_object_once_the_newcomer_has_left(table: Crew) -> None:
    """Whoever trusts no one makes no Save for somebody who is gone again."""
    one = table.operator("Flux")
    table.afflict(one, "trust_no_one")
    table.begin(10)
    one_entry(table, ask.Add(creature="mend"))
    newcomer = next(reversed(table.context.state.combatants))
    one_entry(table, do.Leave(who=newcomer))
    assert table.owed(one) == []
