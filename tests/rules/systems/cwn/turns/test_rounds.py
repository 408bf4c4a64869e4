"""Surprise, initiative, sides and what a round gives, under the CWN rules."""

from typing import Any

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    ChangeSide,
    Duplicate,
    Finish,
    Next,
    Remove,
)
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def sides(bout: Bout, **foe: Any) -> tuple[Any, Any, Any, Any]:
    """Two of the players' and two foes, nobody surprised."""
    return bout.pc("Ann"), bout.pc("Ben"), bout.npc("Foe 1", **foe), bout.npc("Foe 2")


# ------------------------------------------------------------------ surprise


@pytest.mark.rule("CWN-14")
def test_a_surprised_side_loses_a_free_round(bout: Bout) -> None:
    """The others act before initiative is rolled; the surprised do nothing, Instants included."""
    ann, _, foe, other = sides(bout)
    bout.play(Afflict(who=(foe, other), condition="surprised"))
    bout.play(Next())
    bout.play(Next())
    assert bout.context.state.acting == (ann, "ben_2")
    assert bout.refused(do.TotalDefense(who=foe)) == "cwn.is_surprised"
    bout.strike(ann, foe, 2)
    bout.play(Next())
    assert (bout.context.state.round, bout.context.state.slots) == (2, ())
    assert not bout.has(foe, "surprised")
    bout.play(Next(), 1, 8)
    assert bout.context.state.acting == (foe, other)


@pytest.mark.rule("CWN-14")
def test_both_sides_surprised_leads_on_to_initiative(bout: Bout) -> None:
    """Nobody is left to take a free round: round 1 begins at once, and nobody is surprised any more."""
    ash, foe = bout.pc("Ash"), bout.npc("Gang")
    bout.play(Afflict(who=(ash, foe), condition="surprised"))
    bout.play(Next())
    assert bout.context.state.round == 1
    assert not bout.has(ash, "surprised")
    bout.play(Next(), 8, 1)
    assert bout.context.state.acting == (ash,)
    assert bout.context.state.round == 1


@pytest.mark.rule("CWN-14")
def test_both_sides_surprised_after_the_start_leads_on_too(bout: Bout) -> None:
    """Where the second side was surprised once the free round had begun, initiative is rolled instead of it."""
    ash, foe = bout.pc("Ash"), bout.npc("Gang")
    bout.play(Afflict(who=(foe,), condition="surprised"))
    bout.play(Next())
    bout.play(Afflict(who=(ash,), condition="surprised"))
    bout.play(Next(), 8, 1)
    assert bout.context.state.acting == (ash,)
    assert not bout.has(foe, "surprised")
    assert bout.context.state.round == 1


@pytest.mark.rule("CWN-14")
def test_a_side_caught_in_part_is_not_surprised(bout: Bout) -> None:
    """If only some were caught there is no free round."""
    _, _, foe, _ = sides(bout)
    bout.play(Afflict(who=(foe,), condition="surprised"))
    bout.play(Next())
    assert not bout.has(foe, "surprised")
    bout.play(Next(), 8, 1)
    assert len(bout.context.state.slots) == 4


@pytest.mark.rule("CWN-14")
@pytest.mark.rule("CWN-45e")
@pytest.mark.rule("CWN-45n")
@pytest.mark.parametrize("gear", ["alert_1", "reaction_booster_2"])
def test_the_alert_act_in_the_free_round(bout: Bout, gear: str) -> None:
    """They are never surprised, and do not keep the rest of their side from being so; the GM says who is first."""
    ann = bout.pc("Ann")
    foe = bout.npc("Foe 1", items=["knife", gear])
    other = bout.npc("Foe 2")
    bout.play(Afflict(who=(foe, other), condition="surprised"))
    bout.play(Next())
    bout.choose = ["foe"]
    bout.play(Next())
    assert bout.context.state.acting == (foe,)
    bout.play(Next())
    assert bout.context.state.acting == (ann,)


# ------------------------------------------------------------------ initiative


@pytest.mark.rule("CWN-15")
def test_one_die_a_side_and_the_best_dexterity(bout: Bout) -> None:
    """1d8 and the best Dexterity modifier of the side; NPCs have none."""
    bout.pc("Ann", dexterity=7)
    bout.pc("Ben", dexterity=14)
    bout.npc("Foe", dexterity=18)
    bout.start(4, 5)
    assert [each["total"] for each in bout.facts("initiative")] == [5, 5]
    assert bout.rolls[0].request.notation == "1d8"


@pytest.mark.rule("CWN-15")
def test_a_bad_best_modifier_counts(bout: Bout) -> None:
    """A side all of whose members are slow is slower."""
    bout.pc("Ann", dexterity=7)
    bout.npc("Foe")
    bout.start(4, 4)
    assert bout.facts("initiative")[0]["total"] == 3


@pytest.mark.rule("CWN-15")
def test_ties_go_to_the_players_and_are_rolled_again_by_others(bout: Bout) -> None:
    """Player characters win ties; two sides without them roll again."""
    foe = bout.npc("Foe")
    neutral = bout.join("Cop", side="neutral", kind="npc", hp=5)
    ann = bout.pc("Ann")
    bout.play(Next())
    bout.play(Next(), 4, 4, 3, 2, 3)
    assert [slot.who for slot in bout.context.state.slots] == [ann, neutral, foe]


@pytest.mark.rule("CWN-15")
@pytest.mark.rule("CWN-45e")
def test_an_alert_side_rolls_twice(bout: Bout) -> None:
    """The higher of two dice counts."""
    bout.pc("Ann", items=["sword", "alert_1"])
    bout.npc("Foe")
    bout.start(2, 6, 5)
    assert bout.facts("initiative")[0]["total"] == 6


@pytest.mark.rule("CWN-46")
@pytest.mark.rule("CWN-45e")
def test_the_most_alert_act_first(bout: Bout) -> None:
    """Alert 2 has a place of its own before every side."""
    ann = bout.pc("Ann")
    ben = bout.pc("Ben", items=["sword", "alert_2"])
    foe = bout.npc("Foe")
    bout.start(1, 2, 8)
    assert [(slot.who, slot.group) for slot in bout.context.state.slots] == [
        (ben, 0),
        (foe, 1),
        (ann, 2),
    ]
    assert bout.context.state.acting == (ben,)


@pytest.mark.rule("CWN-46")
@pytest.mark.rule("CWN-45n")
def test_two_who_are_always_first_roll(bout: Bout) -> None:
    """Unmodified dice decide between them."""
    ann = bout.pc("Ann", items=["sword", "reaction_booster_2"], dexterity=18)
    foe = bout.npc("Foe", items=["knife", "alert_2"])
    bout.start(8, 1, 1, 3, 4)
    assert [slot.who for slot in bout.context.state.slots] == [foe, ann]


@pytest.mark.rule("CWN-46")
@pytest.mark.rule("CWN-45n")
@pytest.mark.parametrize(("foes", "groups"), [(6, [0, 1, 2]), (3, [0, 0, 1])])
def test_a_booster_may_be_ahead_of_its_side(bout: Bout, foes: int, groups: list[int]) -> None:
    """+2 to one's own initiative counts where somebody of another side comes between."""
    ann = bout.pc("Ann")
    ben = bout.pc("Ben", items=["sword", "reaction_booster_1"])
    bout.npc("Foe")
    bout.start(5, foes)
    slots = bout.context.state.slots
    assert [slot.group for slot in slots] == groups
    assert (slots[0].who, slots[0].score) == (ben, 7)
    assert ann in [slot.who for slot in slots[1:]]


@pytest.mark.rule("CWN-15")
@pytest.mark.rule("CWN-20")
def test_the_order_stays_for_the_whole_fight(bout: Bout) -> None:
    """Initiative is rolled once; the next round has the same order."""
    ann, ben, foe, other = sides(bout)
    bout.start(3, 7)
    assert bout.context.state.acting == (foe, other)
    bout.next()
    assert bout.context.state.acting == (ann, ben)
    bout.next()
    assert (bout.context.state.round, bout.context.state.acting) == (2, (foe, other))


@pytest.mark.rule("CWN-16")
def test_any_order_within_a_side(bout: Bout) -> None:
    """Whoever of the side likes goes first; allies act with the players."""
    _, ben, foe, _ = sides(bout)
    ally = bout.npc("Ally", side="ally")
    bout.start()
    bout.strike(ally, foe, 2)
    bout.strike(ben, foe, 2)
    assert bout.refused(do.Attack(who=foe, target=ben)) == "cwn.not_your_turn"


@pytest.mark.rule("CWN-19")
def test_a_side_with_nobody_up_is_passed_over(bout: Bout) -> None:
    """After the last of a side the next begins that has anybody."""
    _, _, foe, other = sides(bout)
    bout.start()
    bout.play(Adjust(who=(foe, other), change="-9"))
    bout.next()
    assert (bout.context.state.round, bout.context.state.group) == (2, 0)


@pytest.mark.rule("CWN-16")
def test_somebody_joins_in_mid_fight(bout: Bout) -> None:
    """A newcomer acts with its side, this round if that is still to come."""
    sides(bout)
    bout.start()
    bout.play(Add(creature="gang_member", count=1))
    bout.play(Duplicate(who=bout.context.state.slots[0].who))
    groups = {slot.who: slot.group for slot in bout.context.state.slots}
    assert sorted(groups.values()) == [0, 0, 0, 1, 1, 1]
    bout.next()
    assert len(bout.context.state.acting) == 3


@pytest.mark.rule("CWN-15")
def test_a_new_side_rolls_when_the_next_round_begins(bout: Bout) -> None:
    """A third party has no place yet; then it has the one its die gives."""
    ann, ben, foe, other = sides(bout)
    bout.start(7, 3)
    cop = bout.join("Cop", side="neutral", kind="npc", hp=5)
    bout.next()
    bout.play(Next(), 5)
    assert [slot.who for slot in bout.context.state.slots] == [ann, ben, cop, foe, other]
    assert [slot.group for slot in bout.context.state.slots] == [0, 0, 1, 2, 2]


@pytest.mark.rule("CWN-16")
def test_who_changes_sides_acts_with_them(bout: Bout) -> None:
    """A turncoat has its place among the new friends."""
    ann, ben, foe, other = sides(bout)
    bout.start()
    bout.play(ChangeSide(who=(foe,), to="pc"))
    assert set(bout.context.state.acting) == {ann, ben, foe}
    bout.play(Remove(who=(other,)))
    bout.next()
    assert bout.context.state.round == 2


# ------------------------------------------------------------------ what a round gives


@pytest.mark.rule("CWN-17")
@pytest.mark.rule("CWN-21")
@pytest.mark.rule("CWN-22")
def test_one_main_and_one_move(bout: Bout) -> None:
    """Each once per round; with both spent the turn is over, and the next round gives them anew."""
    ann, _, foe, _ = sides(bout)
    bout.start()
    bout.strike(ann, foe, 2)
    assert bout.refused(do.Spend(who=ann)) == "cwn.no_main_left"
    bout.play(do.Spend(who=ann, action="move", text="climbs on the roof"))
    assert bout.refused(do.Run(who=ann, metres=5)) == "cwn.no_move_left"
    assert bout.context.state.slots[0].is_done
    bout.next()
    bout.next()
    assert bout.left(ann) == (1, 1)


@pytest.mark.rule("CWN-17")
def test_a_turn_that_is_over(bout: Bout) -> None:
    """Once somebody is done nothing of it is left but for Instants."""
    ann, _, foe, _ = sides(bout)
    bout.start()
    bout.play(do.Done(who=ann))
    assert bout.refused(do.Attack(who=ann, target=foe)) == "cwn.turn_over"
    assert bout.refused(do.Done(who=ann)) == "cwn.not_your_turn"
    bout.play(do.TotalDefense(who=ann))


@pytest.mark.rule("CWN-36r")
@pytest.mark.rule("CWN-21")
def test_a_main_given_up_for_a_move(bout: Bout) -> None:
    """Two Moves and no Main."""
    ann, _, _, _ = sides(bout)
    bout.start()
    bout.play(do.ExtraMove(who=ann))
    assert bout.left(ann) == (0, 2)
    bout.play(do.Run(who=ann, metres=10))
    bout.play(do.Run(who=ann, metres=10))
    assert bout.left(ann) == (0, 0)


@pytest.mark.rule("CWN-23")
@pytest.mark.rule("CWN-36p")
def test_on_turn_costs_nothing(bout: Bout) -> None:
    """Dropping prone is On Turn: only then, and with nothing left as well."""
    ann, _, foe, _ = sides(bout)
    bout.start()
    bout.put(ann, "main", 1)
    bout.put(ann, "move", 1)
    bout.play(do.GoProne(who=ann))
    assert bout.has(ann, "prone")
    assert bout.refused(do.GoProne(who=ann)) == "cwn.is_prone"
    assert bout.refused(do.GoProne(who=foe)) == "cwn.not_your_turn"


@pytest.mark.rule("CWN-36q")
@pytest.mark.rule("CWN-38")
def test_holding(bout: Bout) -> None:
    """For the Move, the Main comes at any time this round, without the −4; unused it is lost."""
    ann, ben, foe, _ = sides(bout)
    bout.start()
    bout.play(do.Hold(who=ann))
    bout.play(do.Hold(who=ben))
    bout.next()
    assert bout.strike(ann, foe, 2)["bonus"] == 0
    assert not bout.has(ann, "holding")
    assert bout.refused(do.Attack(who=ann, target=foe)) == "cwn.not_your_turn"
    bout.next()
    assert not bout.has(ben, "holding")


@pytest.mark.rule("CWN-38")
def test_there_must_be_something_to_hold(bout: Bout) -> None:
    """With the Main gone there is nothing to wait with."""
    ann, _, foe, _ = sides(bout)
    bout.start()
    bout.strike(ann, foe, 2)
    assert bout.refused(do.Hold(who=ann)) == "cwn.nothing_to_hold"


@pytest.mark.rule("CWN-36g")
def test_total_defense(bout: Bout) -> None:
    """+2 to both AC and no Shock until the own next turn begins; never with a Main that is employed."""
    ann, _, foe, _ = sides(bout)
    bout.start(1, 8)
    bout.play(do.TotalDefense(who=ann))
    result = bout.strike(foe, ann, 9)
    assert (result["ac"], result["damage"]) == (12, 0)
    assert bout.refused(do.TotalDefense(who=ann)) == "cwn.main_employed"
    assert bout.refused(do.TotalDefense(who=foe)) == "cwn.main_employed"
    bout.next()
    assert not bout.has(ann, "total_defense")


@pytest.mark.rule("CWN-36g")
@pytest.mark.parametrize(("span", "damage"), [("nextTurn", 0), ("round", 1)])
def test_how_long_total_defense_stops_shock(bout: Bout, span: str, damage: int) -> None:
    """To the own next turn, or by switch to the end of the round; the AC stays to the next turn."""
    ann, _, foe, _ = sides(bout)
    bout.switch("cwn.totalDefenseShockSpan", span)
    bout.start(1, 8)
    bout.next()
    bout.play(do.TotalDefense(who=ann))
    bout.next()
    result = bout.strike(foe, ann, 5)
    assert (result["ac"], result["damage"]) == (12, damage)


# ------------------------------------------------------------------ hands


@pytest.mark.rule("CWN-36k")
def test_ready_and_stow(bout: Bout) -> None:
    """A Main each; there are two hands."""
    ann = bout.pc("Ann", items=["heavy_pistol", "knife", "frag_grenade", "rifle"])
    bout.npc("Foe")
    bout.start()
    assert bout.refused(do.Ready(who=ann, item="rifle")) == "cwn.hands_full"
    bout.play(do.Ready(who=ann, item="knife"))
    assert bout.left(ann)[0] == 0
    bout.put(ann, "main", 0)
    assert bout.refused(do.Ready(who=ann, item="frag_grenade")) == "cwn.hands_full"
    assert bout.refused(do.Ready(who=ann, item="knife")) == "cwn.in_hand"
    bout.play(do.Stow(who=ann))
    assert bout.combatant(ann).memo["held"] == "heavy_pistol"


@pytest.mark.rule("CWN-36k")
@pytest.mark.rule("CWN-45f")
@pytest.mark.rule("CWN-45h")
@pytest.mark.parametrize(
    ("focus", "item", "costs"),
    [
        ("armsmaster_1", "sword", 0),
        ("armsmaster_1", "heavy_pistol", 1),
        ("deadeye_1", "heavy_pistol", 0),
        ("deadeye_1", "sword", 1),
    ],
)
def test_training_readies_in_an_instant(bout: Bout, focus: str, item: str, costs: int) -> None:
    """Armsmasters ready blades, deadeyes guns, in no time and out of turn."""
    ann = bout.pc("Ann", items=[item, focus])
    bout.npc("Foe")
    bout.happen(ev.MemoSet(who=ann, key="held", value=""))
    bout.start(1, 8)
    ready = do.Ready(who=ann, item=item)
    if costs:
        assert bout.refused(ready) == "cwn.not_your_turn"
        return
    bout.play(ready)
    assert (bout.combatant(ann).memo["held"], bout.left(ann)[0]) == (item, 1)


@pytest.mark.rule("CWN-36m")
@pytest.mark.rule("CWN-36n")
@pytest.mark.rule("CWN-36o")
def test_drop_pick_up_and_stand(bout: Bout) -> None:
    """Dropping is an Instant, picking up a Move; standing up takes what lies there along."""
    ann, _, _, _ = sides(bout)
    bout.start(1, 8)
    bout.play(do.Drop(who=ann))
    assert bout.combatant(ann).memo_text("held") == ""
    assert bout.refused(do.Drop(who=ann)) == "cwn.nothing_in_hand"
    bout.next()
    assert bout.refused(do.Ready(who=ann, item="sword")) == "cwn.lies_there"
    bout.play(do.GoProne(who=ann))
    bout.play(do.Stand(who=ann))
    assert (bout.combatant(ann).memo["held"], bout.left(ann)) == ("sword", (1, 0))
    assert bout.refused(do.PickUp(who=ann, item="sword")) == "cwn.no_move_left"


@pytest.mark.rule("CWN-36l")
@pytest.mark.parametrize(
    ("weapon", "more", "cost"),
    [
        ("heavy_pistol", {}, (0, 1)),
        ("advanced_bow", {"shoot": 0}, (1, 0)),
        ("advanced_bow", {"shoot": 1}, (1, 1)),
        ("heavy_pistol", {"focus": "deadeye_2"}, (1, 1)),
    ],
)
@pytest.mark.rule("CWN-45h")
def test_reloading(bout: Bout, weapon: str, more: dict[str, Any], cost: tuple[int, int]) -> None:
    """A Main; a bow a Move, On Turn for the trained; deadeyes On Turn."""
    focus = [more.pop("focus")] if "focus" in more else []
    spare = CarriedDef(item="spare_magazine", values={"count": 1})
    ann = bout.pc("Ann", items=[weapon, spare, *focus], **more)
    bout.npc("Foe")
    bout.start()
    assert bout.refused(do.Reload(who=ann)) == "cwn.is_full"
    bout.put(ann, f"ammo.{weapon}", 0)
    bout.play(do.Reload(who=ann))
    assert bout.gauge(ann, f"ammo.{weapon}") > 0
    assert bout.left(ann) == cost


@pytest.mark.rule("CWN-36l")
def test_spare_magazines_run_out(bout: Bout) -> None:
    """Whoever carries magazines needs one."""
    spare = CarriedDef(item="spare_magazine", values={"count": 1})
    ann = bout.pc("Ann", items=["heavy_pistol", spare])
    bout.npc("Foe")
    bout.start()
    for left in (1, 0):
        bout.put(ann, "ammo.heavy_pistol", 0)
        bout.put(ann, "main", 0)
        if left:
            bout.play(do.Reload(who=ann))
        else:
            assert bout.refused(do.Reload(who=ann)) == "cwn.no_magazine"


# ------------------------------------------------------------------ checks


@pytest.mark.rule("CWN-10")
@pytest.mark.rule("CWN-36j")
def test_a_skill_check(bout: Bout) -> None:
    """2d6 + skill + attribute reaches the difficulty; in a fight it is the Main. Untrained is −1."""
    ann = bout.pc("Ann", program=2, intelligence=14)
    bout.npc("Foe")
    bout.start()
    check = do.Check(who=ann, skill="program", attribute="intelligence", difficulty=10)
    parts = {"base": 2, "modifiers.intelligence": 1}
    assert bout.play(check, 3, 4) == {"total": 10, "difficulty": 10, "success": True, **parts}
    assert bout.left(ann)[0] == 0
    free = do.Check(who=ann, skill="sneak", attribute="dexterity", difficulty=8, free=True)
    assert bout.play(free, 4, 4)["total"] == 7


@pytest.mark.rule("CWN-10")
def test_specialists_keep_the_best_two(bout: Bout) -> None:
    """3d6 at rank 1, 4d6 at rank 2."""
    ann = bout.pc("Ann", items=["specialist_2"], fix=0)
    check = do.Check(who=ann, skill="fix", attribute="strength", special=True)
    assert bout.play(check, 1, 6, 2, 5)["total"] == 11


@pytest.mark.rule("CWN-10")
@pytest.mark.parametrize(("special", "total"), [(True, 9), (False, 7)])
def test_npcs_have_a_bonus_in_their_specialty(bout: Bout, special: bool, total: int) -> None:
    """Elsewhere they add nothing."""
    foe = bout.npc("Foe", skill=2)
    assert bout.play(do.Check(who=foe, skill="fix", special=special), 3, 4)["total"] == total


@pytest.mark.rule("CWN-11")
def test_opposed_checks(bout: Bout) -> None:
    """The higher wins; a player character wins a tie with an NPC; others roll again."""
    ann, ben, foe, other = sides(bout)
    oppose = do.Oppose(who=foe, target=ann, skill="notice", target_skill="sneak")
    assert bout.play(oppose, 3, 3, 4, 4)["won"] is False  # 7 and 7
    again = do.Oppose(who=foe, target=other, skill="notice")
    assert bout.play(again, 3, 3, 2, 4, 6, 1, 2, 4)["won"] is True
    both = do.Oppose(who=ann, target=ben, skill="sneak")
    assert bout.play(both, 1, 1, 1, 2)["won"] is False


@pytest.mark.rule("CWN-09")
@pytest.mark.parametrize(
    ("save", "target"), [("physical", 12), ("evasion", 13), ("mental", 14), ("luck", 13)]
)
def test_saves_of_player_characters(bout: Bout, save: Any, target: int) -> None:
    """16 less level and the better of two modifiers; Luck has none. 1 fails, 20 succeeds."""
    ann = bout.pc("Ann", level=3, constitution=14, strength=8, wisdom=7, charisma=5)
    assert bout.play(do.Save(who=ann, save=save), target)["target"] == target
    assert bout.play(do.Save(who=ann, save=save, gm=30), 1)["saved"] is False
    assert bout.play(do.Save(who=ann, save=save, gm=-30), 20)["saved"] is True


@pytest.mark.rule("CWN-13")
@pytest.mark.rule("CWN-07")
def test_the_end_of_a_fight(bout: Bout) -> None:
    """Soak refills, and what belongs to the fight is over; it can be taken up again."""
    ann, _, foe, _ = sides(bout, soak=4)
    bout.start()
    bout.put(foe, "soak", 1)
    bout.play(do.TotalDefense(who=ann))
    bout.play(do.Engage(who=ann, target=foe))
    bout.play(Finish())
    assert bout.gauge(foe, "soak") == 4
    assert not bout.has(ann, "total_defense")
    assert not bout.system.derived_conditions(bout.context, ann)
    bout.play(Next())
    assert bout.context.state.stage == "running"


@pytest.mark.rule("CWN-07")
def test_a_fight_begins_with_full_soak(bout: Bout) -> None:
    """Whatever was left, the pool is full when the fight begins."""
    _, _, foe, _ = sides(bout, soak=4)
    bout.put(foe, "soak", 0)
    bout.play(Next())
    assert bout.gauge(foe, "soak") == 4
    bout.happen(ev.StageSet(to="ended"))
