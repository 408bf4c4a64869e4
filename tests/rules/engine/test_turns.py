"""The shared turn machine, with a game of runners: the faster acts first, equal ones at once."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Block, Moment, TurnRules
from tests.helpers.rulesets import shipped

A, B, C = (CombatantId(each) for each in "abc")


class Runners(TurnRules):
    """The game of the tests: speed is a gauge; who has left or stumbles does nothing."""

    holds_ties = True
    tie_rule = "RUN-1"

    def __init__(self, *, keeps: bool = False) -> None:
        """Takes whether the order lasts for the encounter."""
        self.keeps = keeps
        self.asked = 0

    def keeps_order(self, context: RulesContext) -> bool:
        return self.keeps

    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        return "left" not in context.combatant(slot.who).flags

    def can_act(self, context: RulesContext) -> bool:
        return not all(context.combatant(who).has("stumbles") for who in context.state.acting)

    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        yield from ()
        self.asked += 1
        runners = resolution.context.state.combatants.values()
        speeds = [(each.id, each.gauges["speed"]) for each in runners]
        blocks = (Block(members=(who,), key=(-speed,), score=speed) for who, speed in speeds)
        return turns.slots_of(blocks, joins=turns.same_key)

    def label(self, resolution: Resolution, moment: Moment) -> Message:
        return say(f"run.{moment}", who=turns.names_acting(self, resolution.context))


def runner(who: CombatantId, speed: int) -> Combatant:
    """Returns a runner of this speed."""
    number = "abc".index(who) + 1
    return Combatant(id=who, number=number, name=who.upper(), side="pc", gauges={"speed": speed})


class Track:
    """An encounter of runners that goes on."""

    def __init__(self, rules: Runners, *speeds: int) -> None:
        """Takes the rules and everybody's speed."""
        self.rules = rules
        state = EncounterState(ruleset="minimal")
        runners = (runner(who, speed) for who, speed in zip((A, B, C), speeds, strict=False))
        state = fold(state, (ev.CombatantAdded(combatant=each) for each in runners))
        self.context = RulesContext(
            state=state, ruleset=shipped("minimal"), texts=message_catalog()
        )

    @property
    def state(self) -> EncounterState:
        """The state as it is now."""
        return self.context.state

    def happen(self, *events: ev.Event) -> None:
        """Makes events true without any rule."""
        self.context = replace(self.context, state=fold(self.state, events))

    def play(self, rolling: Rolling[Message], resolution: Resolution) -> str:
        """Plays what asks for nothing; returns the key of its line in the log."""
        try:
            next(rolling)
        except StopIteration as done:
            self.happen(*resolution.events)
            label: Message = done.value
            return label.key
        raise AssertionError("asks for something")

    def step(self, *kinds: ObligationKind) -> str:
        """Moves on by one step."""
        resolution = Resolution(self.context)
        return self.play(turns.step(self.rules, resolution, kinds_of(*kinds)), resolution)

    def acting(self) -> str:
        """Returns the ids of those who act now."""
        return "".join(self.state.acting)


def block(key: int, *members: str, side: str = "pc") -> Block:
    """Returns a block of members at this place."""
    who = tuple(CombatantId(each) for each in members)
    return Block(members=who, key=(key,), score=-key, side=side)  # type: ignore[arg-type]  # a side


def groups(slots: Sequence[Slot]) -> list[str]:
    """Returns who is in each group, in order."""
    found: dict[int, str] = {}
    for slot in slots:
        found[slot.group] = found.get(slot.group, "") + slot.who
    return list(found.values())


def test_blocks_act_by_key_and_equal_ones_keep_their_places() -> None:
    """The smallest key first; what is equal stays as it was given."""
    blocks = [block(2, "x"), block(1, "y"), block(2, "z"), block(1, "w")]
    assert groups(turns.slots_of(blocks)) == ["y", "w", "x", "z"]


def test_equal_blocks_act_together_where_the_game_says_so() -> None:
    """Ties share a group, and its number goes on from the first."""
    slots = turns.slots_of(
        [block(2, "x"), block(1, "y"), block(2, "z")], joins=turns.same_key, first=4
    )
    assert groups(slots) == ["y", "xz"]
    assert [slot.group for slot in slots] == [4, 5, 5]


def test_neighbours_of_one_side_act_together() -> None:
    """Only neighbours: somebody of another side between keeps them apart."""
    blocks = [block(1, "x"), block(2, "y"), block(3, "z", side="foe"), block(4, "w")]
    assert groups(turns.slots_of(blocks, joins=turns.same_side)) == ["xy", "z", "w"]


def test_a_late_block_comes_before_the_first_with_a_larger_key() -> None:
    """After those it ties with."""
    slots = turns.inserted([block(1, "x"), block(2, "y"), block(3, "z")], [block(2, "w")])
    assert groups(slots) == ["x", "y", "w", "z"]


def test_nobody_to_begin_with_is_refused() -> None:
    """An encounter needs somebody in it."""
    with pytest.raises(RuleError) as caught:
        Track(Runners()).step()
    assert caught.value.message.key == "d6pool.nobody"


def test_steps_begin_order_turns_and_rounds() -> None:
    """Begin, order with the first turn, the second turn, the next round, and its order."""
    track = Track(Runners(), 3, 5)
    assert [track.step() for _ in range(2)] == ["run.round", "run.order"]
    assert track.acting() == "b"
    assert track.step() == "run.turn"
    assert track.acting() == "a"
    assert track.step() == "run.round"
    assert (track.state.round, track.state.slots) == (2, ())
    assert track.step() == "run.order"


def test_an_order_that_lasts_begins_the_next_round_at_once() -> None:
    """The next round starts with its first turn, and asks for its order once."""
    rules = Runners(keeps=True)
    track = Track(rules, 3, 5)
    keys = [track.step() for _ in range(4)]
    assert keys[-1] == "run.round"
    assert (track.state.round, track.acting(), rules.asked) == (2, "b", 2)


def test_an_ended_encounter_is_resumed_where_it_was() -> None:
    """Nothing begins anew."""
    track = Track(Runners(), 3, 5)
    track.step()
    track.happen(ev.StageSet(to="ended"))
    assert track.step() == "d6pool.log.resumed"
    assert track.state.round == 1


def test_groups_without_anybody_are_passed_over() -> None:
    """Who has left has no turn; without anybody the round is over."""
    track = Track(Runners(), 3, 5, 4)
    track.happen(ev.FlagSet(who=C, flag="left", on=True))
    track.step()
    track.step()
    assert track.step() == "run.turn"
    assert track.acting() == "a"
    track.happen(ev.FlagSet(who=B, flag="left", on=True))
    assert track.step() == "run.round"


def test_a_turn_in_which_nobody_can_act_ends_at_once() -> None:
    """It begins and ends all the same: what lasts to its end is over."""
    track = Track(Runners(), 3, 5)
    until = Expiry(round=1, edge="end", whose=B)
    track.happen(ev.ConditionAdded(who=B, condition=Condition(key="stumbles", until=until)))
    track.step()
    assert track.step() == "run.order"
    assert track.acting() == "a"
    assert not track.context.combatant(B).has("stumbles")


def test_conditions_end_with_the_turn_and_with_the_round_they_last_to() -> None:
    """The start of the own turn, its end, the end of the round."""
    track = Track(Runners(), 3, 5)
    track.step()
    for key, edge in (("early", "start"), ("late", "end")):
        until = Expiry(round=1, edge=edge, whose=A)  # type: ignore[arg-type]  # one of the two
        track.happen(ev.ConditionAdded(who=B, condition=Condition(key=key, until=until)))
    last = Condition(key="last", until=Expiry(round=1))
    track.happen(ev.ConditionAdded(who=B, condition=last))
    left = []
    for _ in range(3):
        track.step()
        left.append([each.key for each in track.context.combatant(B).conditions])
    assert left == [["early", "late", "last"], ["late", "last"], []]


def test_results_of_a_tie_are_held_until_the_next_step() -> None:
    """Who acts alone holds nothing; in a tie everybody does."""
    track = Track(Runners(), 4, 4, 9)
    track.step()
    track.step()
    assert not turns.holds(track.rules, track.context, C)
    track.step()
    assert turns.holds(track.rules, track.context, A)
    assert not turns.holds(track.rules, track.context, C)
    track.happen(ev.ResultHeld(by=A, events=(ev.GaugeChanged(who=B, gauge="speed", by=-1),)))
    track.step()
    assert (track.context.combatant(B).gauges["speed"], track.state.held) == (3, ())


def test_held_results_come_true_when_nobody_is_left_to_wait_for() -> None:
    """Removing the second of two releases what the first has done."""
    track = Track(Runners(), 4, 4)
    track.step()
    track.step()
    track.happen(ev.ResultHeld(by=A, events=(ev.GaugeSet(who=A, gauge="speed", to=1),)))
    resolution, before = Resolution(track.context), track.context.state
    turns.without(track.rules, resolution, before)
    assert resolution.events == ()
    resolution.record(ev.CombatantRemoved(who=B))
    turns.without(track.rules, resolution, before)
    assert resolution.combatant(A).gauges["speed"] == 1


def test_results_are_released_by_hand_only_if_some_are_held() -> None:
    """Otherwise it is refused with the rule of ties."""
    track = Track(Runners(), 4, 4)
    resolution = Resolution(track.context)
    with pytest.raises(RuleError) as caught:
        track.play(turns.release(track.rules, {}, resolution), resolution)
    assert (caught.value.message.key, caught.value.rule) == ("d6pool.nothing_waits", "RUN-1")
    track.happen(ev.ResultHeld(by=A, events=(ev.GaugeSet(who=A, gauge="speed", to=1),)))
    resolution = Resolution(track.context)
    assert (
        track.play(turns.release(track.rules, {}, resolution), resolution) == "d6pool.log.applied"
    )
    assert track.context.combatant(A).gauges["speed"] == 1


RACE = ObligationKind(
    kind="race",
    rule="RUN-2",
    settle=None,  # type: ignore[arg-type]  # never settled here
    refusal="run.race_waits",
)


@pytest.mark.parametrize(("due", "refused"), [("turn_end", True), ("any_time", False)])
def test_what_is_owed_before_the_end_of_a_turn_keeps_it(due: str, *, refused: bool) -> None:
    """Next is refused by the kind's own message, and nothing has changed."""
    track = Track(Runners(), 3, 5)
    track.step()
    track.step()
    owed = Obligation(kind="race", who=B, due=due)  # type: ignore[arg-type]  # one of the names of it
    track.happen(ev.ObligationAdded(obligation=owed))
    if not refused:
        assert track.step(RACE) == "run.turn"
        return
    with pytest.raises(RuleError) as caught:
        track.step(RACE)
    assert (caught.value.message.key, caught.value.rule) == ("run.race_waits", "RUN-2")
    assert track.acting() == "b"


def test_the_end_ends_what_lasts_for_the_scene() -> None:
    """Only a running encounter ends."""
    track = Track(Runners(), 3)
    resolution = Resolution(track.context)
    with pytest.raises(RuleError) as caught:
        track.play(turns.finish(track.rules, resolution), resolution)
    assert caught.value.message.key == "rules.not_running"
    track.step()
    resolution = Resolution(track.context)
    assert track.play(turns.finish(track.rules, resolution), resolution) == "rules.log.finished"
    assert track.state.stage == "ended"
