"""What a thrown explosive leaves owed: everybody in its blast has to be named. Source: D6P-40."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution

IN_AIR = "in_air"
"""The condition by which a chip says so; in files of earlier versions it stands for what is owed."""


def _nobody_more(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Ends a blast in which nobody (more) is named. Source: D6P-40."""
    yield from ()
    context = resolution.context
    key, thrower = str(owed[0].values.get("weapon", "")), owed[0].by
    owner = context.state.combatants.get(thrower) if thrower else None
    item = (owner.item(key) if owner else None) or context.ruleset.item(key)
    name = item.name if item else context.texts.text_of("d6pool.explosion")
    return say("d6pool.log.blast", weapon=name, results=context.texts.text_of("d6pool.blast.over"))


NEXT_VICTIM = ObligationKind(
    kind="next_victim",
    is_automatic=False,
    rule="D6P-40",
    settle=_nobody_more,
    priority=30,
    due="turn_end",
    continues=True,
    refusal="d6pool.blast_waits",
)

KINDS = kinds_of(NEXT_VICTIM)
"""Every kind of obligation of this system."""


def open_blasts(state: EncounterState, who: CombatantId) -> tuple[Obligation, ...]:
    """Returns what is owed of what a combatant has thrown. Source: D6P-40."""
    return tuple(
        each for each in state.obligations if each.kind == NEXT_VICTIM.kind and each.who == who
    )


def weapon_in_air(state: EncounterState, who: CombatantId) -> str:
    """Returns the key of what a combatant has thrown and has not gone off yet; empty: nothing."""
    for each in open_blasts(state, who):
        return str(each.values.get("weapon", ""))
    mark = state.combatants[who].condition(IN_AIR)
    if mark is None:
        return ""
    return mark.keys[0] if mark.keys else mark.note


_PARTS_OF_METRE = 1000


def landing_values(place: Place | None) -> dict[str, int]:
    """Returns where something has come down, in millimetres, as values of what is owed; none: that is not known."""
    if place is None:
        return {}
    x, y = (round(each * _PARTS_OF_METRE) for each in place.point)
    return {"x": x, "y": y, "floor": place.floor}


def landing_of(state: EncounterState, who: CombatantId) -> Place | None:
    """Returns where on the plan a combatant's explosive in the air has come down; None: that is not known."""
    for each in open_blasts(state, who):
        x, y, floor = (each.values.get(key) for key in ("x", "y", "floor"))
        if isinstance(x, int) and isinstance(y, int) and isinstance(floor, int):
            return Place(x=x / _PARTS_OF_METRE, y=y / _PARTS_OF_METRE, floor=floor)
    return None


_STRUCK = "struck"
"""The record of a thrower: whom the explosive in the air has struck already, as more are to be named."""


def struck_by(state: EncounterState, who: CombatantId) -> tuple[str, ...]:
    """Returns whom a combatant's explosive that is in the air has struck already. Source: D6P-40."""
    struck = state.combatants[who].memo.get(_STRUCK)
    return struck if isinstance(struck, tuple) and weapon_in_air(state, who) else ()


def struck_events(
    state: EncounterState, who: CombatantId, targets: Iterable[CombatantId]
) -> Iterable[ev.Event]:
    """Yields what remembers whom a combatant's explosive has struck by now."""
    struck = (*struck_by(state, who), *targets)
    if struck:
        yield ev.MemoSet(who=who, key=_STRUCK, value=struck)


def forgotten_events(thrower: Combatant) -> Iterable[ev.Event]:
    """Yields the end of what an earlier explosive of a combatant has struck: the next one strikes anew."""
    if thrower.memo.get(_STRUCK):
        yield ev.MemoSet(who=thrower.id, key=_STRUCK, value="")


def gone_off(state: EncounterState, who: CombatantId) -> Iterable[ev.Event]:
    """Yields the end of what is owed for a combatant's explosive, and of the mark of an earlier version."""
    for each in state.obligations:
        if each.kind == NEXT_VICTIM.kind and each.who == who:
            yield ev.ObligationSettled(id=each.id)
    if state.combatants[who].has(IN_AIR):
        yield ev.ConditionRemoved(who=who, key=IN_AIR)


def require_none_thrown(context: RulesContext, leaving: Iterable[CombatantId]) -> None:
    """Keeps whoever has thrown something that has not gone off: it does not go with its thrower. Source: D6P-40.

    Raises:
        RuleError: one of them has.
    """
    for who in leaving:
        if who in context.state.combatants and weapon_in_air(context.state, who):
            name = context.combatant(who).name
            raise refuse("d6pool.thrown_first", rule="D6P-40", who=name)


def require_gone_off(context: RulesContext) -> None:
    """Checks the marks of earlier versions: what was thrown goes off before the turn ends. Source: D6P-40.

    Raises:
        RuleError: it has not gone off for everybody.
    """
    for who in context.state.acting:
        combatant = context.combatant(who)
        if combatant.has(IN_AIR):
            raise refuse(NEXT_VICTIM.refusal, rule=NEXT_VICTIM.rule, who=combatant.name)
