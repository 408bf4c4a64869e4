"""A Snap Attack that answers a shown die: who is offered it, and what becomes of the attack."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Adjust, Command, Next, Settle, Waive
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.bout import Bout


@pytest.fixture
def bout() -> Bout:
    """An empty table."""
    return Bout()


def commit(bout: Bout, command: Command, *faces: int, choose: str = "") -> None:
    """Plays a command alone: what it leads to stays owed."""
    bout.choose = [choose] if choose else []
    left, rolls = list(faces), list[Rolled]()
    bout.last = bout.one_command(command, left, rolls)
    assert not left


def owed(bout: Bout) -> list[str]:
    """The kinds of what is owed, in the order in which it is settled."""
    return [each.kind for each in bout.context.state.obligations]


def duel(bout: Bout, *, foe_hp: int = 6) -> tuple[CombatantId, CombatantId]:
    """A player character with a sword and 12 hit points, whose turn is to come, and a foe with a knife who acts."""
    ann, foe = bout.pc("Ann", hp=12), bout.npc("Foe", hp=foe_hp)
    bout.start(1, 8)
    return ann, foe


@pytest.mark.rule("CWN-24")
@pytest.mark.rule("CWN-36c")
def test_a_snap_attack_is_offered_on_a_shown_die_and_comes_first(bout: Bout) -> None:
    """The die lies, the attack waits; the Snap Attack at −4 is made, then the attack goes on with its die."""
    ann, foe = duel(bout)
    commit(bout, do.Attack(who=foe, target=ann), 15, choose=f"snap:{ann}")
    assert bout.asked[0].options == ("keep", f"snap:{ann}")
    asked = bout.context.texts.text(bout.asked[0].label)
    assert asked == "Foe hits Ann: 17 against AC 10. An Instant?"
    assert owed(bout) == ["snap_attack", "interrupted_attack"]
    assert bout.left(foe)[0] == 0
    assert bout.left(ann)[0] == 1
    commit(bout, Settle(), 2)
    assert bout.fact("attack")["bonus"] == -4
    assert bout.left(ann)[0] == 0
    assert owed(bout) == ["interrupted_attack"]
    commit(bout, Settle(), 1, 3)
    assert not owed(bout)
    assert bout.fact("attack")["die"] == 15
    assert bout.hp(ann) < 12


@pytest.mark.rule("CWN-24")
def test_an_attacker_who_falls_to_the_answer_strikes_no_more(bout: Bout) -> None:
    """The Main is spent, the shown die comes to nothing, and the log says so."""
    ann, foe = duel(bout)
    bout.choose = [f"snap:{ann}"]
    bout.play(do.Attack(who=foe, target=ann), 15, 20, 1, 8)
    assert bout.hp(foe) == 0
    assert bout.hp(ann) == 12
    assert not owed(bout)
    assert bout.left(foe)[0] == 0
    assert bout.last is not None
    assert "cwn.why.attack_stopped" in {each.text.key for each in bout.last.reasons}


@pytest.mark.rule("CWN-36c")
def test_who_has_employed_the_main_is_not_offered_a_snap_attack(bout: Bout) -> None:
    """Nor Total Defense; nobody is asked anything."""
    ann, foe = duel(bout)
    bout.put(ann, "main", 1)
    bout.play(do.Attack(who=foe, target=ann), 15, 1, 3)
    assert not bout.asked


@pytest.mark.rule("CWN-36c")
def test_no_question_where_a_snap_attack_would_change_nothing(bout: Bout) -> None:
    """A miss without Shock; a foe that cannot fall to it, where the attack cannot put down its target."""
    ann, foe = duel(bout, foe_hp=90)
    bout.choose = ["keep"]
    bout.play(do.Attack(who=foe, target=ann), 1)
    assert not any("snap" in option for each in bout.asked for option in each.options)
    bout.put(foe, "main", 0)
    bout.play(Adjust(who=(ann,), change="=60"))
    bout.play(do.Attack(who=foe, target=ann), 15, 1, 3)
    assert not bout.asked


@pytest.mark.rule("CWN-24")
def test_who_can_be_put_down_may_snap_before_it_falls(bout: Bout) -> None:
    """Afterwards it could not any more, whatever the answer does to the attacker."""
    ann, foe = duel(bout, foe_hp=90)
    bout.play(Adjust(who=(ann,), change="=2"))
    bout.choose = [f"snap:{ann}"]
    bout.play(do.Attack(who=foe, target=ann), 15, 20, 1, 8, 1, 4)
    assert bout.hp(foe) == 90 - 8
    assert bout.hp(ann) == 0


@pytest.mark.rule("CWN-36c")
@pytest.mark.rule("CWN-27")
def test_others_of_the_side_may_answer_if_they_reach_the_attacker(bout: Bout) -> None:
    """A pistol reaches, a sword only in melee; nameless people of the side are not asked about it."""
    ann, bo = bout.pc("Ann"), bout.pc("Bo", items=["heavy_pistol"])
    cy = bout.pc("Cy")
    bout.npc("Guard", items=["heavy_pistol"], side="ally")
    foe = bout.npc("Foe")
    bout.start(1, 8)
    bout.choose = ["keep"]
    attack = do.Attack(who=foe, target=ann)
    bout.play(attack, 15, 1, 3)
    assert bout.asked[0].options == ("keep", f"snap:{ann}", f"snap:{bo}")
    bout.put(foe, "main", 0)
    bout.play(do.Engage(who=cy, target=foe))
    bout.choose = [f"snap:{cy}"]
    bout.play(attack, 15, 20, 1, 8)
    assert bout.hp(foe) == 0


@pytest.mark.rule("CWN-36c")
def test_a_named_npc_may_answer_a_nameless_one_not(bout: Bout) -> None:
    """As the rules have it; the game master may still snap for the nameless by hand."""
    ann = bout.pc("Ann")
    foe, boss = bout.npc("Foe"), bout.npc("Boss", named=True)
    bout.start(8, 1)
    bout.play(Adjust(who=(ann,), change="=3"))
    bout.play(do.Attack(who=ann, target=foe), 15, 1, 1)
    assert not bout.asked
    bout.put(ann, "main", 0)
    commit(bout, do.Attack(who=ann, target=boss), 15, choose=f"snap:{boss}")
    assert owed(bout) == ["snap_attack", "interrupted_attack"]


@pytest.mark.rule("CWN-24")
def test_an_answer_may_be_answered_and_the_last_is_made_first(bout: Bout) -> None:
    """A chain ends with the attack that began it."""
    ann = bout.pc("Ann")
    foe, boss = bout.npc("Foe"), bout.npc("Boss", named=True, items=["heavy_pistol"])
    bout.start(1, 8)
    commit(bout, do.Attack(who=foe, target=ann), 15, choose=f"snap:{ann}")
    commit(bout, Settle(), 20, choose=f"snap:{boss}")
    waiting = [(each.kind, each.who) for each in bout.context.state.obligations]
    assert waiting == [
        ("snap_attack", boss),
        ("interrupted_attack", ann),
        ("interrupted_attack", foe),
    ]


@pytest.mark.rule("CWN-24")
@pytest.mark.rule("CWN-69")
def test_the_rest_of_several_attacks_waits_with_the_one_that_is_answered(bout: Bout) -> None:
    """Answered at the first of them, the others follow it."""
    ann = bout.pc("Ann", hp=40)
    foe = bout.npc("Foe", items=["body_blades_2"], held="", hp=6)
    blades = bout.combatant(foe).items[0]
    many = replace(blades, values={**blades.values, "attacks": 3, "shock": 0})
    bout.happen(ev.ItemPut(who=foe, item=many))
    bout.start(1, 8)
    commit(bout, do.Attack(who=foe, target=ann, weapon=many.key), 15, choose=f"snap:{ann}")
    commit(bout, Settle(), 1)
    assert owed(bout) == ["interrupted_attack"]
    commit(bout, Settle(), 1, 3, 3)
    assert owed(bout) == ["next_attack"]


@pytest.mark.rule("CWN-24")
def test_an_answer_that_is_waived_costs_nothing_and_the_attack_goes_on(bout: Bout) -> None:
    """Both are owed: Next waits for them."""
    ann, foe = duel(bout)
    commit(bout, do.Attack(who=foe, target=ann), 15, choose=f"snap:{ann}")
    assert bout.refused(Next()) == "rules.owed"
    commit(bout, Waive(ids=(bout.context.state.obligations[0].id,)))
    assert bout.left(ann)[0] == 1
    commit(bout, Settle(), 1, 3, choose="keep")
    assert bout.fact("attack")["die"] == 15


@pytest.mark.rule("CWN-45a")
@pytest.mark.rule("CWN-36g")
def test_what_luck_has_decided_total_defense_does_not_undo(bout: Bout) -> None:
    """Luck turns the hit into a miss; Total Defense then stops its Shock alone."""
    ann = bout.pc("Ann", items=["sword", "veterans_luck"], held="sword", ac=10, ac_melee=10)
    foe = bout.npc("Foe", items=["sword"], attack=2)
    bout.start(1, 8)
    bout.choose = ["luck", "defend"]
    bout.play(do.Attack(who=foe, target=ann), 18)
    assert not bout.fact("attack")["hit"]
    assert bout.fact("attack")["shock"] == 0


def melee(bout: Bout, *, foe_hp: int = 6) -> tuple[CombatantId, CombatantId]:
    """A player character with a sword whose turn it is, in melee with a foe with a knife."""
    ann, foe = bout.pc("Ann", hp=12), bout.npc("Foe", hp=foe_hp)
    bout.start(8, 1)
    bout.play(do.Engage(who=ann, target=foe))
    return ann, foe


@pytest.mark.rule("CWN-18", "CWN-24", "CWN-36c")
def test_a_free_attack_is_answered_by_a_snap_attack_before_it_strikes(bout: Bout) -> None:
    """The mover's Main pays, the answer is at −4; who falls to it does not strike, and the mover gets away."""
    ann, foe = melee(bout)
    bout.choose = [f"snap:{ann}"]
    bout.play(do.Run(who=ann, metres=10), 15, 20, 1, 8)
    assert bout.asked[0].options == ("keep", f"snap:{ann}")
    assert [each["bonus"] for each in bout.facts("attack")] == [-4]
    assert bout.hp(foe) == 0
    assert bout.hp(ann) == 12
    assert bout.left(ann) == (0, 0)
    assert not owed(bout)
    assert bout.last is not None
    assert "cwn.why.attack_stopped" in {each.text.key for each in bout.last.reasons}


@pytest.mark.rule("CWN-18", "CWN-24")
def test_a_free_attack_goes_on_with_its_die_when_the_answer_misses(bout: Bout) -> None:
    """The die that lay there is the die that counts; nobody is asked again who has no Main left."""
    ann, foe = melee(bout)
    bout.choose = [f"snap:{ann}"]
    bout.play(do.Run(who=ann, metres=10), 15, 2, 1, 3)
    snap, free = bout.facts("attack")
    assert (snap["bonus"], snap["hit"]) == (-4, False)
    assert (free["die"], free["hit"]) == (15, True)
    assert bout.hp(ann) < 12
    assert bout.hp(foe) == 6 - 2  # the Shock of the sword


@pytest.mark.rule("CWN-18", "CWN-36c")
def test_who_has_employed_the_main_is_not_asked_at_a_free_attack(bout: Bout) -> None:
    """Nor is a question asked where the answer would change nothing."""
    ann, _ = melee(bout)
    bout.put(ann, "main", 1)
    bout.play(do.Run(who=ann, metres=10), 15, 1, 3)
    assert not bout.asked


@pytest.mark.rule("CWN-18", "CWN-24")
def test_a_free_attack_that_is_not_answered_costs_no_main(bout: Bout) -> None:
    """Keep: the attack goes on."""
    ann, _ = melee(bout)
    bout.choose = ["keep"]
    bout.play(do.Run(who=ann, metres=10), 15, 1, 3)
    assert bout.left(ann) == (1, 0)
