"""Where one rule of CWN reaches into another's moment, each case as it was played."""

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import (
    Adjust,
    ChangeSide,
    Finish,
    Next,
    SetAutomation,
    Settle,
)
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.harm.injuries import injury_events
from encounter_gui.rules.systems.cwn.sheet import gear
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


# ---- the free round


@pytest.mark.rule("CWN-42", "CWN-14")
def test_a_flash_in_the_free_round_takes_the_first_main_that_there_is(bout: Bout) -> None:
    """The surprised have no Main in the free round: the flash takes that of the next."""
    one = bout.pc("Op", items=["flash_grenade"], held="flash_grenade")
    foe = bout.npc("Foe", hp=90)
    bout.happen(ev.ConditionAdded(who=foe, condition=Condition(key="surprised")))
    bout.play(Next())
    bout.play(Next())
    bout.play(do.Throw(who=one, metres=5), 20)
    bout.play(do.Blast(who=one, targets=(do.Caught(target=foe),)), 1, 6)
    assert bout.has(foe, "dazzled")
    bout.play(Next())
    bout.play(Next(), 1, 8)
    assert bout.left(foe) == (0, 1)


# ---- answers to a die


@pytest.mark.rule("CWN-38", "CWN-24")
def test_a_held_main_answers_a_die_without_the_penalty_of_a_snap_attack(bout: Bout) -> None:
    """It is resolved first, as any use of the Main; it is no Snap Attack."""
    ann, foe = bout.pc("Ann"), bout.npc("Foe")
    bout.start(8, 1)
    bout.play(do.Hold(who=ann))
    bout.play(Next())
    bout.choose = [f"held:{ann}"]
    bout.play(do.Attack(who=foe, target=ann), 15, 20, 1, 8)
    assert bout.hp(foe) == 0
    assert [each["bonus"] for each in bout.facts("attack")] == [0]
    assert bout.left(ann)[0] == 0


@pytest.mark.rule("CWN-38", "CWN-69")
def test_a_nameless_holder_answers_with_all_attacks_of_its_main(bout: Bout) -> None:
    """Who holds needs no name for it, and makes every attack before the attack that waits goes on."""
    one = bout.pc("Op", hp=90)
    beast = bout.npc("Beast", hp=4)
    knife = bout.combatant(beast).items[0]
    twice = replace(knife, values={**knife.values, "attacks": 2, "shock": 0})
    bout.happen(ev.ItemPut(who=beast, item=twice))
    bout.start(1, 8)
    bout.play(do.Hold(who=beast))
    bout.play(Next())
    bout.choose = [f"held:{beast}"]
    bout.play(do.Attack(who=one, target=beast), 15, 2, 3, 1, 1)
    assert [each["die"] for each in bout.facts("attack")] == [2, 3, 15]


@pytest.mark.rule("CWN-45n", "CWN-36c")
def test_a_reaction_booster_can_be_spent_on_the_answer_to_a_die(bout: Bout) -> None:
    """Once in a scene it makes good the −4, there as anywhere."""
    ann = bout.pc("Ann", items=["sword", "reaction_booster_1"], held="sword")
    foe = bout.npc("Foe", hp=9)
    bout.start(1, 8)
    bout.choose = [f"boost:{ann}"]
    bout.play(do.Attack(who=foe, target=ann), 15, 12, 1, 8, 1, 1)
    assert f"snap:{ann}" in bout.asked[0].options
    assert [each["bonus"] for each in bout.facts("attack")][:1] == [0]
    bout.put(ann, "main", 0)
    bout.put(foe, "main", 0)
    bout.play(do.Attack(who=foe, target=ann), 15, 1, 1)
    assert all(f"boost:{ann}" not in each.options for each in bout.asked)


@pytest.mark.rule("CWN-36g", "CWN-45a")
def test_total_defense_is_not_offered_against_a_hit_by_luck(bout: Bout) -> None:
    """Luck has made a miss a hit: +2 AC does not undo it, and without Shock nothing else speaks for it."""
    one = bout.pc("Op", items=["heavy_pistol", "veterans_luck"], held="heavy_pistol", shoot=0)
    boss = bout.npc("Boss", named=True, hp=90, items=["heavy_pistol"])
    bout.start()
    bout.choose = ["luck"]
    bout.play(do.Attack(who=one, target=boss), 5, 1, 1)
    assert bout.asked[0].options == ("keep", "luck")
    assert all("defend" not in each.options for each in bout.asked)


# ---- near and far


@pytest.mark.rule("CWN-35", "CWN-27")
def test_a_prone_enemy_in_melee_is_near_where_no_distance_is_said(bout: Bout) -> None:
    """Shooting at it in melee is −4 and +2, not −4 and −2; at another prone one, from afar, −2."""
    one = bout.pc("Op", items=["heavy_pistol"], shoot=0)
    foe, other = bout.npc("Foe", hp=90), bout.npc("Other", hp=90)
    bout.start()
    bout.play(do.Engage(who=one, target=foe))
    for each in (foe, other):
        bout.happen(ev.ConditionAdded(who=each, condition=Condition(key="prone")))
    assert bout.strike(one, foe, 1)["bonus"] == -4 + 2
    bout.put(one, "main", 0)
    assert bout.strike(one, other, 1)["bonus"] == -4 - 2
    bout.put(one, "main", 0)
    assert bout.strike(one, foe, 1, metres=1)["bonus"] == -4 + 2


# ---- ends


@pytest.mark.rule("CWN-59")
def test_a_death_that_is_confirmed_gives_no_hit_point_back(bout: Bout) -> None:
    """On "assist" the end of the wound is proposed with the death that comes in its place, not done before it."""
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=90)
    bout.start()
    bout.play(Adjust(who=(ann,), change="-20"))
    bout.play(SetAutomation(to="assist"))
    while not bout.context.state.obligations:
        bout.one_command(Next(), [], [])
    assert bout.has(ann, "mortally_wounded")
    bout.one_command(Settle(), [], [])
    assert bout.has(ann, "dead")
    assert not bout.context.state.obligations
    assert bout.hp(ann) == 0


@pytest.mark.rule("CWN-42")
@pytest.mark.parametrize("weapon", ["smoke_grenade", "gas_grenade", "flash_grenade"])
def test_a_cloud_or_flash_of_the_last_side_lasts_a_whole_round(bout: Bout, weapon: str) -> None:
    """Who acts first in the next round acts in it; it is over when the side that threw it acts again."""
    one = bout.pc("Op", hp=90)
    foe = bout.npc("Foe", items=[weapon])
    bout.start(8, 1)
    bout.play(Next())
    bout.play(do.Throw(who=foe, metres=5), 20)
    faces = {"smoke_grenade": (), "gas_grenade": (2, 20), "flash_grenade": (1, 1)}[weapon]
    bout.play(do.Blast(who=foe, targets=(do.Caught(target=one),)), *faces)
    key = "flashed" if weapon == "flash_grenade" else "concealed"
    assert bout.has(one, key)
    bout.play(Next())
    assert bout.has(one, key)
    bout.play(Next())
    assert not bout.has(one, key)


@pytest.mark.rule("CWN-40", "CWN-36e")
@pytest.mark.parametrize(("moved", "lasts"), [(3, True), (15, False), (None, True)])
@pytest.mark.parametrize("charger", ["ward", "guard"])
def test_a_screen_ends_when_one_of_the_two_charges_away(
    bout: Bout, charger: str, moved: int | None, lasts: bool
) -> None:
    """More than 3 m apart it is over, by a charge as by a run; how far is not said: nobody knows."""
    ward, guard = bout.pc("Ward"), bout.pc("Guard", stab=2)
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.play(do.Screen(who=guard, ally=ward))
    who = {"ward": ward, "guard": guard}[charger]
    bout.put(who, "move", 0)
    bout.play(do.Attack(who=who, target=foe, how="charge", moved=moved), 1)
    assert bout.has(guard, "screening") is lasts
    assert bout.has(ward, "screened") is lasts


# ---- things


@pytest.mark.rule("CWN-36l")
def test_reloading_takes_from_every_kind_of_magazine(bout: Bout) -> None:
    """One kind is used up: the other serves."""
    drum = CarriedDef(item="drum", kind="gear", values={"trait": "magazine", "count": 1})
    one = bout.pc("Op", items=["heavy_pistol", "spare_magazine", drum], held="heavy_pistol")
    bout.npc("Foe", hp=90)
    bout.start()
    bout.put(one, "ammo.spare_magazine", 0)
    bout.put(one, "ammo.heavy_pistol", 0)
    bout.play(do.Reload(who=one))
    assert bout.gauge(one, "ammo.heavy_pistol") == 8
    assert bout.gauge(one, "ammo.drum") == 0
    bout.put(one, "ammo.heavy_pistol", 0)
    bout.put(one, "main", 0)
    assert bout.refused(do.Reload(who=one)) == "cwn.no_magazine"


@pytest.mark.rule("CWN-36l", "CWN-42")
def test_a_mortar_stays_at_hand_and_is_loaded_again(bout: Bout) -> None:
    """It fires its one shell; then it takes a Main and another shell."""
    one = bout.pc("Op", items=["mortar", "spare_magazine"], held="mortar")
    bout.npc("Foe", hp=90)
    bout.start()
    bout.play(do.Throw(who=one, metres=500), 20)
    bout.play(do.Blast(who=one))
    bout.put(one, "main", 0)
    assert bout.refused(do.Throw(who=one, metres=500)) == "cwn.empty"
    bout.play(do.Reload(who=one))
    assert bout.gauge(one, "ammo.spare_magazine") == 1
    assert bout.left(one)[0] == 0
    bout.put(one, "main", 0)
    bout.play(do.Throw(who=one, metres=500), 20)


@pytest.mark.rule("CWN-25", "CWN-36k")
@pytest.mark.parametrize("other", ["medkit", "frag_grenade"])
def test_a_thing_in_the_main_hand_leaves_the_weapon_of_the_other_to_attack_with(
    bout: Bout, other: str
) -> None:
    """The default attack, the answer to a die and a reload take the pistol, not bare hands or the grenade."""
    ann = bout.pc("Ann", items=["heavy_pistol", other, "spare_magazine"], held="heavy_pistol")
    foe = bout.npc("Foe", hp=4)
    bout.start(8, 1)
    bout.play(do.Ready(who=ann, item=other))
    bout.put(ann, "main", 0)
    bout.put(ann, "ammo.heavy_pistol", 1)
    bout.play(do.Reload(who=ann))
    assert bout.gauge(ann, "ammo.heavy_pistol") == 8
    bout.play(Next())
    bout.put(ann, "main", 0)
    bout.choose = [f"snap:{ann}"]
    bout.play(do.Attack(who=foe, target=ann), 15, 20, 1, 8)
    assert bout.gauge(ann, "ammo.heavy_pistol") == 7
    assert bout.hp(foe) == 0


@pytest.mark.rule("CWN-36n", "CWN-36o")
def test_a_thrown_knife_does_not_come_back_by_standing_up(bout: Bout) -> None:
    """Getting up gathers what was dropped there; what was thrown is picked up where it lies."""
    one = bout.pc("Op", items=["knife", "club"], held="knife")
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.play(do.Attack(who=one, target=foe, mode="thrown", metres=8), 2)
    bout.put(one, "main", 0)
    bout.play(do.GoProne(who=one))
    bout.play(do.Stand(who=one))
    assert bout.combatant(one).memo_text("held") == ""
    bout.put(one, "move", 0)
    bout.play(do.PickUp(who=one, item="knife"))
    assert bout.combatant(one).memo_text("held") == "knife"
    bout.play(do.Drop(who=one))
    bout.play(do.GoProne(who=one))
    bout.put(one, "move", 0)
    bout.play(do.Stand(who=one))
    assert bout.combatant(one).memo_text("held") == "knife"


@pytest.mark.rule("CWN-64")
def test_two_ruined_arms_leave_no_hand(bout: Bout) -> None:
    """One leaves one hand, both leave none: nothing is picked up or wielded, kicks are left."""
    one = bout.pc("Op", items=["club"], held="club")
    foe = bout.npc("Foe", hp=90)
    bout.start()
    for key in ("arm_right_ruined", "arm_left_ruined"):
        target = bout.combatant(one)
        bout.happen(*injury_events(bout.context, target, key))
        if key == "arm_right_ruined":
            assert gear.usable_hands(bout.combatant(one)) == 1
    assert bout.refused(do.Attack(who=one, target=foe)) == "cwn.no_usable_hand"
    bout.play(do.Drop(who=one))
    assert bout.refused(do.PickUp(who=one, item="club")) == "cwn.no_usable_hand"
    bout.play(do.Attack(who=one, target=foe), 1)


# ---- checks


@pytest.mark.rule("CWN-10", "CWN-60", "CWN-61", "CWN-11")
def test_a_specialist_rolls_more_dice_wherever_its_skill_is_used(bout: Bout) -> None:
    """In stabilizing, surgery and opposed checks as in any: of three or four dice the best two."""
    medic = bout.pc("Medic", heal=1, items=["specialist_2", "medkit"])
    ann = bout.pc("Ann", items=["specialist_1"])
    bout.npc("Foe", hp=90)
    bout.start()
    oppose = do.Oppose(
        who=medic, target=ann, skill="heal", free=True, special=True, target_special=True
    )
    found = bout.play(oppose, 1, 1, 6, 6, 6, 1, 1)
    assert (found["total"], found["other"]) == (13, 6)
    bout.play(Adjust(who=(ann,), change="-20"))
    bout.play(do.Stabilize(who=medic, patient=ann, special=True), 1, 1, 6, 6)
    assert bout.fact("stabilize")["total"] == 13
    bout.play(Finish())
    bout.play(do.Surgery(who=medic, patient=ann, special=True), 1, 1, 6, 6)
    assert bout.fact("surgery")["total"] == 13


@pytest.mark.rule("CWN-09", "CWN-41")
def test_a_natural_20_saves_against_a_blast_whatever_is_added(bout: Bout) -> None:
    """The face of the die counts, not the total; so does a natural 1."""
    bout.pc("Op")
    foe, other = bout.npc("Foe", hp=90), bout.npc("Other", hp=90)
    bout.start()
    caught = (do.Caught(target=foe, gm=-19), do.Caught(target=other, gm=19))
    bout.play(do.Blast(weapon="frag_grenade", targets=caught), 6, 6, 20, 1, 1, 1)
    assert [each["saved"] for each in bout.facts("blast")] == [True, False]


# ---- attacks of a special kind


@pytest.mark.rule("CWN-45k")
def test_a_first_kill_by_a_free_or_simultaneous_attack_gives_one_more(bout: Bout) -> None:
    """Whatever attack it was; and the attack it gives is made at once, or lost when the turn passes on."""
    one = bout.pc("Op", items=["sword", "whirlwind_2"], held="sword", hp=90)
    foe, other = bout.npc("Foe", hp=3), bout.npc("Other", hp=3)
    last = bout.npc("Last", hp=90)
    bout.start(1, 8)
    bout.play(do.Engage(who=one, target=foe))
    bout.play(do.Run(who=foe, metres=10), 20, 1, 8)
    assert bout.gauge(one, "extra") == 1
    bout.play(do.Attack(who=one, target=last, how="extra"), 1)
    bout.play(Next())
    bout.play(Next())
    shots = (do.Shot(who=one, target=other),)
    bout.play(do.SnapTogether(shots=shots), 20, 1, 8)
    assert bout.gauge(one, "extra") == 1
    bout.play(Next())
    assert bout.refused(do.Attack(who=one, target=last, how="extra")) == "cwn.no_extra_attack"


@pytest.mark.rule("CWN-39")
def test_who_changes_sides_is_out_of_the_swarm(bout: Bout) -> None:
    """It helps nobody to strike its new friends, and owes no blow."""
    one = bout.pc("Op", hp=90)
    boss, turncoat, rest = (bout.npc(name, hp=9) for name in ("Boss", "Turncoat", "Rest"))
    bout.start(1, 8)
    for each in (boss, turncoat, rest):
        bout.play(do.Swarm(who=each, target=one))
    bout.play(ChangeSide(who=(turncoat,), to="pc"))
    assert not bout.has(turncoat, "swarming")
    bout.choose = ["keep"]
    attack = bout.strike(boss, one, 2, how="swarm")
    assert attack["bonus"] == 2 + 2
    assert not bout.context.state.obligations


@pytest.mark.rule("CWN-43")
def test_a_failed_save_against_an_execution_passes_the_soak_by(bout: Bout) -> None:
    """Mortally wounded at once: the pool is what it was. A success still meets it."""
    one = bout.pc("Op")
    boss = bout.npc("Boss", named=True, hp=20, soak=5)
    bout.start()
    bout.play(do.Execute(who=one, target=boss), 1)
    assert bout.has(boss, "mortally_wounded")
    assert (bout.gauge(boss, "soak"), bout.hp(boss)) == (5, 0)


@pytest.mark.rule("CWN-42", "CWN-29")
def test_who_stands_in_smoke_is_shot_at_as_behind_near_total_cover(bout: Bout) -> None:
    """It counts as the cover it is, the worst of its group; a blow finds its target."""
    one = bout.pc("Op", items=["heavy_pistol"])
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.play(do.Blast(weapon="smoke_grenade", targets=(do.Caught(target=foe),)))
    for modifiers in ((), ("cover_partial",)):
        bout.put(one, "main", 0)
        shot = bout.strike(one, foe, 1, metres=8, modifiers=modifiers)
        assert shot["bonus"] == -4
    bout.put(one, "main", 0)
    assert bout.strike(one, foe, 1, weapon="unarmed")["bonus"] == -2


@pytest.mark.rule("CWN-24", "CWN-36c")
def test_a_throw_is_answered_while_it_is_in_the_air(bout: Bout) -> None:
    """It has left the hand: who threw it may be put down before it goes off, but it goes off."""
    one = bout.pc("Op", items=["frag_grenade"], hp=5)
    boss = bout.npc("Boss", named=True, hp=20, items=["heavy_pistol"])
    bout.start()
    bout.play(do.Throw(who=one, metres=8), 20)
    bout.play(do.Attack(who=boss, target=one, how="snap"), 20, 1, 8)
    assert bout.hp(one) == 0
    bout.play(do.Blast(who=one, targets=(do.Caught(target=boss),)), 6, 6, 1, 1)
    assert bout.hp(boss) == 8


@pytest.mark.rule("CWN-19")
def test_a_round_in_which_nobody_is_up_is_nobodys_turn(bout: Bout) -> None:
    """The log names the round alone."""
    one, foe = bout.pc("Op"), bout.npc("Foe")
    bout.start()
    for who in (one, foe):
        bout.play(Adjust(who=(who,), change="-20"))
    bout.play(Next())
    assert bout.last is not None
    assert bout.context.texts.text(bout.last.label) == "Round 2"


@pytest.mark.rule("CWN-36o")
def test_who_is_revived_may_act_lying_there(bout: Bout) -> None:
    """The rules have most get up before they do much else: what little they do is the game master's to allow."""
    one = bout.pc("Op")
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.happen(ev.ConditionAdded(who=one, condition=Condition(key="prone")))
    bout.play(do.Attack(who=one, target=foe, weapon="unarmed"), 1)
    assert bout.left(one) == (0, 1)


@pytest.mark.rule("CWN-36k")
def test_a_weapon_of_the_body_is_not_taken_in_hand(bout: Bout) -> None:
    """It is always ready, and never stands in the way of what a hand holds."""
    foe = bout.npc("Foe", items=["body_blades_2", "heavy_pistol"], held="heavy_pistol")
    bout.pc("Op")
    bout.start(8, 1)
    bout.play(do.Stow(who=foe))
    bout.put(foe, "main", 0)
    assert bout.refused(do.Ready(who=foe, item="body_blades_2")) == "cwn.not_for_hands"
