"""The heading and the timeline of a CWN fight: one slot a side, its members inside. Source: CWN-15, CWN-16, CWN-20."""

from collections import Counter
from collections.abc import Iterator, Mapping

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import turn_order
from encounter_gui.rules.presenters.chips import lasts_text
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, records
from encounter_gui.rules.systems.cwn.views import chips
from encounter_gui.rules.systems.cwn.views.chips import words_of
from encounter_gui.rules.view import EffectBar, Heading, Member, SlotLook, Timeline, TimelineSlot

Group = tuple[Slot, ...]

_UNSEEN = ("engaged", "prone", "traumatized", "leader", "holding", "swarming")
"""Conditions that last, but whose end is nothing to wait for."""


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state, text_of = context.state, context.texts.text_of
    group = turn_order.groups_of(state, state.slots).get(state.group)
    side = _side(context, group) if group else None
    return turn_order.heading(
        context,
        moment=text_of("cwn.heading.round", round=state.round),
        next_step=_next_step(context),
        part=text_of("cwn.heading.sides"),
        actors=_actors(context, side) if side else "",
        side=side,
    )


def _actors(context: RulesContext, side: Side) -> str:
    """Returns who may still act: ``Redlines act: Cutter``."""
    name, acting = context.side_name(side), action_budget.acting(context)
    if not acting:
        return context.texts.text_of("cwn.heading.done", side=name)
    names = turn_order.first_names(context, acting)
    return context.texts.text_of("cwn.heading.act", side=name, who=names)


def _next_step(context: RulesContext) -> str:
    if not context.state.slots:
        return "free" if records.is_free_round(context.state) else "initiative"
    return "round" if action_budget.following_group(context) is None else "side"


def timeline(context: RulesContext) -> Timeline:
    """Returns the order of this round and the next as a strip, with what lasts under its owners' side."""
    state, text_of = context.state, context.texts.text_of
    caption = text_of("cwn.heading.round", round=max(state.round, 1))
    if not state.slots:
        note = text_of("cwn.timeline.initiative" if state.round else "cwn.timeline.ready")
        return Timeline(caption=caption, note=note, slots=tuple(_waiting(context)))
    groups = tuple(turn_order.groups_of(state, state.slots).values())
    strip = _Strip(context, groups)
    return Timeline(
        caption=caption,
        note=text_of("cwn.timeline.sides", seconds=context.ruleset.time.seconds),
        slots=(
            *(strip.slot(group, is_next_round=False) for group in groups),
            TimelineSlot(text=text_of("cwn.heading.round", round=state.round + 1)),
            *(strip.slot(group, is_next_round=True) for group in groups),
        ),
        effects=turn_order.by_rank(_bars(context, groups)),
    )


def _side(context: RulesContext, group: Group) -> Side:
    return character.team(context.combatant(group[0].who))


class _Strip:
    """Makes the slots of sides, and of those who act apart from theirs. Source: CWN-16, CWN-46."""

    def __init__(self, context: RulesContext, groups: tuple[Group, ...]) -> None:
        """Takes the slots by group."""
        self._context = context
        self._following = action_budget.following_group(context)
        self._groups_of = Counter(
            side
            for group in groups
            for side in {character.team(context.combatant(slot.who)) for slot in group}
        )

    def slot(self, group: Group, *, is_next_round: bool) -> TimelineSlot:
        """Returns the slot of a group in this round or the next."""
        context, side = self._context, _side(self._context, group)
        members = tuple(self._member(slot, is_next_round=is_next_round) for slot in group)
        is_apart = len(group) == 1 and self._groups_of[side] > 1
        return TimelineSlot(
            text=members[0].name if is_apart else context.side_name(side),
            look=self._look(group, members, is_next_round=is_next_round),
            side=side,
            note=str(min(slot.score for slot in group)),
            members=members,
        )

    def _member(self, slot: Slot, *, is_next_round: bool) -> Member:
        combatant = self._context.combatant(slot.who)
        is_out = character.is_out(combatant)
        now = self._context.state.group
        if is_next_round or slot.group > now:
            return turn_order.member(combatant, is_out=is_out)
        is_over = slot.group < now or slot.is_done
        return turn_order.member(combatant, is_out=is_out, state="spent" if is_over else "now")

    def _look(self, group: Group, members: tuple[Member, ...], *, is_next_round: bool) -> SlotLook:
        if all(each.state == "out" for each in members):
            return "out"
        if is_next_round:
            return "later"
        return turn_order.look_of(group[0].group, self._context.state.group, self._following)


def _waiting(context: RulesContext) -> Iterator[TimelineSlot]:
    """Yields the sides before their order is known."""
    sides: dict[Side, list[Combatant]] = {}
    for combatant in context.state.combatants.values():
        sides.setdefault(character.team(combatant), []).append(combatant)
    for side, combatants in sides.items():
        yield TimelineSlot(
            text=context.side_name(side),
            side=side,
            note=_strength(context, combatants),
            members=tuple(
                turn_order.member(each, is_out=character.is_out(each)) for each in combatants
            ),
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


def _bars(context: RulesContext, groups: tuple[Group, ...]) -> Iterator[EffectBar]:
    """Yields what lasts: from its owner's slot to the slot, in this round or the next, at which it ends."""
    places = {slot.who: index for index, group in enumerate(groups) for slot in group}
    acting = min((places[who] for who in context.state.acting if who in places), default=None)
    yield from _swarms(context, places)
    for combatant, known, condition in turn_order.known_conditions(context):
        lasts = lasts_text(context, chips.RULES, condition.key, condition)
        own = places.get(combatant.id)
        if not lasts or condition.key in _UNSEEN or own is None:
            continue
        end = _end(context, condition, places, len(groups))
        # What ends when the owner's own turn of this round begins starts at the slot that acts now.
        is_early = end is not None and own >= end
        yield EffectBar(
            text=f"{combatant.name}: {words_of(context, combatant, known, condition)} · {lasts}",
            kind=known.kind,
            start=acting if is_early and acting is not None else own,
            end=end,
        )


def _swarms(context: RulesContext, places: Mapping[CombatantId, int]) -> Iterator[EffectBar]:
    """One bar for each swarm: it has to strike before its side's turn is over. Source: CWN-39."""
    joined: dict[CombatantId, list[CombatantId]] = {}
    known = context.ruleset.condition("swarming")
    for who, combatant in context.state.combatants.items():
        swarming = combatant.condition("swarming")
        if swarming is not None and who in places and not character.is_out(combatant):
            joined.setdefault(swarming.about or who, []).append(who)
    for target, members in joined.items():
        swarmed = context.state.combatants.get(target)
        if known is None or swarmed is None:
            continue
        text = context.texts.text_of("cwn.timeline.swarm", who=swarmed.name, count=len(members))
        start = places[members[0]]
        yield EffectBar(text=text, kind=known.kind, start=start, end=start)


def _end(
    context: RulesContext, condition: Condition, places: Mapping[CombatantId, int], count: int
) -> int | None:
    """Returns the slot at which a condition ends, the separator included; None: beyond the strip."""
    until = condition.until
    if until is None or until.at is not None or until.round > context.state.round + 1:
        return None
    is_next_round = until.round > context.state.round
    if until.whose is not None and until.whose in places:
        return places[until.whose] + (count + 1 if is_next_round else 0)
    return 2 * count if is_next_round else count
