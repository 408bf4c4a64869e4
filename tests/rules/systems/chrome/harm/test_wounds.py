"""Hit locations, severed limbs, bleeding, first aid, grapples."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.sheet import character, grapple_marks
from tests.rules.systems.chrome.conftest import Crew


def marks(table: Crew, who: Any, place: str) -> tuple[str, ...]:
    """Returns the marks on a place of somebody's body."""
    known = table.combatant(who).locations.get(place)
    return known.marks if known else ()


@pytest.mark.rule("CHR-49")
@pytest.mark.parametrize(
    ("roll", "place"),
    [
        (1, "right_leg"),
        (2, "left_leg"),
        (3, "right_arm"),
        (4, "left_arm"),
        (5, "torso"),
        (9, "torso"),
        (10, "head"),
    ],
)
def test_the_place_a_d10_hits(table: Crew, roll: int, place: str) -> None:
    """The game master may ask for the place of any wound, and call it ruinous: a mark, no more."""
    one = table.operator("Flux")
    assert table.play(do.Locate(who=one), roll)["place"] == place
    assert marks(table, one, place) == ()
    table.play(do.Locate(who=one, ruined=True), roll)
    assert marks(table, one, place) == ("ruined",)
    assert table.health(one) == 10


@pytest.mark.rule("CHR-54")
def test_a_severed_arm_bleeds(table: Crew) -> None:
    """DV-CHR-9: a Sever of 3 takes the right arm; 2 damage every round, whatever Soak, until first aid."""
    one = table.operator("Flux", "katana")
    guard = table.enemy("Guard", "guard_rifle", soak=2, health=30)
    table.begin(10)
    table.play(do.Attack(who=one, target=guard), 44, 3)
    assert marks(table, guard, "right_arm") == ("severed", "bleeding")
    assert {"bleeding", "lost_right_arm"} <= set(
        table.system.derived_conditions(table.context, guard)
    )
    assert table.health(guard) == 24
    table.next()
    assert table.health(guard) == 24
    table.next()
    assert table.health(guard) == 22
    table.next()
    table.next()
    assert table.health(guard) == 20


@pytest.mark.rule("CHR-54")
@pytest.mark.parametrize("roll", [5, 6, 7, 8, 9])
def test_a_torso_stays(table: Crew, roll: int) -> None:
    """Nothing more than the damage."""
    one, guard = table.operator("Flux", "katana"), table.enemy("Guard")
    table.begin(10)
    table.play(do.Attack(who=one, target=guard), 44, roll)
    assert table.combatant(guard).locations == {}
    assert table.result("sever")["severed"] is False


@pytest.mark.rule("CHR-54")
def test_decapitation(table: Crew) -> None:
    """At once and without a Save, unless there is a Helmet, or more than one head."""
    one, two = table.operator("Flux"), table.operator("Rook", "helmet")
    horror = table.enemy("Horror", "horror_claws", multi_headed=True, health=30)
    table.begin(80, 80)
    table.play(do.Attack(who=horror, target=two), 77, 10, 1)
    assert table.health(two) == 6
    table.play(do.Attack(who=horror, target=one), 77, 10, 1)
    assert table.facts("death_save") == []
    assert table.health(one) == 0
    assert table.facts("dead") == [one]


@pytest.mark.rule("CHR-54")
def test_multi_headed_enemies_keep_a_head(table: Crew) -> None:
    """The roll of 10 does nothing more to them; anybody else dies."""
    one = table.operator("Flux", "katana")
    hydra, guard = (
        table.enemy("Hydra", multi_headed=True, health=30),
        table.enemy("Guard", health=30),
    )
    table.begin(10)
    table.play(do.Attack(who=one, target=hydra), 44, 10)
    assert table.health(hydra) == 22
    table.play(do.Attack(who=one, target=guard), 44, 10)
    assert table.health(guard) == 0


@pytest.mark.rule("CHR-54")
def test_each_limb_bleeds_by_itself(table: Crew) -> None:
    """Two limbs are 4 a round, each needs its own check; a limb lost already is not lost again."""
    one = table.operator("Flux", "katana")
    horror = table.enemy("Horror", health=40)
    table.begin(10)
    table.play(do.Attack(who=one, target=horror), 44, 1)
    table.play(do.Attack(who=one, target=horror), 44, 4)
    assert table.health(horror) == 24
    table.next()
    table.next()
    assert table.health(horror) == 20
    table.play(do.Attack(who=one, target=horror), 44, 4)
    assert table.result("sever")["severed"] is False
    table.play(do.FirstAid(who=one, patient=horror), 20)
    table.next()
    table.next()
    assert table.health(horror) == 10


@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-19")
def test_first_aid(table: Crew) -> None:
    """An Intellect Check with First Aid, one Major Action in all; a failure stops nothing; the victim may try."""
    medic = table.operator("Mend", speed=60, skills="First Aid")
    one = table.operator("Flux", speed=50)
    table.begin(10, 10)
    table.play(do.MarkPlace(who=one, place="left_leg", mark="bleeding"))
    table.set_gauge(medic, "conviction", 10)
    aid = do.FirstAid(who=medic, patient=one)
    table.play(aid, 70)
    assert (marks(table, one, "left_leg"), table.conviction(medic)) == (("bleeding",), 9)
    table.play(aid, 30)
    assert (marks(table, one, "left_leg"), table.conviction(medic)) == ((), 10)
    assert table.gauge(medic, "majors") == 0
    table.next()
    table.play(do.MarkPlace(who=one, place="left_arm", mark="bleeding"))
    table.play(do.FirstAid(who=one, patient=one, place="left_arm"), 30)
    assert table.refused(do.FirstAid(who=one, patient=one)) == "chrome.not_bleeding"


@pytest.mark.rule("CHR-54")
def test_sever_on_any_hit_is_a_house_rule(table: Crew) -> None:
    """A plain hit severs too."""
    one, guard = table.operator("Flux", "katana"), table.enemy("Guard", health=30)
    table.begin(10)
    table.play(do.Attack(who=one, target=guard), 30)
    assert table.keys() == ["attack"]
    table.switch("chrome.severOnAnyHit", True)
    table.play(do.Attack(who=one, target=guard), 30, 2)
    assert marks(table, guard, "left_leg") == ("severed", "bleeding")


@pytest.mark.rule("CHR-55")
def test_without_an_arm(table: Crew) -> None:
    """No two-handed weapon; what the arm held falls; without both arms, nothing at all."""
    one = table.operator("Flux", "assault_rifle", "pistol")
    guard = table.enemy("Guard")
    table.begin(10)
    table.play(do.MarkPlace(who=one, place="left_arm", mark="severed"))
    assert table.gauge(one, "dropped.assault_rifle") == 1
    table.play(do.PickUp(who=one))
    rifle = do.Attack(who=one, target=guard, weapon="assault_rifle", band="short")
    assert table.refused(rifle) == "chrome.too_few_hands"
    table.play(do.Attack(who=one, target=guard, weapon="pistol", band="short"), 20)
    table.play(do.MarkPlace(who=one, place="right_arm", mark="severed"))
    assert table.gauge(one, "dropped.pistol") == 1
    table.next()
    table.next()
    table.play(do.PickUp(who=one))
    pistol = do.Attack(who=one, target=guard, weapon="pistol", band="short")
    assert table.refused(pistol) == "chrome.too_few_hands"


@pytest.mark.rule("CHR-55")
def test_without_a_leg(table: Crew) -> None:
    """Prone at once, and half as fast for each."""
    one = table.operator("Flux", speed=45)
    table.begin(10)
    table.play(do.MarkPlace(who=one, place="left_leg", mark="severed"))
    assert table.combatant(one).has("prone")
    assert character.reach(table.context, table.combatant(one), 1) == 11
    assert table.refused(do.Move(who=one, metres=12)) == "chrome.too_far"
    table.play(do.MarkPlace(who=one, place="right_leg", mark="severed"))
    assert character.reach(table.context, table.combatant(one), 2) == 11


@pytest.mark.rule("CHR-49")
def test_marks_by_hand(table: Crew) -> None:
    """The game master marks what there is, and takes it back; a head is not severed like that."""
    one = table.operator("Flux")
    table.play(do.MarkPlace(who=one, place="torso", mark="ruined"))
    table.play(do.MarkPlace(who=one, place="torso", mark="ruined", on=False))
    assert marks(table, one, "torso") == ()
    head = do.MarkPlace(who=one, place="head", mark="severed")
    assert table.refused(head) == "chrome.no_limb"


@pytest.mark.rule("CHR-29f")
@pytest.mark.rule("CHR-48")
def test_grappling(table: Crew) -> None:
    """A Major Action and a Strength Check, to get hold of somebody and to break free; the hindrance is told."""
    one, horror = table.operator("Flux"), table.enemy("Horror")
    two = table.operator("Rook", speed=10)
    table.begin(10, 5)
    table.play(do.Grapple(who=one, target=horror), 70)
    assert not table.combatant(horror).has("grappled")
    table.play(do.Grapple(who=one, target=horror, hindrance="no claws"), 20)
    held = table.combatant(horror).condition("grappled")
    assert held is not None
    assert (held.by, held.note) == (one, "no claws")
    assert table.combatant(one).has("grappling")
    table.next()
    assert table.refused(do.BreakFree(who=two)) == "chrome.not_grappled"
    table.next()
    table.play(do.Kill(who=horror))
    assert not table.combatant(one).has("grappling")


@pytest.mark.rule("CHR-48")
def test_an_enemy_that_grapples(table: Crew) -> None:
    """Its attack names the Save, Body if nothing else; who fails is held until a Strength Check succeeds."""
    one, crusher = table.operator("Flux"), table.enemy("Crusher", "crusher_grip")
    table.begin(80)
    table.play(do.Attack(who=crusher, target=one, defence="save"), 70)
    assert table.result("test")["test"] == "body"
    assert table.combatant(one).has("grappled")
    table.next()
    table.play(do.BreakFree(who=one), 70)
    assert table.combatant(one).has("grappled")
    table.play(do.BreakFree(who=one), 20)
    assert not table.combatant(one).has("grappled")
    assert not table.combatant(crusher).has("grappling")


@pytest.mark.rule("CHR-48")
def test_breaking_one_grapple_of_two_leaves_the_other(table: Crew) -> None:
    """Each grapple is broken by itself: who is held by two names one, and is held by the other still."""
    one, two, prey = (table.operator(name) for name in ("Flux", "Rook", "Vex"))
    table.play(do.Grapple(who=one, target=prey), 20)
    table.play(do.Grapple(who=two, target=prey, hindrance="no gun"), 20)
    assert grapple_marks.others(table.combatant(prey), "grappled") == (one, two)
    assert table.refused(do.BreakFree(who=prey)) == "chrome.grappled_by_several"
    assert table.refused(do.BreakFree(who=one)) == "chrome.not_grappled"
    table.play(do.BreakFree(who=prey, by=one), 20)
    assert table.label.endswith("Vex is still grappled by Rook")
    assert not table.combatant(one).has("grappling")
    assert grapple_marks.others(table.combatant(two), "grappling") == (prey,)
    held = table.combatant(prey).condition("grappled")
    assert held is not None
    assert (held.by, held.keys, held.note) == (two, (), "no gun")
    assert table.refused(do.BreakFree(who=prey, by=one)) == "chrome.not_grappled_by"
    table.play(do.BreakFree(who=prey), 20)
    assert not table.combatant(prey).has("grappled")
    assert not table.combatant(two).has("grappling")


@pytest.mark.rule("CHR-48")
def test_who_breaks_free_holds_on_to_others(table: Crew) -> None:
    """A chain of grapples: the one in the middle breaks the one it is in, not the one it has."""
    one, two, three = (table.operator(name) for name in ("Flux", "Rook", "Vex"))
    table.play(do.Grapple(who=one, target=two), 20)
    table.play(do.Grapple(who=two, target=three), 20)
    table.play(do.BreakFree(who=two), 20)
    assert not table.combatant(one).has("grappling")
    assert grapple_marks.others(table.combatant(two), "grappling") == (three,)
    assert grapple_marks.others(table.combatant(three), "grappled") == (two,)


@pytest.mark.rule("CHR-48")
def test_one_may_hold_several(table: Crew) -> None:
    """The mark of who holds names all; ended by hand, it leaves nobody grappled by nobody."""
    one, two, three = (table.operator(name) for name in ("Flux", "Rook", "Vex"))
    table.play(do.Grapple(who=one, target=two), 20)
    table.play(do.Grapple(who=one, target=three), 20)
    assert grapple_marks.others(table.combatant(one), "grappling") == (two, three)
    table.play(ask.Relieve(who=(two,), condition="grappled"))
    assert grapple_marks.others(table.combatant(one), "grappling") == (three,)
    table.play(do.Grapple(who=one, target=two), 20)
    table.play(ask.Relieve(who=(one,), condition="grappling"))
    assert not any(each.conditions for each in table.context.state.combatants.values())


@pytest.mark.rule("CHR-48")
def test_two_who_hold_one_fall_together(table: Crew) -> None:
    """One gesture that ends two grapples of the same combatant ends both."""
    prey, third = table.operator("Vex"), table.operator("Rook")
    one, two = table.enemy("Guard", health=3), table.enemy("Thug", health=3)
    for each in (one, two, third):
        grab(table, each, prey)
    table.play(ask.Adjust(who=(one, two), change="-30"))
    assert grapple_marks.others(table.combatant(prey), "grappled") == (third,)
    assert table.combatant(third).has("grappling")
    table.play(ask.Remove(who=(third,)))
    assert not table.combatant(prey).has("grappled")


def grab(table: Crew, who: CombatantId, target: CombatantId) -> None:
    """Has somebody hold another, without dice."""
    table.happen(*grapple_marks.grab_events(table.context, who, target, ""))


@pytest.mark.rule("CHR-50")
def test_harm_ticks_where_a_slot_is_passed_over(table: Crew) -> None:
    """The shocked and the unconscious bleed and burn too; the dead do not."""
    fast = table.operator("Fast", speed=60)
    guard = table.enemy("Guard", "guard_rifle")
    table.begin(10)
    table.afflict(guard, "shocked")
    table.afflict(guard, "ablaze")
    table.play(do.MarkPlace(who=guard, place="left_arm", mark="bleeding"))
    table.next()
    assert table.context.state.round == 2
    assert table.health(guard) == 6
    table.play(do.Kill(who=guard))
    table.next()
    assert table.facts("tick") == []
    assert table.context.state.acting == (fast,)
