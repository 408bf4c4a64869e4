"""The heading and the timeline of a fight in phases. Source: PHA-11, PHA-19."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.presenters import turn_order
from encounter_gui.rules.presenters.chips import lasts_text
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.views import chips
from encounter_gui.rules.systems.phases.views.chips import phases_left
from encounter_gui.rules.systems.phases.views.table import ordered_ids
from encounter_gui.rules.view import EffectBar, Heading, Timeline, TimelineSlot

_LONG = 10_000
"""More phases than any effect lasts: what has no end by the clock comes last."""


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    text_of = context.texts.text_of
    turn, phase = character.phase_in_round(context.state.round)
    acting = tuple(_acting(context))
    actors = turn_order.acting_text(context, acting)
    if not acting and context.state.group < 0:
        actors = text_of("phases.heading.declare")
    return turn_order.heading(
        context,
        moment=text_of("phases.heading.when", round=turn, phase=phase),
        next_step=_next_step(context),
        part=text_of("phases.heading.of", phases=mechanics.PHASES_A_ROUND),
        actors=actors,
        side=acting[0].side if acting else None,
    )


def _acting(context: RulesContext) -> Iterator[Combatant]:
    for slot in context.state.slots_now:
        if character.takes_part(context, slot):
            yield context.combatant(slot.who)


def _next_step(context: RulesContext) -> str:
    if context.state.group < 0:
        return "reveal"
    return "phase" if next_group(context) is None else "next"


def next_group(context: RulesContext) -> int | None:
    """Returns the group that acts next in this phase; None: none does."""
    from encounter_gui.rules.engine import turns
    from encounter_gui.rules.systems.phases.turns.phases_of_round import TURNS

    return turns.next_group(TURNS, context)


def timeline(context: RulesContext) -> Timeline:
    """Returns the phase as a strip, then the next one, with what lasts under its owners."""
    state, text_of = context.state, context.texts.text_of
    strip = _Strip(context)
    if not state.round:
        return Timeline(
            caption=text_of("phases.heading.round", round=1),
            note=text_of("phases.timeline.ready"),
            slots=tuple(strip.coming(each) for each in state.combatants.values()),
        )
    turn, phase = character.phase_in_round(state.round)
    slots = (*strip.this_phase(), *strip.next_phase())
    return Timeline(
        caption=text_of("phases.heading.round", round=turn),
        note=text_of("phases.timeline.phase", phase=phase, phases=mechanics.PHASES_A_ROUND),
        slots=slots,
        effects=turn_order.by_rank(_bars(context, slots)),
    )


class _Strip:
    """Makes the slots of a phase and of the next."""

    def __init__(self, context: RulesContext) -> None:
        """Works out once what the slots have in common."""
        self._context = context
        everybody = context.state.combatants.values()
        self._names = turn_order.short_names([each.name for each in everybody])
        self._is_out = {each.id: character.is_out(context, each) for each in everybody}
        self._following = next_group(context) if context.state.slots else None
        self._is_tied = character.is_tied(context)

    def this_phase(self) -> Iterator[TimelineSlot]:
        """Yields the slots of this phase; the combatants that are out since an earlier one keep their place, struck."""
        state = self._context.state
        slots = {} if state.group < 0 else {slot.who: slot for slot in state.slots}
        for who in ordered_ids(self._context):
            combatant = state.combatants[who]
            if who in slots:
                yield self._place(combatant, slots[who])
            elif state.group < 0 or (_has_initiative(combatant) and self._is_out[who]):
                yield self.coming(combatant)

    def _place(self, combatant: Combatant, slot: Slot) -> TimelineSlot:
        now = self._context.state.group
        is_over = not character.takes_part(self._context, slot)
        return turn_order.slot_of(
            combatant,
            is_out=self._is_out[combatant.id],
            look=turn_order.look_of(slot.group, now, self._following, is_over=is_over),
            short=self._names[combatant.name],
            note=str(slot.score),
            is_tied=slot.group == now and self._is_tied,
        )

    def coming(self, combatant: Combatant) -> TimelineSlot:
        """Returns the slot of a combatant whose place is still to be found."""
        short = self._names[combatant.name]
        return turn_order.slot_of(combatant, is_out=self._is_out[combatant.id], short=short)

    def next_phase(self) -> Iterator[TimelineSlot]:
        """Yields the separator and the slots of the next phase, without who is out, or a snap shot's bonus."""
        context, text_of = self._context, self._context.texts.text_of
        turn, phase = character.phase_in_round(context.state.round + 1)
        if phase == 1:
            text = text_of("phases.heading.round", round=turn)
            yield TimelineSlot(text=text, note=text_of("phases.timeline.first"))
        else:
            text = text_of("phases.timeline.next", phase=phase)
            note = text_of("phases.heading.of", phases=mechanics.PHASES_A_ROUND)
            yield TimelineSlot(text=text, note=note)
        staying = [
            each
            for each in context.state.combatants.values()
            if _has_initiative(each) and not self._is_out[each.id]
        ]
        staying.sort(key=lambda each: (-_plain_score(each), -character.tie_break(context, each)))
        yield from map(self.coming, staying)


def _has_initiative(combatant: Combatant) -> bool:
    return character.INITIATIVE in combatant.gauges


def _plain_score(combatant: Combatant) -> int:
    return combatant.gauges.get(character.INITIATIVE, 0) + combatant.gauges.get(character.EDGE, 0)


def _bars(context: RulesContext, slots: tuple[TimelineSlot, ...]) -> Iterator[EffectBar]:
    """Yields what lasts for a known time, the shortest first: to the separator if it ends with the phase.

    Source: PHA-28, PHA-70.
    """
    places = turn_order.first_places(slots)
    end = next((place for place, slot in enumerate(slots) if slot.is_separator), len(slots))
    lasting = [
        (_LONG if left is None else left, combatant, known, condition)
        for combatant, known, condition in turn_order.known_conditions(context)
        if (left := phases_left(context, condition)) is not None
        or duration_text(condition) is not None
    ]
    lasting.sort(key=lambda each: each[0])
    for left, combatant, known, condition in lasting:
        lasts = lasts_text(context, chips.RULES, condition.key, condition)
        if lasts:
            yield EffectBar(
                text=turn_order.effect_text(combatant, known, lasts),
                kind=known.kind,
                start=places.get(combatant.id, 0),
                end=turn_order.ending_place(context.state, condition, places, end),
                rank=left,
            )
