"""How far the rules apply themselves is set for a fight, and told."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import Kinds, name_key
from encounter_gui.rules.model.automation import (
    CONSEQUENCES,
    DURATIONS,
    EFFECTS,
    TIME,
    AutomatedRule,
)
from encounter_gui.rules.model.commands import SetAutomation
from encounter_gui.rules.view import AutomationLine


def lines(
    context: RulesContext, rules: Iterable[AutomatedRule], kinds: Kinds
) -> tuple[AutomationLine, ...]:
    """Returns every rule that may apply itself or not, with how it is set; None: as all others."""
    own = context.state.automation
    return tuple(
        AutomationLine(
            key=key,
            name=context.texts.text_of(name_key(context, key)),
            rule=rule,
            mode=own.get(key),
        )
        for key, rule in _keys(rules, kinds)
    )


def _keys(rules: Iterable[AutomatedRule], kinds: Kinds) -> Iterator[tuple[str, str]]:
    """Yields the key of each rule with its id."""
    yield EFFECTS, ""
    for rule in rules:
        yield rule.key, rule.rule
    yield CONSEQUENCES, ""
    for kind in kinds.values():
        if kind.is_automatic:
            yield kind.kind, kind.rule
    yield DURATIONS, ""
    yield TIME, ""


def set_automation(
    context: RulesContext, command: SetAutomation, rules: Iterable[AutomatedRule], kinds: Kinds
) -> Outcome:
    """Sets how far a rule applies itself, or all that have no setting of their own.

    Raises:
        RuleError: there is no such rule.
    """
    to = context.texts.text_of(f"rules.automation_{command.to or 'same'}")
    event = ev.AutomationSet(rule=command.rule, to=command.to)
    if not command.rule:
        return Outcome(label=say("rules.log.automation", to=to), events=(event,))
    if command.rule not in dict(_keys(rules, kinds)):
        raise refuse("rules.no_such_automation", name=command.rule)
    name = context.texts.text_of(name_key(context, command.rule))
    return Outcome(label=say("rules.log.automation_of", rule=name, to=to), events=(event,))
