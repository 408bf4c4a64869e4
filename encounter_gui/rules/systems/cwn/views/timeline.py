"""The heading and the timeline of a CWN fight: one slot a side, its members inside. Source: CWN-15, CWN-16, CWN-20."""

from collections.abc import Iterator, Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn.sheet import action_budget, character
from encounter_gui.rules.systems.cwn.views.chips import duration, words_of
from encounter_gui.rules.view import EffectBar, Heading, Member, SlotLook, Timeline, TimelineSlot

_NAMED_ACTORS = 3
"""More who may still act are told as a number."""

_UNSEEN = ("engaged", "prone", "traumatized", "leader", "holding", "swarming")
"""Conditions that last, but whose end is nothing to wait for."""


def heading(scene: Scene) -> Heading:
    """Returns what the tool bar says."""
    state, words = scene.state, scene.words
    running = state.stage == "running"
    acting = action_budget.acting(scene) if running else ()
    group = _group(scene, state.group)
    side = _side(scene, group)
    return Heading(
        state=words.word(f"cwn.stage.{state.stage}"),
        round=words.word("cwn.heading.round", round=state.round)
        if running
        else words.word(f"cwn.heading.{state.stage}"),
        part=words.word("cwn.heading.sides") if running else "",
        actors=_actors(scene, side, acting) if running and side else "",
        side=side if running else None,
        next=words.word(f"cwn.next.{_next_word(scene)}"),
        is_running=running,
    )


def _actors(scene: Scene, side: Side, acting: tuple[Combatant, ...]) -> str:
    """``Redlines act: Cutter``."""
    words, name = scene.words, scene.side_name(side)
    if not acting:
        return words.word("cwn.heading.done", side=name)
    shown = ", ".join(one.name for one in acting[:_NAMED_ACTORS])
    more = len(acting) - _NAMED_ACTORS
    if more > 0:
        shown = words.word("cwn.heading.and_more", who=shown, count=more)
    return words.word("cwn.heading.act", side=name, who=shown)


def _next_word(scene: Scene) -> str:
    state = scene.state
    if state.stage != "running":
        return "start" if state.stage == "ready" else "resume"
    if not state.slots:
        return "free" if action_budget.is_free_round(scene) else "initiative"
    return "round" if action_budget.following_group(scene) is None else "side"


def timeline(scene: Scene) -> Timeline:
    """Returns the order of this round and the next as a strip, with what lasts under its owners' side."""
    state, words = scene.state, scene.words
    caption = words.word("cwn.heading.round", round=max(state.round, 1))
    if not state.slots:
        note = words.word("cwn.timeline.initiative" if state.round else "cwn.timeline.ready")
        return Timeline(caption=caption, note=note, slots=_waiting(scene))
    now = tuple(_slot(scene, group, is_next_round=False) for group in _groups(scene))
    following = words.word("cwn.heading.round", round=state.round + 1)
    slots = (
        *now,
        TimelineSlot(text=following),
        *(_slot(scene, group, is_next_round=True) for group in _groups(scene)),
    )
    return Timeline(
        caption=caption,
        note=words.word("cwn.timeline.sides", seconds=scene.ruleset.time.seconds),
        slots=slots,
        effects=tuple(_bars(scene)),
    )


def _groups(scene: Scene) -> tuple[tuple[Slot, ...], ...]:
    numbers = dict.fromkeys(slot.group for slot in scene.state.slots)
    return tuple(_group(scene, number) for number in numbers)


def _group(scene: Scene, number: int) -> tuple[Slot, ...]:
    state = scene.state
    return tuple(
        slot for slot in state.slots if slot.group == number and slot.who in state.combatants
    )


def _side(scene: Scene, group: tuple[Slot, ...]) -> Side | None:
    return character.team(scene.one(group[0].who)) if group else None


def _slot(scene: Scene, group: tuple[Slot, ...], *, is_next_round: bool) -> TimelineSlot:
    """Returns the slot of a side, or of somebody who acts apart from it. Source: CWN-16, CWN-46."""
    side = _side(scene, group)
    members = tuple(_member(scene, slot, is_next_round=is_next_round) for slot in group)
    is_alone = side is not None and len(group) == 1 and _is_apart(scene, group[0])
    text = members[0].name if is_alone else scene.side_name(side) if side else ""
    return TimelineSlot(
        text=text,
        look=_look(scene, group, members, is_next_round=is_next_round),
        side=side,
        note=str(min((slot.score for slot in group), default=0)),
        members=members,
    )


def _is_apart(scene: Scene, mine: Slot) -> bool:
    """Whether others of the same side act at another time."""
    team = character.team(scene.one(mine.who))
    return any(
        slot.group != mine.group and character.team(scene.one(slot.who)) == team
        for slot in scene.state.slots
        if slot.who in scene.state.combatants
    )


def _member(scene: Scene, slot: Slot, *, is_next_round: bool) -> Member:
    one = scene.one(slot.who)
    return Member(
        who=one.id,
        name=one.name,
        side=one.side,
        state="out" if character.is_out(one) else _member_state(scene, slot, is_next_round),
    )


def _member_state(
    scene: Scene,
    slot: Slot,
    is_next_round: bool,  # noqa: FBT001 - of two, told by the only caller
) -> Literal["free", "now", "spent"]:
    if is_next_round or slot.group > scene.state.group:
        return "free"
    if slot.group < scene.state.group or slot.is_done:
        return "spent"
    return "now"


def _look(
    scene: Scene, group: tuple[Slot, ...], members: tuple[Member, ...], *, is_next_round: bool
) -> SlotLook:
    if all(member.state == "out" for member in members):
        return "out"
    if is_next_round:
        return "later"
    number, now = group[0].group, scene.state.group
    if number == now:
        return "now"
    if number < now:
        return "done"
    return "next" if number == action_budget.following_group(scene) else "later"


def _waiting(scene: Scene) -> tuple[TimelineSlot, ...]:
    """Returns the sides before their order is known."""
    sides: dict[Side, list[Combatant]] = {}
    for one in scene.state.combatants.values():
        sides.setdefault(character.team(one), []).append(one)
    return tuple(
        TimelineSlot(
            text=scene.side_name(side),
            side=side,
            note=_strength(scene, those),
            members=tuple(
                Member(
                    who=one.id,
                    name=one.name,
                    side=one.side,
                    state="out" if character.is_out(one) else "free",
                )
                for one in those
            ),
        )
        for side, those in sides.items()
    )


def _strength(scene: Scene, those: list[Combatant]) -> str:
    """The Danger Values and hit dice of a side together, and no verdict. Source: CWN-67."""
    printed = [one for one in those if character.kind(one) == "npc"]
    if not printed:
        return ""
    danger, dice = (
        sum(character.field(scene, one, key) for one in printed) for key in ("danger", "hd")
    )
    return scene.words.word("cwn.timeline.strength", danger=danger, dice=dice)


def _bars(scene: Scene) -> Iterator[EffectBar]:
    """Yields what lasts: from its owner's slot to the slot, in this round or the next, at which it ends."""
    groups = _groups(scene)
    place = {slot.who: index for index, group in enumerate(groups) for slot in group}
    yield from _swarms(scene, place)
    for who, one in scene.state.combatants.items():
        for condition in one.conditions:
            lasts = duration(scene, condition)
            known = scene.ruleset.condition(condition.key)
            if known is None or not lasts or condition.key in _UNSEEN or who not in place:
                continue
            end = _end(scene, condition, place, len(groups))
            yield EffectBar(
                text=f"{one.name}: {words_of(scene, one, known, condition)} · {lasts}",
                kind=known.kind,
                start=_start(scene, place, who, end),
                end=end,
            )


def _swarms(scene: Scene, place: Mapping[CombatantId, int]) -> Iterator[EffectBar]:
    """One bar for each swarm: it has to strike before its side's turn is over. Source: CWN-39."""
    known = scene.ruleset.condition("swarming")
    joined: dict[str, list[CombatantId]] = {}
    for who, one in scene.state.combatants.items():
        swarming = one.condition("swarming")
        if swarming is not None and who in place and not character.is_out(one):
            joined.setdefault(swarming.note, []).append(who)
    for note, members in joined.items():
        target = scene.state.combatants.get(CombatantId(note))
        if known is None or target is None:
            continue
        text = scene.words.word("cwn.timeline.swarm", who=target.name, count=len(members))
        start = place[members[0]]
        yield EffectBar(text=text, kind=known.kind, start=start, end=start)


def _start(
    scene: Scene, place: Mapping[CombatantId, int], who: CombatantId, end: int | None
) -> int:
    """Its owner's slot; the slot that acts now for what ends when the owner's own of this round begins."""
    own = place[who]
    if end is None or own < end:
        return own
    return min((place[each] for each in scene.state.acting if each in place), default=own)


def _end(
    scene: Scene, condition: Condition, place: dict[CombatantId, int], count: int
) -> int | None:
    """The slot at which a condition ends, the separator included; None: beyond the strip."""
    until = condition.until
    if until is None or until.round > scene.state.round + 1:
        return None
    is_next_round = until.round > scene.state.round
    if until.whose is not None and until.whose in place:
        return place[until.whose] + (count + 1 if is_next_round else 0)
    return 2 * count if is_next_round else count
