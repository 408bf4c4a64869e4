"""What events change, in words: each combatant with its numbers before and after, its conditions, its wounds."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import moment_text


def event_lines(context: RulesContext, events: Iterable[ev.Event]) -> str:
    """Returns what events would change, combatant by combatant: ``Gang B: HP 8 → 1, Prone``.

    What only the rules remember is left out.
    """
    lines: dict[CombatantId, list[str]] = {}
    state = context.state
    for event in events:
        who, words = getattr(event, "who", None), _words(context, state, event)
        if words and who is not None:
            lines.setdefault(who, []).append(words)
        state = evolve(state, event)
    return "; ".join(f"{_name(context, who)}: {_join_words(words)}" for who, words in lines.items())


def _join_words(words: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(words))


def _name(context: RulesContext, who: CombatantId) -> str:
    combatant = context.state.combatants.get(who)
    return combatant.name if combatant else who


def _words(  # noqa: C901, PLR0911 - one case an event
    context: RulesContext, state: EncounterState, event: ev.Event
) -> str:
    match event:
        case ev.GaugeChanged():
            before = _gauge(state, event.who, event.gauge)
            return f"{_gauge_name(context, event.who, event.gauge)} {before} → {before + event.by}"
        case ev.GaugeSet():
            before = _gauge(state, event.who, event.gauge)
            return f"{_gauge_name(context, event.who, event.gauge)} {before} → {event.to}"
        case ev.ConditionAdded():
            return _condition_words(context, event.condition)
        case ev.ConditionRemoved():
            name = _condition_name(context, event.key)
            return context.texts.text_of("rules.event.condition_ends", condition=name)
        case ev.LocationSet():
            return _place_words(context, event)
        case ev.FlagSet():
            key = f"rules.event.flag_{event.flag}_{'on' if event.on else 'off'}"
            return context.texts.text_or(key, event.flag)
        case ev.SheetSet():
            field = context.ruleset.field(event.field)
            return f"{field.name if field else event.field} {event.to}"
        case ev.ItemPut():
            return event.item.name
        case ev.ItemRemoved():
            return context.texts.text_of("rules.event.item_gone", item=event.key)
        case ev.SideChanged():
            return context.side_name(event.to)
        case _:
            return ""


def _gauge(state: EncounterState, who: CombatantId, gauge: str) -> int:
    combatant = state.combatants.get(who)
    return combatant.gauges.get(gauge, 0) if combatant else 0


def _gauge_name(context: RulesContext, who: CombatantId, gauge: str) -> str:
    """Returns what a running number is called: by the ruleset, or by the item whose rounds it counts."""
    known = context.ruleset.gauge(gauge)
    if known is not None:
        return known.short or known.name
    combatant = context.state.combatants.get(who)
    item = combatant.item(gauge.partition(".")[2]) if combatant else None
    return item.name if item else gauge


def _condition_name(context: RulesContext, key: str) -> str:
    known = context.ruleset.condition(key)
    return known.name if known else key


def _condition_words(context: RulesContext, condition: Condition) -> str:
    name = _condition_name(context, condition.key)
    return f"{name} ({_until(context, condition.until)})" if condition.until else name


def _until(context: RulesContext, until: Expiry) -> str:
    """Returns when a condition ends, in words."""
    state, text_of = context.state, context.texts.text_of
    whose = state.combatants.get(until.whose) if until.whose else None
    rounds = max(until.round - max(state.round, 1) + 1, 0)
    if until.at is not None:
        return text_of("rules.event.until_moment", moment=moment_text(context, until.at))
    if whose is not None:
        return text_of(f"rules.event.until_{until.edge}", who=whose.name)
    return text_of("rules.event.rounds", count=rounds, unit=context.ruleset.time.round)


def _place_words(context: RulesContext, event: ev.LocationSet) -> str:
    place = next((each for each in context.ruleset.locations if each.key == event.location), None)
    name = place.name if place else event.location
    level = next((each for each in context.ruleset.wound_levels if each.level == event.level), None)
    marks = [
        context.texts.text_or(f"{context.ruleset.system}.mark.{mark}", mark.replace("_", " "))
        for mark in event.marks
    ]
    return " ".join((name, *([level.name] if level else []), *marks))
