"""What the next step will do by itself, from the state before it and after its own rehearsal."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import name_of, title_of
from encounter_gui.rules.presenters.chips import ChipRules, chips, lasts_text
from encounter_gui.rules.view import NextEffect

_TURN, _ENDS, _CHANGES, _OWED, _RUNS_ON = range(5)
_MOST_NAMED = 2


def next_effects(
    before: RulesContext, after: RulesContext, rules: ChipRules
) -> tuple[NextEffect, ...]:
    """Returns what differs between two states that people wait for, what matters most first."""
    found = list(_turn(before, after))
    old, new = before.state.combatants, after.state.combatants
    for who, combatant in new.items():
        was = old.get(who)
        if was is None:
            continue
        if was is not combatant:
            found += _ended_effects(before, was, combatant, rules)
            found += _gauges(before, was, combatant)
            found += _added_effects(before, after, was, combatant, rules)
        if combatant.conditions:
            found += _running(before, after, was, combatant, rules)
    known = {each.id for each in before.state.obligations}
    for each in after.state.obligations:
        if each.id not in known:
            found.append(
                _effect(before, "owed", _OWED, who=name_of(after, each), what=title_of(after, each))
            )
    return tuple(sorted(dict.fromkeys(found), key=lambda effect: effect.rank))


def _effect(context: RulesContext, key: str, rank: int, **params: str | int) -> NextEffect:
    return NextEffect(text=context.texts.text_of(f"rules.next.{key}", **params), rank=rank)


def _turn(before: RulesContext, after: RulesContext) -> Iterator[NextEffect]:
    """Yields whose turn it will be: one or two by name, more as their side."""
    acting, state = after.state.acting, after.state
    where = (state.round, state.group)
    if not acting or where == (before.state.round, before.state.group):
        return
    combatants = [state.combatants[who] for who in acting if who in state.combatants]
    names = [each.name for each in combatants]
    sides = dict.fromkeys(each.side for each in combatants)
    if len(names) > _MOST_NAMED:
        names = [after.side_name(side) for side in sides]
    yield _effect(before, "turn" if len(combatants) == 1 else "turns", _TURN, who=", ".join(names))


def _ended_effects(
    context: RulesContext, was: Combatant, now: Combatant, rules: ChipRules
) -> Iterator[NextEffect]:
    for condition in was.conditions:
        known = context.ruleset.condition(condition.key)
        if known is None or condition.key in rules.hidden or now.has(condition.key):
            continue
        yield _effect(context, "ends", _ENDS, who=was.name, what=known.name)


def _gauges(context: RulesContext, was: Combatant, now: Combatant) -> Iterator[NextEffect]:
    """Yields the change of the number that damage goes to; others are renewed with every turn."""
    gauge = context.ruleset.main_gauge
    if gauge is None:
        return
    had, has = was.gauges.get(gauge.key, 0), now.gauges.get(gauge.key, 0)
    if had != has:
        yield _effect(
            context, "gauge", _CHANGES, who=was.name, what=gauge.name, before=had, after=has
        )


def _added_effects(
    before: RulesContext, after: RulesContext, was: Combatant, now: Combatant, rules: ChipRules
) -> Iterator[NextEffect]:
    """Yields conditions that come: somebody dies, falls, bleeds."""
    had = {chip.text for chip in chips(before, was, rules)}
    for condition in now.conditions:
        known = after.ruleset.condition(condition.key)
        if known is None or condition.key in rules.hidden or was.has(condition.key):
            continue
        if known.name not in had and known.kind in ("danger", "warn"):
            yield _effect(before, "comes", _CHANGES, who=now.name, what=known.name)


def _running(
    before: RulesContext, after: RulesContext, was: Combatant, now: Combatant, rules: ChipRules
) -> Iterator[NextEffect]:
    """Yields clocks that run on: what is left of a condition is told in other words after the step."""
    if before.state.round == after.state.round:
        return
    for condition in now.conditions:
        known = after.ruleset.condition(condition.key)
        earlier = was.condition(condition.key)
        if known is None or earlier is None or condition.key in rules.hidden:
            continue
        left = lasts_text(after, rules, known.key, condition)
        if left and left != lasts_text(before, rules, known.key, earlier):
            yield _effect(before, "left", _RUNS_ON, who=now.name, what=known.name, left=left)
