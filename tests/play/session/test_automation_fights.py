"""Random fights played by the book, on assist and on track with the same dice: all three end alike, field by field."""

import hashlib
from collections import Counter
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.conditions.afflictions import afflict, fits_everybody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.automation import (
    EFFECTS,
    Dial,
    Withholding,
    done_at,
    events_of,
    is_left,
    left_at,
)
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool import commands as d6pool
from tests.play.random_play import SYSTEMS, drawn_commands, laid_table
from tests.play.session.test_automation import GameMaster, KeyedDice, told_apart

MODES = ("book", "assist", "track")
STEPS = 40
"""So many commands are a fight."""

_NOT_PLAYED = (
    "Settle",
    "Waive",
    "SetAutomation",
    "Switch",
    "Setup",
    "Finish",
    "Remove",
    "Add",
    "Note",
    "Duplicate",
)
"""What the masters do by themselves, and what is no part of a fight."""


class Master(GameMaster):
    """One of the three at a table with everything that the rules of a game know of; choices, too, fall alike."""

    def __init__(self, system: str, automation: str, seed: int) -> None:
        """Sits down; the same seed rolls and chooses the same."""
        _, laid = laid_table(system)
        self.fight, self.count = SimpleNamespace(ruleset=laid.context.ruleset), 0
        self.seed, self.chosen = seed, Counter[tuple[object, str]]()
        dice = KeyedDice(seed)
        game = Game(
            system=laid.system,
            ruleset=laid.context.ruleset,
            texts=laid.context.texts,
            dice=lambda: dice,
            now=lambda: "2026-01-01T00:00:00Z",
        )
        start = laid.context.state
        self.session = EncounterSession(MemoryStore(), EncounterId(1), Log(start), game)
        self.set(automation)

    def start(self, command: Command) -> None:
        """Plays a command, every choice by chance, the same for the same person."""
        execution = self.session.start(command)
        while execution.ask is not None:
            execution.reply(Chosen(option=self.option(execution.ask)))

    def option(self, choice: Choice) -> str:
        """Returns what is chosen."""
        key = (choice.who, choice.key)
        self.chosen[key] += 1
        text = f"{self.seed} {key} {self.chosen[key]}".encode()
        return choice.options[hashlib.sha256(text).digest()[0] % len(choice.options)]


class Fight:
    """The same random fight at three tables."""

    def __init__(self, system: str, seed: int) -> None:
        """Lays the tables."""
        self.random, self.played = Random(seed), list[Command]()
        self.masters = [Master(system, mode, seed) for mode in MODES]
        self.drawn = {
            kind: commands
            for kind, commands in drawn_commands(system).items()
            if kind not in _NOT_PLAYED
        }

    def play(self) -> None:
        """Plays it; raises AssertionError where the tables differ."""
        for _ in range(STEPS):
            self.step(self.command())

    def command(self) -> Command:
        """Returns what is done next, by the book's table: mostly what the screen offers who acts."""
        session, chance = self.masters[0].session, self.random.random()
        state = session.state
        if not state.acting or chance < 0.25:
            return ask.Next()
        who = self.random.choice(state.acting)
        if chance < 0.7:
            found = self.attack(who)
            if found is not None:
                return found
        if chance < 0.85:
            options = session.game.system.action_options(session.context, who)
            commands = [each.command for each in options if not each.why_not]
            if commands:
                return self.random.choice(commands)
        command = self.random.choice(self.drawn[self.random.choice(sorted(self.drawn))])
        if isinstance(getattr(command, "who", None), str) and self.random.random() < 0.7:
            return msgspec.structs.replace(command, who=who)
        return command

    def attack(self, who: CombatantId) -> Command | None:
        """Returns the attack of the form of who acts, on anybody."""
        session = self.masters[0].session
        others = [each for each in session.state.combatants if each != who]
        chosen = {"who": who, "target": self.random.choice(others)} if others else {"who": who}
        form = session.game.system.attack_form(session.context, chosen)
        return None if form.why_not else form.command

    def step(self, command: Command) -> None:
        """Plays a command at all three: refused at all or none, with the same state after it."""
        self.played.append(command)
        refused = []
        for master in self.masters:
            try:
                master.perform(command)
                refused.append("")
            except RuleError as error:
                refused.append(error.message.key)
        told = f"{self.played}"
        assert len(set(refused)) == 1, f"{refused}: {told}"
        book, *others = (told_apart(master.state) for master in self.masters)
        for mode, other in zip(MODES[1:], others, strict=True):
            assert other == book, f"{mode}: {differences(book, other)}: {told}"


def differences(one: object, other: object, where: str = "") -> str:
    """Returns where two states differ, field by field."""
    if one == other:
        return ""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(key, one.get(key), other.get(key)) for key in {**one, **other}]
    elif isinstance(one, msgspec.Struct) and type(one) is type(other):
        pairs = [(key, getattr(one, key), getattr(other, key)) for key in one.__struct_fields__]
    else:
        return f"{where}: {one} / {other}"
    found = (differences(mine, theirs, f"{where}.{key}") for key, mine, theirs in pairs)
    return "; ".join(each for each in found if each)


PLAIN = {
    "chrome": (6, 14, 124),
    "cwn": (22, 26, 53),
    "phases": (7, 10, 37, 58, 199, 232),
    "d6pool": (4, 29, 309, 873),
}
"""Fights in which the settings once came apart."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_fights_that_came_apart_end_alike(system: str) -> None:
    """The same commands with the same dice; what is proposed is confirmed, what is told is done by hand."""
    for seed in PLAIN[system]:
        Fight(system, seed).play()


@pytest.mark.deep
@pytest.mark.parametrize(
    ("system", "start"),
    [(system, start) for system in SYSTEMS for start in range(0, 200, 20)],
)
def test_random_fights_end_alike_however_far_the_rules_apply_themselves(
    system: str, start: int
) -> None:
    """Two hundred a game."""
    for seed in range(start, start + 20):
        Fight(system, seed).play()


def at_table(system: str, automation: str) -> Master:
    """A game master at the table of a game."""
    master = Master(system, automation, 1)
    if not master.state.acting:
        master.perform(ask.Next())
    return master


def condition(master: Master, who: str, key: str) -> Condition:
    """A condition that somebody has."""
    found = master.state.combatants[CombatantId(who)].condition(key)
    assert found is not None
    return found


@pytest.mark.rule("PHA-70")
@pytest.mark.parametrize("automation", MODES)
def test_a_clock_runs_from_when_a_condition_is_put_on_by_hand(automation: str) -> None:
    """PHA-70: also where the rules only propose or tell; nobody has to confirm that a clock runs."""
    master = at_table("phases", automation)
    master.start(ask.Afflict(who=(CombatantId("brute_2"),), condition="in_shock"))
    assert condition(master, "brute_2", "in_shock").count is not None
    assert not any(map(is_left, master.state.obligations))


@pytest.mark.rule("D6P-43", "D6P-45", "D6P-46")
@pytest.mark.parametrize("automation", MODES)
def test_a_wound_lost_by_bleeding_is_no_new_hit(automation: str) -> None:
    """Whether the rules take it, propose it or only tell it: first aid stays tried, and who is awake stays so."""
    master = at_table("d6pool", automation)
    medic = CombatantId("medic_4")
    master.start(ask.Adjust(who=(medic,), change="=0"))
    master.follow()
    master.perform(d6pool.FirstAid(who=master.state.acting[0], patient=medic))
    master.start(ask.Afflict(who=(medic,), condition="awake_weak"))
    due = condition(master, "medic_4", "bleeding").count
    assert due is not None
    while master.state.round <= due:
        master.perform(ask.Next())
    combatant = master.state.combatants[medic]
    assert combatant.gauges["th"] == -1
    assert {"aided", "awake_weak"} <= {each.key for each in combatant.conditions}
    assert condition(master, "medic_4", "bleeding").count == due + 12


@pytest.mark.rule("CHR-31")
@pytest.mark.parametrize("key", ["distracted", "goaded"])
def test_what_a_presence_does_to_an_enemy_can_be_done_by_hand(key: str) -> None:
    """CHR-31: Distract works on enemies."""
    master = at_table("chrome", "book")
    master.start(ask.Afflict(who=(CombatantId("guard_5"),), condition=key))
    assert condition(master, "guard_5", key)


@pytest.mark.rule("CWN-40")
def test_what_is_put_on_again_still_binds_whom_it_bound() -> None:
    """CWN-40: a screen stays between the same two, until the same moment."""
    master = at_table("cwn", "book")
    boss, gang = CombatantId("boss_4"), CombatantId("gang_5")
    until = Expiry(round=9)
    bound = Condition(key="screening", about=gang, until=until)
    master.session.perform(ask.Next())
    state = replace_condition(master, boss, bound)
    found = afflict(
        msgspec.structs.replace(master.session.context, state=state),
        ask.Afflict(who=(boss,), condition="screening", note="again"),
        is_turn=lambda _: True,
        unfit=fits_everybody,
    )
    assert found.events == (
        ev.ConditionAdded(who=boss, condition=msgspec.structs.replace(bound, note="again")),
    )


@pytest.mark.parametrize(
    ("system", "who", "key"),
    [("chrome", "guard_5", "presence"), ("phases", "brute_2", "off_balance")],
)
def test_what_a_rule_tells_to_put_on_fits(system: str, who: str, key: str) -> None:
    """A combatant may have become another since, or somebody whom nothing throws off balance any more."""
    master = at_table(system, "track")
    if system == "phases":
        master.start(ask.Afflict(who=(CombatantId(who),), condition="incapacitated"))
    put_on = ask.Afflict(who=(CombatantId(who),), condition=key)
    with pytest.raises(RuleError):
        master.start(put_on)
    context = master.session.context
    left = Withholding(Dial(modes={"": "track"}), context.ruleset)
    event = ev.ConditionAdded(who=CombatantId(who), condition=Condition(key=key))
    left.of_command(context.state, (event,), EFFECTS, is_effect=True)
    told = (ev.ObligationAdded(obligation=each) for each in left.left((1, 0)))
    state = fold(context.state, told)
    found = afflict(
        msgspec.structs.replace(context, state=state),
        put_on,
        is_turn=lambda _: True,
        unfit=master.session.game.system.rules().unfit,
    )
    assert found.events == (event,)


def replace_condition(master: Master, who: CombatantId, condition: Condition) -> EncounterState:
    """The state with a condition put on somebody without any rule."""
    return fold(master.state, (ev.ConditionAdded(who=who, condition=condition),))


@pytest.mark.rule("CWN-45s")
def test_hit_points_of_avalanche_can_be_entered_by_hand() -> None:
    """CWN-45s: ten above the most, as long as it lasts."""
    master = at_table("cwn", "book")
    medic = CombatantId("medic_3")
    most = master.state.combatants[medic].gauges["hp"]
    master.start(ask.Afflict(who=(medic,), condition="avalanche"))
    master.start(ask.Adjust(who=(medic,), gauge="hp", change="+20"))
    assert master.state.combatants[medic].gauges["hp"] == most + 10


def test_what_was_left_before_the_fight_moved_on_counts_from_then() -> None:
    """A proposal that is confirmed later, and what is done by hand later, say when they were left."""
    start = fold(EncounterState(ruleset="phases"), (ev.RoundBegan(number=3), ev.TurnMoved(group=1)))
    left = Withholding(Dial(modes={"": "track"}), laid_table("phases")[1].context.ruleset)
    gone = ev.FlagSet(who=CombatantId("ace_1"), flag="left", on=True)
    assert left.of_command(start, (gone,), EFFECTS, is_effect=True) == ()
    assert [left_at(each) for each in left.left((3, 1))] == [None]
    assert [left_at(each) for each in left.left((4, 0))] == [(3, 1)]


def test_what_was_left_of_several_counts_from_then_for_each() -> None:
    """One attack may have hurt two: done by hand later, it counts from when both were hurt."""
    start = fold(EncounterState(ruleset="phases"), (ev.RoundBegan(number=3), ev.TurnMoved(group=1)))
    left = Withholding(Dial(modes={"": "track"}), laid_table("phases")[1].context.ruleset)
    hurt = tuple(CombatantId(each) for each in ("ace_1", "brute_2"))
    gone = tuple(ev.FlagSet(who=each, flag="left", on=True) for each in hurt)
    left.of_command(start, gone, EFFECTS, is_effect=True)
    (owed,) = left.left((4, 0))
    later = fold(start, (ev.ObligationAdded(obligation=owed), ev.RoundBegan(number=4)))
    assert owed.who is None
    assert [done_at(later, each) for each in hurt] == [(3, 1), (3, 1)]
    assert done_at(later, CombatantId("medic_4")) is None


@pytest.mark.rule("CHR-60")
def test_what_one_rule_leaves_at_two_moments_says_of_each_when() -> None:
    """The end of one turn and the beginning of the next are one step: each counts from its own turn."""
    start = fold(EncounterState(ruleset="phases"), (ev.RoundBegan(number=3), ev.TurnMoved(group=1)))
    left = Withholding(Dial(modes={"": "track"}), laid_table("phases")[1].context.ruleset)
    one, other = CombatantId("ace_1"), CombatantId("brute_2")
    for state, who in ((start, one), (fold(start, (ev.TurnMoved(group=2),)), other)):
        left.of_command(
            state, (ev.FlagSet(who=who, flag="left", on=True),), EFFECTS, is_effect=True
        )
    found = [(each.who, left_at(each)) for each in left.left((3, 3))]
    assert found == [(one, (3, 1)), (other, (3, 2))]


@pytest.mark.rule("D6P-15")
def test_what_several_take_at_once_is_told_as_one_number() -> None:
    """The wounds of a tie add up before anything follows; a number that is set is a thing of its own."""
    who = CombatantId("hening_1")
    start, ruleset = laid_table("d6pool")[1].context.state, laid_table("d6pool")[1].context.ruleset
    left = Withholding(Dial(modes={"": "track"}), ruleset)
    wounds = tuple(ev.GaugeChanged(who=who, gauge="th", by=-each) for each in (10, 23))
    left.of_command(start, wounds, EFFECTS, is_effect=True)
    (owed,) = left.left((0, -1))
    assert events_of(owed) == (ev.GaugeChanged(who=who, gauge="th", by=-33),)
    left = Withholding(Dial(modes={"": "track"}), ruleset)
    events = (wounds[0], ev.GaugeSet(who=who, gauge="th", to=5), wounds[1])
    left.of_command(start, events, EFFECTS, is_effect=True)
    (owed,) = left.left((0, -1))
    assert events_of(owed) == events


@pytest.mark.rule("PHA-63")
def test_who_is_out_may_have_stood_its_cool_test() -> None:
    """PHA-63: two wounds at once, the first of them stood; the game master may note it, too."""
    master = at_table("phases", "book")
    medic = CombatantId("medic_4")
    master.start(ask.Afflict(who=(medic,), condition="unconscious"))
    master.start(ask.Afflict(who=(medic,), condition="cool_held"))
    assert condition(master, medic, "cool_held")


def test_what_ends_and_begins_again_is_only_put_on() -> None:
    """Nobody is told to take off by hand what is then put on."""
    who = CombatantId("ace_1")
    left = Withholding(Dial(modes={"": "track"}), laid_table("phases")[1].context.ruleset)
    over = ev.ConditionRemoved(who=who, key="prone")
    again = ev.ConditionAdded(who=who, condition=Condition(key="prone"))
    left.of_command(EncounterState(), (over, again), EFFECTS, is_effect=True)
    (owed,) = left.left((0, -1))
    assert events_of(owed) == (again,)
