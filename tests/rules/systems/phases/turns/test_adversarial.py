"""Cases that were played and failed: stuns in ambush, gaits after a pause, rest without Fatigue, holds."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Afflict, Next, Relieve
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.table import Table
from tests.rules.systems.phases.conftest import Duel


@pytest.mark.rule("PHA-21", "PHA-64")
def test_the_action_that_a_stun_takes_of_an_ambushed_one_is_of_phase_two(table: Table) -> None:
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    table.play(Afflict(who=(duel.mark,), condition="ambushed"))
    table.play(Afflict(who=(duel.mark,), condition="stunned"))
    table.play(Next())
    assert table.combatant(duel.mark).has("stunned")
    assert not table.combatant(duel.mark).gauges.get(character.LOST)
    begun = table.context.state.round
    table.happen(ev.ConditionRemoved(who=duel.mark, key="ambushed"))
    while table.context.state.round == begun or table.context.state.group < 0:
        table.play(Next())
    assert table.combatant(duel.mark).gauges[character.LOST] == 1
    assert not table.combatant(duel.mark).has("stunned")


@pytest.mark.rule("PHA-18")
def test_recovering_without_fatigue_is_not_offered(table: Table) -> None:
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    command = do.Declare(who=duel.who, full="sprint")

    def next_kind() -> str:
        sheet = table.system.declare_sheet(table.context, command)
        assert sheet is not None
        row = sheet.row_of(duel.who)
        option = row.pressed("F") if row else None
        assert option is not None
        assert isinstance(option.command, do.Declare)
        return option.command.full

    assert next_kind() == "all_out_dodge"
    table.happen(ev.GaugeSet(who=duel.who, gauge=character.FATIGUE, to=2))
    assert next_kind() == "recover"


@pytest.mark.rule("PHA-11", "PHA-31")
def test_a_gait_ends_with_the_time_that_passed(table: Table) -> None:
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    table.play(Next())
    table.play(do.Move(who=duel.who, gait="jog"))
    assert character.gait(table.combatant(duel.who)) == "jog"
    table.play(do.PassTime(phases=5))
    assert character.gait(table.combatant(duel.who)) == "still"


@pytest.mark.rule("PHA-53")
def test_who_holds_somebody_does_not_grab_in_defense_either(table: Table) -> None:
    duel = Duel(table, items=["knife"], held="knife")
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    table.play(Next())
    command = do.Attack(who=duel.who, target=duel.mark, weapon="knife")
    plan = plan_attack(table.context, command)
    free = defenses.options(table.context, table.combatant(duel.mark), plan)
    assert "grab" in free
    holding = Condition(key="grabbing", by=duel.who)
    table.happen(ev.ConditionAdded(who=duel.mark, condition=holding))
    held = defenses.options(table.context, table.combatant(duel.mark), plan)
    assert set(free) - set(held) == {each for each in free if each in {"grab", "tackle"}}


@pytest.mark.rule("PHA-53")
def test_a_tied_technique_is_a_miss(table: Table) -> None:
    duel = Duel(table, items=["knife"], held="knife")
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    table.play(Next())
    command = do.Attack(who=duel.who, target=duel.mark, technique="grab", defense="standard")
    bonus = plan_attack(table.context, command).discharges[0].bonus.amount
    plan = plan_attack(table.context, command)
    standard = defenses.defense(table.context, table.combatant(duel.mark), "standard").bonus.amount
    assert plan.technique is not None
    gap = bonus - standard
    faces = (3, 3, 4), _summing(10 + gap)
    table.play(command, *faces[1], *faces[0])
    assert table.last is not None
    fact = next(
        each
        for each in table.last.events
        if isinstance(each, ev.Resolved) and each.what == "attack"
    )
    assert fact.values["dos"] == 0
    assert (fact.values["result"], fact.values["hit"]) == ("miss", False)


def _summing(total: int) -> tuple[int, int, int]:
    """Returns three faces of this sum."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


@pytest.mark.rule("PHA-18", "PHA-24", "PHA-26")
def test_recovering_without_fatigue_may_be_declared_in_vain_and_the_reason_is_told(
    table: Table,
) -> None:
    """The rules ask no Fatigue of who declares; recovering itself is refused, and what was declared is lost."""
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    one, both = (
        do.Declare(who=duel.who, full="recover"),
        do.DeclareAll(plans=(do.Declared(who=duel.who, full="recover"),)),
    )
    for command in (one, both):
        table.play(command)
        assert table.last is not None
        told = table.context.texts.text(table.last.label)
        assert "has no Fatigue that recovering could take" in told
        assert [each.rule for each in table.last.reasons] == ["PHA-18"]
    table.play(Next())
    assert table.refused(do.Recover(who=duel.who)) == "phases.not_tired"
    assert table.refused(do.Other(who=duel.who)) == "phases.declared_full"


@pytest.mark.rule("PHA-18")
def test_recovering_with_fatigue_is_declared_without_a_word(table: Table) -> None:
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    table.happen(ev.GaugeSet(who=duel.who, gauge=character.FATIGUE, to=1))
    table.play(do.Declare(who=duel.who, full="recover"))
    assert table.last is not None
    assert table.last.reasons == ()
    table.play(Next())
    table.play(do.Recover(who=duel.who))
    assert table.combatant(duel.who).gauges[character.FATIGUE] == 0


# ---- Unaware by itself


def ambush(table: Table) -> Duel:
    """The mark has not noticed the shooter: phase 1, the shooter's turn."""
    duel = Duel(table)
    table.play(do.Ambush(who=(duel.who,)), 6, 6, 6, 1, 1, 2)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    table.play(Next())
    return duel


def defended(table: Table, duel: Duel) -> tuple[str, ...] | None:
    """How the mark may defend itself against a shot; None: it does not roll."""
    plan = plan_attack(table.context, do.Attack(who=duel.who, target=duel.mark))
    found = defenses.options(table.context, table.combatant(duel.mark), plan)
    return None if plan.passive is not None else found


@pytest.mark.rule("PHA-21", "PHA-32")
def test_unaware_is_lifted_by_itself_and_who_is_ambushed_still_does_nothing(table: Table) -> None:
    duel = ambush(table)
    mark = table.combatant(duel.mark)
    assert (mark.has("ambushed"), mark.has("unaware")) == (True, True)
    assert defended(table, duel) is None
    table.play(Relieve(who=(duel.mark,), condition="unaware"))
    mark = table.combatant(duel.mark)
    assert (mark.has("ambushed"), mark.has("unaware")) == (True, False)
    assert defended(table, duel) == ("standard",)
    assert table.refused(do.Wait(who=duel.mark)) == "phases.is_ambushed"
    again = Relieve(who=(duel.mark,), condition="unaware")
    assert table.refused(again) == "rules.not_afflicted"


@pytest.mark.rule("PHA-21")
def test_unaware_is_lifted_of_an_ambush_of_an_earlier_version(table: Table) -> None:
    """There nothing but Ambushed was put on."""
    duel = ambush(table)
    table.happen(ev.ConditionRemoved(who=duel.mark, key="unaware"))
    assert defended(table, duel) is None
    table.play(Relieve(who=(duel.mark,), condition="Unaware"))
    assert defended(table, duel) == ("standard",)


@pytest.mark.rule("PHA-21")
def test_both_end_with_phase_one_or_with_ambushed(table: Table) -> None:
    """What the ambush has put on; who is unaware for another reason stays so."""
    duel = ambush(table)
    table.play(Relieve(who=(duel.mark,), condition="ambushed"))
    assert not character.is_unaware(table.combatant(duel.mark))
    table.play(Afflict(who=(duel.mark,), condition="unaware"))
    while table.context.state.round < 2:
        table.play(Next())
    assert character.is_unaware(table.combatant(duel.mark))
    table.play(Relieve(who=(duel.mark,), condition="unaware"))
    assert not character.is_unaware(table.combatant(duel.mark))


@pytest.mark.rule("PHA-21")
def test_an_ambush_is_over_when_phase_two_begins(table: Table) -> None:
    duel = ambush(table)
    while table.context.state.round < 2:
        table.play(Next())
    assert table.combatant(duel.mark).conditions == ()
