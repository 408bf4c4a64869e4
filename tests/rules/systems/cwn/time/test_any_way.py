"""Any way from one moment to another ends in the same state with the same dice: steps, rests, undo, fights."""

import itertools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui import paths
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces, Rolled, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.paths import message_catalog
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.time.clock import DAY, HOUR, MINUTE
from encounter_gui.rules.model.commands import Adjust, Afflict, Finish, Next, PassTime
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.helpers.rulesets import shipped
from tests.rules.systems.cwn.bout import Bout

SPAN = 2 * DAY


class Camp(Bout):
    """A party for which something of every kind runs; a die shows what its moment, its owner and its purpose say."""

    def __init__(self) -> None:
        """Five of the party, day 1 at 20:00."""
        super().__init__()
        self.rolled: list[tuple[str, str | None, tuple[int, ...] | None]] = []
        self.happen(
            ev.StageSet(to="between"),
            ev.ClockSet(to=20 * HOUR),
            ev.SwitchSet(key="cwn.sleepsAtNight", to=False),
        )
        lurch = CarriedDef(item="lurch", values={"count": 4})
        self.medic = self.pc("Medic", level=3, hp=20, heal=2, items=["biostabilizer", lurch])
        self.ann = self.pc("Ann", level=2, hp=30, items=["psycho", "avalanche"])
        self.bob = self.pc("Bob", hp=12)
        self.cleo = self.pc("Cleo", hp=12)
        self.dee = self.pc("Dee", hp=12)
        self.put(self.dee, "hp", 0)
        self.play(Afflict(who=(self.dee,), condition="unconscious"))
        self.put(self.ann, "hp", 4)
        self.put(self.bob, "hp", 0)
        self.play(Afflict(who=(self.bob,), condition="stable"))
        self.happen(
            ev.LocationSet(who=self.bob, location="torso", level=4, marks=("internal_damage",))
        )
        self.play(do.Dose(who=self.ann, patient=self.ann, drug="avalanche"))
        self.play(do.Dose(who=self.ann, patient=self.ann, drug="psycho"))
        self.play(do.Dose(who=self.medic, patient=self.ann, drug="lurch"))
        self.play(Adjust(who=(self.cleo,), change="-99"))
        self.play(do.Stabilize(who=self.medic, patient=self.cleo, tool="none"))

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        if not isinstance(asked, tuple):
            return super().answered(asked, left)
        answers: list[Rolled] = []
        for request in asked:
            seed = f"{request.key} {request.who} {self.context.state.clock}"
            dice = random.Random(seed)
            faces = tuple(dice.randint(1, request.sides) for _ in range(request.count))
            answers.append(accept(request, Faces(values=faces)))
            self.rolled.append((request.key, request.who, faces))
        return tuple(answers)

    def wait(self, seconds: int) -> None:
        """Lets so many seconds pass."""
        if seconds:
            self.play(PassTime(for_=f"{seconds} s"))

    def begin_care(self) -> None:
        """The medic treats Ann."""
        self.play(do.FirstAid(who=self.medic, patient=self.ann))


def at_the_end(state: EncounterState) -> EncounterState:
    """A state without the count of what was ever owed: a step that stops owes the rest of itself."""
    return replace(state, next_obligation=0)


def splits(total: int, least: int = 1) -> st.SearchStrategy[list[int]]:
    """The moments at which a span is divided, some of them near what is due."""
    near = (6, 35, 36, 37, 299, 300, 301, 599, 600, HOUR - 1, HOUR, 4 * HOUR, 4 * HOUR + 1)
    moments = st.one_of(st.integers(least, total - 1), st.sampled_from(near))
    return st.lists(moments, max_size=6).map(lambda found: [0, *sorted(set(found)), total])


@pytest.mark.rule("CWN-59")
@pytest.mark.rule("CWN-62")
@settings(max_examples=25, deadline=None)
@given(moments=splits(SPAN), taken_back=st.sets(st.integers(0, 5)))
def test_in_one_step_in_many_and_with_undo(moments: list[int], taken_back: set[int]) -> None:
    """T2, T4: dying, a doctor's hour, waking, care, drugs, doses; what is taken back falls due again, once."""
    jump = Camp()
    jump.begin_care()
    jump.wait(SPAN)
    steps = Camp()
    steps.begin_care()
    rolled = list(steps.rolled)
    for place, (since, to) in enumerate(itertools.pairwise(moments)):
        before, known = steps.context, len(steps.rolled)
        steps.wait(to - since)
        if place in taken_back:
            steps.context = before
            del steps.rolled[known:]
            steps.wait(to - since)
    assert at_the_end(steps.context.state) == at_the_end(jump.context.state)
    assert steps.rolled == jump.rolled
    assert len(steps.rolled) > len(rolled)
    assert steps.has(steps.cleo, "dead")
    assert steps.has(steps.bob, "dead")
    assert steps.hp(steps.dee) == 1


@pytest.mark.rule("CWN-61")
@pytest.mark.rule("CWN-62")
@settings(max_examples=25, deadline=None)
@given(nights=st.lists(st.integers(1, 3), min_size=1, max_size=4), hours=st.integers(0, 12))
def test_nights_in_any_portions(nights: list[int], hours: int) -> None:
    """T2, T3: so many nights at once, or in several rests, by four people together."""

    def party() -> tuple[Camp, tuple[CombatantId, ...]]:
        camp = Camp()
        camp.wait(2 * HOUR + hours * HOUR)
        camp.play(Afflict(who=(camp.ann,), condition="frail"))
        return camp, (camp.medic, camp.ann)

    at_once, who = party()
    at_once.play(do.Rest(who=who, nights=sum(nights)))
    one_by_one, who = party()
    for count in nights:
        one_by_one.play(do.Rest(who=who, nights=count))
    assert at_the_end(one_by_one.context.state) == at_the_end(at_once.context.state)
    assert one_by_one.has(one_by_one.ann, "frail") is (sum(nights) < 7)


def essence(camp: Camp, who: CombatantId) -> Any:
    """What of somebody is told by time: running numbers, conditions with their ends, what runs and until when."""
    one = camp.combatant(who)
    return (
        {key: one.gauges.get(key, 0) for key in ("hp", "strain", "doses.lurch", "tried")},
        {each.key: each.until for each in one.conditions},
        {each.kind: each.due for each in one.running},
    )


@pytest.mark.rule("CWN-59")
@pytest.mark.rule("CWN-13")
@settings(max_examples=25, deadline=None)
@given(before=st.integers(0, 12), rounds=st.integers(1, 8), after=st.integers(0, 700))
def test_through_a_fight_in_which_nobody_acts(before: int, rounds: int, after: int) -> None:
    """T2: so many rounds in a fight are as many times six seconds outside of one, for whom is dying as for all."""
    seconds = before * 6
    outside = Camp()
    outside.wait(seconds + rounds * 6)
    fought = Camp()
    fought.wait(seconds)
    fought.happen(ev.StageSet(to="ready"))
    fought.play(Next())
    while fought.context.state.round < rounds:
        fought.play(Next())
    fought.play(Finish())
    fought.happen(ev.StageSet(to="between"), ev.SwitchSet(key="cwn.sleepsAtNight", to=False))
    for camp in (outside, fought):
        camp.wait(after + 1)
    assert fought.context.state.clock == outside.context.state.clock
    for who in (outside.medic, outside.ann, outside.bob, outside.cleo, outside.dee):
        assert essence(fought, who) == essence(outside, who)


@pytest.mark.rule("CWN-62")
@pytest.mark.parametrize("name", ["cwn-week", "cwn-week-between"])
def test_there_and_back_through_a_whole_week(name: str) -> None:
    """T4: undone gesture by gesture and redone, every state is there again; then played anew, it is the same week."""
    file = paths.data_folder("resources") / "examples" / f"{name}.toml"

    def played() -> EncounterSession:
        report = play_fight(
            file.read_text("utf-8"),
            file.name,
            rulesets=shipped,
            texts=message_catalog(),
            now=lambda: "2026-11-30T20:00:00+00:00",
        )
        assert not report.failures
        return report.session

    session = played()
    states = [session.state]
    while session.can_undo:
        session.undo()
        states.append(session.state)
    assert len(states) > 12
    for state in reversed(states[:-1]):
        session.redo()
        assert session.state == state
    assert session.state == played().state


def test_something_of_every_kind_runs_in_it() -> None:
    """So that the ways above say something: the kinds of the game, and conditions with an end."""
    camp = Camp()
    camp.begin_care()
    runs = {each.kind for one in camp.context.state.combatants.values() for each in one.running}
    assert runs >= {"dying", "tried", "deadly_injury", "waking", "first_aid", "doses"}
    ends = [each for each in camp.combatant(camp.ann).conditions if each.until is not None]
    assert {each.key for each in ends} == {"psycho", "avalanche"}
    assert all(each.until is not None and each.until.at == 20 * HOUR + 60 * MINUTE for each in ends)
