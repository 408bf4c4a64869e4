"""What adversarial play found in the CWN rules, each case as it was played."""

import pytest

from encounter_gui.rules.model.commands import Adjust, Finish
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


@pytest.mark.rule("CWN-27")
def test_a_foe_within_2_m_is_in_melee_though_nobody_noted_it(bout: Bout) -> None:
    """A two-handed gun is not fired at it, a pistol has −4; at 3 m, or at an unarmed one, nothing."""
    one = bout.pc("Op", items=["heavy_pistol", "automatic_rifle"], held="heavy_pistol")
    foe = bout.npc("Foe", hp=90)
    bout.start()
    near = bout.strike(one, foe, 2, metres=1)["bonus"]
    bout.put(one, "main", 0)
    assert bout.strike(one, foe, 2, metres=3)["bonus"] == near + 4
    bout.put(one, "main", 0)
    bout.play(do.Drop(who=one))
    bout.play(do.Ready(who=one, item="automatic_rifle"))
    bout.put(one, "main", 0)
    shot = do.Attack(who=one, target=foe, weapon="automatic_rifle", metres=1)
    assert bout.refused(shot) == "cwn.two_hands_in_melee"
    bout.play(do.Drop(who=foe))
    bout.strike(one, foe, 2, weapon="automatic_rifle", metres=1)


@pytest.mark.rule("CWN-41")
def test_one_blast_harms_a_victim_once_through_more(bout: Bout) -> None:
    """Whom it has caught it does not catch again, however many commands name its victims."""
    one = bout.pc("Op", items=["frag_grenade"], held="frag_grenade")
    foe, other = bout.npc("Foe", hp=90), bout.npc("Other", hp=90)
    bout.start()
    bout.play(do.Throw(who=one, metres=5), 20)
    first = do.Blast(who=one, targets=(do.Caught(target=foe),), more=True)
    bout.play(first, 6, 6, 20, 1)
    assert bout.refused(first) == "cwn.named_twice"
    both = (do.Caught(target=other), do.Caught(target=foe))
    assert bout.refused(do.Blast(who=one, targets=both)) == "cwn.named_twice"


@pytest.mark.rule("CWN-41")
def test_a_blast_that_has_harmed_somebody_harms_nobody_else(bout: Bout) -> None:
    """The log said of a grenade that had hurt one: nobody is harmed."""
    one = bout.pc("Op", items=["frag_grenade"], held="frag_grenade")
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.play(do.Throw(who=one, metres=5), 20)
    bout.play(do.Blast(who=one, targets=(do.Caught(target=foe),), more=True), 6, 6, 20, 1)
    bout.play(do.Blast(who=one, targets=()))
    assert "nobody else is harmed" in bout.context.texts.sentence(bout.labels[0])


@pytest.mark.rule("CWN-32")
def test_one_sweep_harms_a_victim_once_through_more(bout: Bout) -> None:
    """Suppressive fire that goes on meets others, nobody twice."""
    one = bout.pc("Op", items=["automatic_rifle"])
    foe = bout.npc("Foe", hp=90)
    bout.start()
    sweep = do.Suppress(who=one, targets=(do.InCone(target=foe),), more=True)
    bout.play(sweep, 19)
    assert bout.refused(sweep) == "cwn.named_twice"


@pytest.mark.rule("CWN-24")
@pytest.mark.rule("CWN-36g")
@pytest.mark.rule("CWN-25")
def test_total_defense_is_offered_where_it_removes_the_shock_floor_of_a_hit(bout: Bout) -> None:
    """The hit stays, but it may do less than the Shock without it."""
    one = bout.pc("Op", ac=10, ac_melee=10, hp=30)
    foe = bout.npc("Foe", items=["sword"], attack=2)
    bout.start(1, 8)
    bout.choose = ["defend"]
    bout.play(do.Attack(who=foe, target=one), 18, 1, 1)
    assert "defend" in bout.asked[0].options
    assert bout.has(one, "total_defense")
    assert bout.fact("attack")["hit"]
    assert bout.fact("attack")["shock"] == 0


@pytest.mark.rule("CWN-60")
def test_stabilizing_after_the_fight_is_tried_once_a_round(bout: Bout) -> None:
    """The encounter has ended, its rounds have not: a second try waits for one."""
    medic = bout.pc("Medic", heal=1, items=["medkit"])
    ann = bout.pc("Ann")
    bout.npc("Foe", hp=40)
    bout.start()
    bout.play(Adjust(who=(ann,), change="-20"))
    bout.play(Finish())
    command = do.Stabilize(who=medic, patient=ann)
    bout.play(command, 1, 1)
    assert bout.refused(command) == "cwn.tried_this_round"


@pytest.mark.rule("CWN-36l")
def test_reloading_without_a_spare_magazine_is_refused(bout: Bout) -> None:
    """Also where the player character never had one."""
    one = bout.pc("Op", items=["heavy_pistol"])
    bout.npc("Foe")
    bout.start()
    bout.put(one, "ammo.heavy_pistol", 0)
    assert bout.refused(do.Reload(who=one)) == "cwn.no_magazine"


@pytest.mark.rule("CWN-36g")
@pytest.mark.rule("CWN-45m")
def test_total_defense_with_only_the_bonus_main_left_is_refused(bout: Bout) -> None:
    """The Main of the round is employed; the one that reflexes gave is no Main to give up."""
    one = bout.pc("Op", items=["sword", "enhanced_reflexes_1"])
    foe = bout.npc("Foe", hp=90)
    bout.start()
    bout.strike(one, foe, 1)
    bout.play(do.Reflexes(who=one))
    assert bout.left(one)[0] == 1
    assert bout.refused(do.TotalDefense(who=one)) == "cwn.main_employed"


@pytest.mark.rule("CWN-40")
@pytest.mark.parametrize(("metres", "lasts"), [(3, True), (4, False)])
@pytest.mark.parametrize("runner", ["ward", "guard"])
def test_a_screen_ends_when_one_of_the_two_runs_beyond_3_m(
    bout: Bout, metres: int, lasts: bool, runner: str
) -> None:
    """The screener and the ally have to stay within 3 m of each other."""
    guard, ward = bout.pc("Guard", stab=1), bout.pc("Ward")
    bout.npc("Foe")
    bout.start()
    bout.play(do.Screen(who=guard, ally=ward))
    who = ward if runner == "ward" else guard
    bout.put(who, "move", 0)
    bout.play(do.Run(who=who, metres=metres))
    assert bout.has(guard, "screening") == lasts
    assert bout.has(ward, "screened") == lasts


@pytest.mark.rule("CWN-69")
def test_further_targets_of_a_weapon_with_one_attack_are_refused(bout: Bout) -> None:
    """They were left out without a word."""
    one = bout.pc("Op")
    foe, other = bout.npc("Foe", hp=90), bout.npc("Other", hp=90)
    bout.start()
    attack = do.Attack(who=one, target=foe, also=(other,))
    assert bout.refused(attack) == "cwn.too_many_targets"


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-40")
def test_a_free_attack_that_meets_a_screener_says_so(bout: Bout) -> None:
    """The line in the log names whom it struck instead."""
    guard, ward = bout.pc("Guard", stab=1, hp=30), bout.pc("Ward", hp=30)
    foe = bout.npc("Foe", hp=90)
    bout.start()
    for who in (guard, ward):
        bout.put(who, "main", 1)
    bout.play(do.Engage(who=ward, target=foe))
    bout.play(do.Screen(who=guard, ally=ward))
    bout.play(do.Run(who=ward, metres=2, leaves=True), 1, 1, 6, 6, 1)
    assert bout.last is not None
    assert "Guard" in bout.context.texts.sentence(bout.last.label)


@pytest.mark.rule("CWN-36n")
def test_what_another_has_let_fall_can_be_picked_up(bout: Bout) -> None:
    """It is the finder's from then on, with the rounds that are in it, also beside one of its kind."""
    one = bout.pc("Op", items=["heavy_pistol", "sword"], held="sword")
    foe = bout.npc("Foe", items=["heavy_pistol"])
    bout.start()
    bout.put(foe, "ammo.heavy_pistol", 3)
    take = do.PickUp(who=one, item="heavy_pistol", owner=foe)
    assert bout.refused(take) == "cwn.not_dropped"
    bout.play(do.Drop(who=foe))
    bout.play(take)
    assert bout.combatant(foe).item("heavy_pistol") is None
    assert bout.gauge(one, "ammo.heavy_pistol_2") == 3
    assert bout.combatant(one).memo_text("held") == "heavy_pistol_2"


@pytest.mark.rule("CWN-36n")
def test_what_another_has_dropped_is_offered_to_be_picked_up(bout: Bout) -> None:
    """On the sheet and among the quick actions, with the name of whose it was; taken, it is offered no more."""
    one = bout.pc("Op", items=["sword"], held="")
    foe = bout.npc("Foe", items=["heavy_pistol"])
    bout.start()
    bout.play(do.Drop(who=foe))
    options = bout.system.action_options(bout.context, one)
    offered = next(each for each in options if each.text == "Pick up Heavy pistol of Foe")
    assert not offered.why_not
    view = bout.system.combatant_view(bout.context, one)
    assert any(each.text == offered.text for part in view.sections for each in part.offers)
    assert offered.command == do.PickUp(who=one, item="heavy_pistol", owner=foe)
    bout.play(offered.command)
    options = bout.system.action_options(bout.context, one)
    assert not any("Pick up" in each.text for each in options)


def test_spare_magazines_serve_player_characters(bout: Bout) -> None:
    """With one on the belt reloading goes on as before."""
    spare = CarriedDef(item="spare_magazine", values={"count": 1})
    one = bout.pc("Op", items=["heavy_pistol", spare])
    bout.npc("Foe")
    bout.start()
    bout.put(one, "ammo.heavy_pistol", 0)
    bout.play(do.Reload(who=one))
    assert bout.gauge(one, "ammo.heavy_pistol") > 0


@pytest.mark.parametrize("metres", [-1, -30])
def test_a_negative_distance_is_refused(bout: Bout, metres: int) -> None:
    """A slip of the finger is said, and nothing happens."""
    one, foe = bout.pc("Op", items=["heavy_pistol"]), bout.npc("Foe")
    bout.start()
    attack = do.Attack(who=one, target=foe, metres=metres)
    assert bout.refused(attack) == "rules.number_of_command"
