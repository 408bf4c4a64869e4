"""Conditions in a few words, in the one order in which rows, panels and the timeline show them."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct, field

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.by_hand.labels import labels_of
from encounter_gui.rules.engine.conditions.words import left_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import is_half_answered, title_of
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.view import LABEL, Chip, ChipKind

URGENCY: dict[ChipKind, int] = {"danger": 0, "warn": 1, "info": 2, "good": 3, "neutral": 4}
"""The order of the kinds of chip, most urgent first."""

_ENDLESS = float("inf")


def note_by_hand(owner: Combatant, known: ConditionDef, condition: Condition | None) -> str:
    """Returns the note of a condition that the game master may give, otherwise the text of the ruleset."""
    return note_or_text(owner, known, condition if known.by_hand else None)


def note_or_text(
    owner: Combatant,
    known: ConditionDef,
    condition: Condition | None,
) -> str:
    """Returns the note of a condition on a combatant, without one the text of the ruleset: the usual tip."""
    return condition.note if condition is not None and condition.note else known.text


def _unknown(context: RulesContext, condition: Condition | None) -> float | None:
    return None


def _among_others(key: str) -> int:
    return 0


class ChipRules(Struct, frozen=True, kw_only=True):
    """How a system shows conditions; where a stored condition is a parameter, it is None for a derived one.

    ``derived`` returns the keys of the conditions that follow from the numbers of a combatant. ``text`` returns a
    condition in a few words, ``lasts`` how long it still lasts (empty: nobody knows). ``remaining`` sorts chips that
    are equally urgent, shortest first; None: last. ``place`` moves a condition, by its key, before all others
    (negative) or behind them (positive). ``removable`` can be removed although they are derived; ``hidden`` are never
    shown. ``shown_by`` names, for kinds of obligation, the condition whose chip says the same.
    """

    derived: Callable[[RulesContext, Combatant], Iterable[str]]
    text: Callable[[RulesContext, Combatant, ConditionDef, Condition | None], str]
    lasts: Callable[[RulesContext, str, Condition | None], str]
    remaining: Callable[[RulesContext, Condition | None], float | None] = _unknown
    place: Callable[[str], int] = _among_others
    tip: Callable[[Combatant, ConditionDef, Condition | None], str] = note_or_text
    removable: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    shown_by: Mapping[str, str] = field(default_factory=dict)


def chips(context: RulesContext, combatant: Combatant, rules: ChipRules) -> tuple[Chip, ...]:
    """Returns the conditions of a combatant and the tests it owes as chips, most urgent first, then its labels."""
    derived = dict.fromkeys(rules.derived(context, combatant))
    labels = tuple(Chip(text=each, key=f"{LABEL}{each}") for each in labels_of(combatant))
    if not derived and not combatant.conditions and not context.state.obligations:
        return labels
    shown: list[tuple[str, Condition | None]] = [(key, None) for key in derived]
    shown += [(each.key, each) for each in combatant.conditions if each.key not in derived]
    made = [
        (rules.place(key), _chip(context, combatant, rules, known, condition))
        for key, condition in shown
        if key not in rules.hidden and (known := context.ruleset.condition(key))
    ]
    made += [(0, chip) for chip in _owed_items(context, combatant, rules)]
    return (*(chip for _, chip in sorted(made, key=_order)), *labels)


def _order(placed: tuple[int, Chip]) -> tuple[int, int, float]:
    place, chip = placed
    return place, URGENCY[chip.kind], _ENDLESS if chip.remaining is None else chip.remaining


def with_amount(known: ConditionDef, amount: int) -> str:
    """Returns the name of a condition and what it does to rolls, e.g. ``Prone −2``; 0: the name alone."""
    return f"{known.name} {with_sign(amount)}" if amount else known.name


def _chip(
    context: RulesContext,
    combatant: Combatant,
    rules: ChipRules,
    known: ConditionDef,
    condition: Condition | None,
) -> Chip:
    return Chip(
        text=rules.text(context, combatant, known, condition),
        kind=known.kind,
        duration=lasts_text(context, rules, known.key, condition),
        icon=known.icon,
        tip=rules.tip(combatant, known, condition),
        rule=known.rule,
        key=known.key if condition is not None or known.key in rules.removable else "",
        remaining=rules.remaining(context, condition),
    )


def lasts_text(
    context: RulesContext, rules: ChipRules, key: str, condition: Condition | None
) -> str:
    """Returns how long a condition still lasts: in the unit the game master has said, otherwise as the rules say it.

    What ends by the campaign's clock has its time, in every game.
    """
    if condition is not None and (left := left_text(context, condition)):
        return left
    return rules.lasts(context, key, condition)


def _owed_items(context: RulesContext, combatant: Combatant, rules: ChipRules) -> Iterator[Chip]:
    """Yields what a combatant has to settle, each kind once, unless a condition says it already."""
    owed = {
        each.kind: each
        for each in context.state.obligations
        if each.who == combatant.id
        and each.due != "any_time"
        and not is_half_answered(each)
        and not combatant.has(rules.shown_by.get(each.kind, ""))
    }
    for each in owed.values():
        yield Chip(
            text=context.texts.text_of("rules.owed_chip", owed=title_of(context, each)),
            kind="warn",
            tip=context.texts.sentence(each.reason) if each.reason else "",
        )
