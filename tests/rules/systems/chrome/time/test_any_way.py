"""Any way from one moment to another ends in the same state with the same dice: in one step or many, undone, fought.

T1, T2, T4 of bugs that other programs had: stepped over; one jump or many; there and back.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Faces, RollRequest, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition, Expiry, Running
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from tests.helpers.rulesets import shipped
from tests.rules.systems.chrome.conftest import Crew

START = 1_003
FACES = {
    ("flux", "death"): (20, 20, 70),
    ("flux", "unconscious"): (3, 2),
    ("flux", "panic"): (12,),
    ("rook", "panic"): (15,),
    ("mend", "rest_health"): (28,),
    ("mend", "rest_conviction"): (50,),
}
"""What the dice of each roll show to each, one time after the other, and then the last one again."""

OTHERS = {"speed": 12, "panic": 3}


class ScriptedDice:
    """Dice that depend on who rolls what, and for which time on the way to where the fight stands."""

    def __init__(self) -> None:
        self.session: Any = None

    def answer(self, request: RollRequest) -> Any:
        who = str(request.who).split("_", maxsplit=1)[0]
        rolled = sum(
            (each.request.who, each.request.key) == (request.who, request.key)
            for entry in self.session.log.path()
            for each in entry.rolls
        )
        faces = FACES.get((who, request.key), (OTHERS.get(request.key, 1),))
        face = faces[min(rolled, len(faces) - 1)]
        return accept(request, Faces(values=(face,) * request.count))


def people(stage: Any, *, is_safe: bool) -> EncounterState:
    """Returns who bleeds, burns, lies unconscious and rests; ``is_safe``: nobody of the Operators comes to 0 Health."""
    table = Crew(shipped("chrome"), message_catalog())
    flux = table.operator("Flux", health=500 if is_safe else 9)
    rook, mend = table.operator("Rook"), table.operator("Mend", body=45)
    hulk = table.enemy("Hulk", health=61)
    table.set_gauge(mend, "health", 4)
    for who, place in ((flux, "left_arm"), (hulk, "right_leg"), (hulk, "left_arm")):
        table.play(do.MarkPlace(who=who, place=place, mark="bleeding"))
    rest = Running(
        kind="rest", since=START, due=START + 900, values={"aims": ("health", "conviction")}
    )
    asleep = Condition(key="unconscious", until=Expiry(at=START + 47))
    table.happen(
        ev.ClockSet(to=START),
        ev.ConditionAdded(who=rook, condition=asleep),
        ev.StageSet(to=stage),
        *(() if is_safe else (ev.RunningSet(who=mend, running=rest),)),
    )
    table.play(ask.Afflict(who=(hulk,), condition="ablaze"))
    return fold(table.context.state, ())


def session_of(state: EncounterState) -> EncounterSession:
    dice = ScriptedDice()
    game = Game(
        system=Crew(shipped("chrome"), message_catalog()).system,
        ruleset=shipped("chrome"),
        texts=message_catalog(),
        dice=lambda: dice,
        now=lambda: "2026-01-01T00:00:00Z",
    )
    dice.session = EncounterSession(MemoryStore(), EncounterId(1), Log(state), game)
    return dice.session


def passes(session: EncounterSession, seconds: int) -> None:
    if seconds:
        session.perform(ask.PassTime(for_=f"{seconds} s"))


def outcome(session: EncounterSession) -> Any:
    """Returns what of a state has to be the same: the clock, everybody, and what is owed."""
    state = session.state
    return (
        state.clock,
        [
            (
                each.id,
                {key: value for key, value in each.gauges.items() if value},
                sorted(each.conditions, key=lambda one: one.key),
                dict(each.locations),
                sorted((one.kind, one.key, one.due) for one in each.running),
                "died" in each.memo,
                each.memo.get("rested"),
            )
            for each in state.combatants.values()
        ],
        [(each.kind, each.who) for each in state.obligations],
    )


def all_rolls(session: EncounterSession) -> list[Any]:
    return sorted(
        (str(each.request.who), each.request.key, each.total)
        for entry in session.log.path()
        for each in entry.rolls
    )


steps = st.lists(st.integers(1, 400), min_size=1, max_size=8)


@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-69")
@given(steps, st.sets(st.integers(0, 7)), st.sets(st.integers(0, 7)))
def test_one_jump_or_many(spans: list[int], undone: set[int], replayed: set[int]) -> None:
    """One step of all seconds, or these one after the other, some undone and redone, some undone and played again."""
    state = people("between", is_safe=False)
    once, many = session_of(state), session_of(state)
    passes(once, sum(spans))
    for place, seconds in enumerate(spans):
        passes(many, seconds)
        before = outcome(many)
        if place in undone:
            many.undo()
            many.redo()
        if place in replayed:
            many.undo()
            passes(many, seconds)
        assert outcome(many) == before
    assert outcome(many) == outcome(once)
    assert all_rolls(many) == all_rolls(once)


def test_the_hard_moments_are_on_the_way() -> None:
    """What the property compares is no empty week: a death, a waking, a rest, an enemy bled to death."""
    session = session_of(people("between", is_safe=False))
    passes(session, 1_000)
    flux, rook, mend, hulk = session.state.combatants.values()
    assert flux.memo["died"] == "0"
    assert not rook.conditions
    assert (mend.gauges["health"], mend.gauges["conviction"]) == (7, 20 - 2)
    assert hulk.gauges["health"] == 0


def fights(session: EncounterSession, rounds: int, turns: int) -> None:
    """Fights so many rounds without any action, the last one for so many turns, and finishes."""
    session.perform(ask.Next())
    session.perform(ask.Next())
    while session.state.round < rounds:
        session.perform(ask.Next())
    for _ in range(turns):
        before = session.state.round
        session.perform(ask.Next())
        if session.state.round > before:
            session.undo()
            break
    session.perform(ask.Finish())


@pytest.mark.rule("CHR-22")
@pytest.mark.rule("CHR-50")
@given(st.integers(0, 60), st.integers(1, 7), st.integers(0, 4), st.integers(10, 200))
def test_through_a_fight(before: int, rounds: int, turns: int, after: int) -> None:
    """A fight of no actions takes its rounds of the clock: fire, wounds and sleep are where they were without it."""
    state = people("ready", is_safe=True)
    fought, waited = session_of(state), session_of(state)
    passes(fought, before)
    fights(fought, rounds, turns)
    passes(fought, after)
    passes(waited, before + 10 * rounds + after)
    assert outcome(fought) == outcome(waited)


@pytest.mark.rule("CHR-22")
@given(st.integers(1, 4), st.integers(0, 3), st.integers(1, 4), st.integers(10, 60))
def test_through_a_fight_that_goes_on(rounds: int, turns: int, more: int, after: int) -> None:
    """Finished, taken up again and finished once more, it has taken as long as if it had never stopped."""
    state = people("ready", is_safe=True)
    fought, waited = session_of(state), session_of(state)
    fights(fought, rounds, turns)
    fought.perform(ask.Next())
    while fought.state.round < rounds + more:
        fought.perform(ask.Next())
    fought.perform(ask.Finish())
    passes(fought, after)
    passes(waited, 10 * (rounds + more) + after)
    assert outcome(fought) == outcome(waited)


def test_names() -> None:
    """The dice know the people by these names."""
    state = people("between", is_safe=True)
    assert set(state.combatants) == {
        CombatantId(each) for each in ("flux_1", "rook_2", "mend_3", "hulk_4")
    }
