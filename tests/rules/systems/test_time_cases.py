"""Time in every game: cases of bugs that other programs had (T2 to T11), each named after what people saw there.

What a game lets run on the clock by its own rules is tested beside that game. Here conditions, reminders and what a
command has started stand for all of it.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Duration, Expiry, Running
from encounter_gui.rules.engine.durations import units, usual_unit
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.engine.time import passing
from encounter_gui.rules.engine.time.running import RunningKind, TimeRules, kept
from encounter_gui.rules.model.commands import (
    Afflict,
    EndRunning,
    Finish,
    Join,
    Next,
    PassTime,
    Remind,
    Remove,
    SetAutomation,
    Settle,
)
from tests.helpers.between import between
from tests.rules.systems.test_said_durations import GAMES, LASTING, Easy, put, table_of

every_game = pytest.mark.parametrize("game", GAMES)


def ends(combatant: Combatant) -> dict[str, int | None]:
    """Returns at which second the conditions of somebody end, as far as they end; None: with a round."""
    return {each.key: each.until.at for each in combatant.conditions if each.until is not None}


def seconds_of(table: Any) -> int:
    return int(table.context.ruleset.time.seconds)


def to_round(table: Easy, number: int) -> None:
    """Moves the fight on until a round, and to its first turn."""
    while table.context.state.round < number:
        table.play(Next())
    while not table.context.state.acting:
        table.play(Next())


# ---- T2: one jump or many


@every_game
@pytest.mark.parametrize("spans", [["3 days"], ["1 h"] * 72, ["1 day", "47 h", "59 min", "1 min"]])
def test_one_jump_or_many(game: str, spans: list[str]) -> None:
    """T2: three days come to the same as one step, as 72 hours, and in unlike ones."""
    table, who = between(game, "One", "Two", "Three")
    table.play(Remind(text="the rent", for_="50 h"))
    put_between(table, who[0], LASTING[game], kind="day", count=2)
    put_between(table, who[1], LASTING[game], kind="day", count=4)
    for each in spans:
        table.play(PassTime(for_=each))
    state = table.context.state
    assert (state.clock, state.running) == (3 * 86_400, ())
    assert not table.combatant(who[0]).has(LASTING[game])
    assert ends(table.combatant(who[1])) == {LASTING[game]: 4 * 86_400}


def put_between(table: Any, who: Any, key: str, **duration: Any) -> None:
    table.play(Afflict(who=(who,), condition=key, duration=Duration(**duration)))


@every_game
def test_rounds_in_a_fight_and_the_same_seconds_outside_end_at_the_same_instant(game: str) -> None:
    """T2: through the rounds, half through them and half by the clock, or all by the clock."""
    count = 6
    for rounds in range(1, count + 1):
        table, who = table_of(game)
        put(table, who[1], LASTING[game], kind=usual_unit(table.context.ruleset.time), count=count)
        each = units(table.context.ruleset.time)[usual_unit(table.context.ruleset.time)]
        last = count * each * seconds_of(table)
        to_round(table, rounds)
        table.play(Finish())
        assert table.context.state.clock == rounds * seconds_of(table)
        if last - 1 > table.context.state.clock:
            table.play(PassTime(for_=f"{last - 1 - table.context.state.clock} s"))
            assert table.combatant(who[1]).has(LASTING[game])
        table.play(PassTime(for_="1 s"))
        assert not table.combatant(who[1]).has(LASTING[game])


@every_game
def test_a_time_that_was_begun_outside_goes_on_through_a_fight(game: str) -> None:
    """T2: what has thirty seconds left when a fight begins ends with the round in which they are over."""
    table, who = between(game, "One", "Two", "Three")
    put_between(table, who[0], LASTING[game], kind="minute", count=1)
    table.play(PassTime(for_="30 s"))
    there = tuple(table.context.state.combatants.values())
    fight, _ = table_of(game, people=1)
    fight.play(Finish())
    fresh = Easy(fight.system, fight.context.ruleset, fight.context.texts)
    fresh.play(Join(combatants=there))
    fresh.play(Next(clock=30))
    last = 30 // seconds_of(fresh)
    while fresh.context.state.round < last:
        fresh.play(Next())
    assert fresh.combatant(who[0]).has(LASTING[game])
    while fresh.context.state.round <= last:
        fresh.play(Next())
    assert not fresh.combatant(who[0]).has(LASTING[game])


# ---- T9: X rounds for the late and the early


@every_game
def test_x_rounds_for_the_late_and_the_early(game: str) -> None:
    """T9: two rounds end for who has acted and for who has not with the second round, never one more."""
    table, _ = table_of(game)
    early, late = table.context.state.slots[0].who, table.context.state.slots[-1].who
    put(table, early, LASTING[game], kind=usual_unit(table.context.ruleset.time), count=2)
    put(table, late, LASTING[game], kind=usual_unit(table.context.ruleset.time), count=2)
    each = units(table.context.ruleset.time)[usual_unit(table.context.ruleset.time)]
    to_round(table, 2 * each)
    assert table.combatant(early).has(LASTING[game])
    assert table.combatant(late).has(LASTING[game])
    while table.context.state.round == 2 * each:
        table.play(Next())
    assert not table.combatant(early).has(LASTING[game])
    assert not table.combatant(late).has(LASTING[game])


@every_game
@pytest.mark.parametrize("place", [0, -1])
def test_two_own_turns_are_two_of_its_own(game: str, place: int) -> None:
    """T9: of who has acted the turn under way is none of them, of who has not the coming one is the first."""
    table, _ = table_of(game)
    who = table.context.state.slots[place].who
    rules = table.system.rules().turns
    is_under_way = who in table.context.state.acting
    put(table, who, LASTING[game], kind="turn_end", count=2)
    ended = 0
    while table.combatant(who).has(LASTING[game]):
        state = table.context.state
        own = [each for each in state.slots_now if each.who == who and rules.is_turn(each)]
        table.play(Next())
        is_over = (table.context.state.round, table.context.state.group) != (
            state.round,
            state.group,
        )
        ended += bool(own) and is_over
        assert ended < 5
    assert ended == 2 + is_under_way


# ---- T10: the fight is over, the effect is not


@every_game
@pytest.mark.parametrize(
    "duration",
    [
        {"kind": "turn_end", "count": 0},
        {"kind": "turn_end", "count": 1},
        {"kind": "turn_end", "count": 3},
        {"kind": "turn_start", "count": 1},
        {"kind": "turn_start", "count": 2},
        {"kind": "as_ruled"},
    ],
)
def test_the_fight_is_over_the_effect_is_not(game: str, duration: dict[str, Any]) -> None:
    """T10: what ends at a turn or with a round waits for none once the fight is over: it ends by the clock."""
    table, _ = table_of(game)
    who = table.context.state.acting[0]
    put(table, who, LASTING[game], **duration)
    before = table.combatant(who).condition(LASTING[game])
    assert before is not None
    table.play(Finish())
    condition = table.combatant(who).condition(LASTING[game])
    if condition is None:  # over with the scene, by its rule
        return
    if before.until is None:
        assert condition.until is None
        return
    assert ends(table.combatant(who)) == {LASTING[game]: before.until.round * seconds_of(table)}
    assert LASTING[game] in {row.key for row in table.system.time(table.context).rows}
    table.play(PassTime(for_="1 h"))
    assert not table.combatant(who).has(LASTING[game])


@every_game
@pytest.mark.parametrize(("kind", "seconds"), [("minute", 60), ("hour", 3_600), ("day", 86_400)])
def test_what_lasts_an_hour_does_not_end_with_the_fight(game: str, kind: Any, seconds: int) -> None:
    """T10: minutes, hours and days that were said in a fight go on after it, from when they were said."""
    table, who = table_of(game)
    put(table, who[0], LASTING[game], kind=kind, count=3)
    table.play(Finish())
    assert ends(table.combatant(who[0])) == {LASTING[game]: 3 * seconds}
    assert any(LASTING[game] in each.key for each in table.system.open_things(table.context))


@every_game
def test_a_save_that_ends_something_is_asked_about(game: str) -> None:
    """T10: there is no turn any more at whose end the save would be made: it is open, and ends when it is settled."""
    table, who = table_of(game)
    put(table, who[0], LASTING[game], kind="save_ends", save="d6 ≥ 4")
    table.play(Finish())
    key = f"condition.{LASTING[game]}.{who[0]}"
    assert key in {each.key for each in table.system.open_things(table.context)}
    table.play(PassTime(for_="1 day"))
    assert table.combatant(who[0]).has(LASTING[game])
    table.play(Settle(things=(key,)))
    assert not table.combatant(who[0]).has(LASTING[game])


@every_game
@pytest.mark.parametrize("kind", ["turn_start", "turn_end"])
def test_a_turn_that_never_comes_is_not_waited_for(game: str, kind: Any) -> None:
    """T10: "until the end of your next turn", said between fights, is as many rounds by the clock."""
    table, who = between(game, "One", "Two")
    put_between(table, who[0], LASTING[game], kind=kind, count=2, whose=who[1])
    assert ends(table.combatant(who[0])) == {LASTING[game]: 2 * seconds_of(table)}
    table.play(Next())
    assert not table.combatant(who[0]).has(LASTING[game])
    assert table.context.state.clock == 2 * seconds_of(table)


@every_game
def test_what_rules_put_on_for_a_round_ends_outside_a_fight_as_well(game: str) -> None:
    """T10: also where a rule counts in rounds between fights."""
    table, who = between(game, "One")
    ducking = Condition(key=LASTING[game], until=Expiry(round=1))
    table.happen(ev.ConditionAdded(who=who[0], condition=ducking))
    table.play(Remind(text="x", for_="1 h"))
    assert ends(table.combatant(who[0])) == {LASTING[game]: seconds_of(table)}


@every_game
def test_a_fight_that_was_over_before_there_was_a_clock_lets_time_pass(game: str) -> None:
    """Its rounds are told from the end of it; a clock never goes below nought when it goes on after all."""
    table, who = table_of(game)
    put(table, who[0], LASTING[game], kind="minute", count=1)
    table.happen(ev.StageSet(to="ended"))  # as the program did before: without the clock
    table.play(PassTime(for_="10 s"))
    left = 60 - seconds_of(table)
    assert ends(table.combatant(who[0])) == {LASTING[game]: left}
    again, _ = table_of(game)
    again.happen(ev.StageSet(to="ended"))
    again.play(Next())
    assert again.context.state.clock == 0


@every_game
def test_time_that_passes_before_a_fight_begins_ends_what_it_goes_over(game: str) -> None:
    table, who = table_of(game, people=2)
    ready = Easy(table.system, table.context.ruleset, table.context.texts)
    ready.play(Join(combatants=tuple(table.context.state.combatants.values())))
    put(ready, who[0], LASTING[game], kind="minute", count=1)
    put(ready, who[1], LASTING[game], kind="hour", count=3)
    ready.play(PassTime(for_="2 h"))
    assert not ready.combatant(who[0]).has(LASTING[game])
    ready.play(Next())
    assert ready.combatant(who[1]).has(LASTING[game])
    assert ready.system.time(ready.context).now == 7_200


@every_game
def test_a_fight_that_goes_on_after_all_is_at_the_second_it_was(game: str) -> None:
    """Finish, Next, Finish: no round is counted twice, and what lasted for rounds has as many left."""
    table, who = table_of(game)
    put(table, who[0], LASTING[game], kind="minute", count=1)
    now = table.system.time(table.context).now
    for _ in range(3):
        table.play(Finish())
        table.play(Next())
    assert table.system.time(table.context).now == now
    assert ends(table.combatant(who[0])) == {LASTING[game]: 60}
    table.play(Finish())
    table.play(PassTime(for_="1 h"))
    table.play(Next())
    assert table.system.time(table.context).now == now + 3_600
    assert not table.combatant(who[0]).has(LASTING[game])


# ---- T11: the source is gone


def tended() -> TimeRules:
    """Returns rules with one kind that commands start and somebody does; it is told when it is due."""
    return TimeRules(
        kinds=(RunningKind(kind="tended", rule="", asks="healing", fall_due=_nothing),)
    )


def _nothing(resolution: Any, who: Any, running: Any) -> None:
    """Plays nothing."""


@every_game
def test_the_source_is_gone(game: str) -> None:
    """T11: when the one who does it is removed it ends for all whom it is done to; taken back, it is there again."""
    table, (medic, one, other) = between(game, "Medic", "One", "Other")
    rules = tended()
    for who in (one, other):
        running = Running(kind="tended", since=0, due=7_200, by=medic)
        table.happen(ev.RunningSet(who=who, running=running))
    before = table.context
    outcome = table.one_command(Remove(who=(medic,)), [], [])
    after = kept(rules, before, outcome)
    state = with_events(before, after.events).state
    assert not [one for each in state.combatants.values() for one in each.running if one.by]
    assert all(before.combatant(each).running for each in (one, other))


# ---- what is left to the game master


@every_game
@pytest.mark.parametrize("mode", ["assist", "track"])
@pytest.mark.parametrize("step", [Next(), PassTime(to="next")])
def test_time_goes_on_where_an_end_is_left_to_the_game_master(
    game: str, mode: Any, step: Any
) -> None:
    """The end is owed once, however often time goes on, and nothing else is held up by it."""
    table, (who, *_) = between(game, "One", "Two")
    put_between(table, who, LASTING[game], kind="minute", count=1)
    table.play(Remind(text="later", for_="2 h"))
    table.play(SetAutomation(to=mode))
    table.one_command(step, [], [])
    assert table.context.state.clock == 60
    assert table.combatant(who).has(LASTING[game])
    assert len(table.context.state.obligations) == 1
    table.one_command(step, [], [])
    assert table.context.state.clock == 7_200
    assert len(table.context.state.obligations) == 1
    table.one_command(Settle(), [], [])
    assert not table.combatant(who).has(LASTING[game]) or mode == "track"
    assert table.context.state.obligations == ()


# ---- joining, faults, odd words


@every_game
def test_who_joins_a_running_fight_brings_along_what_runs_for_it(game: str) -> None:
    """What the game counts in a fight runs by its counters from then on, and no longer on the clock as well."""
    table, who = table_of(game)
    to_round(table, 3)
    joins: list[int] = []

    def counted(context: Any, combatant: Any, running: Any, left: int) -> list[ev.Event]:
        joins.append(left)
        return [ev.MemoSet(who=combatant.id, key="counted", value=left)]

    kind = RunningKind(kind="counted", rule="", asks="damage", fall_due=_nothing, joins=counted)
    late = table.combatant(who[0])
    running = Running(kind="counted", since=0, due=5 * seconds_of(table))
    late = Combatant(
        id=late.id,
        number=9,
        name="Late",
        side=late.side,
        sheet=late.sheet,
        gauges=late.gauges,
        running=(running,),
    )
    system = table.system
    parts = system.rules()

    class Other(type(system)):  # type: ignore[misc]
        def rules(self) -> Any:
            return replace(parts, time=TimeRules(kinds=(kind,)))

    table.system = Other()
    table.one_command(Join(combatants=(late,)), [], [])
    joined = next(each for each in table.context.state.combatants.values() if each.name == "Late")
    assert joins == [5 * seconds_of(table)]
    assert joined.running == ()
    assert joined.memo["counted"] == 5 * seconds_of(table)


def test_a_fault_of_the_rules_ends_a_step_and_does_not_go_on_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What begins anew at the moment at which it ends stops the clock there; nothing is owed that would go on."""
    monkeypatch.setattr(passing, "MOST_MOMENTS", 50)
    table, _ = between("d6pool", "One")
    kind = RunningKind(
        kind="again", rule="", asks="end", fall_due=_nothing, keys=lambda context, who: ("",)
    )
    resolution = table.system.resolution(table.context)
    passing.pass_time(TimeRules(kinds=(kind,)), resolution, PassTime(for_="1 h"))
    assert resolution.context.state.clock == 0
    assert resolution.context.state.obligations == ()


@every_game
@pytest.mark.parametrize("text", ["ürgent: 50 %", "{who}", "a" * 500, "2 h", "<b>x</b>"])
def test_reminders_are_told_in_the_words_in_which_they_were_said(game: str, text: str) -> None:
    table, _ = between(game, "One")
    table.play(Remind(text=text, for_="1 h"))
    outcome = table.one_command(PassTime(to="next"), [], [])
    assert text in table.context.texts.sentence(outcome.label)


@every_game
def test_everything_that_runs_can_be_ended_once(game: str) -> None:
    table, (one, two) = between(game, "One", "Two")
    put_between(table, one, LASTING[game], kind="hour", count=1)
    table.play(Remind(text="x", for_="1 h"))
    for row in table.system.time(table.context).rows:
        if row.can_end:
            table.play(EndRunning(running=row.kind, key=row.key, who=next(iter(row.who), None)))
    assert not table.combatant(one).has(LASTING[game])
    assert table.context.state.running == ()
    assert table.refused(EndRunning(running="reminder", key="x")) == "rules.clock.not_running"
    again = EndRunning(running="condition", key=LASTING[game], who=two)
    assert table.refused(again) == "rules.clock.not_running"
