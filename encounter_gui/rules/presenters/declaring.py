"""The declare sheet: what every game shows of who declares what; a game says what can be declared."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command, Declaring
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.view import (
    DeclareColumn,
    DeclareOption,
    DeclareRow,
    DeclareSheet,
    DeclareStatus,
    PipsCell,
)

_D = TypeVar("_D", bound=Declaring)

Options = tuple[tuple[str, tuple[DeclareOption, ...]], ...]
"""The options of a row by column key."""


class DeclareRules(Struct, Generic[_D], frozen=True, kw_only=True):
    """How a game fills the declare sheet.

    ``kind`` is the command in which one combatant declares. ``columns`` returns the columns. ``said`` returns what a
    combatant has declared; None: nothing. ``filled`` returns what one that nobody plays does where it has said nothing,
    ``default`` what anybody does. ``options`` returns what can be declared instead. ``parts`` returns what each roll
    will take, as amounts; words: there is nothing to add up. ``score`` returns the place in the order as text.
    ``together`` returns several declarations as one command.
    """

    kind: type[_D]
    columns: Callable[[RulesContext], tuple[DeclareColumn, ...]]
    said: Callable[[RulesContext, Combatant], _D | None]
    filled: Callable[[RulesContext, Combatant], _D]
    default: Callable[[Combatant], _D]
    options: Callable[[RulesContext, Combatant, _D], Options]
    parts: Callable[[RulesContext, Combatant, _D], Sequence[int] | str]
    score: Callable[[RulesContext, Combatant], str]
    together: Callable[[Sequence[_D]], Command]


def sheet(
    context: RulesContext,
    rules: DeclareRules[_D],
    combatants: Iterable[Combatant],
    draft: Declaring | None,
    moment: str,
) -> DeclareSheet:
    """Returns the sheet of these combatants.

    Args:
        context: the state, and the texts.
        rules: what the game has to declare.
        combatants: who can declare, in order.
        draft: what one of them is about to declare; None: nobody is.
        moment: what is declared for, in words.
    """
    system, text_of = context.ruleset.system, context.texts.text_of
    everybody = tuple(combatants)
    rows = tuple(_row(context, rules, each, draft) for each in everybody)
    by_id = {each.id: each for each in everybody}
    rest = [rules.default(by_id[row.who]) for row in rows if row.status == "silent"]
    filled = [
        plan
        for each in everybody
        for status, plan in (declaration_of(context, rules, each),)
        if status == "filled" and plan != rules.default(each)
    ]
    return DeclareSheet(
        moment=moment,
        columns=rules.columns(context),
        rows=rows,
        total_title=text_of(f"{system}.declare.total"),
        rest_text=text_of(f"{system}.declare.rest"),
        rest=rules.together(rest) if rest else None,
        filled=rules.together(filled) if filled else None,
    )


def _row(
    context: RulesContext, rules: DeclareRules[_D], combatant: Combatant, draft: Declaring | None
) -> DeclareRow:
    status, command = declaration_of(context, rules, combatant)
    if isinstance(draft, rules.kind) and draft.who == combatant.id:
        command = draft
    parts = rules.parts(context, combatant, command)
    return DeclareRow(
        who=combatant.id,
        number=combatant.number,
        score=rules.score(context, combatant),
        name=combatant.name,
        side=combatant.side,
        status=status,
        is_covered=combatant.side == "foe",
        options=rules.options(context, combatant, command),
        intent=command.intent,
        sum="" if isinstance(parts, str) else _arithmetic(parts),
        total=parts if isinstance(parts, str) else plain(sum(parts)),
        command=command,
    )


def declaration_of(
    context: RulesContext, rules: DeclareRules[_D], combatant: Combatant
) -> tuple[DeclareStatus, _D]:
    """Returns whether a combatant has declared, and what is taken to be its declaration."""
    said = rules.said(context, combatant)
    if said is not None:
        return "said", said
    if combatant.side == "pc":
        return "silent", rules.default(combatant)
    return "filled", rules.filled(context, combatant)


def status_cell(
    context: RulesContext, name: str, combatant: Combatant, *, has_said: bool
) -> PipsCell:
    """Returns how far a combatant has come with declaring, in the column of actions: of foes nothing is told."""
    text_of = context.texts.text_of
    if combatant.side == "foe":
        key, icon = "hidden", "eye_off"
    elif has_said:
        key, icon = "said", "check"
    elif combatant.side == "pc":
        return PipsCell(name=name, text=text_of("rules.declare.silent"), is_declaring=True)
    else:
        key, icon = "filled", "dice"
    return PipsCell(name=name, text=text_of(f"rules.declare.{key}"), icon=icon, is_declaring=True)


def _arithmetic(parts: Sequence[int]) -> str:
    """Returns amounts as a sum, ``−3 − 1``; empty for fewer than two that count."""
    amounts = [amount for amount in parts if amount]
    if len(amounts) < 2:
        return ""
    first, *rest = amounts
    return plain(first) + "".join(f" {'−' if each < 0 else '+'} {abs(each)}" for each in rest)
