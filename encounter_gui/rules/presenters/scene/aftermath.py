"""What of a fight outlasts it: games declare it, and every game's combatants are worked out here."""

from collections.abc import Callable, Collection, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.view.scene.aftermath import Aftermath, CountColumn, RecapForm


def _worded_mark(context: RulesContext, mark: str) -> str:
    return context.texts.text_or(f"{context.ruleset.system}.recap.mark.{mark}", mark)


class AftermathRules(Struct, frozen=True, kw_only=True):
    """What of a fight outlasts it in a game, and how the game tells a fight at its end.

    ``gauges`` go from fight to fight; all others are full again. ``over`` are conditions that end with the fight though
    nothing says when; every other one without an end outlasts it. ``counted`` are conditions whose count is a round of
    the fight: it goes on from where it was. ``records`` are kept. ``urgent`` are conditions that cannot wait for the
    next fight. ``counts`` are columns of the recap: the kind of result, and the value that has to be true in it; their
    words are the texts ``<game>.recap.<value>`` and ``.tip``. ``mark_name`` returns what a mark on a place of the body
    is called.
    """

    gauges: tuple[str, ...]
    over: frozenset[str]
    counted: frozenset[str] = frozenset()
    urgent: frozenset[str] = frozenset()
    records: frozenset[str] = frozenset()
    mark_name: Callable[[RulesContext, str], str] = _worded_mark
    main_die: int = 6
    is_high_good: bool = True
    counts: tuple[tuple[str, str], ...] = ()


def recap_form(context: RulesContext, rules: AftermathRules) -> RecapForm:
    """Returns how a game tells a fight at its end."""
    game, text_of = context.ruleset.system, context.texts.text_of
    return RecapForm(
        main_die=rules.main_die,
        is_high_good=rules.is_high_good,
        counts=tuple(
            CountColumn(
                what=what,
                value=value,
                title=text_of(f"{game}.recap.{value}"),
                tip=text_of(f"{game}.recap.{value}.tip"),
            )
            for what, value in rules.counts
        ),
    )


def aftermath(
    context: RulesContext,
    rules: AftermathRules,
    who: CombatantId,
    derived: Collection[str] = (),
) -> Aftermath:
    """Returns a combatant once the fight is over.

    ``derived`` are the conditions that follow from its numbers, by key: they outlast the fight as the numbers do.
    """
    combatant = context.combatant(who)
    defs = {each.key: each for each in context.ruleset.conditions}
    lasting = tuple(each for each in combatant.conditions if _lasts(context, rules, defs, each))
    kept = {each.key for each in lasting}
    game = context.ruleset.system
    after = replace(
        combatant,
        conditions=tuple(_rebase(context, rules, each) for each in lasting),
        memo={key: value for key, value in combatant.memo.items() if key in rules.records},
        flags=tuple(flag for flag in combatant.flags if flag == "named"),
    )
    return Aftermath(
        combatant=after,
        gauges=tuple(key for key in rules.gauges if key in after.gauges),
        over=_names(defs, _over(context, combatant, kept)),
        notes={key: context.texts.text_or(f"{game}.recap.lasts.{key}", "") for key in kept},
        open=tuple(
            context.texts.text_of("recap.urgent", who=combatant.name, what=name)
            for name in _names(defs, sorted({*kept, *derived} & rules.urgent))
        ),
    )


def _over(context: RulesContext, combatant: Combatant, kept: Collection[str]) -> Iterator[str]:
    """Yields what has ended by itself; what lasts for a time that goes on is open, and said elsewhere."""
    for each in combatant.conditions:
        if each.key not in kept and not _goes_on(context, each):
            yield each.key


def _goes_on(context: RulesContext, condition: Condition) -> bool:
    """Returns whether a condition lasts for a time that goes on after the fight."""
    until, state = condition.until, context.state
    if until is None:
        return False
    return until.round > state.round if until.at is None else until.at > state.clock


def _lasts(
    context: RulesContext,
    rules: AftermathRules,
    defs: dict[str, ConditionDef],
    condition: Condition,
) -> bool:
    if condition.until is not None and condition.until.at is not None:
        return _goes_on(context, condition)
    known = defs.get(condition.key)
    is_passing = condition.until is not None or (known is not None and bool(known.lasts))
    return not is_passing and condition.key not in rules.over


def _rebase(context: RulesContext, rules: AftermathRules, condition: Condition) -> Condition:
    """A round is counted from the end of this fight: the next one begins with its own first."""
    if condition.count is None or condition.key not in rules.counted:
        return condition
    return replace(condition, count=condition.count - context.state.round)


def _names(defs: dict[str, ConditionDef], keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(defs[key].name if key in defs else key for key in keys)
