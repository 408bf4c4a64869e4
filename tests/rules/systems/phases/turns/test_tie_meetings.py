"""Where those who act at once meet: holds, weapons in hand, gaits, counters, the dead; one by one; what is missing."""

from typing import Any

import pytest

from encounter_gui.core.errors import Missing, RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine import turns
from encounter_gui.rules.model.commands import Next, Settle
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.turns import phases_of_round
from tests.rules.systems.phases.playing import PLAIN, Phased

WINS = (1, 1, 2, 6, 6, 6)
"""A defense, and an attack that beats it."""


def brawl(*weapons: str) -> tuple[Phased, list[CombatantId]]:
    """Three who act at once with three actions each, strong enough to stand a wound, and one after them."""
    table = Phased()
    sheet = PLAIN | {"hand_to_hand": 5, "melee": 5, "marksmanship": 5, "evade": 1, "cool": 15}
    people = [
        table.join(
            f"No {number}",
            side="pc" if number % 2 else "foe",
            items=["sword", "knife", "heavy_pistol"],
            held=weapons[number] if number < len(weapons) else "sword",
            **sheet,
        )
        for number in range(4)
    ]
    table.play(Next(), *[4] * 9, 3, 3, 3)
    table.reveal(**{who: {"actions": 3} for who in people})
    return table, people


def apply_together(table: Phased) -> None:
    """Lets all who have not acted wait, and makes true what those of the tie have done."""
    for one in turns.to_roll(phases_of_round.TURNS, table.context):
        table.play(do.Wait(who=one.id))
    table.play(do.Apply())


def technique(who: CombatantId, target: CombatantId, key: str) -> do.Attack:
    """A technique against Standard Defense."""
    return do.Attack(
        who=who, target=target, technique=key, weapon="unarmed", defense="standard", gm=12
    )


@pytest.mark.rule("PHA-19", "PHA-53")
def test_two_who_seize_each_other_hold_each_other() -> None:
    """Every hold has two ends."""
    table, (one, two, *_) = brawl()
    table.play(technique(one, two, "grab"), *WINS)
    table.play(technique(two, one, "grab"), *WINS)
    apply_together(table)
    for who, other in ((one, two), (two, one)):
        for key in ("grabbing", "grabbed"):
            hold = table.combatant(who).condition(key)
            assert hold is not None
            assert hold.by == other


@pytest.mark.rule("PHA-19", "PHA-53")
@pytest.mark.parametrize("first", [0, 1])
def test_of_two_who_seize_the_same_one_the_greater_lead_holds(first: int) -> None:
    """The other holds nobody, in whatever order they are typed."""
    table, (one, two, third, _) = brawl()
    grabs = [(one, (1, 1, 2, 6, 6, 6)), (two, (1, 1, 2, 6, 6, 5))]
    for who, faces in (grabs[first], grabs[1 - first]):
        table.play(technique(who, third, "grab"), *faces)
    apply_together(table)
    held = table.combatant(third).condition("grabbed")
    assert held is not None
    assert held.by == one
    assert table.combatant(one).has("grabbing")
    assert not table.combatant(two).has("grabbing")


@pytest.mark.rule("PHA-19", "PHA-53")
@pytest.mark.parametrize("is_drawn_first", [True, False])
def test_a_weapon_struck_away_falls_and_the_one_drawn_meanwhile_stays(is_drawn_first: bool) -> None:
    """The sword lies there, the knife is in hand."""
    table, (one, two, *_) = brawl()
    plays = [(technique(one, two, "disarm"), WINS), (do.Draw(who=two, weapon="knife"), ())]
    for command, faces in reversed(plays) if is_drawn_first else plays:
        table.play(command, *faces)
    apply_together(table)
    memo = table.combatant(two).memo
    assert (memo.get("held"), memo.get("dropped")) == ("knife", ("sword",))


@pytest.mark.rule("PHA-19", "PHA-31", "PHA-76")
@pytest.mark.parametrize("gait", ["jog", "prone"])
def test_what_somebody_does_in_a_tie_is_not_seen_by_the_other(gait: do.Gait) -> None:
    """A shot at who jogs or drops at the same moment is rolled as at one who stands."""
    table, (one, two, *_) = brawl("heavy_pistol")
    table.play(do.Move(who=two, gait=gait))
    shot = do.Attack(who=one, target=two, shots=1, defense="standard")
    table.play(shot, 6, 6, 6, 1, 1, 2)
    assert table.result("attack")["bonus"] == 5 + 5 - 6
    apply_together(table)
    seen = table.combatant(two)
    assert seen.has("prone") if gait == "prone" else seen.memo["gait"] == "jog"


@pytest.mark.rule("PHA-19", "PHA-49")
def test_a_defender_whose_death_waits_still_counters() -> None:
    """Parrying by five asks for the counter whatever a third has done at the same moment."""
    table, (one, two, third, _) = brawl("sword", "sword", "heavy_pistol")
    table.hurt(two, "torso", 5)
    shot = do.Attack(who=third, target=two, shots=1, place="torso", defense="standard", gm=12)
    table.play(shot, 1, 1, 2, 6, 6, 6, 6, 5, 5, 5)
    assert table.results("wound")[-1]["level"] == 6
    blow = do.Attack(who=one, target=two)
    assert table.alone(blow, 6, 6, 6, 1, 1, 2, choose=("parry",)) == ["counter"]


@pytest.mark.rule("PHA-19", "PHA-78")
def test_a_third_goes_on_shooting_at_whose_death_waits() -> None:
    """All three shots are fired: for those who shoot at the same time it stands."""
    table, (one, two, third, _) = brawl("heavy_pistol", "sword", "heavy_pistol")
    table.hurt(two, "torso", 5)
    first = do.Attack(who=third, target=two, shots=1, place="torso", defense="standard", gm=12)
    table.play(first, 1, 1, 2, 6, 6, 6, 6, 5, 5, 5)
    burst = do.Attack(who=one, target=two, shots=3, defense="standard")
    table.play(burst, 6, 6, 6, *[1, 1, 2] * 3)
    assert table.gauge(one, "ammo.heavy_pistol") == 10 - 3


@pytest.mark.rule("PHA-19", "PHA-64")
def test_a_runner_who_has_run_is_not_stopped_by_a_stun_of_the_same_tie() -> None:
    """Its action is used: the stun takes the next phase's, whoever is typed first."""
    for is_first in (True, False):
        table = Phased()
        sheet = PLAIN | {"marksmanship": 5, "cool": 15}
        one = table.join("One", side="pc", items=["revolver"], held="revolver", **sheet)
        two = table.join("Two", **sheet)
        table.play(Next(), *[4] * 6)
        table.reveal(**{two: {"full": "run"}})
        stun = do.Attack(who=one, target=two, place="head", defense="standard", gm=3)
        plays = [
            (do.Move(who=two, gait="run"), ()),
            (stun, (3, 3, 3, 3, 3, 4, 1, 1, 2, 4, 4, 4, 4, 4, 4)),
        ]
        for command, faces in plays if is_first else reversed(plays):
            table.play(command, *faces)
        table.play(do.Apply())
        assert table.combatant(two).memo.get("gait") == "run"
        assert not table.gauge(two, "lost")
        assert table.combatant(two).has("stunned")


@pytest.mark.rule("PHA-19")
def test_a_tie_says_whose_roll_is_missing() -> None:
    """A test that has not been rolled is named with its owner, then who has not acted; N would roll the first."""
    table, (one, two, third, _) = brawl("heavy_pistol")
    shot = do.Attack(who=one, target=two, shots=1, place="torso", defense="standard")
    table.alone(shot, 1, 1, 2, 4, 4, 4, 4, 4, 4)
    owed = table.context.state.obligations[0]
    with pytest.raises(RuleError) as caught:
        next(table.system.procedure(table.context, do.Apply()))
    missing = caught.value.missing
    assert missing[0] == Missing(who=two, owed=owed.id)
    assert missing[-2:] == (Missing(who=two), Missing(who=third))
    assert table.system.missing_in_tie(table.context) == missing


@pytest.mark.rule("PHA-19")
def test_what_waits_is_applied_together_or_not_at_all() -> None:
    """Nothing is called one by one that nobody has chosen: Apply waits for who has not acted, and is offered then."""
    table, (one, two, third, _) = brawl("heavy_pistol", "heavy_pistol")
    shot = do.Attack(who=one, target=two, shots=1, place="torso", defense="standard")
    table.play(shot, 1, 1, 2, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5)
    assert table.refused(do.Apply()) == "rules.tie.not_all"
    assert [each.command for each in table.system.notices(table.context)] == [None]
    for who in (two, third):
        table.play(do.Wait(who=who))
    assert [each.command for each in table.system.notices(table.context)] == [do.Apply()]
    table.play(do.Apply())
    text = table.context.texts.sentence(table.labels[0])
    assert not text.startswith("One by one")
    assert table.wound(two, "torso") == 4


@pytest.mark.rule("PHA-19")
def test_one_by_one_is_the_only_way_to_act_on_what_has_happened_and_is_logged() -> None:
    """Applied before all have acted, the wound is there for those who have not; the log names them."""
    table, (one, two, third, _) = brawl("heavy_pistol", "heavy_pistol")
    shot = do.Attack(who=one, target=two, shots=1, place="torso", defense="standard")
    table.play(shot, 1, 1, 2, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5)
    table.play(do.Apply(one_by_one=True))
    text = table.context.texts.sentence(table.labels[0])
    assert text.startswith("One by one")
    assert text.endswith("Still to act, on what has happened: No 1, No 2; No 1: Torso Serious")
    assert table.wound(two, "torso") == 4
    answer = do.Attack(who=two, target=one, shots=1, defense="standard")
    table.play(answer, 6, 6, 6, 1, 1, 2)
    assert table.result("attack")["bonus"] == 5 + 5 - 6 - 3
    assert table.context.state.acting == (one, two, third)


@pytest.mark.rule("PHA-19")
def test_who_is_passed_by_in_a_tie_is_named() -> None:
    """The step says before that somebody has not acted, and the log says it after."""
    table, (one, two, third, _) = brawl()
    table.play(technique(one, two, "trip"), *WINS)
    assert table.system.left_undone(table.context) == "No 1: has not acted, No 2: has not acted"
    table.play(do.Move(who=third, gait="jog"))
    table.play(Next())
    assert "passed over: No 1: has not acted" in table.context.texts.sentence(table.labels[0])


@pytest.mark.rule("PHA-19", "PHA-31")
def test_what_somebody_does_in_a_tie_stands_in_the_order_in_which_it_does_it() -> None:
    """Who drops to the ground and then jogs on does so in its own picture and afterwards, as it would alone."""
    table, (one, two, third, _) = brawl()
    table.play(do.Move(who=one, gait="prone"))
    table.play(do.Move(who=one, gait="jog"))
    seen = phases_of_round.view_of(table.context, one).combatant(one)
    assert seen.has("prone")
    assert seen.memo["gait"] == "jog"
    table.play(do.Wait(who=two))
    table.play(do.Wait(who=third))
    table.play(do.Apply())
    assert table.combatant(one).memo["gait"] == "jog"


@pytest.mark.rule("PHA-19", "PHA-25", "PHA-31")
@pytest.mark.parametrize("runner", [0, 1])
def test_who_gives_a_run_up_for_a_dodge_and_jogs_in_a_tie_jogs(runner: int) -> None:
    """The gait is the one that was set last, whoever of the two has joined first."""
    table = Phased()
    sheet = PLAIN | {"hand_to_hand": 5, "evade": 1, "cool": 15}
    people = [table.join(f"No {number}", **sheet) for number in range(2)]
    one, two = people[runner], people[1 - runner]
    table.play(Next(), *[4] * 6)
    table.reveal(**{one: {"full": "run"}})
    blow = do.Attack(who=two, target=one, defense="dodge")
    table.play(blow, 6, 6, 6, 1, 1, 2)
    table.play(do.Move(who=one, gait="jog"))
    table.play(Next())
    assert table.combatant(one).memo.get("gait") == "jog"


@pytest.mark.rule("PHA-19", "PHA-64")
@pytest.mark.parametrize("is_shot_dead_first", [True, False])
def test_a_wounded_arm_of_a_tie_drops_what_it_holds_though_another_kills(
    is_shot_dead_first: bool,
) -> None:
    """The wound that kills is of the same moment as the one that lets the sword fall."""
    table, (one, two, third, _) = brawl("heavy_pistol", "sword", "heavy_pistol")
    table.hurt(two, "torso", 5)
    at: dict[str, Any] = {"target": two, "shots": 1, "defense": "standard", "gm": 12}
    kills = do.Attack(who=one, place="torso", **at)
    disarms = do.Attack(who=third, place="right_arm", **at)
    plays = [
        (kills, (1, 1, 2, 6, 6, 6, 6, 5, 5, 5)),
        (disarms, (3, 3, 3, 2, 2, 2, 1, 1, 1, 4, 4, 4, 6, 6, 6)),
    ]
    for command, faces in plays if is_shot_dead_first else reversed(plays):
        table.play(command, *faces)
    assert table.results("wound")[-1]["level"] >= 3
    apply_together(table)
    assert table.combatant(two).has("dead")
    memo = table.combatant(two).memo
    assert (memo.get("held", ""), memo.get("dropped")) == ("", ("sword",))


@pytest.mark.rule("PHA-35", "PHA-78")
def test_shots_that_wait_are_lost_when_the_weapon_jams_meanwhile() -> None:
    """A jam has to be cleared before another shot, of whichever action."""
    table, (one, two, *_) = brawl("heavy_pistol")
    salvo = do.Attack(who=one, target=two, shots=2, place="torso", defense="standard")
    owed = table.alone(salvo, 1, 1, 2, 4, 4, 4, 4, 4, 4)
    assert "next_shot" in owed
    jams = do.Attack(who=one, target=two, shots=1, defense="standard")
    assert "next_shot" not in table.alone(jams, 6, 6, 6, 1, 1, 1)


@pytest.mark.rule("PHA-19", "PHA-49", "PHA-63")
def test_who_falls_to_a_counter_in_a_tie_does_not_fire_the_rest_of_its_shots() -> None:
    """What its own action has led to is there for whoever acts, as it would be without a tie."""
    table, (one, two, *_) = brawl("heavy_pistol")
    blow = do.Attack(who=one, target=two, weapon="unarmed")
    assert table.alone(blow, 6, 6, 6, 1, 1, 2, choose=("parry",)) == ["counter"]
    salvo = do.Attack(who=one, target=two, shots=2, place="torso", defense="standard")
    owed = table.alone(salvo, 1, 1, 2, 6, 6, 6, 4, 4, 4)
    assert "next_shot" in owed
    counter = next(each for each in table.context.state.obligations if each.kind == "counter")
    owed = table.alone(
        Settle(ids=(counter.id,)), 1, 1, 2, 6, 6, 6, 10, 6, 6, 1, 1, choose=("counter", "standard")
    )
    assert phases_of_round.view_of(table.context, one).combatant(one).has("unconscious")
    assert "next_shot" not in owed


@pytest.mark.rule("PHA-77", "PHA-78")
def test_of_shots_that_wait_as_many_are_fired_as_there_are_rounds() -> None:
    """Rounds that another action has used meanwhile are not there: one of two shots is left, the other is lost."""
    table, (one, two, *_) = brawl("heavy_pistol")
    table.happen(ev.GaugeSet(who=one, gauge="ammo.heavy_pistol", to=3))
    salvo = do.Attack(who=one, target=two, shots=3, place="torso", defense="standard")
    assert "next_shot" in table.alone(salvo, 1, 1, 2, 4, 4, 4, 4, 4, 4)
    more = do.Attack(who=one, target=two, shots=1, defense="standard")
    assert "next_shot" in table.alone(more, 6, 6, 6, 1, 1, 2)
    shots = next(each for each in table.context.state.obligations if each.kind == "next_shot")
    assert "next_shot" not in table.alone(Settle(ids=(shots.id,)), 1, 1, 2)
    assert table.gauge(one, "ammo.heavy_pistol") == 0


@pytest.mark.rule("PHA-19", "PHA-53")
@pytest.mark.parametrize("stands_first", [True, False])
@pytest.mark.parametrize("key", ["trip", "tackle"])
def test_who_gets_up_while_another_brings_it_down_lies_there(key: str, stands_first: bool) -> None:
    """What everybody has done itself comes first, what others do to it after it."""
    table, (one, two, *_) = brawl()
    table.suffer(two, "prone")
    table.happen(ev.GaugeSet(who=one, gauge="moved", to=1))
    plays = [(do.StandUp(who=two), ()), (technique(one, two, key), WINS)]
    for command, faces in plays if stands_first else reversed(plays):
        table.play(command, *faces)
    apply_together(table)
    assert table.combatant(two).has("prone")


@pytest.mark.rule("PHA-19", "PHA-53")
def test_a_weapon_struck_away_that_was_put_away_leaves_the_other_hand_alone() -> None:
    """The sword falls, the pistol drawn in its place and the knife in the left hand stay."""
    table, (one, two, *_) = brawl()
    table.happen(ev.MemoSet(who=two, key="off", value="knife"))
    table.play(technique(one, two, "disarm"), *WINS)
    table.play(do.Draw(who=two, weapon="heavy_pistol"))
    apply_together(table)
    memo = table.combatant(two).memo
    assert (memo.get("held"), memo.get("off")) == ("heavy_pistol", "knife")
    assert memo.get("dropped") == ("sword",)


@pytest.mark.rule("PHA-19", "PHA-52", "PHA-53")
def test_who_was_brought_down_by_its_own_action_and_got_up_stands() -> None:
    """A trip in answer to its blow is part of its own action, and it gets up after it."""
    table, (one, two, *_) = brawl()
    blow = do.Attack(who=one, target=two)
    table.play(blow, 6, 6, 6, 1, 1, 2, choose=("trip",))
    assert phases_of_round.view_of(table.context, one).combatant(one).has("prone")
    table.play(do.StandUp(who=one))
    apply_together(table)
    assert not table.combatant(one).has("prone")
