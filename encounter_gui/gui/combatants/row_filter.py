"""Which rows of the table are shown while a filter is typed: by name, side, condition, and who can act."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import Row

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")


class RowFilter(Struct, frozen=True, kw_only=True):
    """What a row must have to be shown: each of the ``words``, and an action left where ``can_act``.

    A word is part of a name or of the name of a group, a side, the beginning of a word of a condition, ``out`` or
    ``standing``. Nothing: all rows are shown.
    """

    words: tuple[str, ...] = ()
    can_act: bool = False

    @property
    def is_on(self) -> bool:
        """Whether it leaves any rows out."""
        return bool(self.words) or self.can_act


class Standing(Struct, frozen=True, kw_only=True):
    """What a filter looks at of one row: its combatant, its conditions by name, and whether it can act."""

    combatant: Combatant
    conditions: tuple[str, ...]
    is_out: bool
    can_act: bool


def read_filter(text: str, context: RulesContext) -> RowFilter:
    """Returns the filter that a line says; the words for who can act may stand anywhere in it."""
    folded = " ".join(text.casefold().split())
    phrase = context.texts.text_of("gui.filter.can_act").casefold()
    padded = f" {folded} "
    can_act = f" {phrase} " in padded
    rest = padded.replace(f" {phrase} ", " ") if can_act else padded
    return RowFilter(words=tuple(rest.split()), can_act=can_act)


def fits(wanted: RowFilter, standing: Standing, context: RulesContext) -> bool:
    """Returns whether a row is shown."""
    if wanted.can_act and not standing.can_act:
        return False
    return all(_has(word, standing, context) for word in wanted.words)


def _has(word: str, standing: Standing, context: RulesContext) -> bool:
    combatant, text_of = standing.combatant, context.texts.text_of
    if word in text_of("gui.filter.out").split():
        return standing.is_out
    if word in text_of("gui.filter.standing").split():
        return not standing.is_out
    named = _side_of(word, context)
    if named is not None:
        return combatant.side == named
    parts = (part for name in standing.conditions for part in name.casefold().split())
    return (
        word in combatant.name.casefold()
        or word in combatant.group.casefold()
        or any(part.startswith(word) for part in parts)
    )


def _side_of(word: str, context: RulesContext) -> Side | None:
    for side in _SIDES:
        known = context.texts.text_of(f"gui.filter.side.{side}").split()
        if word in known or word == context.side_name(side).casefold():
            return side
    return None


def conditions_of(
    combatant: Combatant, derived: Iterable[str], context: RulesContext
) -> tuple[str, ...]:
    """Returns the names of all conditions of a combatant, those that follow from its numbers as well."""
    keys = dict.fromkeys((*(each.key for each in combatant.conditions), *derived))
    known = map(context.ruleset.condition, keys)
    return tuple(each.name for each in known if each is not None)


def shown_rows(
    rows: Iterable[Row], fitting: Collection[CombatantId], kept: Collection[CombatantId]
) -> tuple[tuple[Row, ...], dict[CombatantId, int]]:
    """Returns the rows that fit or are kept in any case, and the others' ids with their numbers."""
    shown: list[Row] = []
    hidden: dict[CombatantId, int] = {}
    for row in rows:
        if row.who in fitting or row.who in kept:
            shown.append(row)
        else:
            hidden[row.who] = row.number
    return tuple(shown), hidden


def hidden_words(
    context: RulesContext, hidden: Collection[CombatantId], who: Iterable[CombatantId]
) -> str:
    """Returns that some of these are not shown by the filter, for the preview of a command; empty: all are."""
    count = sum(each in hidden for each in set(who))
    return context.texts.text_of("gui.filter.not_shown", count=count) if count else ""
