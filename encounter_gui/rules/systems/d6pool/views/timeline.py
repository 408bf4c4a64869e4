"""The heading and the timeline of a D6-pool fight. Source: D6P-14, D6P-16."""

from collections.abc import Iterator, Mapping

from encounter_gui.encounter.values import Slot
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import turn_order
from encounter_gui.rules.presenters.chips import lasts_text
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from encounter_gui.rules.systems.d6pool.views import chips
from encounter_gui.rules.view import EffectBar, Heading, Timeline, TimelineSlot

_UNSEEN = ("busy", "drawn", "running")
"""Conditions that last, but whose end is nothing to wait for."""


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state, text_of = context.state, context.texts.text_of
    part = "declare" if not state.slots else "second" if turn_order.pass_index(state) else "first"
    turn = text_of("d6pool.heading.turn", turn=state.round)
    acting = turns.taking_part(rounds.ROUNDS, context)
    return turn_order.heading(
        context,
        moment=f"{turn} · {text_of(f'd6pool.heading.{part}')}",
        next_step=_next_step(context),
        part=text_of("d6pool.heading.of_two") if any(slot.lane for slot in state.slots) else "",
        actors=turn_order.acting_text(context, acting),
        side=acting[0].side if acting else None,
    )


def _next_step(context: RulesContext) -> str:
    if not context.state.slots:
        return "initiative"
    return "turn" if turns.next_group(rounds.ROUNDS, context) is None else "next"


def timeline(context: RulesContext) -> Timeline:
    """Returns the turn order as a strip, with what lasts under its owners."""
    state, text_of = context.state, context.texts.text_of
    caption = text_of("d6pool.heading.turn", turn=max(state.round, 1))
    if not state.slots:
        note = text_of("d6pool.timeline.declare" if state.round else "d6pool.timeline.ready")
        return Timeline(caption=caption, note=note, slots=tuple(_waiting(context)))
    slots = tuple(_slots(context))
    part = "second" if turn_order.pass_index(state) else "first"
    return Timeline(
        caption=caption,
        note=text_of(f"d6pool.heading.{part}"),
        slots=slots,
        effects=turn_order.by_rank(_bars(context, slots)),
    )


def _waiting(context: RulesContext) -> Iterator[TimelineSlot]:
    for each in context.state.combatants.values():
        yield turn_order.slot_of(each, is_out=character.is_out(each))


def _slots(context: RulesContext) -> Iterator[TimelineSlot]:
    """Yields the slots of this turn, a separator before the second actions, and one before the next turn."""
    state, text_of = context.state, context.texts.text_of
    following, is_tied = turns.next_group(rounds.ROUNDS, context), rounds.is_tied(context)
    names = turn_order.short_names([each.name for each in state.combatants.values()])
    before = 0
    for slot in state.slots:
        if slot.lane and not before:
            yield TimelineSlot(text=text_of("d6pool.timeline.second"))
        before = slot.lane
        yield _slot(context, slot, names, following, is_tied=is_tied)
    turn = text_of("d6pool.heading.turn", turn=state.round + 1)
    yield TimelineSlot(text=turn, note=text_of("d6pool.timeline.roll"))


def _slot(
    context: RulesContext,
    slot: Slot,
    names: Mapping[str, str],
    following: int | None,
    *,
    is_tied: bool,
) -> TimelineSlot:
    combatant, now = context.combatant(slot.who), context.state.group
    is_over = slot.is_done or not action_budget.takes_part(combatant, slot)
    return turn_order.slot_of(
        combatant,
        is_out=character.is_out(combatant),
        look=turn_order.look_of(slot.group, now, following, is_over=is_over),
        short=names[combatant.name],
        note=str(slot.score),
        is_tied=slot.group == now and is_tied,
    )


def _bars(context: RulesContext, slots: tuple[TimelineSlot, ...]) -> Iterator[EffectBar]:
    places = turn_order.first_places(slots)
    for combatant, known, condition in turn_order.known_conditions(context):
        lasts = lasts_text(context, chips.RULES, condition.key, condition)
        if not lasts or condition.key in _UNSEEN:
            continue
        yield EffectBar(
            text=turn_order.effect_text(combatant, known, lasts),
            kind=known.kind,
            start=places.get(combatant.id, 0),
            end=turn_order.ending_place(context.state, condition, places, len(slots) - 1),
        )
