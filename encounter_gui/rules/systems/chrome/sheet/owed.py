"""What the rules make combatants owe: the kinds of obligation by name, and how one is added.

How an obligation is settled is said in ``obligations``; here are only the names, so that every part of the rules can
owe.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Due, Obligation, Settlement
from encounter_gui.encounter.values import Combatant, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, place_of

DEATH_SAVE, CRITICAL_EFFECTS, COUNTER = "death_save", "critical_effects", "counter"
TRUST_SAVE, PANIC, GUTLESS = "trust_save", "panic", "gutless"
FRENZY_ATTACK, DISTORTION = "frenzy_attack", "distortion"
REST_OF = {"health": "rest_health", "conviction": "rest_conviction"}
"""The kinds of the Saves of a rest, by what it is for. Source: CHR-69."""

KINDS: Mapping[str, tuple[int, Due]] = {
    DEATH_SAVE: (10, "now"),
    CRITICAL_EFFECTS: (20, "now"),
    COUNTER: (25, "now"),
    TRUST_SAVE: (30, "now"),
    PANIC: (40, "now"),
    GUTLESS: (50, "any_time"),
    FRENZY_ATTACK: (60, "turn_end"),
    REST_OF["health"]: (70, "now"),
    REST_OF["conviction"]: (71, "now"),
    DISTORTION: (90, "any_time"),
}
"""The priority of each kind, and when it is due. Source: CHR-57, CHR-63, CHR-64, CHR-73."""

TARGET, CHECKED, PANICKED, GESTURE = "target", "checked", "panicked", "gesture"
"""Values handed on to every obligation of a gesture: whom the attack was aimed at, the ids of those who have made
their Panic Check, and of those who panicked, and the number of the gesture. Source: CHR-62, CHR-73."""


def begin_gesture(resolution: Resolution, target: CombatantId | None = None) -> None:
    """Begins what is settled by itself: an attack with its counter-attack, say; after what is open by others.

    Source: CHR-73.
    """
    state = resolution.context.state
    places = [place_of(each) for each in state.obligations if each.due == "now"]
    aimed = {TARGET: target} if target is not None else {}
    resolution.place = 1 + max(places) if places else 0
    resolution.carried = {GESTURE: state.next_obligation, **aimed}


def obligation(
    kind: str, who: CombatantId, because: Message | None = None, **values: Record
) -> Obligation:
    """Returns an obligation of a kind, with its usual priority and date."""
    priority, due = KINDS[kind]
    return Obligation(kind=kind, who=who, reason=because, values=values, priority=priority, due=due)


def owe(
    resolution: Resolution,
    kind: str,
    who: CombatantId,
    because: Message | None = None,
    **values: Record,
) -> None:
    """Adds an obligation."""
    resolution.owe(obligation(kind, who, because, **values))


def obligations_of(context: RulesContext, who: CombatantId, kind: str) -> tuple[Obligation, ...]:
    """Returns the obligations of one kind that a combatant has."""
    owed = context.state.obligations
    return tuple([each for each in owed if each.who == who and each.kind == kind])


def beside(added: Obligation, other: Obligation) -> Obligation:
    """Returns what is owed as part of the gesture by which something else is, in the order of kinds. Source: CHR-73."""
    place = other.priority - KINDS[other.kind][0]
    values = {GESTURE: gesture_of(other), **added.values}
    return replace(added, values=values, priority=KINDS[added.kind][0] + place)


def is_owed(context: RulesContext, who: CombatantId, kind: str) -> bool:
    """Returns whether a combatant owes something of this kind."""
    return bool(obligations_of(context, who, kind))


def ends_of(
    context: RulesContext, who: CombatantId, kind: str, *, how: Settlement = "rolled"
) -> Iterator[ev.Event]:
    """Yields the ends of all obligations of one kind that a combatant has: they were played in another way."""
    for each in obligations_of(context, who, kind):
        yield ev.ObligationSettled(id=each.id, how=how)


def gesture_of(obligation: Obligation) -> int:
    """Returns the number of the gesture something is owed by; 0: by none, as the end of a turn. Source: CHR-73."""
    value = obligation.values.get(GESTURE)
    return value if isinstance(value, int) else 0


def panic_check_owed(
    context: RulesContext, who: CombatantId, because: str, /, gesture: int = 0, **params: str
) -> Iterator[ev.Event]:
    """Yields the Panic Check that a combatant owes, unless it owes one by this gesture. Source: CHR-62, CHR-73.

    ``because`` is the last part of the key of the reason, with ``params``.
    """
    known = obligations_of(context, who, PANIC)
    if any(each.due == "now" and gesture_of(each) == gesture for each in known):
        return
    reason = say(f"chrome.because.{because}", **params)
    yield ev.ObligationAdded(obligation=obligation(PANIC, who, reason))


def frighten(resolution: Resolution, who: CombatantId, because: str, /, **params: str) -> None:
    """Makes a combatant owe a Panic Check, unless it has made one in this gesture. Source: CHR-62, CHR-73."""
    if who not in ids(resolution, CHECKED):
        gesture = resolution.carried.get(GESTURE, 0)
        number = gesture if isinstance(gesture, int) else 0
        resolution.apply(*panic_check_owed(resolution.context, who, because, number, **params))


MARKS: Mapping[str, str] = {PANIC: "panic_due", DISTORTION: "distortion_due"}
"""The conditions that show what is owed for later: they may be put on and taken off by hand. Source: CHR-62, CHR-64."""


def mark_count(combatant: Combatant, kind: str) -> int:
    """Returns how many obligations of a kind the condition of a combatant stands for."""
    mark = combatant.condition(MARKS[kind])
    return 0 if mark is None else mark.count or 1


def mark_events(context: RulesContext, combatant: Combatant, kind: str) -> Iterator[ev.Event]:
    """Yields what makes the obligations for later of a kind as many as the condition says."""
    known = [each for each in obligations_of(context, combatant.id, kind) if each.due == "any_time"]
    count = mark_count(combatant, kind)
    for each in known[count:]:
        yield ev.ObligationSettled(id=each.id, how="void")
    mark = combatant.condition(MARKS[kind])
    reason = say("chrome.because.text", text=mark.note) if mark is not None and mark.note else None
    later = replace(obligation(kind, combatant.id, reason), due="any_time")
    yield from (ev.ObligationAdded(obligation=later) for _ in range(count - len(known)))


def obligations_waiting(
    context: RulesContext, combatant: Combatant, kind: str
) -> tuple[Obligation, ...]:
    """Returns what a combatant owes of a kind, and (with the id 0) what only its condition says, in old campaigns."""
    found = obligations_of(context, combatant.id, kind)
    missing = (
        event.obligation
        for event in mark_events(context, combatant, kind)
        if isinstance(event, ev.ObligationAdded)
    )
    return (*found, *missing)


def who_of(obligation: Obligation) -> CombatantId:
    """Returns who owes something; every obligation of these rules is a combatant's."""
    return obligation.who or CombatantId("")


def handed_on(obligations: Sequence[Obligation]) -> Mapping[str, Record]:
    """Returns what the obligations of a gesture hand on to those that follow from them. Source: CHR-73."""
    found: dict[str, Record] = {}
    for key in (CHECKED, PANICKED):
        named = [each.values[key] for each in obligations if key in each.values]
        found[key] = tuple(
            dict.fromkeys(who for value in named if isinstance(value, tuple) for who in value)
        )
    for key in (TARGET, GESTURE):
        found[key] = next((each.values[key] for each in obligations if key in each.values), "")
    return {key: value for key, value in found.items() if value}


def ids(resolution: Resolution, key: str) -> tuple[CombatantId, ...]:
    """Returns the combatants that a value handed on in this gesture names."""
    value = resolution.carried.get(key, ())
    return tuple(CombatantId(each) for each in value) if isinstance(value, tuple) else ()
