"""T2, T4 for all games at once: any way from one moment to another ends in the same state, with the same dice.

It knows nothing of a single game: people are hurt, given conditions and looked after by general commands, and whatever
the rules then let run runs.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import EncounterId
from encounter_gui.dice.requests import Choice, Chosen, Faces, Rolled, RollRequest, accept
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Duration
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.execution import Execution
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.obligations import TIME_PASSES
from encounter_gui.rules.engine.time.passing import due_things
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    Care,
    Command,
    Damage,
    DamageTarget,
    PassTime,
    Remind,
    Settle,
    Setup,
)
from encounter_gui.rules.systems import system_for
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped

GAMES = ("chrome", "cwn", "d6pool", "phases")
MINUTE, HOUR = 60, 3_600
MOST = 2_000
"""More prompts than this in one time are a fault: it would never end."""


class DiceByRoll:
    """Dice that fall by who rolls, for what, and how often that was rolled before; in whatever order they are asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.session: EncounterSession | None = None

    def answer(self, request: RollRequest) -> Rolled:
        assert self.session is not None
        known = sum(
            (rolled.request.who, rolled.request.key) == (request.who, request.key)
            for entry in self.session.log.path()
            for rolled in entry.rolls
        )
        words = f"{self.seed} {request.who} {request.key} {known}"
        digest = hashlib.sha256(words.encode()).digest() * 8
        faces = tuple(digest[place] % request.sides + 1 for place in range(request.count))
        return accept(request, Faces(values=faces))


class Camp:
    """People between fights, played at a real session."""

    def __init__(self, game: str, seed: int) -> None:
        self.dice = DiceByRoll(seed)
        self.game = Game(
            system=system_for(game),
            ruleset=shipped(game),
            texts=message_catalog(),
            dice=lambda: self.dice,
            now=lambda: "2026-01-01T00:00:00Z",
        )
        self.open(Log(EncounterState()), MemoryStore())

    def open(self, log: Log, store: MemoryStore) -> None:
        self.session = EncounterSession(store, EncounterId(1), log, self.game)
        self.dice.session = self.session

    def reopen(self) -> None:
        """Closes the session and opens it again, with all that it has kept, worked out anew."""
        self.session.suspend()
        log = self.session.log
        entries = tuple(log.path())
        last = max(each.id for each in entries)
        self.open(Log(EncounterState(), entries, log.head), MemoryStore(last=max(last, log.newest)))

    def settle(self, execution: Execution, *, later: bool = False) -> None:
        """Answers whatever is asked; ``later``: leaves the first of it for later."""
        for _ in range(MOST):
            if execution.ask is None:
                return
            if later:
                self.session.suspend()
                return
            if isinstance(execution.ask, Choice):
                execution.reply(Chosen(option=execution.ask.options[0]))
            else:
                execution.reply([None] * len(execution.ask))
        raise AssertionError("it never ends")

    def play(self, command: Command, *, ask: bool = False, later: bool = False) -> None:
        """Plays a command, and all that it leads to now, the time that is left included."""
        self.settle(self.session.start(command, ask=ask), later=later)
        for _ in range(MOST):
            owed = [each for each in self.session.state.obligations if each.due == "now"]
            if not owed:
                return
            waits = [each for each in owed if each.kind != TIME_PASSES] or owed
            self.settle(self.session.start(Settle(ids=(waits[0].id,))))
        raise AssertionError("something is owed for ever")

    # ---- ways of passing

    def step(self, seconds: int) -> None:
        self.play(PassTime(for_=f"{seconds} s"))

    def by_prompts(self, seconds: int) -> None:
        """Every die is asked for at the table."""
        self.play(PassTime(for_=f"{seconds} s"), ask=True)

    def with_later(self, seconds: int) -> None:
        """The first prompt is put off, and settled before time goes on."""
        self.play(PassTime(for_=f"{seconds} s"), ask=True, later=True)

    def by_next(self, seconds: int) -> None:
        """From one thing that is due to the next, then what is left."""
        end = self.session.state.clock + seconds
        for _ in range(MOST):
            due = due_things(self.game.system.rules().time, self.session.context)
            if not due or due[0].at > end:
                break
            self.play(PassTime(to="next"))
        if self.session.state.clock < end:
            self.step(end - self.session.state.clock)

    def there_and_back(self, seconds: int) -> None:
        """Played, taken back and played again; then taken back and played by halves."""
        before = self.session.state
        self.by_prompts(seconds)
        after = self.session.state
        count = self.back_to(before)
        for _ in range(count):
            self.session.redo()
        assert self.session.state == after
        self.back_to(before)
        self.step(seconds // 2)
        self.step(seconds - seconds // 2)

    def back_to(self, before: EncounterState) -> int:
        count = 0
        while self.session.state != before:
            self.session.undo()
            count += 1
        return count

    def reopened(self, seconds: int) -> None:
        self.step(seconds // 3)
        self.reopen()
        self.step(seconds - seconds // 3)

    def undone_prompt(self, seconds: int) -> None:
        """Taken back in the middle, while a prompt waits; then played."""
        before = self.session.state
        self.session.start(PassTime(for_=f"{seconds} s"), ask=True)
        self.back_to(before)
        self.step(seconds)

    # ---- what it comes to

    def outcome(self) -> tuple[Any, ...]:
        state = self.session.state
        owed = Counter(
            repr(replace(each, id=0)) for each in state.obligations if each.kind != TIME_PASSES
        )
        rolled = Counter(
            (each.request.who, each.request.key, each.faces)
            for entry in self.session.log.path()
            for each in entry.rolls
        )
        return (state.clock, state.running, people(state), owed, rolled)


def people(state: EncounterState) -> Mapping[str, Any]:
    """Returns everybody, with conditions in any order."""
    return {
        who: replace(each, conditions=tuple(sorted(each.conditions, key=lambda one: one.key)))
        for who, each in state.combatants.items()
    }


WAYS: tuple[Callable[[Camp, int], None], ...] = (
    Camp.step,
    Camp.by_prompts,
    Camp.with_later,
    Camp.by_next,
    Camp.there_and_back,
    Camp.reopened,
    Camp.undone_prompt,
)


def pitched(game: str, seed: int) -> Camp:
    """Returns a camp of four people, hurt and marked at random by general commands."""
    camp = Camp(game, seed)
    camp.play(Setup(name="x", ruleset=game, between=True, clock=seed % 86_400))
    ruleset = camp.game.ruleset
    creatures = [each for each in ruleset.creatures if each.side in ("pc", "foe")]
    for place in range(4):
        camp.play(Add(creature=creatures[(seed + place) % len(creatures)].key, name=f"N {place}"))
    ids = tuple(camp.session.state.combatants)
    marks = [each.key for each in ruleset.conditions if each.by_hand]
    main = ruleset.main_gauge
    luck = hashlib.sha256(str(seed).encode()).digest()
    commands: list[Command] = []
    for place, who in enumerate(ids):
        roll, other, more = luck[3 * place : 3 * place + 3]
        if main is not None and roll % 3:
            commands.append(Adjust(who=(who,), change=f"={roll % 7 - 3}", gauge=main.key))
        lasts = Duration(kind=("minute", "hour", "day")[more % 3], count=1 + more % 5)
        commands += (
            Afflict(who=(who,), condition=marks[other % len(marks)]),
            Afflict(who=(who,), condition=marks[more % len(marks)], duration=lasts),
            Damage(
                targets=(DamageTarget(who=who),), amount=more % 14, way=("rules", "raw")[roll % 2]
            ),
            Care(who=(who,), by=ids[other % len(ids)]),
            Remind(text=f"{who} {roll}", for_=f"{1 + roll} min"),
        )
    for each in commands:
        with suppress(RuleError):  # not everybody can have everything
            camp.play(each)
    return camp


@pytest.mark.parametrize("game", GAMES)
@examples(20)
@given(
    seed=st.integers(0, 10_000),
    steps=st.lists(
        st.tuples(st.sampled_from(WAYS), st.integers(3, 9 * HOUR)), min_size=1, max_size=6
    ),
)
def test_any_way_from_one_moment_to_another_ends_the_same(
    game: str, seed: int, steps: list[tuple[Callable[[Camp, int], None], int]]
) -> None:
    """One step, or many of any kind: with prompts, put off, undone, redone, and with the program closed between."""
    once, often = pitched(game, seed), pitched(game, seed)
    once.step(sum(seconds for _, seconds in steps))
    for way, seconds in steps:
        way(often, seconds)
    assert often.outcome() == once.outcome()
