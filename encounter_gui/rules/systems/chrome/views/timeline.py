"""The heading and the timeline of a CHROME fight: a slot for each Operator, one for all enemies.

Source: CHR-25, CHR-26.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import short_name
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.turns import order
from encounter_gui.rules.systems.chrome.views import table as table_view
from encounter_gui.rules.systems.chrome.views.chips import duration, ticking, words_of
from encounter_gui.rules.view import EffectBar, Heading, Member, SlotLook, Timeline, TimelineSlot

_NAMED_ACTORS = 3
"""More who may still act are told as a number."""

_TICKING = ("bleeding", "ablaze")

_SHOWN = (*character.COLD, "surprised", "shocked", "ablaze")
"""Conditions whose end is something to wait for."""

Group = tuple[Slot, ...]


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state, texts = context.state, context.texts
    running = state.stage == "running"
    acting = _acting(context) if running else ()
    return Heading(
        state=texts.text_of(f"chrome.stage.{state.stage}"),
        round=texts.text_of("chrome.heading.round", round=state.round)
        if running
        else texts.text_of(f"chrome.heading.{state.stage}"),
        actors=_actors(context, acting) if running and state.slots else "",
        side=_side(acting) if running else None,
        next=texts.text_of(f"chrome.next.{_next_word(context)}"),
        is_running=running,
    )


def _acting(context: RulesContext) -> tuple[Combatant, ...]:
    """Who may still act in the slot that is played: who has begun and not ended, else everybody who is free."""
    combatants = action_budget.acting(context)
    able = [combatant for combatant in combatants if not action_budget.is_spent(context, combatant)]
    begun = [combatant for combatant in able if action_budget.has_begun(context, combatant)]
    return tuple(begun or able) or combatants


def _side(acting: Sequence[Combatant]) -> Side | None:
    return acting[0].side if acting else None


def _actors(context: RulesContext, acting: Sequence[Combatant]) -> str:
    """``Enemies act: Biomech horror``; of an Operator ``Tack acts``."""
    texts, block = context.texts, table_view.block_now(context)
    if not acting:
        return texts.text_of("chrome.heading.nobody")
    if block != "enemies":
        key = "chrome.heading.extra" if block == "extra" else "chrome.heading.acts"
        return texts.text_of(key, who=acting[0].name)
    shown = ", ".join(combatant.name for combatant in acting[:_NAMED_ACTORS])
    more = len(acting) - _NAMED_ACTORS
    if more > 0:
        shown = texts.text_of("chrome.heading.and_more", who=shown, count=more)
    return texts.text_of("chrome.heading.enemies", who=shown)


def _next_word(context: RulesContext) -> str:
    state = context.state
    if state.stage != "running":
        return "start" if state.stage == "ready" else "resume"
    if not state.slots:
        return "initiative"
    return "round" if following_group(context) is None else "turn"


def following_group(context: RulesContext) -> int | None:
    """Returns the group that acts next in this round; None: none can. Source: CHR-26, CHR-27."""
    state = context.state
    return next(
        (
            slot.group
            for slot in state.slots
            if slot.group > state.group
            and slot.who in state.combatants
            and _will_act(state.combatants[slot.who])
        ),
        None,
    )


def _will_act(combatant: Combatant) -> bool:
    """Whether somebody whose slot is to come will be able to act in it. Source: CHR-23, CHR-27, CHR-38."""
    is_held_back = any(combatant.has(key) for key in character.HELD_BACK)
    return character.can_act(combatant) and not is_held_back


def timeline(context: RulesContext) -> Timeline:
    """Returns the order of this round and the next as a strip, with what lasts under its owners' slots."""
    state, texts = context.state, context.texts
    caption = texts.text_of("chrome.heading.round", round=max(state.round, 1))
    if not state.slots:
        note = texts.text_of("chrome.timeline.speed" if state.round else "chrome.timeline.ready")
        return Timeline(caption=caption, note=note, slots=_waiting(context))
    now, then = groups_of(context, state.slots), _next_groups(context)
    slots = (
        *(_slot(context, group, is_next_round=False) for group in now),
        _separator(context),
        *(_slot(context, group, is_next_round=True) for group in then),
    )
    return Timeline(
        caption=caption,
        note=texts.text_of("chrome.timeline.seconds", seconds=context.ruleset.time.seconds),
        slots=slots,
        effects=tuple(_bars(context, now, then)),
    )


def groups_of(context: RulesContext, slots: Sequence[Slot]) -> tuple[Group, ...]:
    """Returns the slots of those who are there, group by group."""
    known = [slot for slot in slots if slot.who in context.state.combatants]
    return tuple(tuple(group) for _, group in groupby(known, key=lambda slot: slot.group))


def _next_groups(context: RulesContext) -> tuple[Group, ...]:
    """The order of the next round, as far as it is known. Source: CHR-22, CHR-25."""
    if context.switch("chrome.rerollInitiativeEachRound"):
        return ()
    return groups_of(context, order.slots(context))


def _separator(context: RulesContext) -> TimelineSlot:
    texts = context.texts
    rolls = context.switch("chrome.rerollInitiativeEachRound")
    note = (
        texts.text_of("chrome.timeline.speed")
        if rolls
        else texts.text_of("chrome.timeline.seconds", seconds=context.ruleset.time.seconds)
    )
    return TimelineSlot(
        text=texts.text_of("chrome.heading.round", round=context.state.round + 1), note=note
    )


def _slot(context: RulesContext, group: Group, *, is_next_round: bool) -> TimelineSlot:
    """Returns the slot of an Operator, or the one of all enemies with its members. Source: CHR-26."""
    combatant = context.combatant(group[0].who)
    if character.is_operator(combatant):
        return _operator_slot(context, combatant, group, is_next_round=is_next_round)
    members = tuple(
        _member(context, context.combatant(slot.who), slot, is_next_round=is_next_round)
        for slot in group
    )
    is_to_come = group[0].group > context.state.group
    return TimelineSlot(
        text=context.texts.text_of("chrome.block.enemies"),
        look=_look(context, group, is_next_round=is_next_round),
        side="foe",
        note="" if is_next_round or is_to_come else _progress(context, members),
        members=members,
        can_be_ordered=not is_next_round and len(members) > 1,
    )


def _operator_slot(
    context: RulesContext, combatant: Combatant, group: Group, *, is_next_round: bool
) -> TimelineSlot:
    slot, text_of = group[0], context.texts.text_of
    return TimelineSlot(
        text=combatant.name,
        short=_short(context, combatant),
        look=_look(context, group, is_next_round=is_next_round),
        who=combatant.id,
        side=combatant.side,
        note=text_of("chrome.timeline.extra") if slot.lane else "",
        can_be_ordered=not is_next_round
        and not slot.lane
        and order.is_free(context, combatant.id, None),
    )


def _progress(context: RulesContext, members: tuple[Member, ...]) -> str:
    """``2 of 4 acted``; those who are out are not waited for."""
    able = [member for member in members if member.state != "out"]
    done = sum(member.state == "spent" for member in able)
    return context.texts.text_of("chrome.timeline.acted", done=done, all=len(able)) if able else ""


def _member(
    context: RulesContext, combatant: Combatant, slot: Slot, *, is_next_round: bool
) -> Member:
    state = context.state
    if character.is_out(combatant):
        return Member(who=combatant.id, name=combatant.name, side=combatant.side, state="out")
    if is_next_round or slot.group > state.group:
        return Member(who=combatant.id, name=combatant.name, side=combatant.side)
    if slot.group < state.group or slot.is_done or action_budget.is_spent(context, combatant):
        return Member(who=combatant.id, name=combatant.name, side=combatant.side, state="spent")
    has_begun = action_budget.has_begun(context, combatant)
    return Member(
        who=combatant.id,
        name=combatant.name,
        side=combatant.side,
        state="now" if has_begun else "free",
    )


def _look(context: RulesContext, group: Group, *, is_next_round: bool) -> SlotLook:
    combatants = [context.combatant(slot.who) for slot in group]
    if all(
        character.is_out(combatant) and not character.is_presence(combatant)
        for combatant in combatants
    ):
        return "out"
    number, now = group[0].group, context.state.group
    if is_next_round:
        return "later"
    if number == now:
        return "now"
    if number < now:
        return "done"
    return "next" if number == following_group(context) else "later"


def _short(context: RulesContext, combatant: Combatant) -> str:
    return short_name(combatant.name, (each.name for each in context.state.combatants.values()))


def _waiting(context: RulesContext) -> tuple[TimelineSlot, ...]:
    """Everybody before the order is known: Operators by Speed, and the enemies together."""
    operators = tuple(
        TimelineSlot(
            text=combatant.name,
            short=_short(context, combatant),
            look="out" if character.is_out(combatant) else "later",
            who=combatant.id,
            side=combatant.side,
        )
        for combatant in character.operators(context)
    )
    members = tuple(
        Member(
            who=combatant.id,
            name=combatant.name,
            side=combatant.side,
            state="out" if character.is_out(combatant) else "free",
        )
        for combatant in context.state.combatants.values()
        if not character.is_operator(combatant)
    )
    if not members:
        return operators
    enemies = context.texts.text_of("chrome.block.enemies")
    return (*operators, TimelineSlot(text=enemies, side="foe", members=members))


def _bars(
    context: RulesContext, now: tuple[Group, ...], then: tuple[Group, ...]
) -> Iterator[EffectBar]:
    """Yields what lasts: from its owner's slot to the slot at which it ends, in this round or the next."""
    place = _places(now)
    following = {who: len(now) + 1 + index for who, index in _places(then).items()}
    for who, combatant in context.state.combatants.items():
        if who not in place:
            continue
        start, ends = place[who], following.get(who)
        if character.marks(combatant, character.BLEEDING) and not character.is_dead(combatant):
            yield _bleeding(context, combatant, start, ends)
        for condition in combatant.conditions:
            if condition.key in _SHOWN and not character.is_dead(combatant):
                yield from _lasting(context, combatant, condition, start, ends, len(now))
        yield from _appearing(context, combatant, start, ends)


def _places(groups: tuple[Group, ...]) -> dict[CombatantId, int]:
    """The index of everybody's own slot."""
    return {slot.who: index for index, group in enumerate(groups) for slot in group}


def _bleeding(
    context: RulesContext, combatant: Combatant, start: int, end: int | None
) -> EffectBar:
    text = context.texts.text_of(
        "chrome.timeline.bleeding",
        who=combatant.name,
        damage=ticking(context, combatant, "bleeding"),
    )
    return EffectBar(text=text, kind="danger", start=start, end=end)


def _lasting(
    context: RulesContext,
    combatant: Combatant,
    condition: Condition,
    start: int,
    own: int | None,
    count: int,
) -> Iterator[EffectBar]:
    known = context.ruleset.condition(condition.key)
    if known is None:
        return
    if condition.key in _TICKING:
        damage = ticking(context, combatant, condition.key)
        text = context.texts.text_of("chrome.timeline.ablaze", who=combatant.name, damage=damage)
        yield EffectBar(text=text, kind=known.kind, start=start, end=own)
        return
    lasts = duration(context, condition.key, condition)
    words = words_of(context, combatant, known, condition)
    text = " · ".join(part for part in (f"{combatant.name}: {words}", lasts) if part)
    yield EffectBar(
        text=text, kind=known.kind, start=start, end=_end(context, condition, own, count)
    )


def _end(context: RulesContext, condition: Condition, own: int | None, count: int) -> int | None:
    """The slot at which a condition ends: the separator, the owner's next slot, or beyond the strip."""
    until = condition.until
    if until is None:
        return own
    return count if until.round <= context.state.round else None


def _appearing(
    context: RulesContext, combatant: Combatant, start: int, own: int | None
) -> Iterator[EffectBar]:
    """Where the Presence of somebody dead appears. Source: CHR-60."""
    due = combatant.memo_text(dying.DUE)
    if not due or not character.is_dead(combatant):
        return
    at = start if int(due) <= context.state.round else own
    if at is not None:
        text = context.texts.text_of("chrome.timeline.presence", who=combatant.name)
        yield EffectBar(text=text, kind="info", start=at, end=at)
