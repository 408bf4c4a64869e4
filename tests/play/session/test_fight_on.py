"""A fight that goes on after its end has back what ended with it, in all four games: real files of the samples."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Condition, Duration
from encounter_gui.rules.engine.conditions.scene_end import ENDED_WITH_FIGHT
from encounter_gui.rules.model.commands import Finish, Next, Note
from tests.helpers.samples import sample_session

SAMPLES = ("deep-static", "redlines", "canal-bridge", "night-harbour")


def scene_long(playing, who):
    """Puts on a condition that lasts for the scene, and lets an action be spent."""
    known = playing.state.combatants[who]
    condition = Condition(
        key=playing.game.ruleset.conditions[0].key, duration=Duration(kind="scene"), note="said"
    )
    spent = [ev.GaugeSet(who=who, gauge=key, to=value) for key, value in known.gauges.items()]
    events = (ev.ConditionAdded(who=who, condition=condition), *spent)
    playing.commit(Note(text="x"), Outcome(label=say("x"), events=events), ())


@pytest.mark.parametrize("sample", SAMPLES)
def test_fight_on_gives_back_what_ended_with_the_fight(sample):
    playing = sample_session(sample)
    while playing.state.held:  # the end lets a tie come true, which going on does not take back
        playing.perform(Next())
    who = next(iter(playing.state.combatants))
    scene_long(playing, who)
    before = playing.state
    playing.perform(Finish())
    assert playing.state.combatants[who] != before.combatants[who]
    playing.perform(Next())
    after = playing.state
    for key, combatant in before.combatants.items():
        now = after.combatants[key]
        assert (key, now.gauges, now.memo) == (key, combatant.gauges, combatant.memo)
        assert {c.key: c for c in now.conditions} == {c.key: c for c in combatant.conditions}
    assert after.memo == before.memo
    assert (after.round, after.group, after.slots) == (before.round, before.group, before.slots)
    playing.undo()
    playing.undo()
    assert playing.state == before


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_was_changed_after_the_end_stays_as_it_was_changed(sample):
    playing = sample_session(sample)
    who = next(iter(playing.state.combatants))
    scene_long(playing, who)
    key = playing.state.combatants[who].conditions[-1].key
    playing.perform(Finish())
    gone = replace(Condition(key=key), note="afterwards")
    playing.commit(
        Note(text="x"),
        Outcome(label=say("x"), events=(ev.ConditionAdded(who=who, condition=gone),)),
        (),
    )
    playing.perform(Next())
    condition = playing.state.combatants[who].condition(key)
    assert condition is not None
    assert condition.note == "afterwards"
    assert ENDED_WITH_FIGHT not in playing.state.memo
