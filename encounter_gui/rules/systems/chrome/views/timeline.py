"""The heading and the timeline of a CHROME fight: a slot for each Operator, one for all enemies.

Source: CHR-25, CHR-26.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.scene import Scene
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


def heading(scene: Scene) -> Heading:
    """Returns what the tool bar says."""
    state, words = scene.state, scene.words
    running = state.stage == "running"
    acting = _acting(scene) if running else ()
    return Heading(
        state=words.word(f"chrome.stage.{state.stage}"),
        round=words.word("chrome.heading.round", round=state.round)
        if running
        else words.word(f"chrome.heading.{state.stage}"),
        actors=_actors(scene, acting) if running and state.slots else "",
        side=_side(acting) if running else None,
        next=words.word(f"chrome.next.{_next_word(scene)}"),
        is_running=running,
    )


def _acting(scene: Scene) -> tuple[Combatant, ...]:
    """Who may still act in the slot that is played: who has begun and not ended, else everybody who is free."""
    those = action_budget.acting(scene)
    able = [one for one in those if not action_budget.is_spent(scene, one)]
    begun = [one for one in able if action_budget.has_begun(scene, one)]
    return tuple(begun or able) or those


def _side(acting: Sequence[Combatant]) -> Side | None:
    return acting[0].side if acting else None


def _actors(scene: Scene, acting: Sequence[Combatant]) -> str:
    """``Enemies act: Biomech horror``; of an Operator ``Tack acts``."""
    words, block = scene.words, table_view.block_now(scene)
    if not acting:
        return words.word("chrome.heading.nobody")
    if block != "enemies":
        key = "chrome.heading.extra" if block == "extra" else "chrome.heading.acts"
        return words.word(key, who=acting[0].name)
    shown = ", ".join(one.name for one in acting[:_NAMED_ACTORS])
    more = len(acting) - _NAMED_ACTORS
    if more > 0:
        shown = words.word("chrome.heading.and_more", who=shown, count=more)
    return words.word("chrome.heading.enemies", who=shown)


def _next_word(scene: Scene) -> str:
    state = scene.state
    if state.stage != "running":
        return "start" if state.stage == "ready" else "resume"
    if not state.slots:
        return "initiative"
    return "round" if following_group(scene) is None else "turn"


def following_group(scene: Scene) -> int | None:
    """Returns the group that acts next in this round; None: none can. Source: CHR-26, CHR-27."""
    state = scene.state
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


def _will_act(one: Combatant) -> bool:
    """Whether somebody whose slot is to come will be able to act in it. Source: CHR-23, CHR-27, CHR-38."""
    is_held_back = any(one.has(key) for key in character.HELD_BACK)
    return character.can_act(one) and not is_held_back


def timeline(scene: Scene) -> Timeline:
    """Returns the order of this round and the next as a strip, with what lasts under its owners' slots."""
    state, words = scene.state, scene.words
    caption = words.word("chrome.heading.round", round=max(state.round, 1))
    if not state.slots:
        note = words.word("chrome.timeline.speed" if state.round else "chrome.timeline.ready")
        return Timeline(caption=caption, note=note, slots=_waiting(scene))
    now, then = groups_of(scene, state.slots), _next_groups(scene)
    slots = (
        *(_slot(scene, group, is_next_round=False) for group in now),
        _separator(scene),
        *(_slot(scene, group, is_next_round=True) for group in then),
    )
    return Timeline(
        caption=caption,
        note=words.word("chrome.timeline.seconds", seconds=scene.ruleset.time.seconds),
        slots=slots,
        effects=tuple(_bars(scene, now, then)),
    )


def groups_of(scene: Scene, slots: Sequence[Slot]) -> tuple[Group, ...]:
    """Returns the slots of those who are there, group by group."""
    known = [slot for slot in slots if slot.who in scene.state.combatants]
    return tuple(tuple(group) for _, group in groupby(known, key=lambda slot: slot.group))


def _next_groups(scene: Scene) -> tuple[Group, ...]:
    """The order of the next round, as far as it is known. Source: CHR-22, CHR-25."""
    if scene.switch("chrome.rerollInitiativeEachRound"):
        return ()
    return groups_of(scene, order.slots(scene))


def _separator(scene: Scene) -> TimelineSlot:
    words = scene.words
    rolls = scene.switch("chrome.rerollInitiativeEachRound")
    note = (
        words.word("chrome.timeline.speed")
        if rolls
        else words.word("chrome.timeline.seconds", seconds=scene.ruleset.time.seconds)
    )
    return TimelineSlot(
        text=words.word("chrome.heading.round", round=scene.state.round + 1), note=note
    )


def _slot(scene: Scene, group: Group, *, is_next_round: bool) -> TimelineSlot:
    """Returns the slot of an Operator, or the one of all enemies with its members. Source: CHR-26."""
    one = scene.one(group[0].who)
    if character.is_operator(one):
        return _operator_slot(scene, one, group, is_next_round=is_next_round)
    members = tuple(
        _member(scene, scene.one(slot.who), slot, is_next_round=is_next_round) for slot in group
    )
    is_to_come = group[0].group > scene.state.group
    return TimelineSlot(
        text=scene.words.word("chrome.block.enemies"),
        look=_look(scene, group, is_next_round=is_next_round),
        side="foe",
        note="" if is_next_round or is_to_come else _progress(scene, members),
        members=members,
        can_be_ordered=not is_next_round and len(members) > 1,
    )


def _operator_slot(
    scene: Scene, one: Combatant, group: Group, *, is_next_round: bool
) -> TimelineSlot:
    slot, word = group[0], scene.words.word
    return TimelineSlot(
        text=one.name,
        short=_short(scene, one),
        look=_look(scene, group, is_next_round=is_next_round),
        who=one.id,
        side=one.side,
        note=word("chrome.timeline.extra") if slot.lane else "",
        can_be_ordered=not is_next_round and not slot.lane and order.is_free(scene, one.id, None),
    )


def _progress(scene: Scene, members: tuple[Member, ...]) -> str:
    """``2 of 4 acted``; those who are out are not waited for."""
    able = [member for member in members if member.state != "out"]
    done = sum(member.state == "spent" for member in able)
    return scene.words.word("chrome.timeline.acted", done=done, all=len(able)) if able else ""


def _member(scene: Scene, one: Combatant, slot: Slot, *, is_next_round: bool) -> Member:
    state = scene.state
    if character.is_out(one):
        return Member(who=one.id, name=one.name, side=one.side, state="out")
    if is_next_round or slot.group > state.group:
        return Member(who=one.id, name=one.name, side=one.side)
    if slot.group < state.group or slot.is_done or action_budget.is_spent(scene, one):
        return Member(who=one.id, name=one.name, side=one.side, state="spent")
    has_begun = action_budget.has_begun(scene, one)
    return Member(who=one.id, name=one.name, side=one.side, state="now" if has_begun else "free")


def _look(scene: Scene, group: Group, *, is_next_round: bool) -> SlotLook:
    those = [scene.one(slot.who) for slot in group]
    if all(character.is_out(one) and not character.is_presence(one) for one in those):
        return "out"
    number, now = group[0].group, scene.state.group
    if is_next_round:
        return "later"
    if number == now:
        return "now"
    if number < now:
        return "done"
    return "next" if number == following_group(scene) else "later"


def _short(scene: Scene, one: Combatant) -> str:
    return short_name(one.name, (each.name for each in scene.state.combatants.values()))


def _waiting(scene: Scene) -> tuple[TimelineSlot, ...]:
    """Everybody before the order is known: Operators by Speed, and the enemies together."""
    operators = tuple(
        TimelineSlot(
            text=one.name,
            short=_short(scene, one),
            look="out" if character.is_out(one) else "later",
            who=one.id,
            side=one.side,
        )
        for one in character.operators(scene)
    )
    members = tuple(
        Member(
            who=one.id,
            name=one.name,
            side=one.side,
            state="out" if character.is_out(one) else "free",
        )
        for one in scene.state.combatants.values()
        if not character.is_operator(one)
    )
    if not members:
        return operators
    enemies = scene.words.word("chrome.block.enemies")
    return (*operators, TimelineSlot(text=enemies, side="foe", members=members))


def _bars(scene: Scene, now: tuple[Group, ...], then: tuple[Group, ...]) -> Iterator[EffectBar]:
    """Yields what lasts: from its owner's slot to the slot at which it ends, in this round or the next."""
    place = _places(now)
    following = {who: len(now) + 1 + index for who, index in _places(then).items()}
    for who, one in scene.state.combatants.items():
        if who not in place:
            continue
        start, ends = place[who], following.get(who)
        if character.marks(one, character.BLEEDING) and not character.is_dead(one):
            yield _bleeding(scene, one, start, ends)
        for condition in one.conditions:
            if condition.key in _SHOWN and not character.is_dead(one):
                yield from _lasting(scene, one, condition, start, ends, len(now))
        yield from _appearing(scene, one, start, ends)


def _places(groups: tuple[Group, ...]) -> dict[CombatantId, int]:
    """The index of everybody's own slot."""
    return {slot.who: index for index, group in enumerate(groups) for slot in group}


def _bleeding(scene: Scene, one: Combatant, start: int, end: int | None) -> EffectBar:
    text = scene.words.word(
        "chrome.timeline.bleeding", who=one.name, damage=ticking(scene, one, "bleeding")
    )
    return EffectBar(text=text, kind="danger", start=start, end=end)


def _lasting(
    scene: Scene,
    one: Combatant,
    condition: Condition,
    start: int,
    own: int | None,
    count: int,
) -> Iterator[EffectBar]:
    known = scene.ruleset.condition(condition.key)
    if known is None:
        return
    if condition.key in _TICKING:
        damage = ticking(scene, one, condition.key)
        text = scene.words.word("chrome.timeline.ablaze", who=one.name, damage=damage)
        yield EffectBar(text=text, kind=known.kind, start=start, end=own)
        return
    lasts = duration(scene, condition.key, condition)
    words = words_of(scene, one, known, condition)
    text = " · ".join(part for part in (f"{one.name}: {words}", lasts) if part)
    yield EffectBar(text=text, kind=known.kind, start=start, end=_end(scene, condition, own, count))


def _end(scene: Scene, condition: Condition, own: int | None, count: int) -> int | None:
    """The slot at which a condition ends: the separator, the owner's next slot, or beyond the strip."""
    until = condition.until
    if until is None:
        return own
    return count if until.round <= scene.state.round else None


def _appearing(scene: Scene, one: Combatant, start: int, own: int | None) -> Iterator[EffectBar]:
    """Where the Presence of somebody dead appears. Source: CHR-60."""
    due = one.memo_text(dying.DUE)
    if not due or not character.is_dead(one):
        return
    at = start if int(due) <= scene.state.round else own
    if at is not None:
        text = scene.words.word("chrome.timeline.presence", who=one.name)
        yield EffectBar(text=text, kind="info", start=at, end=at)
