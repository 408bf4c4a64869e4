"""Random play: any commands in any order at a real session, with undo and redo; what must always hold is checked.

``python -m tests.play.random_play --commands 100000 chrome cwn`` plays so many commands of each game and prints how
many were played and refused. The same seed plays the same again.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import HypothesisProvider
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Choice, Chosen, Rolled, RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Duration
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.execution import Execution
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from tests.helpers.shown import shown_as_owed
from tests.helpers.table import Table

SYSTEMS = ("chrome", "cwn", "phases", "d6pool")
BOUT = 150
"""So many commands are played at one table; then a fresh one is laid."""

_MUTUAL = (("grappling", "grappled"), ("grabbing", "grabbed"), ("clinched", "clinched"))
"""The two marks of a hold: whoever bears one is named by somebody with the other. Source: CHR-48, PHA-53."""

_LIKED, _DRAWN = 9, 6_000
"""How many kinds of command a choosy table likes, and how many commands are drawn of a game's tests."""

_TOLD = 10_000
"""After so many commands a long run says how far it is."""

_MODES = ("book", "assist", "track")
"""How far the rules apply themselves; what they leave, the game master ends: holds and clocks are then not checked."""

_CLOCKS = ("in_shock", "clinically_dead", "aiding")
"""Conditions that count the phase in which something is due. Source: PHA-70 to PHA-72."""

_OPEN = ("blast", "next_victim")
"""What is owed while an explosion has not struck everybody in it. Source: CWN-41, D6P-40."""


@dataclass(frozen=True, slots=True)
class Played:
    """How many commands were played, refused, taken back; ``kinds`` counts those played by their name."""

    system: str
    commands: int = 0
    refused: int = 0
    entries: int = 0
    undone: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def text(self) -> str:
        """The count in a line."""
        played = self.commands - self.refused
        return (
            f"{self.system}: {self.commands} commands, {played} played in {self.entries} entries, "
            f"{self.refused} refused, {self.undone} taken back; {len(self.kinds)} kinds of command"
        )


class CountedDice:
    """Rolls, and keeps every roll that was accepted since it was last asked.

    At two tables of three they are lucky: the lower, or the higher, of two rolls counts, so that tests are passed in a
    row.
    """

    def __init__(self, seed: int) -> None:
        """Takes the seed."""
        self.accepted: list[Rolled] = []
        self._roller = Roller.seeded(seed)
        self._luck = seed % 3

    def answer(self, request: RollRequest) -> Rolled:
        """Rolls what is asked for."""
        rolls = (self._roller.answer(request), self._roller.answer(request))
        rolled = (rolls[0], min(rolls, key=_total), max(rolls, key=_total))[self._luck]
        self.accepted.append(rolled)
        return rolled


class RandomTable:
    """One table at which anything is asked; raises AssertionError where something that must hold does not."""

    def __init__(self, system: str, seed: int) -> None:
        """Lays the table of a game's own random tests, with everything its rules know of."""
        module, laid = laid_table(system)
        self.sound: Callable[[Any], None] = module.assert_sound
        self.random, self.dice = Random(seed), CountedDice(seed)
        self.start = laid.context.state
        game = Game(
            system=laid.system,
            ruleset=laid.context.ruleset,
            texts=laid.context.texts,
            dice=lambda: self.dice,
            now=lambda: "2026-01-01T00:00:00Z",
        )
        self.session = EncounterSession(MemoryStore(), EncounterId(1), Log(self.start), game)
        self.by_book = seed % 5 != 0
        self.drawn = {
            kind: commands
            for kind, commands in drawn_commands(system).items()
            if kind != "SetAutomation" or not self.by_book
        }
        self.kinds_drawn = self.some_kinds(seed)
        self.steps: list[str] = []
        self.commands = self.refused = self.entries = self.undone = 0
        self.kinds: Counter[str] = Counter()

    def some_kinds(self, seed: int) -> list[str]:
        """Returns the kinds of command of this table: of every other one a few, so that they meet often."""
        kinds = list(self.drawn)
        chosen = kinds if seed % 2 else self.random.sample(kinds, _LIKED)
        return [*chosen, "Next", "Settle"]

    @property
    def context(self) -> RulesContext:
        """What is shown now."""
        return self.session.context

    def step(self) -> None:
        """Plays a command, or takes some back."""
        chance = self.random.random()
        if chance < 0.04:
            self.undo_and_redo()
        elif chance < 0.06:
            self.take_back()
        else:
            self.play(self.any_command())

    # ---- commands

    def any_command(self) -> Command:
        """Returns a command of the game's own tests or a general one; half of them of somebody whose turn it is."""
        kind = self.random.choice(self.kinds_drawn)
        command = self.random.choice(self.drawn[kind])
        state = self.session.state
        if state.acting and self.random.random() < 0.06:
            return self.offered(self.random.choice(state.acting)) or command
        if isinstance(command, ask.Settle | ask.Waive) and state.obligations:
            owed = self.random.choice(state.obligations).id
            ids = (owed,) if self.random.random() < 0.5 else ()
            return msgspec.structs.replace(command, ids=ids)
        if state.acting and isinstance(getattr(command, "who", None), str):
            return self.of_turn(command, state)
        return command

    def offered(self, who: CombatantId) -> Command | None:
        """Returns an action that the screen offers somebody, or the attack of its form; None: there is none."""
        system, context = self.session.game.system, self.context
        if self.random.random() < 0.5:
            return system.attack_form(context, {"who": who}).command
        options = [each.command for each in system.action_options(context, who) if not each.why_not]
        return self.random.choice(options) if options else None

    def of_turn(self, command: Any, state: EncounterState) -> Command:
        """Returns a command with somebody whose turn it is and somebody who is there, mostly."""
        if self.random.random() < 0.6:
            command = msgspec.structs.replace(command, who=self.random.choice(state.acting))
        target = getattr(command, "target", None)
        if isinstance(target, str) and self.random.random() < 0.6:
            there = self.random.choice(tuple(state.combatants))
            command = msgspec.structs.replace(command, target=there)
        result: Command = command
        return result

    def play(self, command: Command) -> None:
        """Plays a command to its end, or leaves it for later among its dice; checks each entry it made."""
        self.steps.append(repr(command))
        self.commands += 1
        before, known = self.session.state, len(self.session.log)
        self.dice.accepted.clear()
        asks = self.random.random() < 0.1
        try:
            execution = self.session.start(command, ask=asks)
            self.answer(execution)
        except RuleError as error:
            self.refused += 1
            self.check_refused(before, error)
            return
        self.kinds[type(command).__name__] += 1
        made = self.made(known)
        self.entries += len(made)
        self.check_faces(made)
        state = before
        for entry in made:
            state = self.check_entry(state, entry)
        self.check_state()

    def answer(self, execution: Execution) -> None:
        """Answers whatever a command waits for; one in thirty times it is left for later."""
        for _ in range(500):
            if execution.ask is None:
                return
            if self.random.random() < 0.03:
                self.steps.append("left for later")
                self.session.suspend(always=self.random.random() < 0.5)
                return
            if isinstance(execution.ask, Choice):
                options = execution.ask.options
                assert len(set(options)) == len(options) > 1, execution.ask
                execution.reply(Chosen(option=self.random.choice(options)))
            else:
                execution.reply([None] * len(execution.ask))
        raise AssertionError("a command never ends")

    def made(self, known: int) -> list[Entry]:
        """Returns the entries made since the log had so many."""
        path = self.session.log.path()
        new = len(self.session.log) - known
        return [self.session.log.entry(each.id) for each in tuple(path)[len(path) - new :]]

    # ---- taking back

    def undo_and_redo(self) -> None:
        """Takes back some gestures and plays them again: all is as it was."""
        self.steps.append("undo, redo")
        before, head = self.session.state, self.session.log.head
        count = 0
        for _ in range(self.random.randint(1, 4)):
            if self.session.can_undo:
                self.session.undo()
                count += 1
                self.check_state()
        for _ in range(count):
            self.session.redo()
        # A command that waited for its own dice is kept as an entry, before anything is taken back.
        assert self.session.log.head >= head
        if self.session.log.head == head:
            assert self.session.state == before, "undo, then redo, is not as before"
        self.undone += count

    def take_back(self) -> None:
        """Takes back a gesture or a turn, to play on from there."""
        self.steps.append("undo")
        with suppress(RuleError):
            if self.random.random() < 0.3:
                self.session.undo_turn()
            else:
                self.session.undo()
            self.undone += 1
        self.check_state()

    # ---- what must hold

    def check_refused(self, before: EncounterState, error: RuleError) -> None:
        """A refusal is a sentence, comes before the first die, and changes nothing."""
        assert self.session.state is before, f"refused after an entry: {error}"
        assert not self.dice.accepted, f"refused after dice were rolled: {error}"
        text = self.context.texts.text(error.message)
        assert text != error.message.key, text
        assert "{" not in text, text

    def check_faces(self, made: list[Entry]) -> None:
        """Every accepted face stands in the log."""
        written = Counter(roll for entry in made for roll in map(_told, entry.rolls))
        missing = Counter(map(_told, self.dice.accepted)) - written
        assert not missing, f"rolled, but not in the log: {missing}"

    def check_entry(self, before: EncounterState, entry: Entry) -> EncounterState:
        """What is no longer owed was rolled, waived, void, or its debtor is gone; returns the state after the entry."""
        state = fold(before, entry.events)
        left = {each.id for each in state.obligations}
        settled = {each.id for each in entry.events if isinstance(each, ev.ObligationSettled)}
        for owed in before.obligations:
            gone = owed.who is not None and owed.who not in state.combatants
            assert owed.id in left | settled or gone, f"owed no more, nobody says why: {owed}"
        return state

    def check_state(self) -> None:
        """What the rules leave behind makes sense."""
        state = self.session.state
        owed = [each.id for each in state.obligations]
        assert len(owed) == len(set(owed)), owed
        assert all(each < state.next_obligation for each in owed), owed
        unshown = set(owed) - shown_as_owed(self.session.game.system, self.context)
        assert not unshown, [each for each in state.obligations if each.id in unshown]
        for combatant in state.combatants.values():
            self.check_gauges(combatant)
        if not self.by_book:
            return
        self.sound(self)
        for combatant in state.combatants.values():
            for mine, theirs in _MUTUAL:
                self.check_mutual(combatant, mine, theirs)
                self.check_mutual(combatant, theirs, mine)
            for condition in combatant.conditions:
                self.check_clock(combatant, condition)

    def check_clock(self, combatant: Combatant, condition: Condition) -> None:
        """No clock is set in the past, and once the fight is over nothing waits for a round or a turn of it."""
        state, until = self.session.state, condition.until
        if until is not None and state.stage == "ended":
            assert until.at is not None, f"waits for a round: {combatant.name} {condition}"
        if until is not None and until.whose is None and state.stage == "running":
            seconds = max(self.context.ruleset.time.seconds, 1)
            last = until.round if until.at is None else -(-(until.at - state.clock) // seconds)
            assert last >= state.round, f"over, but there: {combatant.name} {condition}"
        if condition.key in _CLOCKS and condition.count is not None:
            assert condition.count >= state.round, (
                f"clock in the past: {combatant.name} {condition}"
            )

    def check_gauges(self, combatant: Combatant) -> None:
        """No gauge is below its floor."""
        for gauge, left in combatant.gauges.items():
            floor = gauges.floor_of(self.context, combatant, gauge)
            assert floor is None or left >= floor, (combatant.name, gauge, left, floor)

    def check_mutual(self, combatant: Combatant, mine: str, theirs: str) -> None:
        """Whoever holds somebody is named by the one who is held, and the other way round."""
        for other in _others(combatant, mine):
            known = self.session.state.combatants.get(other)
            assert known is not None, f"{combatant.name} {mine} somebody gone"
            back = combatant.id in _others(known, theirs)
            assert back, f"one-sided: {combatant.name} {mine} {known.name}"

    def check_log(self) -> None:
        """The state is what the log folds to from the beginning; on the way no explosion struck anybody twice."""
        state, struck = self.start, dict[int, set[CombatantId | None]]()
        for entry in self.session.log.path():
            open_before = _explosions(state)
            state = fold(state, entry.events)
            now = dict[CombatantId | None, set[CombatantId | None]]()
            for event in entry.events:
                if isinstance(event, ev.Resolved) and event.what == "blast":
                    known = struck.get(open_before.get(event.who, 0), set())
                    victims = now.setdefault(event.who, set(known))
                    assert event.target not in victims, f"one explosion, twice: {event.target}"
                    victims.add(event.target)
            for who, owed in _explosions(state).items():
                before = struck.get(open_before.get(who, 0), set())
                struck[owed] = now.get(who, before)
        assert state == self.session.state, "the log folds to another state"


@cache
def laid_table(system: str) -> tuple[Any, Table]:
    """Returns the module of a game's own random tests, and the table it lays."""
    module: Any = import_module(f"tests.rules.systems.{system}.test_any_commands")
    return module, module.lively()


class _Plainly(HypothesisProvider):
    """Draws what a strategy allows, and no constants of the modules that happen to be imported.

    With them the same seed would draw something else in each process.
    """

    @override
    def _maybe_draw_constant(self, *args: Any, **options: Any) -> None:
        return None


@cache
def drawn_commands(system: str) -> dict[str, list[Command]]:
    """Returns commands drawn from a game's own random tests and the general ones, by kind."""
    module, laid = laid_table(system)
    automation = st.builds(ask.SetAutomation, rule=st.just(""), to=st.sampled_from(_MODES))
    general_ones = general(tuple(laid.context.state.combatants))
    asked = st.one_of(*[module.asked] * 4, general_ones, general_ones | automation)
    chance, found = Random(1), dict[str, list[Command]]()
    for _ in range(_DRAWN):
        data = ConjectureData(random=chance, provider=_Plainly)
        # A strategy draws only within a test; by itself it makes one long fight, not many short ones.
        with BuildContext(data, is_final=False, wrapped_test=lambda: None):
            command = data.draw(asked)
        found.setdefault(type(command).__name__, []).append(command)
    return {kind: found[kind] for kind in sorted(found)}


def _explosions(state: EncounterState) -> dict[CombatantId | None, int]:
    """Returns whose explosion is not over yet, by the obligation to name its next victim."""
    return {each.who: each.id for each in state.obligations if each.kind in _OPEN}


def _total(rolled: Rolled) -> int:
    return rolled.total


def _told(rolled: Rolled) -> tuple[str, tuple[int, ...] | None, int]:
    return rolled.request.key, rolled.faces, rolled.total


def _others(combatant: Combatant, key: str) -> tuple[CombatantId, ...]:
    known = combatant.condition(key)
    if known is None:
        return ()
    if known.keys:
        return tuple(map(CombatantId, known.keys))
    return (known.by,) if known.by is not None else ()


def general(people: tuple[CombatantId, ...]) -> st.SearchStrategy[Command]:
    """Returns the general commands that the tests of one game do not ask for: every game has them."""
    who = st.sampled_from(people)
    some = st.lists(who, max_size=3).map(tuple)
    rounds = st.integers(0, 3)
    lasts = st.builds(
        Duration,
        kind=st.sampled_from(
            [
                "as_ruled",
                "round",
                "minute",
                "hour",
                "turn_start",
                "turn_end",
                "save_ends",
                "scene",
                "permanent",
            ]
        ),
        count=rounds,
        whose=st.none() | who,
        save=st.sampled_from(["1d20 >= 10", "by a friend"]),
    )
    every: list[st.SearchStrategy[Any]] = [
        st.builds(ask.RollInitiative, who=some, scope=st.sampled_from(["all", "npcs", "missing"])),
        st.builds(ask.SetInitiative, who=who, to=st.integers(-2, 30)),
        st.builds(ask.Delay, who=who, after=st.none() | who),
        st.builds(ask.HoldTurn, who=who, until=st.just("the door opens")),
        st.builds(ask.ActNow, who=who),
        st.builds(ask.Waive, note=st.just("not now")),
        st.just(ask.Settle()),
        st.just(ask.Next()),
        st.builds(ask.Note, text=st.sampled_from(["rain", "a: b; c"])),
        st.just(ask.Finish()),
        st.builds(ask.PassTime, for_=st.sampled_from(["1 min", "7 min 7 s", "2 h", "1 day"])),
        st.builds(ask.PassTime, until=st.sampled_from(["morning", "23:30", "next day 8:00"])),
        st.just(ask.PassTime(to="next")),
        st.builds(ask.Remind, text=st.sampled_from(["rain", "a: b; c"]), for_=st.just("30 min")),
        st.builds(ask.Care, who=some, by=st.none() | who),
        st.builds(ask.ChangeSide, who=some, to=st.sampled_from(["pc", "ally", "foe"])),
        st.builds(ask.Duplicate, who=who),
        st.builds(ask.Remove, who=some),
        st.builds(
            ask.Afflict,
            who=some,
            condition=st.sampled_from(
                ["prone", "unconscious", "grappled", "grappling", "stunned", "surprised", "held"]
            ),
            duration=st.none() | lasts,
        ),
    ]
    return st.one_of(*every)


def play(
    system: str, count: int, seed: int = 1, faults: Counter[str] | None = None
) -> Iterator[Played]:
    """Plays so many commands of a game, table after table; yields the count after each table.

    ``faults`` None: the first thing that does not hold raises AssertionError; else it is counted there.
    """
    known = Played(system)
    while known.commands < count:
        table = RandomTable(system, seed)
        try:
            _play_bout(table, count - known.commands)
        except Exception as error:
            last = "\n    ".join(table.steps[-6:])
            told = f"{type(error).__name__}: {error}"
            if faults is None:
                place = f"{system}, seed {seed}, step {len(table.steps)}"
                raise AssertionError(f"{place}: {told}\n    {last}") from error
            if not faults[told[:60]]:
                print(f"  {system}, seed {seed}: {told}\n    {last}", flush=True)
            faults[told[:60]] += 1
        known = Played(
            system,
            known.commands + table.commands,
            known.refused + table.refused,
            known.entries + table.entries,
            known.undone + table.undone,
            known.kinds + table.kinds,
        )
        seed += 1
        yield known


def _play_bout(table: RandomTable, most: int) -> None:
    for number in range(BOUT):
        table.step()
        if number % 25 == 0:
            table.check_log()
        if table.commands >= most or not table.session.state.combatants:
            break
    table.check_log()


def main() -> None:
    """Plays, and prints the counts and what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=SYSTEMS)
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for system in chosen.systems:
        began, faults, played = time.monotonic(), Counter[str](), Played(system)
        for played in play(system, chosen.commands, chosen.seed, faults):
            if played.commands % _TOLD < BOUT <= played.commands:
                print(f"  so far {played.text}; {faults.total()} faults", flush=True)
        took = time.monotonic() - began
        print(f"{played.text}; {faults.total()} faults; {took:.0f} s", flush=True)
        for fault, times in faults.most_common():
            print(f"  {times} × {fault}")


if __name__ == "__main__":
    main()
