"""Whatever is asked between fights, in whatever order: it is refused or played, and can be shown."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import EncounterId
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.values import Running
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.time.passing import due_things
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.running import TIME
from encounter_gui.rules.systems.phases.sheet import character, clocks
from tests.helpers.examples import examples
from tests.rules.systems.phases.playing import PLAIN, Phased
from tests.rules.systems.phases.test_any_commands import (
    PLACES,
    asked,
    assert_shown,
    assert_sound,
    played,
    some,
    who,
)
from tests.rules.systems.phases.time.test_running import Camp

place = st.sampled_from(PLACES)
hours = st.integers(0, 12)
timed = st.one_of(
    st.builds(
        do.PassTime, for_=st.sampled_from(["1 s", "35 s", "1 min", "20 min", "9 h", "8 days"])
    ),
    st.builds(do.PassTime, to=st.just("next")),
    st.builds(do.PassTime, phases=st.integers(0, 30)),
    st.builds(ask.PassTime, until=st.sampled_from(["morning", "noon", "yesterday"])),
    st.builds(do.Sleep, who=some, hours=hours, habit=st.sampled_from(["", "nightly"])),
    st.builds(do.StayAwake, who=some, hours=hours),
    st.builds(
        do.Heal, who=who, place=place, healer=st.one_of(st.none(), who), gm=st.integers(0, 2)
    ),
    st.builds(do.FirstAid, who=who, patient=who),
    st.builds(do.Surgery, who=who, patient=who, place=place),
    st.builds(do.Resuscitate, who=who, patient=who),
    st.builds(do.Recover, who=who),
    st.builds(do.HoldBreath, who=who),
    st.builds(do.Rouse, who=who),
    st.builds(do.Harm, who=who, place=place, damage=st.integers(1, 25), raw=st.just(False)),
    st.builds(do.Wound, who=who, place=place, level=st.integers(0, 6)),
    st.builds(ask.Care, who=some, by=st.one_of(st.none(), who)),
    st.builds(ask.Remove, who=some),
    st.builds(
        ask.Afflict,
        who=some,
        condition=st.sampled_from(
            ["in_shock", "clinically_dead", "incapacitated", "aiding", "stunned", "ducking", "dead"]
        ),
    ),
    asked,
)


def party(*, between: bool) -> Phased:
    """Four people at no fight: between fights, or before one."""
    table = Phased()
    if between:
        table.play(ask.Setup(name="Camp", ruleset="phases", between=True))
    for name in ("Ace", "Brute", "Gunner"):
        table.join(name, side="pc", items=["knife"], held="knife", **PLAIN)
    table.join("Medic", side="ally", medicine=6, first_aid=2, **PLAIN)
    return table


NOTHING: dict[str, str] = {}


@examples(150)
@given(steps=st.lists(timed, max_size=20), seed=st.integers(0, 10**6), between=st.booleans())
def test_whatever_is_asked_between_fights(steps: list[Command], seed: int, between: bool) -> None:
    """The clock never goes back, nothing runs for the dead but reminders, and everything can be shown."""
    table, roller, chance = party(between=between), Roller.seeded(seed), Random(seed)
    for command in steps:
        before = table.context.state
        played(table, command, roller, chance)
        state = table.context.state
        if {before.stage, state.stage} <= {"between", "ended"}:
            assert state.clock >= before.clock
        assert_sound(table)
        if state.stage == "between":
            assert_running(table)
    assert_shown(table, NOTHING)
    table.system.time(table.context)


def assert_running(table: Phased) -> None:
    """What runs is due to what there is, and is not past."""
    state = table.context.state
    assert not any(each.at < state.clock for each in due_things(TIME, table.context))
    for one in state.combatants.values():
        kinds = {each.kind for each in one.running}
        for key, kind in clocks.COUNTED.items():
            known = one.condition(key)
            if key != "aiding" and known is not None and known.count is not None:
                assert kind in kinds, (one.id, key)
        if character.is_dead(one):
            assert not kinds - {clocks.ASLEEP, clocks.BREATH}
        known = one.condition("aiding")
        if known is not None:
            patient = character.patient_of(table.context, one)
            assert patient is not None
            assert any(each.key == one.id for each in patient.running)


# ---- out of a fight, and back


@pytest.mark.rule("PHA-71")
def test_first_aid_comes_out_of_a_fight_with_who_gives_and_gets_it() -> None:
    """They have other ids in the party's own time: it goes on between the same two."""
    camp = Camp()
    table = Phased()
    hook = table.join("Hook", side="pc", stamina=5)
    table.join("Stranger", side="pc")
    doc = table.join("Doc", side="pc", tech=5, medicine=5)
    table.hurt(hook, "torso", 4)
    table.suffer(hook, "in_shock", count=101)
    table.suffer(doc, "aiding", by=hook, count=21)
    table.start()
    table.play(ask.Finish())
    people = tuple(table.context.state.combatants.values())
    table = camp.table
    table.play(ask.TakeOn(combatants=people, clock=3, fight="Docks"))
    assert [each.id for each in people] != [camp.hook, camp.doc]
    (aid,) = [each for each in table.combatant(camp.hook).running if each.kind == "first_aid"]
    assert (aid.key, aid.by, aid.due) == (camp.doc, camp.doc, 60)
    camp.wait("1 min", 6, 6, 6)
    assert table.asked == ["first_aid"]
    assert camp.has("stabilized")


@pytest.mark.rule("PHA-71")
def test_t11_the_source_is_gone_and_undo_brings_all_back() -> None:
    """T11: who gives first aid is removed, and it ends; undone, it runs to the same second."""
    camp = Camp()
    camp.shocked(5)
    camp.table.play(do.FirstAid(who=camp.doc, patient=camp.hook))
    context = camp.table.context
    game = Game(
        system=camp.table.system,
        ruleset=context.ruleset,
        texts=context.texts,
        dice=lambda: Roller.seeded(1),
        now=lambda: "2026-11-30T20:00:00+00:00",
    )
    session = EncounterSession(MemoryStore(), EncounterId(1), Log(context.state), game)

    def kinds() -> list[str]:
        return sorted(each.kind for each in session.state.combatants[camp.hook].running)

    assert kinds() == ["awake", "first_aid", "shock"]
    session.perform(ask.Remove(who=(camp.doc,)))
    assert kinds() == ["awake", "shock"]
    session.undo()
    assert session.state == context.state
    session.redo()
    assert kinds() == ["awake", "shock"]


@pytest.mark.rule("PHA-18", "PHA-70")
def test_somebody_who_joins_a_fight_brings_what_runs() -> None:
    """Shock due in 40 s is due in phase 15, as the first is that of the moment; who slept is awake."""
    camp = Camp()
    camp.shocked(4)
    camp.wait("260 s")
    asleep = Running(kind="asleep", since=260, due=3860, every=3600, values={"hours": 8})
    camp.table.happen(ev.RunningSet(who=camp.hook, running=asleep))
    hook = camp.table.combatant(camp.hook)
    table = Phased()
    table.join("Foe")
    table.play(ask.Join(combatants=(hook,)))
    table.play(ask.Next(clock=260), 6, 6, 6, 5, 5, 5)
    joined = next(each for each in table.context.state.combatants.values() if each.name == "Hook")
    known = joined.condition("in_shock")
    assert known is not None
    assert known.count == 15
    assert not clocks.is_asleep(joined)
