"""The heading of the tool bar and the timeline of a D6-pool fight."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import short_name, signed
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget, turns
from encounter_gui.rules.systems.d6pool.views.chips import duration
from encounter_gui.rules.view import EffectBar, Heading, SlotLook, Timeline, TimelineSlot


def heading(context: RulesContext) -> Heading:
    """Returns what the tool bar says."""
    state, texts = context.state, context.texts
    lanes = {slot.lane for slot in state.slots}
    lane = next((slot.lane for slot in state.slots if slot.group == state.group), 0)
    acting = [
        context.combatant(slot.who)
        for slot in state.slots
        if slot.group == state.group and action_budget.takes_part(context.combatant(slot.who), slot)
    ]
    part = "declare" if not state.slots else "second" if lane else "first"
    turn = texts.text_of("d6pool.heading.turn", turn=state.round)
    running = state.stage == "running"
    return Heading(
        state=texts.text_of(f"d6pool.stage.{state.stage}"),
        round=f"{turn} · {texts.text_of(f'd6pool.heading.{part}')}"
        if running
        else texts.text_of(f"d6pool.heading.{state.stage}"),
        part=texts.text_of("d6pool.heading.of_two") if running and 1 in lanes else "",
        actors=_act_text(context, acting) if running else "",
        side=acting[0].side if acting and running else None,
        next=texts.text_of(f"d6pool.next.{_next_word(context)}"),
        is_running=running,
    )


def _act_text(context: RulesContext, acting: list[Combatant]) -> str:
    if not acting:
        return ""
    names = [combatant.name for combatant in acting]
    if len(names) == 1:
        return context.texts.text_of("d6pool.heading.acts", who=names[0])
    both = f"{', '.join(names[:-1])} {context.texts.text_of('d6pool.and')} {names[-1]}"
    return context.texts.text_of("d6pool.heading.act", who=both)


def _next_word(context: RulesContext) -> str:
    state = context.state
    if state.stage != "running":
        return "start" if state.stage == "ready" else "resume"
    if not state.slots:
        return "initiative"
    return "turn" if turns.next_group(state) is None else "next"


def timeline(context: RulesContext) -> Timeline:
    """Returns the turn order as a strip, with what lasts under its owners."""
    state, texts = context.state, context.texts
    if not state.slots:
        caption = texts.text_of("d6pool.heading.turn", turn=max(state.round, 1))
        note = texts.text_of("d6pool.timeline.declare" if state.round else "d6pool.timeline.ready")
        slots = tuple(_later(combatant) for combatant in state.combatants.values())
        return Timeline(caption=caption, note=note, slots=slots)
    slots = _slots(context)
    lane = next((slot.lane for slot in state.slots if slot.group == state.group), 0)
    return Timeline(
        caption=texts.text_of("d6pool.heading.turn", turn=state.round),
        note=texts.text_of("d6pool.heading.second" if lane else "d6pool.heading.first"),
        slots=slots,
        effects=_bars(context, slots),
    )


def _slots(context: RulesContext) -> tuple[TimelineSlot, ...]:
    state, texts = context.state, context.texts
    following, is_tied = turns.next_group(state), action_budget.is_tied(state)
    slots: list[TimelineSlot] = []
    names = [other.name for other in state.combatants.values()]
    for place, slot in enumerate(state.slots):
        if slot.lane and not state.slots[place - 1].lane:
            slots.append(TimelineSlot(text=texts.text_of("d6pool.timeline.second")))
        combatant = context.combatant(slot.who)
        is_now = slot.group == state.group
        slots.append(
            TimelineSlot(
                text=combatant.name,
                short=short_name(combatant.name, names),
                look=_look(context, combatant, slot, following),
                who=combatant.id,
                side=combatant.side,
                note=str(slot.score),
                is_tied=is_now and is_tied,
            )
        )
    turn = texts.text_of("d6pool.heading.turn", turn=state.round + 1)
    return (*slots, TimelineSlot(text=turn, note=texts.text_of("d6pool.timeline.roll")))


def _look(
    context: RulesContext, combatant: Combatant, slot: Slot, following: int | None
) -> SlotLook:
    if character.is_out(combatant):
        return "out"
    if slot.group == context.state.group:
        return "now"
    if (
        slot.group < context.state.group
        or slot.is_done
        or not action_budget.takes_part(combatant, slot)
    ):
        return "done"
    return "next" if slot.group == following else "later"


def _later(combatant: Combatant) -> TimelineSlot:
    look: SlotLook = "out" if character.is_out(combatant) else "later"
    return TimelineSlot(text=combatant.name, look=look, who=combatant.id, side=combatant.side)


def _bars(context: RulesContext, slots: tuple[TimelineSlot, ...]) -> tuple[EffectBar, ...]:
    first: dict[CombatantId, int] = {}
    for place, slot in enumerate(slots):
        if slot.who is not None:
            first.setdefault(slot.who, place)
    bars: list[EffectBar] = []
    for who, combatant in context.state.combatants.items():
        for condition in combatant.conditions:
            known = context.ruleset.condition(condition.key)
            lasts = duration(context, condition.key, condition)
            if known is None or not lasts or condition.key in ("busy", "drawn", "running"):
                continue
            amount = min((effect.amount for effect in known.effects), default=0)
            effect = f" {signed(amount)}" if amount else ""
            ends = condition.until is not None and condition.until.round <= context.state.round
            bars.append(
                EffectBar(
                    text=f"{combatant.name} {known.name.lower()}{effect} · {lasts}",
                    kind=known.kind,
                    start=first.get(who, 0),
                    end=len(slots) - 1 if ends else None,
                )
            )
    return tuple(bars)
