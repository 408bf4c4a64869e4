"""Random play at a real session, in every game: what must always hold does, whatever is asked in whatever order."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Note
from tests.play import random_play

ACE, NOVA, RIVAL = (CombatantId(each) for each in ("ace_1", "nova_1", "rival_6"))
STRUCK = ev.Resolved(what="blast", who=NOVA, target=RIVAL)


@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_random_play_of_a_table_holds(system: str) -> None:
    """A few hundred commands of each game, with undo and redo; the longer run is marked deep."""
    (*_, played) = random_play.play(system, 300, seed=7)
    assert played.commands == 300
    assert played.commands - played.refused > 50


@pytest.mark.deep
@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_random_play_of_3000_commands_holds(
    system: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Holds have two sides, clocks run ahead, gauges keep their floors, one explosion strikes each once.

    Every face is in the log, the log folds to the state, nothing owed vanishes. Source: CHR-48, CWN-41, PHA-53,
    PHA-70, D6P-40.
    """
    (*_, played) = random_play.play(system, 3_000, seed=1)
    assert played.commands == 3_000
    assert played.commands - played.refused > 500
    assert len(played.kinds) > 25
    with capsys.disabled():
        print(f"\n{played.text}")


@pytest.mark.parametrize(
    ("system", "wrong", "events"),
    [
        (
            "chrome",
            "one-sided",
            (ev.ConditionAdded(who=NOVA, condition=Condition(key="grappling", by=RIVAL)),),
        ),
        (
            "phases",
            "clock in the past",
            (ev.ConditionAdded(who=ACE, condition=Condition(key="in_shock", count=0)),),
        ),
        ("chrome", "health", (ev.GaugeSet(who=NOVA, gauge="health", to=-1),)),
        ("chrome", "one explosion, twice", (STRUCK, STRUCK)),
    ],
)
def test_what_does_not_hold_is_found(system: str, wrong: str, events: tuple[ev.Event, ...]) -> None:
    """Each check fails on what it is for: put into the log by no rule."""
    table = random_play.RandomTable(system, 1)
    table.check_state()
    table.check_log()
    table.session.commit(Note(text="x"), Outcome(label=say("rules.log.note"), events=events), ())
    with pytest.raises(AssertionError, match=wrong):
        _check(table)


def _check(table: random_play.RandomTable) -> None:
    table.check_state()
    table.check_log()
