"""What those have done who acted at once, made true together. Source: PHA-19, PHA-53, PHA-61 to PHA-64, PHA-70.

In this order: what everybody has done itself; what ends; wounds, the worst at each place; what falls from hands; stuns,
which take an action that has not been used; holds, of two on one combatant the one with the greater lead, and none with
or on who is down, or is out of reach by then; and a place that two have brought to the same level is one level worse,
with its Shock Test.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeGuard

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import Held
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases.combat import techniques
from encounter_gui.rules.systems.phases.field.ways import is_beside
from encounter_gui.rules.systems.phases.harm import wounds
from encounter_gui.rules.systems.phases.harm.body_places import HOLDS, level_events, stun_events
from encounter_gui.rules.systems.phases.rules import marks
from encounter_gui.rules.systems.phases.sheet import character

_HOLD_KEYS = frozenset(key for key, _ in HOLDS)
_HANDS = frozenset(("held", "off", "dropped"))
_LATEST = frozenset(("incapacitated", "in_shock"))
"""Conditions with a phase of their own; of several the one that says most counts."""


class _Row(Struct, frozen=True):
    """An event that has waited, and whose action it is of: the how manyth of all that wait.

    ``is_effect``: it is what the action does to somebody.
    """

    by: CombatantId
    action: int
    is_effect: bool
    event: ev.Event


def merge(resolution: Resolution, held: Sequence[Held]) -> None:
    """Makes true what has waited in a tie; ``held`` comes in the order of turns. Source: PHA-19."""
    rows = _last_of_each(
        [
            _Row(each.by, action, number >= each.own, event)
            for action, each in enumerate(held)
            for number, event in enumerate(each.events)
        ]
    )
    effects = [each for each in rows if each.is_effect]
    before = resolution.context
    for events in _own(rows):
        resolution.confirm(*events)
    plain = [each.event for each in effects if not _is_worked_out(each.event)]
    ends = [each for each in plain if isinstance(each, ev.ConditionRemoved)]
    rest = [each for each in plain if not isinstance(each, ev.ConditionRemoved)]
    if ends:
        resolution.release(*ends)
    levels = _levels(effects)
    _wound(resolution, levels)
    brought = list(_conditions_once(_without_ended(before, ends, rest)))
    if brought:
        resolution.release(*brought)
    _hasten(resolution, levels)
    for each in effects:
        if isinstance(each.event, ev.Resolved) and each.event.what == "technique":
            if each.event.target != each.by:
                _bring_down(resolution, each.event)
            _disarm(resolution, each.event)
    _stun(resolution, before, effects)
    _hold(resolution, effects)
    _make_worse(resolution, levels)


def _own(rows: Sequence[_Row]) -> Iterator[list[ev.Event]]:
    """Yields what the actions are themselves, each in turn; first what others have given up to defend themselves.

    That belongs to the state before the tie: who jogs after it jogs. Source: PHA-19, PHA-25, PHA-31.
    """
    own = [each for each in rows if not each.is_effect]
    given_up = [each.event for each in own if _is_of_another(each)]
    if given_up:
        yield given_up
    mine = (each for each in own if not _is_of_another(each))
    for _, action in groupby(mine, lambda each: each.action):
        yield [each.event for each in action]


def _is_of_another(row: _Row) -> bool:
    return getattr(row.event, "who", row.by) != row.by


def _last_of_each(rows: Sequence[_Row]) -> list[_Row]:
    """Returns events without those conditions that the same combatant has changed again later in the tie.

    Of Shock and of being out that one puts on twice both stay.
    """
    return [each for number, each in enumerate(rows) if not _is_over(each, rows[number + 1 :])]


def _is_over(row: _Row, later: Sequence[_Row]) -> bool:
    key, is_latest = _changes(row), _says_its_own_phase(row.event)
    return key is not None and any(
        _changes(each) == key and not (is_latest and _says_its_own_phase(each.event))
        for each in later
    )


def _says_its_own_phase(event: ev.Event) -> TypeGuard[ev.ConditionAdded]:
    return isinstance(event, ev.ConditionAdded) and event.condition.key in _LATEST


def _changes(row: _Row) -> tuple[CombatantId, CombatantId, str] | None:
    """Returns by whom a condition of whom is changed, and which; None: nothing of which the last alone counts."""
    match row.event:
        case (
            ev.ConditionAdded(who=who, condition=Condition(key=key))
            | ev.ConditionRemoved(who=who, key=key)
        ):
            return row.by, who, key
        case _:
            return None


def _is_worked_out(event: ev.Event) -> bool:  # noqa: PLR0911 - one case an event
    """Returns whether what an event changes is worked out anew from the state in which all has happened."""
    match event:
        case ev.LocationSet():
            return True
        case ev.ConditionAdded(condition=Condition(key=key)):
            return key in ("stunned", "aiding") or key in _HOLD_KEYS
        case ev.ConditionRemoved(key=key):
            return key == "stunned"
        case ev.GaugeChanged(gauge=gauge):
            return gauge == character.LOST
        case ev.MemoSet(key=key):
            return key in _HANDS or key == "gait"
        case ev.Resolved(what=what):
            return what == "dropped"
        case _:
            return False


def _without_ended(
    before: RulesContext, ends: Iterable[ev.ConditionRemoved], rest: Iterable[ev.Event]
) -> list[ev.Event]:
    """Returns events without another test of a Shock that was there before the tie and is over. Source: PHA-71."""
    ended = {
        each.who
        for each in ends
        if each.key == "in_shock" and before.combatant(each.who).has("in_shock")
    }
    return [
        each
        for each in rest
        if not (
            _says_its_own_phase(each) and each.condition.key == "in_shock" and each.who in ended
        )
    ]


def _conditions_once(events: Iterable[ev.Event]) -> Iterator[ev.Event]:
    """Yields events, of Shock the one with the soonest test, of those who are out the one that lasts longest.

    Whoever goes into Shock anew while being stabilized is In Shock. Source: PHA-62.
    """
    kept: dict[tuple[CombatantId, str], ev.ConditionAdded] = {}
    found = list(events)
    for event in found:
        if _says_its_own_phase(event):
            known = kept.get((event.who, event.condition.key))
            if known is None or _says_more(event.condition, known.condition):
                kept[event.who, event.condition.key] = event
    for event in found:
        match event:
            case ev.ConditionAdded(who=who, condition=Condition(key="stabilized")):
                counts = (who, "in_shock") not in kept
            case ev.ConditionAdded(who=who, condition=Condition(key=key)) if key in _LATEST:
                counts = kept[who, key] is event
            case _:
                counts = True
        if counts:
            yield event


def _says_more(one: Condition, other: Condition) -> bool:
    if one.count is None or other.count is None:
        return other.count is not None
    return one.count < other.count if one.key == "in_shock" else one.count > other.count


# ---- wounds


_Levels = dict[tuple[CombatantId, str], dict[CombatantId, ev.LocationSet]]
"""What each has brought a place of a combatant to, by whose action it was."""


def _levels(effects: Sequence[_Row]) -> _Levels:
    found: _Levels = {}
    for each in effects:
        if isinstance(each.event, ev.LocationSet):
            found.setdefault((each.event.who, each.event.location), {})[each.by] = each.event
    return dict(sorted(found.items()))


def _wound(resolution: Resolution, levels: _Levels) -> None:
    """Brings each place to the worst that anybody has brought it to, with what that does. Source: PHA-61, PHA-64.

    All of it is at once: who is dead by another place, or another's hand, drops what a wounded arm held all the same.
    """
    for (who, place), by in sorted(levels.items(), key=_limbs_first):
        combatant = resolution.context.state.combatants.get(who)
        if combatant is None:
            continue
        most = max(each.level for each in by.values())
        if most > character.wound(combatant, place):
            resolution.release(*level_events(resolution.context, combatant, place, most))


def _limbs_first(each: tuple[tuple[CombatantId, str], object]) -> tuple[CombatantId, bool, str]:
    (who, place), _ = each
    return who, place in (character.HEAD, character.TORSO), place


def _hasten(resolution: Resolution, levels: _Levels) -> None:
    """Moves the clock of those who are In Shock to what their worst wound asks for. Source: PHA-62."""
    for who in dict.fromkeys(who for who, _ in levels):
        combatant = resolution.context.state.combatants.get(who)
        if combatant is not None and combatant.has("in_shock"):
            resolution.release(*wounds.sooner_events(resolution.context, combatant))


def _make_worse(resolution: Resolution, levels: _Levels) -> None:
    """Lets places that two have brought to the same level get one level worse. Source: PHA-61, PHA-62."""
    for (who, place), by in levels.items():
        combatant = resolution.context.state.combatants.get(who)
        if combatant is None:
            continue
        reached = [each.level for each in by.values()]
        most = max(reached)
        if reached.count(most) > 1 and character.wound(combatant, place) == most:
            wounds.coincide(resolution, who, place, most)


# ---- hands, stuns, holds


def _bring_down(resolution: Resolution, technique: ev.Resolved) -> None:
    """Lets whom another has tripped or tackled lie there, also if it has got up meanwhile. Source: PHA-53."""
    if technique.values.get("effect") not in ("prone", "tackle") or technique.target is None:
        return
    loser = resolution.context.state.combatants.get(technique.target)
    events = marks.prone_events(loser) if loser is not None else ()
    if events:
        resolution.release(*events)


def _disarm(resolution: Resolution, technique: ev.Resolved) -> None:
    """Lets the weapon fall that was struck from a hand, also if it has been put away meanwhile. Source: PHA-53."""
    if technique.values.get("effect") != "drop" or technique.target is None:
        return
    loser = resolution.context.state.combatants.get(technique.target)
    key = str(technique.values.get("item", ""))
    if loser is not None and key not in character.keys_in(loser, "dropped"):
        resolution.release(*marks.drop_events(loser, key))


def _stun(resolution: Resolution, before: RulesContext, effects: Sequence[_Row]) -> None:
    """Lets stuns take actions that are there now that all have acted, else those of the next phase. Source: PHA-64."""
    for who, count in sorted(_stuns(before, effects).items()):
        for _ in range(count):
            combatant = resolution.context.state.combatants.get(who)
            if combatant is not None:
                resolution.release(*stun_events(resolution.context, combatant))


def _stuns(before: RulesContext, effects: Sequence[_Row]) -> dict[CombatantId, int]:
    """Returns how often everybody has been stunned in the tie."""
    found: dict[CombatantId, int] = {}
    later: dict[tuple[CombatantId, CombatantId], int] = {}
    for each in effects:
        match each.event:
            case ev.GaugeChanged(gauge=character.LOST, who=who, by=by):
                found[who] = found.get(who, 0) + by
            case ev.ConditionAdded(condition=Condition(key="stunned", count=count), who=who):
                later[each.by, who] = count or 1
    for (_, who), count in later.items():
        combatant = before.state.combatants.get(who)
        known = marks.stuns_of(combatant) if combatant else 0
        found[who] = found.get(who, 0) + max(count - known, 0)
    return found


def _hold(resolution: Resolution, effects: Sequence[_Row]) -> None:
    """Lets holds begin that have two ends; two who seize each other hold each other. Source: PHA-53."""
    events = [event for each in _won(effects) for event in _begun(resolution.context, each)]
    if events:
        resolution.release(*events)


def _won(effects: Sequence[_Row]) -> list[ev.Resolved]:
    """Returns the techniques after which somebody is held; of two on one the one with the greater lead, if it has."""
    found = [
        each.event
        for each in effects
        if isinstance(each.event, ev.Resolved)
        and each.event.what == "technique"
        and each.event.values.get("effect") in ("grab", "tackle", "clinch")
    ]
    return [each for each in found if all(_beats(each, other) for other in found)]


def _beats(one: ev.Resolved, other: ev.Resolved) -> bool:
    """Returns whether a hold begins beside another, or in place of it."""
    if one is other or not _ends(one) & _ends(other):
        return True
    return int(str(one.values.get("lead", 0))) > int(str(other.values.get("lead", 0)))


def _ends(technique: ev.Resolved) -> set[tuple[str, CombatantId | None]]:
    """Returns which end of a hold is where; nobody can be the same end of two."""
    if technique.values.get("effect") == "clinch":
        return {("clinched", technique.who), ("clinched", technique.target)}
    return {("grabbing", technique.who), ("grabbed", technique.target)}


def _begun(context: RulesContext, technique: ev.Resolved) -> tuple[ev.Event, ...]:
    there = context.state.combatants
    winner = there.get(technique.who) if technique.who else None
    loser = there.get(technique.target) if technique.target else None
    if winner is None or loser is None or any(map(character.is_down, (winner, loser))):
        return ()
    if is_beside(context.state, winner.id, loser.id) is False:
        return ()
    return techniques.hold_events(winner, loser, str(technique.values["effect"]))


# ---- what is said of it


def told_of(before: RulesContext, after: RulesContext) -> Iterator[Message]:
    """Yields who is wounded, stunned, In Shock, out or dead by what has happened at once. Source: PHA-19."""
    for who, now in after.state.combatants.items():
        was = before.state.combatants.get(who)
        if was is None or was is now:
            continue
        places = ", ".join(
            f"{character.place_name(after, place)} {character.level_name(after, character.wound(now, place))}"
            for place in now.locations
            if character.wound(now, place) > character.wound(was, place)
        )
        if places:
            yield say("phases.tie.wounded", who=now.name, places=places)
        state = _came_to(after, was, now)
        if state:
            yield say(f"phases.tie.{state}", who=now.name)


def _came_to(context: RulesContext, was: Combatant, now: Combatant) -> str:
    if character.is_dead(now) and not character.is_dead(was):
        return "dead"
    if character.is_out(context, now) and not character.is_out(context, was):
        return "out"
    return "in_shock" if now.has("in_shock") and not was.has("in_shock") else ""
