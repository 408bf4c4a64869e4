"""The declare sheet: what every game shows of who declares what; a game says what can be declared."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from encounter_gui.core.errors import RuleError
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
_P = TypeVar("_P")

Options = tuple[tuple[str, tuple[DeclareOption, ...]], ...]
"""The options of a row by column key."""


Read = Callable[[RulesContext, Combatant, _D], None]
"""Reads a declaration; raises a ``RuleError`` for one that cannot be."""


class DeclareRules(Struct, Generic[_D, _P], frozen=True, kw_only=True):
    """How a game fills the declare sheet.

    ``kind`` is the command in which one combatant declares, ``command`` makes it of a plan and an intent. ``plan_of``
    returns what a combatant has declared, ``last_of`` what one that nobody plays declared last, with its intent; None:
    nothing. ``undeclared`` is the plan of who declares nothing, ``read`` refuses what cannot be.
    ``columns`` returns the columns, ``options`` what can be declared instead. ``parts`` returns what each roll
    will take, as amounts; words: there is nothing to add up. ``score`` returns the place in the order as text.
    ``together`` returns several declarations as one command.
    """

    kind: type[_D]
    command: Callable[[Combatant, _P, str], _D]
    plan_of: Callable[[Combatant], _P | None]
    last_of: Callable[[Combatant], tuple[_P, str] | None]
    undeclared: _P
    read: Read[_D]
    columns: Callable[[RulesContext], tuple[DeclareColumn, ...]]
    options: Callable[[RulesContext, Combatant, _D], Options]
    parts: Callable[[RulesContext, Combatant, _D], Sequence[int] | str]
    score: Callable[[RulesContext, Combatant], str]
    together: Callable[[Sequence[_D]], Command]

    def default(self, combatant: Combatant) -> _D:
        """Returns what anybody does that has said nothing."""
        return self.command(combatant, self.undeclared, "")

    def filled(self, context: RulesContext, combatant: Combatant) -> _D:
        """Returns what a combatant that nobody plays does: the same as before, as far as it still can."""
        last = self.last_of(combatant)
        if last is None:
            return self.default(combatant)
        command = self.command(combatant, *last)
        return (
            self.default(combatant) if refusal(context, combatant, command, self.read) else command
        )


def refusal(context: RulesContext, combatant: Combatant, command: _D, read: Read[_D]) -> str:
    """Returns why a combatant cannot declare this, in words; empty: it can."""
    try:
        read(context, combatant, command)
    except RuleError as refused:
        return context.texts.text(refused.message)
    return ""


def sheet(
    context: RulesContext,
    rules: DeclareRules[_D, _P],
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
    context: RulesContext,
    rules: DeclareRules[_D, _P],
    combatant: Combatant,
    draft: Declaring | None,
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
    context: RulesContext, rules: DeclareRules[_D, _P], combatant: Combatant
) -> tuple[DeclareStatus, _D]:
    """Returns whether a combatant has declared, and what is taken to be its declaration."""
    plan = rules.plan_of(combatant)
    if plan is not None:
        return "said", rules.command(combatant, plan, combatant.memo_text("intent"))
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
