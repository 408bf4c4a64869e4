"""A game's rules at a glance, from its ruleset: wound levels, places, actions, modifiers."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from encounter_gui.encounter.values import Value
from encounter_gui.reports.document import Column, Table, Words, Wounds
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.ruleset import FieldDef, LocationDef
from encounter_gui.rules.model.text_format import with_sign

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


def tables(system: System, context: RulesContext, *, for_players: bool = False) -> Iterator[Table]:
    """Yields what a game master looks up, each part only where the ruleset has it."""
    yield from _wounds(context)
    if not for_players:
        yield from _thresholds(system, context)
    yield from _places(context)
    yield from _actions(context)
    yield from _modifiers(context)


def _wounds(context: RulesContext) -> Iterator[Table]:
    levels = context.ruleset.wound_levels
    numbers = context.ruleset.tables.get("wound_dn", {})
    if levels:
        rows: tuple[tuple[Words | Wounds, ...], ...] = tuple(
            (
                Wounds(marks=(("", each.level, each.letter),)),
                Words(text=each.name),
                Words(text=formula_words(each.threshold, context.ruleset.fields), is_muted=True),
                *_dn(context, numbers.get(each.name.casefold())),
                Words(text=with_sign(each.penalty) if each.penalty else "", is_strong=True),
            )
            for each in levels
        )
        yield _plain(context, "wounds", rows)


def _dn(context: RulesContext, number: Value | None) -> tuple[Words, ...]:
    """Returns what the tests of a wound are rolled against, in games that have such a table. Source: PHA-60."""
    if number is None:
        return ()
    return (Words(text=context.texts.text_of("report.wound_dn", dn=str(number))),)


def formula_words(formula: str, fields: Iterable[FieldDef]) -> str:
    """Returns a formula as people write it: ``2·STR + STAM`` for ``2 * strength + stamina``."""
    shorts = {each.key: each.short or each.name for each in fields}
    named = _NAME.sub(lambda found: shorts.get(found[0], found[0]), formula)
    return re.sub(r"(\d) \* (?=\D)", r"\1·", named).replace(" * ", " × ").replace("-", "−")


def _thresholds(system: System, context: RulesContext) -> Iterator[Table]:
    """Yields from what damage on each wound level begins, for all who have the same in one row."""
    same: dict[tuple[int, ...], list[str]] = {}
    letters: tuple[str, ...] = ()
    for row in system.rows(context):
        levels = [each for each in system.body(context, row.who).levels if each.level]
        if levels and not row.is_out:
            letters = letters or tuple(each.text for each in levels)
            values = tuple(each.value for each in levels)
            same.setdefault(values, []).append(context.combatant(row.who).name)
    rows = tuple(
        (Words(text=", ".join(names)), Words(text=" / ".join(map(str, values)), is_strong=True))
        for values, names in same.items()
    )
    if rows:
        yield _plain(context, "thresholds", rows, " / ".join(letters))


def _places(context: RulesContext) -> Iterator[Table]:
    """Yields what a roll for the place hits, and what it costs to aim there."""
    places = [each for each in context.ruleset.locations if each.rolls]
    places.sort(key=lambda each: -max(each.rolls))
    rows = tuple(
        (
            Words(text=" / ".join(_rolls(each.rolls) for each in locations)),
            Words(text=" / ".join(each.name for each in locations)),
            Words(text=with_sign(penalty) if penalty else "", is_strong=True),
        )
        for penalty, locations in _alike(places)
    )
    if rows:
        yield _plain(context, "places", rows)


def _alike(places: Iterable[LocationDef]) -> Iterator[tuple[int, list[LocationDef]]]:
    """Yields places beside each other that cost the same to aim at together; each alone where nothing is said."""
    for penalty, locations in groupby(places, key=lambda each: each.penalty):
        if penalty:
            yield penalty, list(locations)
        else:
            yield from ((0, [each]) for each in locations)


def _actions(context: RulesContext) -> Iterator[Table]:
    rows = _group_pairs((each.cost, each.name) for each in context.ruleset.actions)
    if rows:
        yield _plain(context, "actions", rows)


def _modifiers(context: RulesContext) -> Iterator[Table]:
    known = sorted(
        (each for each in context.ruleset.modifiers if each.amount), key=lambda each: -each.amount
    )
    rows = _group_pairs((with_sign(each.amount), each.name) for each in known)
    if rows:
        yield _plain(context, "modifiers", rows)


def _group_pairs(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[Words, ...], ...]:
    """Returns a row for each cost or amount, with everything that has it: many short lines become a few."""
    groups: dict[str, list[str]] = {}
    for key, name in pairs:
        groups.setdefault(key, []).append(name)
    return tuple(
        (Words(text=key, is_strong=True), Words(text=", ".join(names)))
        for key, names in groups.items()
    )


def _plain(
    context: RulesContext, key: str, rows: tuple[tuple[Words | Wounds, ...], ...], note: str = ""
) -> Table:
    width = len(rows[0])
    is_grouped = key in ("actions", "modifiers")
    columns = tuple(
        Column(
            title="",
            align="right" if place == width - 1 and not is_grouped else "left",
            share=1.0 if place == width - (1 if is_grouped else 2) else 0.0,
        )
        for place in range(width)
    )
    title = context.texts.text_of(f"report.crib.{key}")
    return Table(title=title, note=note, columns=columns, rows=rows, is_plain=True)


def _rolls(rolls: tuple[int, ...]) -> str:
    low, high = min(rolls), max(rolls)
    return str(low) if low == high else f"{low}–{high}"
