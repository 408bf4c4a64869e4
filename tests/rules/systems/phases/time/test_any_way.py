"""From one moment to another in any steps, through fights, with undo: the same state by the same dice.

Case T2, *one jump or many*, and T4, *there and back*, of what other programs had wrong.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Choice, Faces, RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.time.clock import now_of
from encounter_gui.rules.model.commands import Command, Finish, Next
from encounter_gui.rules.systems.phases import commands as do
from tests.helpers.examples import examples
from tests.rules.systems.phases.playing import Phased, duel

WEEK = 7 * 86_400
_LONGEST_FIGHT = 60

Asked = tuple[int, str, CombatantId | None]
"""When, for what and by whom dice were rolled."""


class Week:
    """A fight that is over, and the days after it; what dice show hangs on what they are for, and when."""

    def __init__(self, table: Phased, seed: int) -> None:
        """Takes what the fight left, and what the dice hang on."""
        game = Game(
            system=table.system,
            ruleset=table.context.ruleset,
            texts=table.context.texts,
            dice=lambda: Roller.seeded(1),
            now=lambda: "2026-11-30T20:00:00+00:00",
        )
        log = Log(table.context.state)
        self.session = EncounterSession(MemoryStore(), EncounterId(1), log, game)
        self.asked: dict[Asked, tuple[int, ...]] = {}
        self._seed = seed

    def play(self, command: Command) -> None:
        """Plays a command and all it leads to."""
        execution = self.session.start(command, ask=True)
        while execution.ask is not None:
            assert not isinstance(execution.ask, Choice)
            execution.reply([self._faces(each) for each in execution.ask])

    def _faces(self, request: RollRequest) -> Faces:
        at = now_of(self.session.context), request.key, request.who
        roller = Random(f"{self._seed} {at}")
        faces = tuple(roller.randint(1, 6) for _ in range(request.count))
        if request.key == "first_aid":
            # Enough, or not by one; never a fumble, whose clock is told by phases in a fight.
            faces = (2, 2, 3) if self._seed % 2 else (1, 1, 2)
        self.asked[at] = faces
        return Faces(values=faces)

    def fight(self, phases: int) -> None:
        """Takes the fight up again for so many phases in which nobody does anything."""
        self.play(Next())
        self.play(do.PassTime(phases=phases))
        while any(each.kind == "pass_time" for each in self.session.state.obligations):
            raise AssertionError("phases are left")
        self.play(Finish())

    def there_and_back(self) -> None:
        """Takes the last gesture back, and plays it again."""
        before = self.session.state
        self.session.undo()
        self.session.redo()
        assert self.session.state == before

    def end(self) -> tuple[Any, ...]:
        """What it all came to."""
        state = self.session.state
        return (state.clock, state.obligations, *map(_told, state.combatants.values()))


def _told(one: Combatant) -> tuple[Any, ...]:
    """Returns of a combatant what is the same however time has passed."""
    return (
        one.id,
        sorted(each.key for each in one.conditions),
        sorted((each.kind, each.key, each.due, each.every, each.by) for each in one.running),
        [one.gauges.get(key, 0) for key in ("fatigue", "sleepless", "awake")],
        {key: (each.level, each.marks) for key, each in one.locations.items()},
        one.memo.get("aid"),
    )


def after_a_fight() -> Phased:
    """Two wounded foes, one In Shock, and somebody who gives it first aid; a third is out for four minutes."""
    made = duel(tech=5, intelligence=6, medicine=5, first_aid=1, stamina=5)
    table = made.table
    for place, level in (("torso", 3), ("left_arm", 1), ("right_leg", 2)):
        table.hurt(made.mark, place, level)
    table.hurt(made.who, "left_leg", 2)
    table.suffer(made.mark, "in_shock", count=35)
    table.suffer(made.who, "aiding", by=made.mark, count=21)
    out = table.join("Out")
    table.suffer(out, "incapacitated", count=81)
    table.happen(
        ev.ConditionAdded(who=out, condition=Condition(key="off_balance")),
        ev.GaugeSet(who=made.who, gauge="fatigue", to=3),
    )
    table.phase()
    table.play(Finish())
    return table


def steps_of(spans: Sequence[int], total: int) -> list[int]:
    """Returns steps of so many seconds each, and one for the rest."""
    found, left = list[int](), total
    for span in spans:
        if span < left:
            found.append(span)
            left -= span
    return [*found, left]


spans = st.lists(
    st.one_of(st.integers(1, _LONGEST_FIGHT), st.integers(1, 400), st.integers(1, 100_000)).map(
        lambda each: 3 * each
    ),
    max_size=8,
)


@pytest.mark.rule("PHA-11", "PHA-18", "PHA-63", "PHA-70", "PHA-71", "PHA-73")
@examples(60)
@given(spans=spans, fights=st.sets(st.integers(0, 8)), seed=st.integers(0, 10**6))
def test_a_week_comes_to_the_same_in_any_steps(
    spans: list[int], fights: set[int], seed: int
) -> None:
    """One jump; or many, some of them in the fight that goes on, each taken back and played again."""
    one, many = Week(after_a_fight(), seed), Week(after_a_fight(), seed)
    one.play(do.PassTime(for_=f"{WEEK} s"))
    steps = steps_of(spans, WEEK)
    for number, step in enumerate(steps):
        if number in fights and step // 3 <= _LONGEST_FIGHT and number < len(steps) - 1:
            many.fight(step // 3)
        else:
            many.play(do.PassTime(for_=f"{step} s"))
            many.there_and_back()
    assert many.end() == one.end()
    assert many.asked == one.asked


@pytest.mark.rule("PHA-70")
def test_the_week_is_lively() -> None:
    """The mark dies in it by some dice and lives by others; else the property says nothing."""
    deaths, kinds = set[bool](), set[str]()
    for seed in range(12):
        week = Week(after_a_fight(), seed)
        week.play(do.PassTime(for_="1 week"))
        deaths.add(week.session.state.combatants[CombatantId("mark_2")].has("dead"))
        kinds |= {key for _, key, _ in week.asked}
    assert deaths == {True, False}
    assert {"shock", "first_aid", "healing"} <= kinds
