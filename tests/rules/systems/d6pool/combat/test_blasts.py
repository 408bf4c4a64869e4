"""Throws, scatter and blasts."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Next, Settle
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel

MISS = (1, 1, 1, 1)


@pytest.fixture
def thrower(table: Table) -> Duel:
    """A running duel with a grenade in hand."""
    duel = Duel(table, held="grenade")
    table.begin(3, 3)
    return duel


@pytest.mark.rule("D6P-38")
@pytest.mark.rule("D6P-05")
@pytest.mark.rule("D6P-06")
def test_a_throw_on_the_point_does_not_scatter(thrower: Duel) -> None:
    """20 m is Long for a grenade: 20 by the book; nobody dodges a throw."""
    result = thrower.table.play(do.Throw(who=thrower.who, metres=20), 6, 6, 6, 2)
    assert (result["dn"], result["landed"], result["metres"]) == (20, True, 0)
    assert thrower.table.gauge(thrower.who, "ammo.grenade") == 0


@pytest.mark.rule("D6P-38")
@pytest.mark.rule("D6P-39")
def test_a_miss_scatters_metres_first(thrower: Duel) -> None:
    """Distance is asked for before direction."""
    table = thrower.table
    result = table.play(do.Throw(who=thrower.who, metres=5), *MISS, 4, 5)
    assert (result["metres"], result["direction"]) == (4, 5)
    assert [roll.request.key for roll in table.rolls] == [
        "throw",
        "scatter_distance",
        "scatter_direction",
    ]


@pytest.mark.rule("D6P-39")
@pytest.mark.parametrize(("face", "swapped"), [(4, 4), (5, 6), (6, 5)])
def test_five_and_six_change_places_by_switch(thrower: Duel, face: int, swapped: int) -> None:
    """The switch follows the text that calls 5 forward."""
    thrower.table.switch("d6pool.scatter5Forward", True)
    assert thrower.table.play(do.Throw(who=thrower.who), *MISS, 1, face)["direction"] == swapped


@pytest.mark.rule("D6P-38")
def test_the_throwers_modifiers_apply_to_the_throw(thrower: Duel) -> None:
    """Running takes a die off the throw."""
    thrower.table.play(do.Move(who=thrower.who, gait="run", metres=7))
    assert thrower.table.play(do.Throw(who=thrower.who), 6, 6, 6)["dice"] == 3


@pytest.mark.rule("D6P-23")
def test_aim_helps_a_throw_once(thrower: Duel) -> None:
    """Two dice more, then the aim is gone."""
    table = thrower.table
    table.play(do.Aim(who=thrower.who))
    table.next_turn(3, 3)
    assert table.play(do.Throw(who=thrower.who), *[6] * 6)["dice"] == 6
    assert not table.combatant(thrower.who).has("aimed")


@pytest.mark.rule("D6P-40")
@pytest.mark.rule("D6P-32")
@pytest.mark.rule("D6P-41")
def test_everybody_in_the_blast_is_struck_apart(thrower: Duel) -> None:
    """Four dice against the band of each, with dodging; the thrower counts; beyond the last band nobody does."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    targets = (
        do.Caught(target=thrower.mark, metres=2, dodge=2),
        do.Caught(target=thrower.who, metres=7),
    )
    table.play(
        do.Blast(who=thrower.who, targets=targets), 1, 1, *[3] * 4, *[2] * 10, *[1] * 5, *MISS
    )
    assert table.gauge(thrower.mark) == 12 - 15
    assert table.gauge(thrower.mark, "dodge") == 2
    assert table.gauge(thrower.who) == 9
    assert not table.context.state.obligations


@pytest.mark.rule("D6P-40")
def test_the_blast_dice_know_no_thrower_modifiers(thrower: Duel) -> None:
    """Level 4, whoever threw and however."""
    table = thrower.table
    table.play(do.Move(who=thrower.who, gait="run", metres=7))
    table.play(do.Throw(who=thrower.who), 6, 6, 6)
    caught = (do.Caught(target=thrower.who, metres=11), do.Caught(target=thrower.mark, metres=10))
    assert table.play(do.Blast(who=thrower.who, targets=caught), *MISS)["dice"] == 4


@pytest.mark.rule("D6P-41")
def test_blasts_always_hit_by_switch(thrower: Duel) -> None:
    """No attack roll and no dodging: damage against resistance at once."""
    table = thrower.table
    table.switch("d6pool.grenadeAlwaysHits", True)
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    caught = do.Caught(target=thrower.mark, metres=10)
    result = table.play(do.Blast(who=thrower.who, targets=(caught,)), *[6] * 4, *[1] * 5)
    assert (result["level"], result["wounds"]) == (4, 19)
    assert table.gauge(thrower.mark, "dodge") == 4


@pytest.mark.rule("D6P-40")
def test_the_fight_waits_for_the_blast(thrower: Duel) -> None:
    """Next is refused while the grenade is in the air; several blasts commands may share one grenade."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    assert table.refused(Next()) == "d6pool.blast_waits"
    table.play(
        do.Blast(who=thrower.who, targets=(do.Caught(target=thrower.mark, metres=2),), more=True),
        *MISS,
    )
    assert table.refused(Next()) == "d6pool.blast_waits"
    table.play(do.Blast(who=thrower.who))
    table.next()
    assert table.refused(do.Blast(who=thrower.who)) == "d6pool.nothing_in_air"


@pytest.mark.rule("D6P-40")
def test_a_grenade_thrown_in_an_earlier_version_still_waits(thrower: Duel) -> None:
    """A condition said then what is owed now."""
    table = thrower.table
    mark = Condition(key="in_air", note="grenade")
    table.happen(ev.ConditionAdded(who=thrower.who, condition=mark))
    assert table.refused(Next()) == "d6pool.blast_waits"
    form = table.system.attack_form(table.context, {"who": thrower.who})
    assert isinstance(form.command, do.Blast)
    table.play(do.Blast(who=thrower.who, more=True))
    assert table.combatant(thrower.who).has("in_air")
    table.play(do.Blast(who=thrower.who))
    assert not table.combatant(thrower.who).has("in_air")
    table.next()


@pytest.mark.rule("D6P-40")
def test_a_grenade_in_the_air_can_be_left_to_itself(thrower: Duel) -> None:
    """It shows a chip; settled without a target it has gone off."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    chips = table.system.combatant_view(table.context, thrower.who).chips
    assert "In the air" in [chip.text for chip in chips]
    table.play(Settle())
    table.next()


@pytest.mark.rule("D6P-41")
def test_an_explosive_goes_off_without_a_thrower(duel: Duel) -> None:
    """The same procedure for any explosive of the library."""
    caught = do.Caught(target=duel.mark, metres=2)
    result = duel.table.play(
        do.Blast(weapon="grenade", targets=(caught,)), *[6] * 4, *[6] * 10, *[1] * 5
    )
    assert result["wounds"] == 55
    assert duel.table.refused(do.Blast(weapon="knife")) == "d6pool.no_such_explosive"


@pytest.mark.rule("D6P-38")
def test_a_grenade_is_thrown_at_a_point_and_from_the_hand(duel: Duel) -> None:
    """It has to be in hand, is not aimed at somebody, and each can be thrown once."""
    table = duel.table
    assert table.refused(do.Throw(who=duel.who, weapon="grenade")) == "d6pool.not_in_hand"
    command = do.Attack(who=duel.who, target=duel.mark, weapon="grenade")
    assert table.refused(command) == "d6pool.throw_it"


@pytest.mark.rule("D6P-40")
@pytest.mark.rule("D6P-31")
def test_one_blast_strikes_everybody_once(thrower: Duel) -> None:
    """The same one twice is refused, and so are too many dodge dice of the last, before anybody rolls."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    twice = (do.Caught(target=thrower.mark, metres=2, dodge=2),) * 2
    assert table.refused(do.Blast(who=thrower.who, targets=twice)) == "d6pool.caught_twice"
    many = (
        do.Caught(target=thrower.who, metres=2),
        do.Caught(target=thrower.mark, metres=2, dodge=3),
    )
    assert table.refused(do.Blast(who=thrower.who, targets=many)) == "d6pool.dodge_too_many"


@pytest.mark.rule("D6P-40")
def test_the_log_of_a_blast_is_a_sentence(thrower: Duel) -> None:
    """Everybody's result on one line, without marks; with nobody in it, it says so."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    caught = (do.Caught(target=thrower.mark, metres=2), do.Caught(target=thrower.who, metres=20))
    table.play(do.Blast(who=thrower.who, targets=caught, more=True), *MISS)
    texts = table.context.texts
    assert table.last is not None
    said = "Grenade goes off: Mark 4 against 10, untouched; Shooter out of the blast"
    assert texts.sentence(table.last.label) == said
    table.play(do.Blast(who=thrower.who))
    assert texts.sentence(table.last.label) == "Grenade goes off: nobody else"


@pytest.mark.rule("D6P-40")
@pytest.mark.rule("D6P-15")
def test_a_thrower_hurt_by_the_blast_loses_nothing_of_it(thrower: Duel) -> None:
    """Stunned by the own grenade, the next in the blast is still attacked with four dice."""
    table = thrower.table
    table.play(do.Throw(who=thrower.who), *[6] * 4)
    for target, faces in ((thrower.who, (*[6] * 4, *[1] * 10, *[6] * 3)), (thrower.mark, MISS)):
        caught = (do.Caught(target=target, metres=2),)
        table.play(do.Blast(who=thrower.who, targets=caught, more=True), *faces)
    assert table.combatant(thrower.who).has("stunned")


@pytest.mark.rule("D6P-41")
def test_odds_of_a_blast_nobody_threw(duel: Duel) -> None:
    """A charge that goes off by itself has the odds of the same strike as a thrown one."""
    table = duel.table
    caught = (do.Caught(target=duel.mark, metres=2),)
    odds = table.system.odds(table.context, do.Blast(weapon="grenade", targets=caught))
    assert odds is not None
    assert odds.headline_numbers[0].probability == pytest.approx(1 - 126 / 1296)


@pytest.mark.rule("D6P-23")
@pytest.mark.rule("D6P-38")
def test_a_grenade_is_not_thrown_in_the_turn_it_is_drawn(table: Table) -> None:
    """Drawing it is the turn, second action included; fast-drawn it flies at once."""
    duel = Duel(table)
    table.begin(6, 1)
    table.play(do.Draw(who=duel.who, weapon="grenade"))
    table.next()
    table.next()
    assert table.context.state.acting == (duel.who,)
    assert table.refused(do.Throw(who=duel.who)) == "d6pool.no_attack_after_draw"
    table.next_turn(3, 3)
    table.play(do.FastDraw(who=duel.who, weapon="knife"), *[6] * 4)
    table.play(do.FastDraw(who=duel.who, weapon="grenade"), *[6] * 4)
    assert table.play(do.Throw(who=duel.who), *[6] * 4)["dice"] == 4


@pytest.mark.rule("D6P-38")
def test_a_pistol_is_not_thrown_at_a_point(duel: Duel) -> None:
    """Only explosives are; what to do instead is said."""
    assert duel.table.refused(do.Throw(who=duel.who)) == "d6pool.no_explosive"
