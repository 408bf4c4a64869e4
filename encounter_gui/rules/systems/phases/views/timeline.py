"""The heading and the timeline of a fight in phases. Source: PHA-11, PHA-19."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Slot
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.text_format import short_name, signed
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.views.chips import duration, phases_left
from encounter_gui.rules.systems.phases.views.table import ordered
from encounter_gui.rules.view import EffectBar, Heading, SlotLook, Timeline, TimelineSlot


def heading(scene: Scene) -> Heading:
    """Returns what the tool bar says."""
    state, words = scene.state, scene.words
    running = state.stage == "running"
    acting = _acting(scene) if running else ()
    return Heading(
        state=words.word(f"phases.stage.{state.stage}"),
        round=_when(scene, state.round) if running else words.word(f"phases.heading.{state.stage}"),
        part=words.word("phases.heading.of", phases=mechanics.PHASES_A_ROUND) if running else "",
        actors=_act_text(scene, acting),
        side=acting[0].side if acting else None,
        next=words.word(f"phases.next.{_next_word(scene)}"),
        is_running=running,
    )


def _when(scene: Scene, number: int) -> str:
    """Returns the round and the phase in it, e.g. ``Round 2 · Phase 3``. Source: PHA-11."""
    turn, phase = character.phase_in_round(number)
    return scene.words.word("phases.heading.when", round=turn, phase=phase)


def _acting(scene: Scene) -> tuple[Combatant, ...]:
    from encounter_gui.rules.systems.phases.sheet.character import takes_part

    state = scene.state
    return tuple(
        scene.one(slot.who)
        for slot in state.slots
        if slot.group == state.group and takes_part(scene, slot)
    )


def _act_text(scene: Scene, acting: tuple[Combatant, ...]) -> str:
    words = scene.words
    if not acting:
        return words.word("phases.heading.declare") if _is_declaring(scene) else ""
    names = [one.name for one in acting]
    if len(names) == 1:
        return words.word("phases.heading.acts", who=names[0])
    both = f"{', '.join(names[:-1])} {words.word('phases.and')} {names[-1]}"
    return words.word("phases.heading.act", who=both)


def _is_declaring(scene: Scene) -> bool:
    return scene.state.stage == "running" and scene.state.group < 0


def _next_word(scene: Scene) -> str:
    state = scene.state
    if state.stage != "running":
        return "start" if not state.round else "resume"
    if _is_declaring(scene):
        return "reveal"
    return "phase" if next_group(scene) is None else "next"


def next_group(scene: Scene) -> int | None:
    """Returns the next group in which somebody has something to do; None: the phase is over. Source: PHA-19."""
    from encounter_gui.rules.systems.phases.turns import order

    return order.next_group(scene, scene.state.group)


def timeline(scene: Scene) -> Timeline:
    """Returns the phase as a strip, then the next one, with what lasts under its owners."""
    state, words = scene.state, scene.words
    if not state.round:
        slots = tuple(_coming(scene, who) for who in state.combatants)
        note = words.word("phases.timeline.ready")
        return Timeline(caption=words.word("phases.heading.round", round=1), note=note, slots=slots)
    turn, phase = character.phase_in_round(state.round)
    slots = (*_this_phase(scene), *_next_phase(scene))
    note = words.word("phases.timeline.phase", phase=phase, phases=mechanics.PHASES_A_ROUND)
    return Timeline(
        caption=words.word("phases.heading.round", round=turn),
        note=note,
        slots=slots,
        effects=tuple(_bars(scene, slots)),
    )


def _this_phase(scene: Scene) -> tuple[TimelineSlot, ...]:
    from encounter_gui.rules.systems.phases.sheet.course import is_tied

    state = scene.state
    if state.group < 0:
        return tuple(_coming(scene, who) for who in ordered(scene))
    following, tied = next_group(scene), is_tied(scene)
    slots = {slot.who: slot for slot in state.slots}
    return tuple(
        _placed(scene, slots[who], following, tied=tied) if who in slots else _coming(scene, who)
        for who in ordered(scene)
        if who in slots or _went_down(scene, scene.one(who))
    )


def _went_down(scene: Scene, one: Combatant) -> bool:
    """Whether somebody is out since an earlier phase: its place stays, struck."""
    return character.INITIATIVE in one.gauges and character.is_out(scene, one)


def _placed(scene: Scene, slot: Slot, following: int | None, *, tied: bool) -> TimelineSlot:
    one = scene.one(slot.who)
    return TimelineSlot(
        text=one.name,
        short=_short(scene, slot.who),
        look=_look(scene, slot, following),
        who=slot.who,
        side=one.side,
        note=str(slot.score),
        is_tied=slot.group == scene.state.group and tied,
    )


def _next_phase(scene: Scene) -> tuple[TimelineSlot, ...]:
    """Returns the separator and the slots of the next phase; who is out is not in it, nor a snap shot's bonus."""
    words = scene.words
    turn, phase = character.phase_in_round(scene.state.round + 1)
    if phase == 1:
        text, note = (
            words.word("phases.heading.round", round=turn),
            words.word("phases.timeline.first"),
        )
    else:
        text = words.word("phases.timeline.next", phase=phase)
        note = words.word("phases.heading.of", phases=mechanics.PHASES_A_ROUND)
    staying = [one for one in scene.state.combatants.values() if not character.is_out(scene, one)]
    known = [one for one in staying if character.INITIATIVE in one.gauges]
    known.sort(key=lambda one: (-_plain_score(one), -character.tie_break(scene, one)))
    return (TimelineSlot(text=text, note=note), *(_coming(scene, one.id) for one in known))


def _plain_score(one: Combatant) -> int:
    return one.gauges.get(character.INITIATIVE, 0) + one.gauges.get(character.EDGE, 0)


def _short(scene: Scene, who: CombatantId) -> str:
    return short_name(scene.one(who).name, (each.name for each in scene.state.combatants.values()))


def _coming(scene: Scene, who: CombatantId) -> TimelineSlot:
    one = scene.one(who)
    look: SlotLook = "out" if character.is_out(scene, one) else "later"
    return TimelineSlot(text=one.name, short=_short(scene, who), look=look, who=who, side=one.side)


def _look(scene: Scene, slot: Slot, following: int | None) -> SlotLook:
    from encounter_gui.rules.systems.phases.sheet.character import takes_part

    one, group = scene.one(slot.who), scene.state.group
    if character.is_out(scene, one):
        return "out"
    if slot.group == group:
        return "now"
    if slot.group < group or not takes_part(scene, slot):
        return "done"
    return "next" if slot.group == following else "later"


def _bars(scene: Scene, slots: tuple[TimelineSlot, ...]) -> Iterator[EffectBar]:
    """Yields what lasts for a known time, the shortest first: to the separator if it ends with the phase.

    Source: PHA-28, PHA-70.
    """
    first: dict[CombatantId, int] = {}
    ends = next((place for place, slot in enumerate(slots) if slot.is_separator), len(slots))
    for place, slot in enumerate(slots):
        if slot.who is not None:
            first.setdefault(slot.who, place)
    lasting = [
        (left, one, condition)
        for one in scene.state.combatants.values()
        for condition in one.conditions
        if (left := phases_left(scene, condition)) is not None
    ]
    for left, one, condition in sorted(lasting, key=lambda each: each[0]):
        start = first.get(one.id, 0)
        bar = _bar(scene, one, condition, start, left, ends if left <= 1 else None)
        if bar is not None:
            yield bar


def _bar(
    scene: Scene, one: Combatant, condition: Condition, start: int, left: int, ends: int | None
) -> EffectBar | None:
    known, lasts = scene.ruleset.condition(condition.key), duration(scene, condition)
    if known is None or not lasts:
        return None
    amount = min((each.amount for each in known.effects), default=0)
    effect = f" {signed(amount)}" if amount else ""
    return EffectBar(
        text=f"{one.name} {known.name.lower()}{effect} · {lasts}",
        kind=known.kind,
        start=start,
        end=ends if condition.until is not None else None,
        rank=left,
    )
