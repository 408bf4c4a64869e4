"""Moves, charges and screens on the plan, and who strikes at whom. Source: CWN-18, CWN-22, CWN-36e, CWN-36r, CWN-40."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Put
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.field.ground import Ground


@pytest.fixture
def ground() -> Ground:
    """A plan with nobody on it."""
    return Ground()


def pair(ground: Ground) -> tuple[CombatantId, CombatantId]:
    """One of the players' side beside a foe with a knife, at its turn."""
    one = ground.at(ground.pc("One", hp=60), 10, 10)
    foe = ground.at(ground.npc("Foe"), 11, 10)
    ground.start()
    return one, foe


@pytest.mark.rule("CWN-18")
def test_f9_struck_on_the_way_out(ground: Ground) -> None:
    """Who leaves a reach is struck at before it goes, from where both stand."""
    one, foe = pair(ground)
    ground.play(do.Run(who=one, to=(4, 10)), 2)
    assert ground.struck() == [foe]
    assert ground.where(one) == (4, 10)
    assert ground.left(one) == (1, 0)
    assert ground.melee(one) == ()


@pytest.mark.rule("CWN-18")
def test_f9_entering_reach_offers_none(ground: Ground) -> None:
    """Nor does going on to somebody, nor around somebody within reach."""
    one, foe = pair(ground)
    other = ground.at(ground.npc("Other"), 11, 15)
    ground.play(do.Run(who=one, to=(11, 12)))
    assert ground.struck() == []
    ground.put(one, "move", 0)
    assert ground.melee(one) == (foe,)
    ground.put(one, "move", 0)
    ground.at(foe, 30, 30)
    ground.play(do.Run(who=one, towards=other))
    assert ground.struck() == []
    assert ground.melee(one) == (other,)


@pytest.mark.rule("CWN-18")
def test_f9_a_reach_that_is_only_passed_through(ground: Ground) -> None:
    """A way that leaves a reach on its way offers one attack: of each who is armed, in order of joining."""
    one = ground.at(ground.pc("One", hp=60), 10, 10)
    two = ground.at(ground.npc("Two"), 16, 12)
    ground.at(ground.npc("Shooter", items=["heavy_pistol"]), 14, 11)
    three = ground.at(ground.npc("Three"), 13, 9)
    ground.at(ground.npc("Aside"), 15, 12.1)
    ground.start()
    ground.play(do.Run(who=one, to=(20, 10)), 2, 2)
    assert ground.struck() == [two, three]


@pytest.mark.rule("CWN-18")
def test_who_withdraws_is_not_struck_at(ground: Ground) -> None:
    """Nor on the way past others; nor where the game master says that it leaves nobody."""
    one, _ = pair(ground)
    ground.at(ground.npc("Other"), 8, 10)
    before = ground.context
    ground.play(do.Withdraw(who=one))
    ground.play(do.Run(who=one, to=(4, 10)))
    assert ground.struck() == []
    ground.context = before
    ground.play(do.Run(who=one, to=(4, 10), leaves=False))
    assert ground.struck() == []
    ground.context = before
    ground.play(do.Run(who=one, to=(4, 10), free=(CombatantId("other_3"),)), 2)
    assert ground.struck() == ["other_3"]
    assert ground.melee(one) == ()


@pytest.mark.rule("CWN-18")
def test_no_free_attack_of_whose_reach_is_not_left(ground: Ground) -> None:
    """Naming somebody who cannot strike is refused."""
    one, foe = pair(ground)
    assert ground.refused(do.Run(who=one, to=(11, 11), free=(foe,))) == "cwn.no_free_attack"


@pytest.mark.rule("CWN-18")
def test_who_is_put_down_on_the_way_out_does_not_move(ground: Ground) -> None:
    """The Move is spent all the same."""
    one = ground.at(ground.pc("One", hp=1), 10, 10)
    ground.at(ground.npc("Foe", attack=20), 11, 10)
    ground.start()
    ground.play(do.Run(who=one, to=(4, 10)), 15, 1, 4)
    assert ground.where(one) == (10, 10)
    assert ground.has(one, "mortally_wounded")


@pytest.mark.rule("CWN-18")
def test_f10_pushed_is_not_walked(ground: Ground) -> None:
    """Who is moved by hand spends no Move, and nobody strikes."""
    one, _ = pair(ground)
    ground.play(Put(who=(one,), at=(30, 30)))
    assert ground.struck() == []
    assert ground.left(one) == (1, 1)
    ground.play(do.Run(who=one, to=(30, 40)))
    assert ground.left(one) == (1, 0)


@pytest.mark.rule("CWN-22")
@pytest.mark.rule("CWN-36r")
def test_rings_are_what_can_be_paid(ground: Ground) -> None:
    """A Move, two with the Main; half of it when prone; nothing out of turn."""
    one, foe = pair(ground)
    rings = ground.system.rules().field.rings

    def shown(who: CombatantId) -> list[tuple[float, int, bool]]:
        found = rings(ground.context, ground.combatant(who))
        return [(each.radius, each.cost, each.is_open) for each in found]

    assert shown(one) == [(10, 0, True), (20, 1, True)]
    assert shown(foe) == [(10, 0, False), (20, 1, False)]
    ground.happen(ev.ConditionAdded(who=one, condition=Condition(key="prone")))
    assert shown(one) == [(5, 0, True), (10, 1, True)]
    ground.put(one, "main", 1)
    assert shown(one) == [(5, 0, True), (10, 1, False)]
    ground.put(one, "main", 0)
    ground.put(one, "move", 1)
    assert shown(one) == [(5, 1, True)]


@pytest.mark.rule("CWN-36r")
def test_a_main_for_a_second_move_in_one_go(ground: Ground) -> None:
    """Farther than a Move it takes both; with the Move spent the Main alone; with nothing left it is by hand."""
    one = ground.at(ground.pc("One"), 10, 10)
    ground.npc("Foe")
    ground.start()
    offer, command = ground.system.move_offer(ground.context, one, (28, 10), None)
    assert not offer.is_beyond
    assert command == do.Run(who=one, to=(28, 10), floor=0, main=True)
    before = ground.context
    ground.play(command)
    assert ground.where(one) == (28, 10)
    assert ground.left(one) == (0, 0)
    ground.context = before
    ground.play(do.Run(who=one, to=(15, 10)))
    _, command = ground.system.move_offer(ground.context, one, (20, 10), None)
    ground.play(command)
    assert ground.left(one) == (0, 0)
    offer, command = ground.system.move_offer(ground.context, one, (30, 10), None)
    assert offer.is_by_hand
    assert isinstance(command, Put)
    assert ground.refused(do.Run(who=one, to=(30, 10), main=True)) == "cwn.no_main_left"


@pytest.mark.rule("CWN-36g")
@pytest.mark.rule("CWN-36r")
def test_one_main_pays_once(ground: Ground) -> None:
    """The Main given up for a second Move is gone before anybody strikes: no Total Defense answers with it."""
    one, _ = pair(ground)
    ground.play(do.Run(who=one, to=(10, 28), main=True), 8, 1, 1)
    assert not [each for each in ground.asked if "defend" in " ".join(each.options)]
    assert ground.left(one) == (0, 0)
    assert not ground.combatant(one).has("total_defense")


@pytest.mark.rule("CWN-22")
def test_a_way_beyond_the_move_is_gone_and_told(ground: Ground) -> None:
    """The game master has drawn it: the line says by how much it is too long."""
    one = ground.at(ground.pc("One"), 10, 10)
    ground.npc("Foe")
    ground.start()
    ground.play(do.Run(who=one, to=(22, 10)))
    assert ground.where(one) == (22, 10)
    assert "2 m beyond" in ground.context.texts.sentence(ground.labels[0])
    assert ground.refused(do.Run(who=one, metres=12)) == "cwn.no_move_left"


@pytest.mark.rule("CWN-36e")
def test_a_charge_goes_straight_to_the_target(ground: Ground) -> None:
    """It stands beside it then, and strikes at +2; difficult ground on the way does not matter here."""
    one, foe = ground.at(ground.pc("One"), 10, 10), ground.at(ground.npc("Foe"), 29, 10)
    ground.area("difficult", (12, 5), (10, 10))
    ground.start()
    assert ground.strike(one, foe, 2, how="charge")["modifiers.charge"] == 2
    assert ground.where(one) == (28, 10)
    assert ground.left(one) == (0, 0)
    assert ground.has(one, "charging")


@pytest.mark.rule("CWN-36e")
@pytest.mark.parametrize(
    ("gap", "ends"), [(4, 13), (3.5, 13), (3, 13), (2.9, None), (1, None), (21, 30), (21.2, None)]
)
def test_a_charge_takes_3_m_and_no_more_than_two_moves(
    ground: Ground, gap: float, ends: float | None
) -> None:
    """Who is nearer than 4 m goes closer than a pace, so that it is 3 m; where there is no room it is refused."""
    one, foe = ground.at(ground.pc("One"), 10, 10), ground.at(ground.npc("Foe"), 10 + gap, 10)
    ground.start()
    command = do.Attack(who=one, target=foe, how="charge")
    if ends is None:
        assert ground.refused(command) == "cwn.charge_metres"
        assert ground.left(one) == (1, 1)
        return
    ground.play(command, 2)
    assert ground.where(one) == (ends, 10)


@pytest.mark.rule("CWN-36e")
def test_a_charge_to_a_point_and_with_something_to_throw(ground: Ground) -> None:
    """Where it ends may be said; what is thrown is thrown from normal range, not from the target's arms."""
    one, foe = (
        ground.at(ground.pc("One", items=["knife"]), 10, 10),
        ground.at(ground.npc("Foe"), 30, 10),
    )
    ground.start()
    before = ground.context
    assert (
        ground.refused(do.Attack(who=one, target=foe, how="charge", to=(28, 13)))
        == "cwn.out_of_reach"
    )
    ground.play(do.Attack(who=one, target=foe, how="charge", to=(29, 11)), 2)
    assert ground.where(one) == (29, 11)
    ground.context = before
    result = ground.strike(one, foe, 2, how="charge", mode="thrown")
    assert ground.where(one) == (20, 10)
    assert "modifiers.long_range" not in result
    assert "modifiers.in_melee" not in result


@pytest.mark.rule("CWN-36e")
def test_only_a_charge_goes_somewhere(ground: Ground) -> None:
    """Where an attack of another kind should lead is refused, and so are points that are none."""
    one, foe = pair(ground)
    assert (
        ground.refused(do.Attack(who=one, target=foe, to=(20, 20))) == "cwn.goes_only_in_a_charge"
    )
    charge = do.Attack(who=one, target=foe, how="charge", to=(float("inf"), 1))
    assert ground.refused(charge) == "rules.field.no_point"
    assert ground.left(one) == (1, 1)


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-45k")
def test_a_whirlwind_strikes_all_who_stand_there(ground: Ground) -> None:
    """Also those who have not struck yet, armed or not; nobody farther than 2 m."""
    one = ground.at(ground.pc("One", items=["sword", "whirlwind_1"], held="sword"), 10, 10)
    shooter = ground.at(ground.npc("Shooter", items=["heavy_pistol"]), 11, 10)
    blade = ground.at(ground.npc("Blade"), 10, 12)
    ground.at(ground.npc("Far"), 10, 12.1)
    ground.start()
    ground.play(do.Whirlwind(who=one))
    assert [each["at"] for each in ground.facts("whirlwind")] == [shooter, blade]


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-36e")
def test_a_charge_out_of_melee_is_struck_at(ground: Ground) -> None:
    """By whose reach it leaves or passes, not by its target."""
    one, foe = pair(ground)
    other = ground.at(ground.npc("Other"), 10, 25)
    past = ground.at(ground.npc("Past"), 11, 18)
    ground.play(do.Attack(who=one, target=other, how="charge"), 2, 2, 3)
    assert ground.struck() == [foe, past, one]
    assert ground.where(one) == (10, 24)
    assert ground.melee(one) == (other,)


@pytest.mark.rule("CWN-36e")
def test_a_charge_that_is_stopped_does_not_get_there(ground: Ground) -> None:
    """Whom a free attack puts down neither moves nor strikes."""
    one = ground.at(ground.pc("One", hp=1), 10, 10)
    ground.at(ground.npc("Foe", attack=20), 11, 10)
    other = ground.at(ground.npc("Other"), 10, 25)
    ground.start()
    ground.play(do.Attack(who=one, target=other, how="charge"), 15, 1, 4)
    assert ground.where(one) == (10, 10)
    assert ground.hp(other) == 6


@pytest.mark.rule("CWN-40")
def test_a_screen_brings_the_screener_there(ground: Ground) -> None:
    """Who is within 3 m stays; who is farther goes with its Move; who cannot get so near is refused in words."""
    near, far = (
        ground.at(ground.pc("Near", stab=1), 13, 10),
        ground.at(ground.pc("Far", stab=1), 10, 22),
    )
    away, ally = ground.at(ground.pc("Away", stab=1), 40, 10), ground.at(ground.pc("Ally"), 10, 10)
    ground.npc("Foe")
    ground.start()
    ground.play(do.Screen(who=near, ally=ally))
    assert ground.where(near) == (13, 10)
    ground.play(do.Screen(who=far, ally=ally))
    assert ground.where(far) == (10, 12)
    assert ground.has(far, "screening")
    assert ground.refused(do.Screen(who=away, ally=ally)) == "cwn.too_far_to_screen"
    assert ground.refused(do.Screen(who=away, ally=ally, to=(39, 10))) == "cwn.too_far_to_screen"


@pytest.mark.rule("CWN-18")
@pytest.mark.rule("CWN-40")
def test_the_way_to_a_screen_leaves_melee(ground: Ground) -> None:
    """As any other; within reach it leaves nobody."""
    one = ground.at(ground.pc("One", stab=1, hp=60), 10, 10)
    foe = ground.at(ground.npc("Foe"), 11, 10)
    ally = ground.at(ground.pc("Ally"), 10, 18)
    ground.start()
    ground.play(do.Screen(who=one, ally=ally), 2)
    assert ground.struck() == [foe]
    assert ground.where(one) == (10, 17)


@pytest.mark.rule("CWN-40")
@pytest.mark.parametrize("moves", ["ally", "one"])
def test_a_screen_ends_farther_than_3_m_apart(ground: Ground, moves: str) -> None:
    """Whoever of the two is moved or pushed; at exactly 3 m it holds."""
    one, ally = ground.at(ground.pc("One", stab=1), 10, 10), ground.at(ground.pc("Ally"), 11, 10)
    ground.npc("Foe")
    ground.start()
    ground.play(do.Screen(who=one, ally=ally))
    who, sign = (ally, 1) if moves == "ally" else (one, -1)
    start = ground.where(who)[0]
    ground.at(who, start + sign * 2, 10)
    assert ground.has(one, "screening")
    assert ground.has(ally, "screened")
    ground.at(who, start + sign * 2.1, 10)
    assert not ground.has(one, "screening")
    assert not ground.has(ally, "screened")
    assert "screens Ally no more" in ground.context.texts.sentence(ground.labels[0])


@pytest.mark.rule("CWN-40")
def test_a_run_around_the_ally_keeps_the_screen(ground: Ground) -> None:
    """Five metres of way that stay within 3 m; without places the metres alone end it."""
    one, ally = ground.at(ground.pc("One", stab=1), 8, 10), ground.at(ground.pc("Ally"), 10, 10)
    ground.npc("Foe")
    ground.start()
    ground.play(do.Screen(who=one, ally=ally))
    ground.put(one, "move", 0)
    ground.play(do.Run(who=one, to=(12.5, 10)))
    assert ground.has(one, "screening")


@pytest.mark.rule("CWN-36e")
@pytest.mark.rule("CWN-40")
@pytest.mark.parametrize("has_plan", [True, False])
def test_b10_a_screened_ally_that_charges_away_is_screened_no_more(has_plan: bool) -> None:
    """15 m are farther than 3, by the plan or as said."""
    ground = Ground(has_plan=has_plan)
    one, ally = ground.at(ground.pc("One", stab=1), 10, 10), ground.at(ground.pc("Ally"), 11, 10)
    foe = ground.at(ground.npc("Foe"), 27, 10)
    ground.start()
    ground.play(do.Screen(who=one, ally=ally))
    moved = None if has_plan else 15
    ground.play(do.Attack(who=ally, target=foe, how="charge", moved=moved), 2)
    assert not ground.has(one, "screening")
    assert not ground.has(ally, "screened")


@pytest.mark.rule("CWN-18")
def test_stairs_are_a_way_out(ground: Ground) -> None:
    """Who goes up from beside somebody leaves their reach; who comes along below is not in it (F12)."""
    one, foe = pair(ground)
    above = ground.at(ground.npc("Above"), 10, 14, floor=1)
    assert above not in ground.melee(one)
    ground.play(do.Run(who=one, to=(10, 10), floor=1), 2)
    assert ground.struck() == [foe]
    assert ground.place(one) == Place(x=10, y=10, floor=1)


@pytest.mark.rule("CWN-18")
def test_a_free_attack_is_made_with_what_the_areas_say(ground: Ground) -> None:
    """The dark with a number of its own counts where the blow falls: where one stands, or on the way past (F9)."""
    one, _ = pair(ground)
    ground.at(ground.npc("Passed"), 5, 10)
    before = ground.context
    ground.play(do.Run(who=one, to=(1, 10)), 2, 2)
    open_light = [each["bonus"] for each in ground.facts("attack")]
    ground.context = before
    ground.area("dark", (9.5, 9.5), (1, 1), amount=-2)
    ground.area("dark", (4, 9), (2, 2), amount=-3)
    ground.play(do.Run(who=one, to=(1, 10)), 2, 2)
    first, second = ground.facts("attack")
    assert [first["bonus"], second["bonus"]] == [open_light[0] - 2, open_light[1] - 3]
    ground.context = before
    ground.area("cover", (10.4, 9), (0.2, 2), amount=-1)
    ground.play(do.Run(who=one, to=(1, 10)), 2, 2)
    assert ground.facts("attack")[1]["bonus"] == open_light[1]
