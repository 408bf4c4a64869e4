"""The turn machine shared by all rule systems: order of turns, groups that act at once, passes, rounds, ties.

What differs between games is in ``TurnRules``: who rolls for the order, what a turn and a round begin and end with.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import Missing, RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState, Held
from encounter_gui.encounter.values import Combatant, Condition, Duration, Record, Side, Slot
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.conditions import saves, scene_end
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import (
    duration_text,
    ended_at_turns,
    ended_with_round,
    with_ruled_end,
)
from encounter_gui.rules.engine.obligations import (
    GOING_ON,
    Kinds,
    ObligationKind,
    held_up_by,
    require_settled,
    title_of,
)
from encounter_gui.rules.engine.resolution import (
    FollowUps,
    Resolution,
    held_by,
    merged,
    no_follow_ups,
    release_held,
    view_of_tie,
)
from encounter_gui.rules.engine.scene.closing import forget_carried, require_open
from encounter_gui.rules.model.text_format import names_of, short_list

Moment = Literal["round", "order", "turn"]
"""What a step came to, for its line in the log: a new round, a new order, the next turn."""

HOLDING = "holds_turn"
"""The record of a combatant that holds its turn until it is taken up; ``until`` says what it waits for."""

MOVED = "turns_moved"
"""The record of the encounter that turns of this round were put off or taken early."""

# ---- the order


class Block(Struct, frozen=True, kw_only=True):
    """Combatants who act at once, and their place in the order.

    The smallest ``key`` acts first. ``score`` is what is shown, ``side`` the side they act for (None: their own
    account), ``pass_index`` counts the passes of a round in which a combatant may have a slot each.
    """

    members: tuple[CombatantId, ...]
    key: tuple[int, ...]
    score: int
    side: Side | None = None
    pass_index: int = 0


Joins = Callable[[Block, Block], bool]
"""Whether a block acts at once with the block before it."""


def never(before: Block, block: Block) -> bool:
    """Returns False: every block is a group of its own."""
    return False


def same_key(before: Block, block: Block) -> bool:
    """Returns whether two blocks have the same place: ties act together."""
    return before.key == block.key


def same_side(before: Block, block: Block) -> bool:
    """Returns whether two blocks act for the same side: neighbours of one side act together."""
    return block.side is not None and before.side == block.side


def slots_of(blocks: Iterable[Block], *, joins: Joins = never, first: int = 0) -> tuple[Slot, ...]:
    """Returns the slots of blocks by their keys; blocks with equal keys keep the places they are given in.

    Args:
        blocks: the blocks, in any order.
        joins: which neighbours share a group.
        first: the number of the first group.
    """
    return _with_numbers(sorted(blocks, key=_key), joins, first)


def inserted(
    blocks: Sequence[Block], late: Iterable[Block], *, joins: Joins = never
) -> tuple[Slot, ...]:
    """Returns the slots of blocks in the order given, with late ones before the first that has a larger key."""
    placed = list(blocks)
    for block in late:
        places = (place for place, other in enumerate(placed) if other.key > block.key)
        placed.insert(next(places, len(placed)), block)
    return _with_numbers(placed, joins, 0)


def _key(block: Block) -> tuple[int, ...]:
    return block.key


def _with_numbers(blocks: Sequence[Block], joins: Joins, first: int) -> tuple[Slot, ...]:
    slots: list[Slot] = []
    group = first - 1
    before: Block | None = None
    for block in blocks:
        group += before is None or not joins(before, block)
        before = block
        slots += [
            Slot(who=who, score=block.score, group=group, lane=block.pass_index)
            for who in block.members
        ]
    return tuple(slots)


# ---- what differs between games


class TurnRules:
    """What differs between games in how an encounter moves on. Instances hold nothing.

    The defaults are those of a game in which nothing happens but what the ruleset says of its conditions.
    ``holds_ties``: what those who act at once do is held until all of them have rolled. ``tie_rule`` is the id of
    that rule.
    """

    holds_ties: bool = False
    tie_rule: str = ""

    def with_end(
        self, context: RulesContext, combatant: Combatant, condition: Condition
    ) -> Condition:
        """Returns a condition that begins now with its end by the rules, where it has none yet.

        By default that is what the ruleset says of how long it lasts.
        """
        return with_ruled_end(context, condition)

    def needs_order(self, context: RulesContext) -> bool:
        """Returns whether the next step finds the order of turns; by default where there is none."""
        return not context.state.slots

    def keeps_order(self, context: RulesContext) -> bool:
        """Returns whether the next round begins with an order at once, instead of with the step that finds one."""
        return False

    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant has anything to do in its slot: a group without any such is passed over."""
        raise NotImplementedError

    def is_to_roll(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether the results of a tie wait for a combatant that has not acted in it; by default for nobody."""
        return False

    def is_spent(self, event: ev.Event) -> bool:
        """Returns whether what an event uses up is gone for all in a tie as soon as it is used; by default nothing."""
        return False

    def merge(self, resolution: Resolution, held: Sequence[Held]) -> None:
        """Makes true what has waited in a tie; it is given in the order of turns, not in the one it was typed in."""
        merged(resolution, held)

    def told_of_tie(self, before: RulesContext, after: RulesContext) -> Iterable[Message]:
        """Returns what the log says of what a tie has come to; by default nothing."""
        return ()

    def has_begun(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant of a tie has begun to act, though something is left; by default it has not."""
        return False

    def left_undone(self, context: RulesContext, slot: Slot) -> str:
        """Returns what a combatant declared, in words, where it can act in its slot and has not; "": nothing."""
        return ""

    def can_act(self, context: RulesContext) -> bool:
        """Returns whether anybody of the group whose turn has just begun can act; if not, the turn ends at once."""
        return True

    def may_leave(self, context: RulesContext) -> None:
        """Lets the turn of the acting group end. Obligations are checked apart.

        Raises:
            RuleError: something has to be done first.
        """

    def begin(self, resolution: Resolution) -> Rolling[Message]:
        """Begins the encounter; by default with its first round."""
        yield from ()
        self.begin_round(resolution, 1)
        return self.label(resolution, "round")

    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        """Finds the order of turns; without a slot nobody can act, and the round is over.

        It is asked for where ``needs_order`` says so, and where ``keeps_order`` does, before each further round: for
        the order of that round, newcomers included.
        """
        raise NotImplementedError

    def is_turn(self, slot: Slot) -> bool:
        """Returns whether a slot is a turn of its combatant, and not an action beside it; by default each is."""
        return True

    def beginning(self, resolution: Resolution, slots: Sequence[Slot]) -> Sequence[Slot]:
        """Returns whose turns begin now that their group acts; by default they all begin together."""
        return slots

    def ending(self, resolution: Resolution, slots: Sequence[Slot]) -> Sequence[Slot]:
        """Returns whose turns end now that their group has acted; by default they all end together."""
        return slots

    def begin_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> None:
        """Adds what a game begins the turns of a group with; conditions that last until then have ended."""

    def end_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> Rolling[None]:
        """Adds what a game ends the turns of a group with; after it conditions end that last until then."""
        yield from ()

    def end_round(self, resolution: Resolution) -> Rolling[None]:
        """Ends the round; by default conditions end that do not outlast it."""
        yield from ()
        resolution.record(
            *ended_with_round(resolution.context.state, resolution.context.ruleset.time)
        )

    def begin_round(self, resolution: Resolution, number: int) -> None:
        """Begins a round: records ``RoundBegan``, and what the game renews with it."""
        resolution.record(ev.RoundBegan(number=number))

    def comes_back(self, context: RulesContext, combatant: Combatant, key: str) -> bool:
        """Returns whether a condition or gauge that ended with the fight is there again when it goes on after all.

        By default it is; a game says what somebody who has fallen meanwhile does not get back.
        """
        return True

    def resume(self, resolution: Resolution) -> None:
        """Adds what a fight that goes on after all begins with, once what ended with it is back."""

    def end_encounter(self, resolution: Resolution) -> None:
        """Ends what does not outlast the encounter; by default conditions that last for the scene."""
        resolution.record(*scene_ended(resolution.context))

    def label(self, resolution: Resolution, moment: Moment) -> Message:
        """Returns the line in the log of a step, from the state after it."""
        raise NotImplementedError


def scene_ended(
    context: RulesContext, also: frozenset[str] = frozenset()
) -> tuple[ev.ConditionRemoved, ...]:
    """Returns the ends of the conditions that last for the scene, and of others by key.

    What the game master has said of a condition goes before what the ruleset says.
    """
    passing = also | {each.key for each in context.ruleset.conditions if each.lasts == "scene"}
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=condition.key)
        for combatant in context.state.combatants.values()
        for condition in combatant.conditions
        if (
            condition.key in passing
            if (known := duration_text(condition)) is None
            else _is_scene(known)
        )
    )


def _said_for_scene(context: RulesContext) -> tuple[ev.ConditionRemoved, ...]:
    """Returns the ends of the conditions of which the game master has said that they last for the scene."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key=condition.key)
        for combatant in context.state.combatants.values()
        for condition in combatant.conditions
        if (known := duration_text(condition)) is not None and _is_scene(known)
    )


def _is_scene(duration: Duration) -> bool:
    return duration.kind == "scene"


def without_done(
    combatant: Combatant, gauges: Iterable[str], records: Iterable[str] = ()
) -> Iterable[ev.Event]:
    """Yields what sets counts of a turn back to 0 and forgets its records, those of them that are there."""
    for gauge in gauges:
        if combatant.gauges.get(gauge):
            yield ev.GaugeSet(who=combatant.id, gauge=gauge, to=0)
    for key in records:
        if key in combatant.memo:
            yield ev.MemoSet(who=combatant.id, key=key, value="")


def order_text(context: RulesContext) -> str:
    """Returns the first pass of a round as names with their scores, for a line in the log."""
    first = (slot for slot in context.state.slots if not slot.lane)
    return short_list((context.combatant(slot.who), str(slot.score)) for slot in first)


# ---- who acts


def slots_in(context: RulesContext, group: int) -> tuple[Slot, ...]:
    """Returns the slots of a group."""
    state = context.state
    if group == state.group:
        return state.slots_now
    return tuple(slot for slot in state.slots if slot.group == group)


def taking_part(rules: TurnRules, context: RulesContext) -> tuple[Combatant, ...]:
    """Returns the combatants of the acting group that have something to do in it, in order of the slots."""
    return tuple(
        context.combatant(slot.who)
        for slot in context.state.slots_now
        if rules.takes_part(context, slot)
    )


def to_roll(rules: TurnRules, context: RulesContext) -> tuple[Combatant, ...]:
    """Returns the combatants of the acting group for whom the results of a tie wait, in order of the slots.

    Each as it is in its own picture of the tie.
    """
    found = []
    for slot in slots_in(context, context.state.group):
        own = view_of_tie(context, slot.who) if context.state.held else context
        if rules.is_to_roll(own, slot):
            found.append(context.combatant(slot.who))
    return tuple(found)


def left_undone(rules: TurnRules, context: RulesContext) -> tuple[str, ...]:
    """Returns who of the acting group has not done what it declared or, in a tie, anything.

    Where the fight is over nobody has anything left to do.
    """
    if context.state.stage != "running":
        return ()
    tied = is_tied(rules, context) and rules.holds_ties
    waits_for = {each.id for each in to_roll(rules, context)} if tied else frozenset()
    found = []
    for slot in slots_in(context, context.state.group):
        plan = rules.left_undone(context, slot)
        if not plan and slot.who in waits_for and not rules.has_begun(context, slot):
            plan = context.texts.text_of("rules.tie.not_acted")
        if plan:
            found.append(f"{context.combatant(slot.who).name}: {plan}")
    return tuple(found)


def missing_in_tie(rules: TurnRules, kinds: Kinds, context: RulesContext) -> tuple[Missing, ...]:
    """Returns what a tie waits for: first tests and decisions that its actions have led to, then who is to act."""
    if not rules.holds_ties or not is_tied(rules, context):
        return ()
    owed = (Missing(who=each.who, owed=each.id) for each in owed_in_tie(kinds, context))
    return (*owed, *(Missing(who=each.id) for each in to_roll(rules, context)))


def owed_in_tie(kinds: Kinds, context: RulesContext) -> tuple[Obligation, ...]:
    """Returns what has to be rolled or decided before what waits in a tie takes effect, in the order of settling."""
    return held_up_by(kinds, context, "turn_end")


def names_acting(rules: TurnRules, context: RulesContext) -> str:
    """Returns the names of the combatants that act now, for a line in the log."""
    return names_of(taking_part(rules, context))


def next_group(rules: TurnRules, context: RulesContext) -> int | None:
    """Returns the next group in which somebody takes part; None: the round is over."""
    return context.state.next_group(lambda slot: rules.takes_part(context, slot))


def is_tied(rules: TurnRules, context: RulesContext) -> bool:
    """Returns whether two or more act at once now, or did so until now and their results are still held."""
    able = (slot for slot in context.state.slots_now if rules.takes_part(context, slot))
    return bool(context.state.held) or len(tuple(islice(able, 2))) > 1


def holds(rules: TurnRules, context: RulesContext, actor: CombatantId) -> bool:
    """Returns whether what a combatant does now is held until others have rolled."""
    return rules.holds_ties and actor in context.state.acting and is_tied(rules, context)


def seen_by(
    rules: TurnRules, context: RulesContext, actor: CombatantId, follow_ups: FollowUps
) -> RulesContext:
    """Returns what a combatant rolls from: in a tie the context before it, with its own effects."""
    # Whether there is a tie is asked last: that takes a walk over all who act.
    if not context.state.held or not holds(rules, context, actor):
        return context
    return view_of_tie(context, actor, follow_ups)


# ---- moving on


def going_on(rules: TurnRules, kinds: Callable[[], Kinds]) -> ObligationKind:
    """Returns the rest of a step that waits until what a tie has come to is confirmed; the next step is it as well."""

    def settle(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
        return (yield from step(rules, resolution, kinds()))

    def applies(context: RulesContext, owed: Obligation) -> bool:
        return owed.values == _place(context.state) and context.state.stage == "running"

    return ObligationKind(
        kind=GOING_ON,
        rule="",
        settle=settle,
        priority=90,
        is_automatic=False,
        is_step=True,
        holds_up=False,
        applies=applies,
    )


def _place(state: EncounterState) -> Mapping[str, Record]:
    return {"round": state.round, "group": state.group}


def step(rules: TurnRules, resolution: Resolution, kinds: Kinds) -> Rolling[Message]:
    """Moves the encounter on by one step: it begins, the order is found, the next group, the next round.

    Raises:
        RuleError: there is nobody, something is owed before, or the rules want something done first.
    """
    waiting = (each for each in resolution.context.state.obligations if each.kind == GOING_ON)
    resolution.record(*(ev.ObligationSettled(id=each.id) for each in waiting))
    context = resolution.context
    if context.state.stage != "running":
        return (yield from _begin(rules, resolution))
    if rules.needs_order(context):
        require_settled(kinds, context, "now")
        return (yield from _find_order(rules, resolution))
    is_last = next_group(rules, context) is None
    require_settled(kinds, context, "round_end" if is_last else "turn_end")
    rules.may_leave(context)
    return (yield from _advance(rules, resolution, kinds))


def set_ends(rules: TurnRules, resolution: Resolution, who: Iterable[CombatantId]) -> None:
    """Sets the ends of conditions that stood on combatants before the fight, or before they joined it.

    They end as if they had begun now. What follows from them is not added: they have been there.
    """
    context = resolution.context
    found = (
        ev.ConditionAdded(who=combatant.id, condition=ending)
        for combatant in map(context.combatant, who)
        for condition in combatant.conditions
        if (ending := rules.with_end(context, combatant, condition)) != condition
    )
    resolution.record(*tuple(found), follow_ups=no_follow_ups)


def end_what_is_past(rules: TurnRules, resolution: Resolution) -> None:
    """Ends what does not last into the first round, and sets the ends of what stands before it."""
    state = resolution.context.state
    resolution.record(*ended_with_round(state, resolution.context.ruleset.time))
    set_ends(rules, resolution, state.combatants)


def _begin(rules: TurnRules, resolution: Resolution) -> Rolling[Message]:
    before = resolution.context.state
    if not before.combatants:
        raise refuse(_key_of(resolution, "nobody"))
    require_open(before)
    resolution.record(ev.StageSet(to="running"))
    if before.stage == "ended" and before.round:
        forget_carried(resolution)
        scene_end.take_back_end(resolution, rules.comes_back)
        rules.resume(resolution)
        return say(_key_of(resolution, "log.resumed"))
    end_what_is_past(rules, resolution)
    return (yield from rules.begin(resolution))


def _find_order(rules: TurnRules, resolution: Resolution) -> Rolling[Message]:
    slots = yield from rules.order(resolution)
    if slots:
        resolution.record(ev.OrderSet(slots=slots))
    has_moved = yield from to_next_group(rules, resolution)
    if has_moved or (slots and rules.keeps_order(resolution.context)):
        return rules.label(resolution, "order")
    return (yield from _next_round(rules, resolution))


def _advance(rules: TurnRules, resolution: Resolution, kinds: Kinds) -> Rolling[Message]:
    undone = ", ".join(left_undone(rules, resolution.context))
    count = len(held_by(resolution.context.state.held))
    told = _release_held(rules, resolution)
    if count and (resolution.is_proposing or held_up_by(kinds, resolution.context, "now")):
        # Nobody goes on before it is known what the tie has come to, the tests that it leads to included.
        kind = going_on(rules, dict)
        owed = replace(kind.of(None), values=_place(resolution.context.state))
        resolution.owe(owed, is_effect=False)
        return _with_told(resolution, say(_key_of(resolution, "log.applied"), results=count), told)
    group = resolution.context.state.group
    if group >= 0:
        yield from _end_group(rules, resolution, group)
    if (yield from to_next_group(rules, resolution)):
        label = rules.label(resolution, "turn")
    else:
        label = yield from _next_round(rules, resolution)
    label = _with_told(resolution, label, told)
    if not undone:
        return label
    text = resolution.context.texts.sentence(label)
    return say("rules.log.passed_over", text=text, plans=undone)


def _release_held(rules: TurnRules, resolution: Resolution) -> str:
    return release_held(resolution, rules.merge, rules.told_of_tie)


def to_next_group(rules: TurnRules, resolution: Resolution) -> Rolling[bool]:
    """Begins the turns of the next group in which somebody can act; False: the round is over, it is nobody's turn."""
    passed = None
    while (group := next_group(rules, resolution.context)) is not None:
        resolution.record(ev.TurnMoved(group=group))
        resolution.record(*_taken_up(resolution.context))
        slots = rules.beginning(resolution, slots_in(resolution.context, group))
        start_turns(rules, resolution, slots)
        if rules.can_act(resolution.context):
            return True
        yield from _end_group(rules, resolution, group)
        passed = group
    if passed is not None:  # its turns have ended, and must not end again with the next step
        resolution.record(ev.TurnMoved(group=passed + 1))
    return False


def _end_group(rules: TurnRules, resolution: Resolution, group: int) -> Rolling[None]:
    slots = rules.ending(resolution, slots_in(resolution.context, group))
    yield from close_turns(rules, resolution, slots)


def _taken_up(context: RulesContext) -> Iterable[ev.Event]:
    """Yields the end of what those who act now have held."""
    for who in context.state.acting:
        if HOLDING in context.combatant(who).memo:
            yield ev.MemoSet(who=who, key=HOLDING, value="")


def start_turns(rules: TurnRules, resolution: Resolution, slots: Sequence[Slot]) -> None:
    """Begins turns: what lasts until then ends, and what the game does then."""
    own = [slot for slot in slots if rules.is_turn(slot)]
    resolution.record(*ended_at_turns(resolution.context.state, own, "start"))
    rules.begin_turns(resolution, slots)


def close_turns(rules: TurnRules, resolution: Resolution, slots: Sequence[Slot]) -> Rolling[None]:
    """Ends turns: what the game does then, what lasts until then, and the saves that end something."""
    yield from rules.end_turns(resolution, slots)
    own = [slot for slot in slots if rules.is_turn(slot)]
    resolution.record(*ended_at_turns(resolution.context.state, own, "end"))
    saves.owe_saves(resolution, own)


def _next_round(rules: TurnRules, resolution: Resolution) -> Rolling[Message]:
    yield from rules.end_round(resolution)
    slots: tuple[Slot, ...] = ()
    if rules.keeps_order(resolution.context):
        slots = yield from rules.order(resolution)
    rules.begin_round(resolution, resolution.context.state.round + 1)
    if MOVED in resolution.context.state.memo:
        resolution.record(ev.FightMemoSet(key=MOVED, value=False))
    if slots:
        resolution.record(ev.OrderSet(slots=slots))
        yield from to_next_group(rules, resolution)
    return rules.label(resolution, "round")


def finish(rules: TurnRules, resolution: Resolution) -> Rolling[Message]:
    """Ends the encounter: held results come true, and what lasts for the scene ends.

    Raises:
        RuleError: it is not running.
    """
    yield from ()
    if resolution.context.state.stage != "running":
        raise refuse("rules.not_running")
    told = _release_held(rules, resolution)
    before = resolution.context.state
    rules.end_encounter(resolution)
    resolution.record(*_said_for_scene(resolution.context))
    # The round counts as a whole: nothing waits for a turn or an end of it that does not come any more.
    resolution.record(*ended_with_round(resolution.context.state, resolution.context.ruleset.time))
    scene_end.keep_what_ended(resolution, before)
    resolution.record(ev.StageSet(to="ended"))
    return _with_told(resolution, say("rules.log.finished"), told)


def release(
    rules: TurnRules, kinds: Kinds, resolution: Resolution, *, one_by_one: bool = False
) -> Rolling[Message]:
    """Makes the held results of a tie true now, instead of with the next step.

    ``one_by_one``: also before all have acted. Those who have not act on the state after it: the one case in which it
    matters who was played first, and the log says so.

    Raises:
        RuleError: no result is held, a roll of it is missing, or somebody of the tie has not acted yet.
    """
    yield from ()
    context = resolution.context
    count = len(held_by(context.state.held))
    if not count:
        raise refuse(_key_of(resolution, "nothing_waits"), rule=rules.tie_rule)
    missing = missing_in_tie(rules, kinds, context)
    owed = owed_in_tie(kinds, context)
    if owed:
        titles = ", ".join(dict.fromkeys(_owed_text(context, each) for each in owed))
        message = say("rules.tie.roll_missing", owed=titles)
        raise RuleError(message, rule=rules.tie_rule, missing=missing)
    waits_for = to_roll(rules, context)
    if waits_for and not one_by_one:
        message = say("rules.tie.not_all", who=names_of(waits_for))
        raise RuleError(message, rule=rules.tie_rule, missing=missing)
    told = _release_held(rules, resolution)
    resolution.reason(_key_of(resolution, "why.tie"), rules.tie_rule)
    label = say(_key_of(resolution, "log.applied"), results=count)
    texts = resolution.context.texts
    if waits_for:
        resolution.reason("rules.tie.why_one_by_one", rules.tie_rule)
        label = say("rules.tie.one_by_one", text=texts.sentence(label), who=names_of(waits_for))
    return _with_told(resolution, label, told)


def _with_told(resolution: Resolution, label: Message, told: str) -> Message:
    """Returns a line of the log with what a tie has come to, if anything is to be told of it."""
    if not told:
        return label
    return say("rules.tie.came_to", text=resolution.context.texts.sentence(label), told=told)


def _owed_text(context: RulesContext, obligation: Obligation) -> str:
    who = context.state.combatants.get(obligation.who) if obligation.who else None
    title = title_of(context, obligation)
    return f"{who.name}: {title}" if who else title


def release_now(rules: TurnRules, resolution: Resolution) -> None:
    """Makes the held results of a tie true, whoever has not acted yet: to show what they would come to."""
    _release_held(rules, resolution)


GONE = CombatantId("")
"""Whose results those are that were rolled by somebody who has been removed since."""


def without(rules: TurnRules, resolution: Resolution, before: EncounterState) -> None:
    """Keeps what removed combatants have rolled for, and makes it true if nobody is left to wait for.

    ``before`` is the state in which they were there. What they did to others in a tie happened all the same.
    """
    state = resolution.context.state
    for held in before.held:
        is_there = [getattr(each, "who", None) in state.combatants for each in held.events]
        left = tuple(each for each, there in zip(held.events, is_there, strict=True) if there)
        if held.by not in state.combatants and held.by != GONE and left:
            own = sum(is_there[: held.own])
            resolution.record(ev.ResultHeld(by=GONE, events=left, own=own))
    if rules.holds_ties and len(resolution.context.state.acting) <= 1:
        _release_held(rules, resolution)


def _key_of(resolution: Resolution, name: str) -> str:
    return f"{resolution.context.ruleset.system}.{name}"
