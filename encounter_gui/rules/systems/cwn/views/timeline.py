"""The heading and the timeline of a CWN fight: one slot a side, its members inside. Source: CWN-15, CWN-16, CWN-20."""

from collections.abc import Iterator, Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, records
from encounter_gui.rules.systems.cwn.views.chips import duration, words_of
from encounter_gui.rules.view import EffectBar, Heading, Member, SlotLook, Timeline, TimelineSlot

_NAMED_ACTORS = 3
"""More who may still act are told as a number."""

_UNSEEN = ("engaged", "prone", "traumatized", "leader", "holding", "swarming")
"""Conditions that last, but whose end is nothing to wait for."""


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state, texts = context.state, context.texts
    running = state.stage == "running"
    acting = action_budget.acting(context) if running else ()
    group = _group(context, state.group)
    side = _side(context, group)
    return Heading(
        state=texts.text_of(f"cwn.stage.{state.stage}"),
        round=texts.text_of("cwn.heading.round", round=state.round)
        if running
        else texts.text_of(f"cwn.heading.{state.stage}"),
        part=texts.text_of("cwn.heading.sides") if running else "",
        actors=_actors(context, side, acting) if running and side else "",
        side=side if running else None,
        next=texts.text_of(f"cwn.next.{_next_word(context)}"),
        is_running=running,
    )


def _actors(context: RulesContext, side: Side, acting: tuple[Combatant, ...]) -> str:
    """``Redlines act: Cutter``."""
    texts, name = context.texts, context.side_name(side)
    if not acting:
        return texts.text_of("cwn.heading.done", side=name)
    shown = ", ".join(combatant.name for combatant in acting[:_NAMED_ACTORS])
    more = len(acting) - _NAMED_ACTORS
    if more > 0:
        shown = texts.text_of("cwn.heading.and_more", who=shown, count=more)
    return texts.text_of("cwn.heading.act", side=name, who=shown)


def _next_word(context: RulesContext) -> str:
    state = context.state
    if state.stage != "running":
        return "start" if state.stage == "ready" else "resume"
    if not state.slots:
        return "free" if records.is_free_round(context.state) else "initiative"
    return "round" if action_budget.following_group(context) is None else "side"


def timeline(context: RulesContext) -> Timeline:
    """Returns the order of this round and the next as a strip, with what lasts under its owners' side."""
    state, texts = context.state, context.texts
    caption = texts.text_of("cwn.heading.round", round=max(state.round, 1))
    if not state.slots:
        note = texts.text_of("cwn.timeline.initiative" if state.round else "cwn.timeline.ready")
        return Timeline(caption=caption, note=note, slots=_waiting(context))
    now = tuple(_slot(context, group, is_next_round=False) for group in _groups(context))
    following = texts.text_of("cwn.heading.round", round=state.round + 1)
    slots = (
        *now,
        TimelineSlot(text=following),
        *(_slot(context, group, is_next_round=True) for group in _groups(context)),
    )
    return Timeline(
        caption=caption,
        note=texts.text_of("cwn.timeline.sides", seconds=context.ruleset.time.seconds),
        slots=slots,
        effects=tuple(_bars(context)),
    )


def _groups(context: RulesContext) -> tuple[tuple[Slot, ...], ...]:
    numbers = dict.fromkeys(slot.group for slot in context.state.slots)
    return tuple(_group(context, number) for number in numbers)


def _group(context: RulesContext, number: int) -> tuple[Slot, ...]:
    state = context.state
    return tuple(
        slot for slot in state.slots if slot.group == number and slot.who in state.combatants
    )


def _side(context: RulesContext, group: tuple[Slot, ...]) -> Side | None:
    return character.team(context.combatant(group[0].who)) if group else None


def _slot(context: RulesContext, group: tuple[Slot, ...], *, is_next_round: bool) -> TimelineSlot:
    """Returns the slot of a side, or of somebody who acts apart from it. Source: CWN-16, CWN-46."""
    side = _side(context, group)
    members = tuple(_member(context, slot, is_next_round=is_next_round) for slot in group)
    is_alone = side is not None and len(group) == 1 and _is_apart(context, group[0])
    text = members[0].name if is_alone else context.side_name(side) if side else ""
    return TimelineSlot(
        text=text,
        look=_look(context, group, members, is_next_round=is_next_round),
        side=side,
        note=str(min((slot.score for slot in group), default=0)),
        members=members,
    )


def _is_apart(context: RulesContext, mine: Slot) -> bool:
    """Whether others of the same side act at another time."""
    team = character.team(context.combatant(mine.who))
    return any(
        slot.group != mine.group and character.team(context.combatant(slot.who)) == team
        for slot in context.state.slots
        if slot.who in context.state.combatants
    )


def _member(context: RulesContext, slot: Slot, *, is_next_round: bool) -> Member:
    combatant = context.combatant(slot.who)
    return Member(
        who=combatant.id,
        name=combatant.name,
        side=combatant.side,
        state="out" if character.is_out(combatant) else _member_state(context, slot, is_next_round),
    )


def _member_state(
    context: RulesContext,
    slot: Slot,
    is_next_round: bool,  # noqa: FBT001 - of two, told by the only caller
) -> Literal["free", "now", "spent"]:
    if is_next_round or slot.group > context.state.group:
        return "free"
    if slot.group < context.state.group or slot.is_done:
        return "spent"
    return "now"


def _look(
    context: RulesContext,
    group: tuple[Slot, ...],
    members: tuple[Member, ...],
    *,
    is_next_round: bool,
) -> SlotLook:
    if all(member.state == "out" for member in members):
        return "out"
    if is_next_round:
        return "later"
    number, now = group[0].group, context.state.group
    if number == now:
        return "now"
    if number < now:
        return "done"
    return "next" if number == action_budget.following_group(context) else "later"


def _waiting(context: RulesContext) -> tuple[TimelineSlot, ...]:
    """Returns the sides before their order is known."""
    sides: dict[Side, list[Combatant]] = {}
    for combatant in context.state.combatants.values():
        sides.setdefault(character.team(combatant), []).append(combatant)
    return tuple(
        TimelineSlot(
            text=context.side_name(side),
            side=side,
            note=_strength(context, combatants),
            members=tuple(
                Member(
                    who=other.id,
                    name=other.name,
                    side=other.side,
                    state="out" if character.is_out(other) else "free",
                )
                for other in combatants
            ),
        )
        for side, combatants in sides.items()
    )


def _strength(context: RulesContext, combatants: list[Combatant]) -> str:
    """The Danger Values and hit dice of a side together, and no verdict. Source: CWN-67."""
    printed = [combatant for combatant in combatants if character.kind(combatant) == "npc"]
    if not printed:
        return ""
    danger, dice = (
        sum(character.field(context, combatant, key) for combatant in printed)
        for key in ("danger", "hd")
    )
    return context.texts.text_of("cwn.timeline.strength", danger=danger, dice=dice)


def _bars(context: RulesContext) -> Iterator[EffectBar]:
    """Yields what lasts: from its owner's slot to the slot, in this round or the next, at which it ends."""
    groups = _groups(context)
    place = {slot.who: index for index, group in enumerate(groups) for slot in group}
    yield from _swarms(context, place)
    for who, combatant in context.state.combatants.items():
        for condition in combatant.conditions:
            lasts = duration(context, condition.key, condition)
            known = context.ruleset.condition(condition.key)
            if known is None or not lasts or condition.key in _UNSEEN or who not in place:
                continue
            end = _end(context, condition, place, len(groups))
            yield EffectBar(
                text=f"{combatant.name}: {words_of(context, combatant, known, condition)} · {lasts}",
                kind=known.kind,
                start=_start(context, place, who, end),
                end=end,
            )


def _swarms(context: RulesContext, place: Mapping[CombatantId, int]) -> Iterator[EffectBar]:
    """One bar for each swarm: it has to strike before its side's turn is over. Source: CWN-39."""
    known = context.ruleset.condition("swarming")
    joined: dict[str, list[CombatantId]] = {}
    for who, combatant in context.state.combatants.items():
        swarming = combatant.condition("swarming")
        if swarming is not None and who in place and not character.is_out(combatant):
            joined.setdefault(swarming.about or who, []).append(who)
    for note, members in joined.items():
        target = context.state.combatants.get(CombatantId(note))
        if known is None or target is None:
            continue
        text = context.texts.text_of("cwn.timeline.swarm", who=target.name, count=len(members))
        start = place[members[0]]
        yield EffectBar(text=text, kind=known.kind, start=start, end=start)


def _start(
    context: RulesContext, place: Mapping[CombatantId, int], who: CombatantId, end: int | None
) -> int:
    """Its owner's slot; the slot that acts now for what ends when the owner's own of this round begins."""
    own = place[who]
    if end is None or own < end:
        return own
    return min((place[each] for each in context.state.acting if each in place), default=own)


def _end(
    context: RulesContext, condition: Condition, place: dict[CombatantId, int], count: int
) -> int | None:
    """The slot at which a condition ends, the separator included; None: beyond the strip."""
    until = condition.until
    if until is None or until.round > context.state.round + 1:
        return None
    is_next_round = until.round > context.state.round
    if until.whose is not None and until.whose in place:
        return place[until.whose] + (count + 1 if is_next_round else 0)
    return 2 * count if is_next_round else count
