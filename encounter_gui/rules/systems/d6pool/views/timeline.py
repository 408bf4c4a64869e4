"""The heading of the tool bar and the timeline of a D6-pool fight."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.text_format import short_name, signed
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget, turns
from encounter_gui.rules.systems.d6pool.views.chips import duration
from encounter_gui.rules.view import EffectBar, Heading, SlotLook, Timeline, TimelineSlot


def heading(scene: Scene) -> Heading:
    """Returns what the tool bar says."""
    state, words = scene.state, scene.words
    lanes = {slot.lane for slot in state.slots}
    lane = next((slot.lane for slot in state.slots if slot.group == state.group), 0)
    acting = [
        scene.one(slot.who)
        for slot in state.slots
        if slot.group == state.group and action_budget.takes_part(scene.one(slot.who), slot)
    ]
    part = "declare" if not state.slots else "second" if lane else "first"
    turn = words.word("d6pool.heading.turn", turn=state.round)
    running = state.stage == "running"
    return Heading(
        state=words.word(f"d6pool.stage.{state.stage}"),
        round=f"{turn} · {words.word(f'd6pool.heading.{part}')}"
        if running
        else words.word(f"d6pool.heading.{state.stage}"),
        part=words.word("d6pool.heading.of_two") if running and 1 in lanes else "",
        actors=_act_text(scene, acting) if running else "",
        side=acting[0].side if acting and running else None,
        next=words.word(f"d6pool.next.{_next_word(scene)}"),
        is_running=running,
    )


def _act_text(scene: Scene, acting: list[Combatant]) -> str:
    if not acting:
        return ""
    names = [one.name for one in acting]
    if len(names) == 1:
        return scene.words.word("d6pool.heading.acts", who=names[0])
    both = f"{', '.join(names[:-1])} {scene.words.word('d6pool.and')} {names[-1]}"
    return scene.words.word("d6pool.heading.act", who=both)


def _next_word(scene: Scene) -> str:
    state = scene.state
    if state.stage != "running":
        return "start" if state.stage == "ready" else "resume"
    if not state.slots:
        return "initiative"
    return "turn" if turns.next_group(state) is None else "next"


def timeline(scene: Scene) -> Timeline:
    """Returns the turn order as a strip, with what lasts under its owners."""
    state, words = scene.state, scene.words
    if not state.slots:
        caption = words.word("d6pool.heading.turn", turn=max(state.round, 1))
        note = words.word("d6pool.timeline.declare" if state.round else "d6pool.timeline.ready")
        slots = tuple(_later(one) for one in state.combatants.values())
        return Timeline(caption=caption, note=note, slots=slots)
    slots = _slots(scene)
    lane = next((slot.lane for slot in state.slots if slot.group == state.group), 0)
    return Timeline(
        caption=words.word("d6pool.heading.turn", turn=state.round),
        note=words.word("d6pool.heading.second" if lane else "d6pool.heading.first"),
        slots=slots,
        effects=_bars(scene, slots),
    )


def _slots(scene: Scene) -> tuple[TimelineSlot, ...]:
    state, words = scene.state, scene.words
    following, is_tied = turns.next_group(state), action_budget.is_tied(state)
    slots: list[TimelineSlot] = []
    names = [one.name for one in state.combatants.values()]
    for place, slot in enumerate(state.slots):
        if slot.lane and not state.slots[place - 1].lane:
            slots.append(TimelineSlot(text=words.word("d6pool.timeline.second")))
        one = scene.one(slot.who)
        is_now = slot.group == state.group
        slots.append(
            TimelineSlot(
                text=one.name,
                short=short_name(one.name, names),
                look=_look(scene, one, slot, following),
                who=one.id,
                side=one.side,
                note=str(slot.score),
                is_tied=is_now and is_tied,
            )
        )
    turn = words.word("d6pool.heading.turn", turn=state.round + 1)
    return (*slots, TimelineSlot(text=turn, note=words.word("d6pool.timeline.roll")))


def _look(scene: Scene, one: Combatant, slot: Slot, following: int | None) -> SlotLook:
    if character.is_out(one):
        return "out"
    if slot.group == scene.state.group:
        return "now"
    if slot.group < scene.state.group or slot.is_done or not action_budget.takes_part(one, slot):
        return "done"
    return "next" if slot.group == following else "later"


def _later(one: Combatant) -> TimelineSlot:
    look: SlotLook = "out" if character.is_out(one) else "later"
    return TimelineSlot(text=one.name, look=look, who=one.id, side=one.side)


def _bars(scene: Scene, slots: tuple[TimelineSlot, ...]) -> tuple[EffectBar, ...]:
    first: dict[CombatantId, int] = {}
    for place, slot in enumerate(slots):
        if slot.who is not None:
            first.setdefault(slot.who, place)
    bars: list[EffectBar] = []
    for who, one in scene.state.combatants.items():
        for condition in one.conditions:
            known = scene.ruleset.condition(condition.key)
            lasts = duration(scene, condition)
            if known is None or not lasts or condition.key in ("busy", "drawn", "running"):
                continue
            amount = min((effect.amount for effect in known.effects), default=0)
            effect = f" {signed(amount)}" if amount else ""
            ends = condition.until is not None and condition.until.round <= scene.state.round
            bars.append(
                EffectBar(
                    text=f"{one.name} {known.name.lower()}{effect} · {lasts}",
                    kind=known.kind,
                    start=first.get(who, 0),
                    end=len(slots) - 1 if ends else None,
                )
            )
    return tuple(bars)
