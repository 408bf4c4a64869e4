"""The heading and the timeline of a fight in phases. Source: PHA-11, PHA-19."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import short_name, signed
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.views.chips import duration, phases_left
from encounter_gui.rules.systems.phases.views.table import ordered
from encounter_gui.rules.view import EffectBar, Heading, SlotLook, Timeline, TimelineSlot


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state, texts = context.state, context.texts
    running = state.stage == "running"
    acting = _acting(context) if running else ()
    return Heading(
        state=texts.text_of(f"phases.stage.{state.stage}"),
        round=_when(context, state.round)
        if running
        else texts.text_of(f"phases.heading.{state.stage}"),
        part=texts.text_of("phases.heading.of", phases=mechanics.PHASES_A_ROUND) if running else "",
        actors=_act_text(context, acting),
        side=acting[0].side if acting else None,
        next=texts.text_of(f"phases.next.{_next_word(context)}"),
        is_running=running,
    )


def _when(context: RulesContext, number: int) -> str:
    """Returns the round and the phase in it, e.g. ``Round 2 · Phase 3``. Source: PHA-11."""
    turn, phase = character.phase_in_round(number)
    return context.texts.text_of("phases.heading.when", round=turn, phase=phase)


def _acting(context: RulesContext) -> tuple[Combatant, ...]:
    from encounter_gui.rules.systems.phases.sheet.character import takes_part

    state = context.state
    return tuple(
        context.combatant(slot.who)
        for slot in state.slots
        if slot.group == state.group and takes_part(context, slot)
    )


def _act_text(context: RulesContext, acting: tuple[Combatant, ...]) -> str:
    texts = context.texts
    if not acting:
        return texts.text_of("phases.heading.declare") if _is_declaring(context) else ""
    names = [combatant.name for combatant in acting]
    if len(names) == 1:
        return texts.text_of("phases.heading.acts", who=names[0])
    both = f"{', '.join(names[:-1])} {texts.text_of('phases.and')} {names[-1]}"
    return texts.text_of("phases.heading.act", who=both)


def _is_declaring(context: RulesContext) -> bool:
    return context.state.stage == "running" and context.state.group < 0


def _next_word(context: RulesContext) -> str:
    state = context.state
    if state.stage != "running":
        return "start" if not state.round else "resume"
    if _is_declaring(context):
        return "reveal"
    return "phase" if next_group(context) is None else "next"


def next_group(context: RulesContext) -> int | None:
    """Returns the next group in which somebody has something to do; None: the phase is over. Source: PHA-19."""
    from encounter_gui.rules.systems.phases.turns import order

    return order.next_group(context, context.state.group)


def timeline(context: RulesContext) -> Timeline:
    """Returns the phase as a strip, then the next one, with what lasts under its owners."""
    state, texts = context.state, context.texts
    if not state.round:
        slots = tuple(_coming(context, who) for who in state.combatants)
        note = texts.text_of("phases.timeline.ready")
        return Timeline(
            caption=texts.text_of("phases.heading.round", round=1), note=note, slots=slots
        )
    turn, phase = character.phase_in_round(state.round)
    slots = (*_this_phase(context), *_next_phase(context))
    note = texts.text_of("phases.timeline.phase", phase=phase, phases=mechanics.PHASES_A_ROUND)
    return Timeline(
        caption=texts.text_of("phases.heading.round", round=turn),
        note=note,
        slots=slots,
        effects=tuple(_bars(context, slots)),
    )


def _this_phase(context: RulesContext) -> tuple[TimelineSlot, ...]:
    from encounter_gui.rules.systems.phases.sheet.course import is_tied

    state = context.state
    if state.group < 0:
        return tuple(_coming(context, who) for who in ordered(context))
    following, tied = next_group(context), is_tied(context)
    slots = {slot.who: slot for slot in state.slots}
    return tuple(
        _placed(context, slots[who], following, tied=tied)
        if who in slots
        else _coming(context, who)
        for who in ordered(context)
        if who in slots or _went_down(context, context.combatant(who))
    )


def _went_down(context: RulesContext, combatant: Combatant) -> bool:
    """Whether somebody is out since an earlier phase: its place stays, struck."""
    return character.INITIATIVE in combatant.gauges and character.is_out(context, combatant)


def _placed(
    context: RulesContext, slot: Slot, following: int | None, *, tied: bool
) -> TimelineSlot:
    combatant = context.combatant(slot.who)
    return TimelineSlot(
        text=combatant.name,
        short=_short(context, slot.who),
        look=_look(context, slot, following),
        who=slot.who,
        side=combatant.side,
        note=str(slot.score),
        is_tied=slot.group == context.state.group and tied,
    )


def _next_phase(context: RulesContext) -> tuple[TimelineSlot, ...]:
    """Returns the separator and the slots of the next phase; who is out is not in it, nor a snap shot's bonus."""
    texts = context.texts
    turn, phase = character.phase_in_round(context.state.round + 1)
    if phase == 1:
        text, note = (
            texts.text_of("phases.heading.round", round=turn),
            texts.text_of("phases.timeline.first"),
        )
    else:
        text = texts.text_of("phases.timeline.next", phase=phase)
        note = texts.text_of("phases.heading.of", phases=mechanics.PHASES_A_ROUND)
    staying = [
        combatant
        for combatant in context.state.combatants.values()
        if not character.is_out(context, combatant)
    ]
    known = [combatant for combatant in staying if character.INITIATIVE in combatant.gauges]
    known.sort(
        key=lambda combatant: (-_plain_score(combatant), -character.tie_break(context, combatant))
    )
    return (
        TimelineSlot(text=text, note=note),
        *(_coming(context, combatant.id) for combatant in known),
    )


def _plain_score(combatant: Combatant) -> int:
    return combatant.gauges.get(character.INITIATIVE, 0) + combatant.gauges.get(character.EDGE, 0)


def _short(context: RulesContext, who: CombatantId) -> str:
    return short_name(
        context.combatant(who).name, (each.name for each in context.state.combatants.values())
    )


def _coming(context: RulesContext, who: CombatantId) -> TimelineSlot:
    combatant = context.combatant(who)
    look: SlotLook = "out" if character.is_out(context, combatant) else "later"
    return TimelineSlot(
        text=combatant.name, short=_short(context, who), look=look, who=who, side=combatant.side
    )


def _look(context: RulesContext, slot: Slot, following: int | None) -> SlotLook:
    from encounter_gui.rules.systems.phases.sheet.character import takes_part

    combatant, group = context.combatant(slot.who), context.state.group
    if character.is_out(context, combatant):
        return "out"
    if slot.group == group:
        return "now"
    if slot.group < group or not takes_part(context, slot):
        return "done"
    return "next" if slot.group == following else "later"


def _bars(context: RulesContext, slots: tuple[TimelineSlot, ...]) -> Iterator[EffectBar]:
    """Yields what lasts for a known time, the shortest first: to the separator if it ends with the phase.

    Source: PHA-28, PHA-70.
    """
    first: dict[CombatantId, int] = {}
    ends = next((place for place, slot in enumerate(slots) if slot.is_separator), len(slots))
    for place, slot in enumerate(slots):
        if slot.who is not None:
            first.setdefault(slot.who, place)
    lasting = [
        (left, other, condition)
        for other in context.state.combatants.values()
        for condition in other.conditions
        if (left := phases_left(context, condition)) is not None
    ]
    for left, combatant, condition in sorted(lasting, key=lambda each: each[0]):
        start = first.get(combatant.id, 0)
        bar = _bar(context, combatant, condition, start, left, ends if left <= 1 else None)
        if bar is not None:
            yield bar


def _bar(
    context: RulesContext,
    combatant: Combatant,
    condition: Condition,
    start: int,
    left: int,
    ends: int | None,
) -> EffectBar | None:
    known, lasts = (
        context.ruleset.condition(condition.key),
        duration(context, condition.key, condition),
    )
    if known is None or not lasts:
        return None
    amount = min((each.amount for each in known.effects), default=0)
    effect = f" {signed(amount)}" if amount else ""
    return EffectBar(
        text=f"{combatant.name} {known.name.lower()}{effect} · {lasts}",
        kind=known.kind,
        start=start,
        end=ends if condition.until is not None else None,
        rank=left,
    )
