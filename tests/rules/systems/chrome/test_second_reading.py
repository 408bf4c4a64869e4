"""What a second reading of the rules found: each was wrong at the table once."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.odds import threats
from encounter_gui.rules.systems.chrome.turns import order
from encounter_gui.rules.view import PipsCell
from tests.rules.systems.chrome.conftest import Crew

CLAWS = CarriedDef(item="horror_claws")


def _lost(table: Crew, who: CombatantId, place: str) -> None:
    table.happen(ev.LocationSet(who=who, location=place, level=0, marks=("severed",)))


# ------------------------------------------------------------------ order and turns


@pytest.mark.rule("CHR-26")
def test_nobody_gives_away_a_turn_that_has_begun(table: Crew) -> None:
    """Two who tie change places only before the first of them acts: nobody is robbed of a turn, nobody has two."""
    one, other = table.operator("Flux"), table.operator("Vex")
    table.begin(20, 20)
    assert table.context.state.acting == (one,)
    assert table.refused(do.Order(who=one)) == "chrome.order_fixed"
    assert table.refused(do.Order(who=other, before=one)) == "chrome.order_fixed"
    assert not order.is_free(table.context, other, one)


@pytest.mark.rule("CHR-32")
def test_one_major_action_moves_at_most_half(table: Crew) -> None:
    """What the first move leaves over is not added to the second."""
    one = table.operator("Flux", speed=45)
    table.begin(10)
    table.play(do.Move(who=one, metres=5))
    assert table.refused(do.Move(who=one, metres=24)) == "chrome.too_far"
    table.play(do.Move(who=one, metres=23))


@pytest.mark.rule("CHR-31")
def test_what_an_enemy_forgoes_is_its_move_or_an_attack(table: Crew) -> None:
    """Standing up costs the move or one listed attack, never a special ability."""
    table.operator("Flux")
    horror = table.enemy("Horror", CLAWS, "horror_sight", move="none")
    table.begin(90)
    table.afflict(horror, "prone")
    table.until(horror)
    claw = do.Attack(who=horror, target=CombatantId("flux_1"), defence="waive")
    table.play(do.StandUp(who=horror))
    table.play(claw)
    assert table.refused(claw) == "chrome.no_action_left"
    sight = do.Special(who=horror, ability="horror_sight", targets=(CombatantId("flux_1"),))
    table.play(sight, 10)
    assert table.refused(sight) == "chrome.no_action_left"


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("CHR-50")
def test_the_unconscious_keep_their_slot_when_all_roll_again(table: Crew) -> None:
    """With Speed Checks every round they roll none, but still bleed where their slot is passed over."""
    table.switch("chrome.rerollInitiativeEachRound", True)
    one, _ = table.operator("Flux"), table.operator("Vex", speed=30)
    table.begin(10, 10)
    table.afflict(one, "fainted")
    table.happen(ev.LocationSet(who=one, location="left_arm", level=0, marks=("bleeding",)))
    table.next()
    assert table.health(one) == 8
    table.next(10)
    assert table.context.state.slots[0].who == one
    assert table.health(one) == 6


@pytest.mark.rule("CHR-28")
def test_the_table_shows_the_actions_that_cybertech_adds(table: Crew) -> None:
    """Three Major Actions are three pips, also while others act."""
    wired = CarriedDef(item="dermal_weave", values={"majors": 1})
    one = table.operator("Flux", wired, speed=30)
    table.operator("Vex")
    table.begin(10, 10)
    row = next(row for row in table.system.rows(table.context) if row.who == one)
    cell = row.cells["actions"]
    assert isinstance(cell, PipsCell)
    assert len(cell.pips) == 3


# ------------------------------------------------------------------ attacks and blasts


@pytest.mark.rule("CHR-40")
@pytest.mark.rule("CHR-45")
def test_exposed_counts_against_enemies_only(table: Crew) -> None:
    """The Save against an Operator's shot is rolled as ever, and the opening waits for an enemy."""
    one, other = table.operator("Flux", "pistol"), table.operator("Vex", speed=30)
    table.begin(10, 10)
    table.afflict(other, "exposed")
    table.play(do.Attack(who=one, target=other, band="short", defence="save"), 20, 10)
    assert table.combatant(other).has("exposed")


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("CHR-46")
def test_a_shock_grenade_hurts_what_is_synthetic(table: Crew) -> None:
    """A critical blast: twice 2, then 4 more, then Soak once."""
    shock = CarriedDef(item="frag_grenade", values={"close": 2, "short": 2, "effects": "shock"})
    one = table.operator("Flux", shock)
    drone = table.enemy("Drone", synthetic=True, soak=1)
    table.begin(10)
    table.play(do.Throw(who=one, target=drone), 33)
    assert table.result("blast")["damage"] == 7
    assert not table.combatant(drone).has("shocked")


@pytest.mark.rule("CHR-54")
def test_a_blast_severs_on_any_hit_by_house_rule(table: Crew) -> None:
    """The switch is about every attack that severs."""
    table.switch("chrome.severOnAnyHit", True)
    blades = CarriedDef(item="frag_grenade", values={"close": 2, "effects": "sever"})
    one, guard = table.operator("Flux", blades), table.enemy("Guard")
    table.begin(10)
    table.play(do.Throw(who=one, target=guard), 30, 3)
    assert table.result("sever")["place"] == "right_arm"


@pytest.mark.rule("CHR-46")
@pytest.mark.rule("CHR-55")
def test_nobody_throws_without_a_hand(table: Crew) -> None:
    """With both arms lost there is no throwing."""
    one, guard = table.operator("Flux", "frag_grenade"), table.enemy("Guard")
    table.begin(10)
    _lost(table, one, "left_arm")
    table.play(do.Throw(who=one, target=guard), 90)
    table.set_gauge(one, "ammo.frag_grenade", 1)
    _lost(table, one, "right_arm")
    assert table.refused(do.Throw(who=one, target=guard)) == "chrome.too_few_hands"


@pytest.mark.rule("CHR-46")
def test_a_fumbled_grenade_spares_nobody_who_lies_there(table: Crew) -> None:
    """All near the thrower are in the blast, the unconscious without a Save."""
    one, other = table.operator("Flux", "frag_grenade"), table.operator("Vex", speed=30)
    guard = table.enemy("Guard")
    table.begin(10, 12)
    table.afflict(other, "fainted")
    table.play(do.Throw(who=one, target=guard), 77, 10)
    assert table.facts("blast") == [one, one]
    assert (table.health(one), table.health(other)) == (10, 6)


@pytest.mark.rule("CHR-40")
def test_what_needs_no_shots_does_not_run_out(table: Crew) -> None:
    """A firearm without a magazine is an opening for the enemy instead."""
    beam = CarriedDef(item="pistol", values={"magazine": 0})
    one, guard = table.operator("Flux", beam), table.enemy("Guard")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard, band="short"), 77, 3)
    assert table.result("complication")["effect"] == "exposed"
    assert table.combatant(one).has("exposed")


@pytest.mark.rule("CHR-07")
def test_no_distance_is_below_zero(table: Crew) -> None:
    """A slip of the pen is no Close attack."""
    one, guard = table.operator("Flux", "pistol"), table.enemy("Guard")
    table.begin(10)
    assert table.refused(do.Attack(who=one, target=guard, metres=-5)) == "rules.number_of_command"


# ------------------------------------------------------------------ grapples


@pytest.mark.rule("CHR-48")
@pytest.mark.parametrize("how", ["leave", "remove", "flag", "flee"])
def test_who_is_gone_holds_nobody(table: Crew, how: str) -> None:
    """Leaving, fleeing, being taken off the list: the grapple is over."""
    one, other = table.operator("Flux"), table.operator("Vex", speed=30)
    table.begin(10, 10)
    table.afflict(one, "grappling", by=other)
    table.afflict(other, "grappled", by=one)
    if how == "flee":
        table.afflict(one, "gutless")
    command = {
        "leave": do.Leave(who=one),
        "remove": ask.Remove(who=(one,)),
        "flag": ask.Flag(who=(one,), flag="left", on=True),
        "flee": do.Engage(who=one),
    }[how]
    table.play(command, *([90] if how == "flee" else []))
    assert not table.combatant(other).has("grappled")


@pytest.mark.rule("CHR-48")
@pytest.mark.rule("CHR-63")
def test_the_gutless_do_not_grapple(table: Crew) -> None:
    """That is fighting too."""
    one, guard = table.operator("Flux"), table.enemy("Guard")
    table.begin(10)
    table.afflict(one, "gutless")
    assert table.refused(do.Grapple(who=one, target=guard)) == "chrome.gutless"


@pytest.mark.rule("CHR-19")
@pytest.mark.rule("CHR-48")
def test_a_skill_helps_with_a_grapple(table: Crew) -> None:
    """A Stat Check that uses a skill brings 1 Conviction."""
    one, guard = table.operator("Flux", skills="Athletics"), table.enemy("Guard")
    table.begin(10)
    table.set_gauge(one, "conviction", 10)
    table.play(do.Grapple(who=one, target=guard, skill="Athletics"), 20)
    assert table.conviction(one) == 11
    table.afflict(one, "grappled", by=guard)
    table.play(do.BreakFree(who=one, skill="athletics"), 20)
    assert table.conviction(one) == 12


# ------------------------------------------------------------------ Burn, and the game master's word, on any roll


@pytest.mark.rule("CHR-20")
def test_burning_for_initiative(table: Crew) -> None:
    """Declared beforehand, Conviction counts for whatever is rolled next: 40 and 5 are more than 44."""
    one = table.operator("Flux")
    table.play(ask.Next())
    table.play(do.Burn(who=one, amount=5))
    assert table.conviction(one) == 20
    table.play(ask.Next(), 42)
    assert table.result("initiative")["before"] is True
    assert table.result("test")["burn"] == 5
    assert table.conviction(one) == 15
    assert not table.combatant(one).has("burning")


@pytest.mark.rule("CHR-20")
@pytest.mark.rule("CHR-57")
def test_burning_for_the_save_at_zero_health(table: Crew) -> None:
    """Kept for one kind of roll, it lets the others pass; failing it all the same brings a Distortion."""
    one = table.operator("Flux")
    guard = table.enemy("Guard", CLAWS)
    table.begin(90)
    table.play(do.Burn(who=one, amount=10, on="body"))
    table.set_gauge(one, "health", 2)
    assert table.context.state.acting == (guard,)
    table.play(do.Attack(who=guard, target=one, defence="save"), 60, 48, 1)
    assert table.result("death_save")["aim"] == 50
    assert table.result("death_save")["lives"] is True
    assert table.conviction(one) == 20 - 1 - 1 - 10


@pytest.mark.rule("CHR-20")
@pytest.mark.rule("CHR-23")
@pytest.mark.rule("CHR-46")
def test_burning_for_surprise_and_blasts(table: Crew) -> None:
    """Each of several Saves rolled together has its own."""
    one, other = table.operator("Flux"), table.operator("Vex")
    bomber = table.enemy("Bomber", "frag_grenade")
    table.play(ask.Next())
    table.play(do.Burn(who=one, amount=4))
    table.play(do.Surprise(who=(one, other)), 42, 42)
    assert [table.combatant(who).has("surprised") for who in (one, other)] == [False, True]
    table.play(ask.Next(), 90, 90)
    table.until(bomber)
    table.play(do.Burn(who=other, amount=4))
    blast = do.Throw(who=bomber, target=one, caught=(do.Caught(target=other),))
    table.play(blast, 42, 42, 1)
    assert [table.health(who) for who in (one, other)] == [4, 10]


@pytest.mark.rule("CHR-20")
@pytest.mark.rule("CHR-21")
def test_burning_for_an_opposed_check_costs_once(table: Crew) -> None:
    """Rolled again, it is not paid again, and still counts."""
    one, other = table.operator("Flux"), table.operator("Vex")
    table.play(do.Burn(who=one, amount=5))
    table.play(do.Oppose(who=one, target=other, test="speed"), 20, 20, 43, 50)
    assert table.result("opposed")["winner"] == 1
    assert table.conviction(one) == 15


@pytest.mark.rule("CHR-20")
@pytest.mark.rule("CHR-60")
def test_what_cannot_be_burned(table: Crew) -> None:
    """More than there is, nothing, by an enemy, by the dead, where the house rules do not have it."""
    one, guard = table.operator("Flux"), table.enemy("Guard")
    assert table.refused(do.Burn(who=one, amount=21)) == "chrome.burn_too_much"
    assert table.refused(do.Burn(who=one, amount=0)) == "chrome.burn_too_much"
    assert table.refused(do.Burn(who=guard, amount=1)) == "chrome.no_stats"
    table.play(do.Burn(who=one, amount=5))
    table.set_gauge(one, "conviction", 3)
    table.play(do.Check(who=one, test="speed"), 42)
    assert table.result("test")["burn"] == 3
    table.switch("chrome.burn", False)
    assert table.refused(do.Burn(who=one, amount=1)) == "chrome.no_burn"


@pytest.mark.rule("CHR-16")
def test_the_game_master_has_a_word_in_every_roll(table: Crew) -> None:
    """Advantage on whatever is rolled next, Speed Check or Save, and then no more."""
    one = table.operator("Flux")
    table.play(ask.Next())
    table.afflict(one, "favoured")
    table.play(ask.Next(), 60, 20)
    assert table.result("initiative")["before"] is True
    assert not table.combatant(one).has("favoured")
    table.afflict(one, "hindered")
    table.play(do.Check(who=one, test="fear"), 20, 60)
    assert table.result("test")["outcome"] == "failure"
    assert not table.combatant(one).has("hindered")


# ------------------------------------------------------------------ the Presence


@pytest.mark.rule("CHR-60")
def test_a_newcomer_who_dies_still_becomes_a_presence(table: Crew) -> None:
    """Whoever dies before the first Speed Check rolls it as a Presence: nobody else keeps a place for it."""
    table.operator("Flux")
    table.begin(10)
    vex = table.operator("Vex", speed=30)
    table.play(do.Kill(who=vex), 5)
    table.next(20)
    assert [slot.who for slot in table.context.state.slots][-1] == vex
    table.next()
    assert table.combatant(vex).has("presence")


@pytest.mark.rule("CHR-60")
def test_a_presence_does_not_wait_for_turns_that_never_come(table: Crew) -> None:
    """The fight ends, or has never begun: it appears at once."""
    one, other = table.operator("Flux"), table.operator("Vex")
    table.play(do.Kill(who=one), 5)
    assert table.combatant(one).has("presence")
    table.begin(10, 10)
    table.play(do.Kill(who=other))
    assert not table.combatant(other).has("presence")
    table.play(ask.Finish())
    assert table.combatant(other).has("presence")


@pytest.mark.rule("CHR-60")
def test_a_presence_soothes_again_after_the_fight(table: Crew) -> None:
    """Once a round is about rounds; there are none outside a fight."""
    echo = table.operator("Echo", background="cult", intellect=50)
    one = table.operator("Flux")
    table.play(do.Kill(who=echo), 5)
    for _ in range(2):
        table.play(do.PanicCheck(who=(one,)), 20, choose=("yes",))
        assert table.result("soothe")["soothed"] is True


@pytest.mark.rule("CHR-29m")
@pytest.mark.rule("CHR-60")
def test_a_presence_whispers(table: Crew) -> None:
    """It has no hands, but a voice."""
    one = table.operator("Flux")
    table.play(do.Kill(who=one))
    table.play(do.Free(who=one, text="whispers"))
    assert "whispers" in table.label


@pytest.mark.rule("CHR-60")
def test_a_presence_neither_lies_nor_hides(table: Crew) -> None:
    """What befell the body does not befall what is left; nor does it take cover."""
    one = table.operator("Flux")
    table.operator("Vex")
    table.begin(10, 11)
    table.afflict(one, "prone")
    table.afflict(one, "exposed")
    table.play(do.Kill(who=one), 5)
    assert not table.combatant(one).has("prone")
    assert not table.combatant(one).has("exposed")
    table.afflict(one, "presence")
    table.until(one)
    table.next()
    table.until(one)
    table.play(do.Move(who=one, metres=5))
    assert table.refused(do.TakeCover(who=one)) == "chrome.presence_cannot"


@pytest.mark.rule("CHR-60")
def test_somebody_revived_died_never(table: Crew) -> None:
    """The round of a death is remembered, and forgotten with it."""
    one = table.operator("Flux")
    table.operator("Vex")
    table.begin(10, 10)
    table.play(do.Kill(who=one), 5)
    assert table.combatant(one).memo["died"] == "1"
    table.play(ask.Adjust(who=(one,), change="+3"))
    assert "died" not in table.combatant(one).memo


# ------------------------------------------------------------------ panic, lending, things


@pytest.mark.rule("CHR-62")
def test_a_panic_check_may_wait(table: Crew) -> None:
    """It is due until it is made, whoever calls for it then; the strip says what it is rolled against."""
    one = table.operator("Flux")
    table.set_gauge(one, "conviction", 9)
    table.play(do.PanicCheck(who=(one,), later=True, text="the thing turns round"))
    assert table.combatant(one).has("panic_due")
    (notice,) = table.system.notices(table.context)
    assert table.owed(one) == ["panic"]
    assert notice.command == ask.Settle(ids=(1,))
    assert (notice.text, notice.note) == (
        "the thing turns round · d20 < 9 holds",
        "40 % hold, else the row of the roll",
    )
    table.play(notice.command, 8)
    assert not table.combatant(one).has("panic_due")
    assert table.owed() == []
    assert table.system.notices(table.context) == ()


@pytest.mark.rule("CHR-73")
def test_the_dead_are_not_asked_to_panic(table: Crew) -> None:
    """The refusal says so, before any die."""
    one = table.operator("Flux")
    table.afflict(one, "fainted")
    assert table.refused(do.PanicCheck(who=(one,))) == "chrome.cannot_panic"


@pytest.mark.rule("CHR-67")
def test_conviction_is_lent_to_allies(table: Crew) -> None:
    """Not to an Operator of the other side."""
    one, rival = table.operator("Flux"), table.operator("Vex", side="foe")
    assert table.refused(do.Lend(who=one, target=rival, amount=2)) == "chrome.no_lending"


@pytest.mark.rule("CHR-29j")
def test_nobody_uses_less_than_nothing(table: Crew) -> None:
    """A count below 0 does not make room for others."""
    one, other = table.operator("Flux", "stim"), table.operator("Vex")
    command = do.UseItem(who=one, item="stim", count=-1, others=(other, other))
    assert table.refused(command) == "chrome.not_so_many"


@pytest.mark.rule("CHR-63")
def test_a_frenzy_without_anything_to_hit_with_ends(table: Crew) -> None:
    """Next does not wait for an attack that cannot be made."""
    one, _ = table.operator("Flux"), table.enemy("Guard")
    table.begin(10)
    table.afflict(one, "frenzy")
    table.next()
    assert not table.combatant(one).has("frenzy")


# ------------------------------------------------------------------ newcomers


@pytest.mark.rule("CHR-26")
@pytest.mark.rule("CHR-63")
def test_a_prepared_wave_joins_as_anybody(table: Crew) -> None:
    """Its enemies act with the others this very round; its Operators are looked at by those who trust no one."""
    one = table.operator("Flux", fear=30)
    table.enemy("Guard", CLAWS)
    table.begin(90)
    table.afflict(one, "trust_no_one")
    fresh = Crew(table.context.ruleset, table.context.texts)
    ghoul, friend = fresh.enemy("Ghoul", CLAWS), fresh.operator("Vex", speed=30)
    wave = tuple(
        replace(fresh.combatant(who), number=place)
        for place, who in enumerate((ghoul, friend), start=8)
    )
    table.play(ask.Join(combatants=wave), 70)
    assert ghoul in table.context.state.acting
    table.play(do.Attack(who=ghoul, target=one, defence="waive"))
    assert table.conviction(one) == 20 - 1 - 2
    table.next()
    table.next(10)
    assert friend in [slot.who for slot in table.context.state.slots]


@pytest.mark.rule("CHR-41")
@pytest.mark.rule("CHR-43")
def test_the_log_says_why_an_enemy_hits(table: Crew) -> None:
    """The Save with its number, the damage, and what is left of Health; without a Save just the damage."""
    one, guard = table.operator("Flux"), table.enemy("Guard", CLAWS)
    table.begin(90)
    table.play(do.Attack(who=guard, target=one, defence="save"), 60)
    assert "Save failed, 60 against 40; 4 − 0 Soak → 4 damage, Health 6" in table.label
    table.play(do.Attack(who=guard, target=one, defence="waive"))
    assert "Claws: 4 − 0 Soak → 4 damage, Health 2" in table.label


@pytest.mark.rule("CHR-43")
@pytest.mark.rule("CHR-46")
def test_table_and_odds_agree_on_a_fumbled_save_from_a_blast(table: Crew) -> None:
    """Where a Critical Failure is no critical hit, it does not double the blast either: neither rolled nor foretold."""
    table.switch("chrome.enemyCritOnCritFail", False)
    table.switch("chrome.critFailDoublesDamage", True)
    one, bomber = table.operator("Flux"), table.enemy("Bomber", "frag_grenade")
    table.begin(90)
    throw = do.Throw(who=bomber, target=one)
    threat = threats.threat_of(table.context, throw)
    assert threat is not None
    fumbled = threat.strike.harm.variant(is_doubled=False, save_fumbled=True)
    assert not fumbled.is_critical
    assert fumbled.past_soak(fumbled.raw) == 6
    table.play(throw, 88, 1)
    assert table.result("blast")["damage"] == 6


@pytest.mark.rule("CHR-48")
@pytest.mark.parametrize("which", ["grappling", "Grappled"])
def test_a_grapple_taken_off_by_hand_ends_for_both(table: Crew, which: str) -> None:
    """The two marks are a pair: letting go is the same as being let go."""
    one, other = table.operator("Flux"), table.operator("Vex")
    table.afflict(one, "grappling", by=other)
    table.afflict(other, "grappled", by=one)
    who = one if which == "grappling" else other
    table.play(ask.Relieve(who=(who,), condition=which))
    assert not table.combatant(one).has("grappling")
    assert not table.combatant(other).has("grappled")


@pytest.mark.rule("CHR-48")
def test_who_is_held_and_holds_lets_go_of_one_only(table: Crew) -> None:
    """Taking one half off by hand does not free from the other."""
    one, other, third = (table.operator(name) for name in ("Flux", "Vex", "Nix"))
    table.afflict(one, "grappling", by=other)
    table.afflict(other, "grappled", by=one)
    table.afflict(third, "grappling", by=one)
    table.afflict(one, "grappled", by=third)
    table.play(ask.Relieve(who=(one,), condition="grappling"))
    assert not table.combatant(other).has("grappled")
    assert table.combatant(one).has("grappled")
    assert table.combatant(third).has("grappling")


@pytest.mark.rule("CHR-48")
@pytest.mark.rule("CHR-63")
def test_who_faints_by_hand_lets_go(table: Crew) -> None:
    """As whoever faints of panic does."""
    one, other = table.operator("Flux"), table.operator("Vex")
    table.afflict(one, "grappling", by=other)
    table.afflict(other, "grappled", by=one)
    table.play(ask.Afflict(who=(one,), condition="fainted", rounds=2))
    assert not table.combatant(other).has("grappled")
    assert table.combatant(one).has("fainted")


@pytest.mark.rule("CHR-55")
def test_the_last_hand_drops_what_it_holds(table: Crew) -> None:
    """With the right arm gone a pistol is in the left: it falls with that."""
    one = table.operator("Flux", "pistol")
    table.play(do.MarkPlace(who=one, place="right_arm", mark="severed"))
    table.begin(10)
    table.play(do.PickUp(who=one))
    table.play(do.MarkPlace(who=one, place="left_arm", mark="severed"))
    assert table.gauge(one, "dropped.pistol") == 1
