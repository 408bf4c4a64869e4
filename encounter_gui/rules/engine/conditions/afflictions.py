"""Conditions that the game master puts on combatants, lets last for another time, or takes off."""

from collections.abc import Callable

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.conditions.words import said_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import IsTurn, as_ruled, with_duration
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.automation import is_put_on
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import names_of

Unfit = Callable[[RulesContext, Combatant, ConditionDef], RuleError | None]
"""Returns the refusal of a condition that cannot be put on a combatant by hand; None: it can."""


def fits_everybody(
    context: RulesContext, combatant: Combatant, known: ConditionDef
) -> RuleError | None:
    """Returns None: every condition fits every combatant."""
    return None


def condition_named(context: RulesContext, wanted: str) -> ConditionDef:
    """Returns the condition with this key or name.

    Raises:
        RuleError: the ruleset has none.
    """
    known = context.ruleset.condition(wanted)
    if known is None:
        folded = wanted.casefold()
        known = next(
            (each for each in context.ruleset.conditions if each.name.casefold() == folded), None
        )
    if known is None:
        raise refuse("rules.no_such_condition", condition=wanted)
    return known


def afflict(
    context: RulesContext, command: do.Afflict, *, is_turn: IsTurn, unfit: Unfit
) -> Outcome:
    """Puts a condition on combatants; one they have lasts as long as is said now, and keeps what the rules count.

    What a rule has told the game master to put on somebody fits them.

    Raises:
        RuleError: there is no such condition, it comes from the rules alone, it fits one of them not, or this game
            knows no such duration.
    """
    known = condition_named(context, command.condition)
    combatants = context.combatants(command.who)
    if not known.by_hand and any(not combatant.has(known.key) for combatant in combatants):
        raise refuse("rules.not_by_hand", condition=known.name)
    if command.rounds is not None and command.duration is None:
        _check_rounds(command.rounds, known)
    for combatant in combatants:
        is_fit = combatant.has(known.key) or is_put_on(context.state, combatant.id, known.key)
        if not is_fit and (why := unfit(context, combatant, known)):
            raise why
    events = tuple(
        ev.ConditionAdded(
            who=combatant.id, condition=_condition(context, command, known, combatant, is_turn)
        )
        for combatant in combatants
    )
    return Outcome(label=_label(context, command, known, combatants), events=events)


def _check_rounds(rounds: int, known: ConditionDef) -> None:
    if rounds < 1:
        raise refuse("rules.rounds_too_few", condition=known.name)


def _condition(
    context: RulesContext,
    command: do.Afflict,
    known: ConditionDef,
    combatant: Combatant,
    is_turn: IsTurn,
) -> Condition:
    before = combatant.condition(known.key)
    if command.keeps_time and before is not None:
        return replace(before, note=command.note)
    if command.duration is None:
        until = as_ruled(context, known, command.rounds)
        condition = Condition(key=known.key, until=until, note=command.note)
        if before is None:
            return condition
        # Whom it binds to whom stays; of what comes from the rules alone its end does, too.
        until = until or (None if known.by_hand else before.until)
        return replace(condition, until=until, by=before.by, about=before.about, keys=before.keys)
    condition = (
        Condition(key=known.key, note=command.note)
        if before is None
        else replace(before, note=command.note)
    )
    return with_duration(context, known, condition, command.duration, combatant.id, is_turn)


def _label(
    context: RulesContext,
    command: do.Afflict,
    known: ConditionDef,
    combatants: tuple[Combatant, ...],
) -> Message:
    names = names_of(combatants)
    duration = command.duration
    if duration is None or duration.kind == "as_ruled":
        return say("rules.log.afflicted", who=names, condition=known.name)
    bearer = combatants[0] if len(combatants) == 1 else None
    lasts = said_text(context, duration, bearer)
    return say("rules.log.afflicted_for", who=names, condition=known.name, lasts=lasts)


def relieve(context: RulesContext, command: do.Relieve) -> Outcome:
    """Takes a condition off combatants.

    Raises:
        RuleError: there is no such condition, or none of them has it.
    """
    known = condition_named(context, command.condition)
    combatants = [
        combatant for combatant in context.combatants(command.who) if combatant.has(known.key)
    ]
    if not combatants:
        raise refuse("rules.not_afflicted", condition=known.name)
    return Outcome(
        label=say("rules.log.relieved", who=names_of(combatants), condition=known.name),
        events=tuple(
            ev.ConditionRemoved(who=combatant.id, key=known.key) for combatant in combatants
        ),
    )
