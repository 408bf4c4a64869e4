"""The heading and the timeline of a CHROME fight: a slot for each Operator, one for all enemies.

Source: CHR-25, CHR-26.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.presenters import turn_order
from encounter_gui.rules.presenters.chips import lasts_text
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.turns import order
from encounter_gui.rules.systems.chrome.views import chips
from encounter_gui.rules.systems.chrome.views import table as table_view
from encounter_gui.rules.systems.chrome.views.chips import ticking, words_of
from encounter_gui.rules.view import EffectBar, Heading, Member, SlotLook, Timeline, TimelineSlot

_TICKING = ("bleeding", "ablaze")

_SHOWN = (*character.COLD, "surprised", "shocked", "ablaze")
"""Conditions whose end is something to wait for."""

Group = tuple[Slot, ...]


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state = context.state
    acting = action_budget.whose_turn(context)
    return turn_order.heading(
        context,
        moment=context.texts.text_of("chrome.heading.round", round=state.round),
        next_step=_next_step(context),
        actors=_actors(context, acting) if state.slots else "",
        side=acting[0].side if acting else None,
    )


def _actors(context: RulesContext, acting: Sequence[Combatant]) -> str:
    """Returns who acts: ``Enemies act: Biomech horror``; of an Operator ``Tack acts``."""
    text_of, block = context.texts.text_of, table_view.block_now(context)
    if not acting:
        return text_of("chrome.heading.nobody")
    if block == "enemies":
        return text_of("chrome.heading.enemies", who=turn_order.first_names(context, acting))
    return text_of(f"chrome.heading.{'extra' if block == 'extra' else 'acts'}", who=acting[0].name)


def _next_step(context: RulesContext) -> str:
    if not context.state.slots:
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
    state, text_of = context.state, context.texts.text_of
    caption = text_of("chrome.heading.round", round=max(state.round, 1))
    strip = _Strip(context)
    if not state.slots:
        note = text_of("chrome.timeline.speed" if state.round else "chrome.timeline.ready")
        return Timeline(caption=caption, note=note, slots=tuple(strip.waiting()))
    now, then = _groups(context, state.slots), _next_groups(context)
    seconds = text_of("chrome.timeline.seconds", seconds=context.ruleset.time.seconds)
    rolls = context.switch("chrome.rerollInitiativeEachRound")
    slots = (
        *(strip.slot(group, is_next_round=False) for group in now),
        TimelineSlot(
            text=text_of("chrome.heading.round", round=state.round + 1),
            note=text_of("chrome.timeline.speed") if rolls else seconds,
        ),
        *(strip.slot(group, is_next_round=True) for group in then),
    )
    bars = turn_order.by_rank(_bars(context, now, then))
    return Timeline(caption=caption, note=seconds, slots=slots, effects=bars)


def _groups(context: RulesContext, slots: Iterable[Slot]) -> tuple[Group, ...]:
    return tuple(turn_order.groups_of(context.state, slots).values())


def _next_groups(context: RulesContext) -> tuple[Group, ...]:
    """Returns the order of the next round, as far as it is known. Source: CHR-22, CHR-25."""
    if context.switch("chrome.rerollInitiativeEachRound"):
        return ()
    return _groups(context, order.slots(context))


class _Strip:
    """Makes the slots of Operators, and the one of all enemies. Source: CHR-26."""

    def __init__(self, context: RulesContext) -> None:
        """Works out once what the slots have in common."""
        self._context = context
        self._now = context.state.group
        self._following = following_group(context)
        self._movable = order.movable(context)
        self._names = turn_order.short_names(
            [each.name for each in context.state.combatants.values()]
        )

    def slot(self, group: Group, *, is_next_round: bool) -> TimelineSlot:
        """Returns the slot of an Operator, or the one of all enemies with its members."""
        combatant = self._context.combatant(group[0].who)
        look = self._look(group, is_next_round=is_next_round)
        if character.is_operator(combatant):
            return self._operator(combatant, group[0], look, is_next_round=is_next_round)
        members = tuple(self._member(slot, is_next_round=is_next_round) for slot in group)
        is_to_come = is_next_round or group[0].group > self._now
        return TimelineSlot(
            text=self._context.texts.text_of("chrome.block.enemies"),
            look=look,
            side="foe",
            note="" if is_to_come else self._progress(members),
            members=members,
            can_be_ordered=not is_next_round and len(members) > 1,
        )

    def _operator(
        self, combatant: Combatant, slot: Slot, look: SlotLook, *, is_next_round: bool
    ) -> TimelineSlot:
        made = turn_order.slot_of(
            combatant,
            is_out=False,  # a Presence is out, but has its turn
            look=look,
            short=self._names[combatant.name],
            note=self._context.texts.text_of("chrome.timeline.extra") if slot.lane else "",
        )
        is_free = not is_next_round and not slot.lane and combatant.id in self._movable
        return structs.replace(made, can_be_ordered=True) if is_free else made

    def _progress(self, members: tuple[Member, ...]) -> str:
        """Returns ``2 of 4 acted``; those who are out are not waited for."""
        able = [each for each in members if each.state != "out"]
        done = sum(each.state == "spent" for each in able)
        text_of = self._context.texts.text_of
        return text_of("chrome.timeline.acted", done=done, all=len(able)) if able else ""

    def _member(self, slot: Slot, *, is_next_round: bool) -> Member:
        combatant = self._context.combatant(slot.who)
        is_out = character.is_out(combatant)
        if is_out or is_next_round or slot.group > self._now:
            return turn_order.member(combatant, is_out=is_out)
        if (
            slot.group < self._now
            or slot.is_done
            or action_budget.is_spent(self._context, combatant)
        ):
            return turn_order.member(combatant, is_out=False, state="spent")
        has_begun = action_budget.has_begun(self._context, combatant)
        return turn_order.member(combatant, is_out=False, state="now" if has_begun else "free")

    def _look(self, group: Group, *, is_next_round: bool) -> SlotLook:
        combatants = [self._context.combatant(slot.who) for slot in group]
        if all(character.is_out(each) and not character.is_presence(each) for each in combatants):
            return "out"
        if is_next_round:
            return "later"
        return turn_order.look_of(group[0].group, self._now, self._following)

    def waiting(self) -> Iterator[TimelineSlot]:
        """Yields everybody before the order is known: Operators by Speed, and the enemies together."""
        context = self._context
        for each in character.operators(context):
            short = self._names[each.name]
            yield turn_order.slot_of(each, is_out=character.is_out(each), short=short)
        members = tuple(
            turn_order.member(each, is_out=character.is_out(each))
            for each in context.state.combatants.values()
            if not character.is_operator(each)
        )
        if members:
            enemies = context.texts.text_of("chrome.block.enemies")
            yield TimelineSlot(text=enemies, side="foe", members=members)


def _bars(
    context: RulesContext, now: tuple[Group, ...], then: tuple[Group, ...]
) -> Iterator[EffectBar]:
    """Yields what lasts: from its owner's slot to the slot at which it ends, in this round or the next."""
    place = _places(now)
    following = {who: len(now) + 1 + index for who, index in _places(then).items()}
    for who, combatant in context.state.combatants.items():
        if who not in place or not (
            character.bears_anything(combatant) or deaths.DUE in combatant.memo
        ):
            continue
        start, ends = place[who], following.get(who)
        if character.marks(combatant, character.BLEEDING) and not character.is_dead(combatant):
            yield _bleeding(context, combatant, start, ends)
        for condition in combatant.conditions:
            is_shown = condition.key in _SHOWN or duration_text(condition) is not None
            if is_shown and not character.is_dead(combatant):
                end = _end(context.state, condition, ends, place, len(now))
                yield from _lasting(context, combatant, condition, start, ends, end)
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
    end: int | None,
) -> Iterator[EffectBar]:
    known = context.ruleset.condition(condition.key)
    if known is None:
        return
    if condition.key in _TICKING:
        damage = ticking(context, combatant, condition.key)
        text = context.texts.text_of("chrome.timeline.ablaze", who=combatant.name, damage=damage)
        yield EffectBar(text=text, kind=known.kind, start=start, end=own)
        return
    lasts = lasts_text(context, chips.RULES, condition.key, condition)
    words = words_of(context, combatant, known, condition)
    text = " · ".join(part for part in (f"{combatant.name}: {words}", lasts) if part)
    yield EffectBar(text=text, kind=known.kind, start=start, end=end)


def _end(
    state: EncounterState,
    condition: Condition,
    own: int | None,
    places: Mapping[CombatantId, int],
    count: int,
) -> int | None:
    """The slot at which a condition ends: the separator, the owner's next slot, or beyond the strip."""
    if condition.until is None:
        return None if duration_text(condition) is not None else own
    return turn_order.ending_place(state, condition, places, count)


def _appearing(
    context: RulesContext, combatant: Combatant, start: int, own: int | None
) -> Iterator[EffectBar]:
    """Where the Presence of somebody dead appears. Source: CHR-60."""
    due = combatant.memo_text(deaths.DUE)
    if not due or not character.is_dead(combatant):
        return
    at = start if int(due) <= context.state.round else own
    if at is not None:
        text = context.texts.text_of("chrome.timeline.presence", who=combatant.name)
        yield EffectBar(text=text, kind="info", start=at, end=at)
