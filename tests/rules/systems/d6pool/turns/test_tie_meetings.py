"""What a tie waits for, what it says, and who joins it."""

import pytest

from encounter_gui.core.errors import Missing, RuleError
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import SetInitiative
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.table import Table
from tests.rules.systems.d6pool.turns.test_ties import HIT, MISS, Tie


@pytest.mark.rule("D6P-15", "D6P-17")
def test_nothing_is_applied_while_a_tied_shooter_has_a_shot_left(table: Table) -> None:
    """The second shot of an automatic is part of the action; waiting ends it."""
    tie = Tie(table)
    table.play(tie.answer(), *MISS)
    table.play(tie.shot(), *HIT, *[2] * 6, 1, 1)
    if table.combatant(tie.who).gauges.get("spent"):
        pytest.fail("the shooter has one shot only")
    with pytest.raises(RuleError) as caught:
        next(table.system.procedure(table.context, do.Apply()))
    assert caught.value.message.key == "rules.tie.not_all"
    assert caught.value.missing == (Missing(who=tie.who),)
    table.play(do.Wait(who=tie.who))
    table.play(do.Apply())
    assert table.context.texts.sentence(table.labels[0]).endswith(
        "Third takes 10 wounds and is down: -4"
    )


@pytest.mark.rule("D6P-15", "D6P-40")
def test_nothing_is_applied_while_a_tied_grenade_has_not_gone_off(table: Table) -> None:
    """It names whose grenade it is."""
    tie = Tie(table)
    bomber = table.join("Bomber", dexterity=4, throwing=4, items=["grenade"], held="grenade")
    table.happen(ev.GaugeSet(who=bomber, gauge="ammo.grenade", to=1))
    first = table.context.state.slots[0]
    slots = (
        *table.context.state.slots,
        type(first)(who=bomber, score=first.score, group=first.group),
    )
    table.happen(ev.OrderSet(slots=slots))
    table.play(tie.answer(), *HIT, *[2] * 7, *[1] * 3)
    table.play(do.Wait(who=tie.who))
    table.play(do.Throw(who=bomber), 6, 6, 6, 6)
    with pytest.raises(RuleError) as caught:
        next(table.system.procedure(table.context, do.Apply()))
    assert caught.value.message.key == "rules.tie.roll_missing"
    assert caught.value.missing[0].who == bomber
    table.play(
        do.Blast(who=bomber, targets=(do.Caught(target=tie.third, metres=1),)),
        *HIT,
        *[1] * 10,
        1,
        1,
    )
    assert ", waits" in table.context.texts.sentence(table.labels[0])


@pytest.mark.rule("D6P-15", "D6P-18", "D6P-28")
def test_who_drops_in_a_tie_is_no_harder_to_hit_for_the_other(table: Table) -> None:
    """Lying down is cover once all have rolled."""
    tie = Tie(table)
    table.play(do.Move(who=tie.third, gait="prone"))
    table.play(tie.shot(), *HIT, *[2] * 6, 1, 1)
    assert not table.combatant(tie.third).has("prone")
    table.next()
    assert table.combatant(tie.third).has("prone")


@pytest.mark.rule("D6P-15")
def test_a_newcomer_with_the_score_of_a_tie_acts_in_it(table: Table) -> None:
    """Not after it."""
    tie = Tie(table)
    late = table.join("Late", dexterity=4)
    table.play(SetInitiative(who=late, to=table.context.state.slots[0].score))
    assert set(table.context.state.acting) == {tie.who, tie.third, late}


@pytest.mark.rule("D6P-15")
def test_first_aid_in_a_tie_says_that_it_waits(table: Table) -> None:
    """So does its release say what it has come to."""
    tie = Tie(table)
    table.happen(ev.GaugeChanged(who=tie.mark, gauge="th", by=-6))
    table.play(do.FirstAid(who=tie.who, patient=tie.mark), 6, 6, 6, 4)
    assert ", waits" in table.context.texts.sentence(table.labels[0])
    table.next()
    assert "Mark is better: 10" in table.context.texts.sentence(table.labels[0])
