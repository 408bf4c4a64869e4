"""The declare sheet of a turn: how somebody will move, and its intent. Source: D6P-14, D6P-18."""

from collections.abc import Sequence

from msgspec import structs

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Declaring
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.presenters import declaring
from encounter_gui.rules.presenters.declaring import DeclareRules, Options
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import declarations
from encounter_gui.rules.view import DeclareColumn, DeclareOption, DeclareSheet

_MOVES: tuple[tuple[do.Movement, str], ...] = (
    ("run", "1"), ("crawl", "2"), ("stand", "3"), ("prone", "4")
)  # fmt: skip


def declare_sheet(context: RulesContext, draft: Declaring | None) -> DeclareSheet | None:
    """Returns what everybody able to act declares for the turn; None: initiative has been rolled. Source: D6P-13."""
    if not declarations.is_open(context):
        return None
    moment = context.texts.text_of("d6pool.declare.moment", turn=context.state.round)
    able = (each for each in context.state.combatants.values() if declarations.declares(each))
    return declaring.sheet(context, RULES, able, draft, moment)


def _columns(context: RulesContext) -> tuple[DeclareColumn, ...]:
    title = context.texts.text_of("d6pool.declare.moves")
    keys = tuple(key for _, key in _MOVES)
    return (DeclareColumn(key="moves", title=title, look="pills", shortcuts=keys),)


def _command(combatant: Combatant, moves: Sequence[str], intent: str) -> do.Declare:
    known = tuple(each for each, _ in _MOVES if each in moves)
    return do.Declare(who=combatant.id, moves=known, intent=intent)


def _together(all_of_them: Sequence[do.Declare]) -> do.DeclareAll:
    return do.DeclareAll(
        plans=tuple(
            do.Declared(who=each.who, moves=each.moves, intent=each.intent) for each in all_of_them
        )
    )


def _options(context: RulesContext, combatant: Combatant, command: do.Declare) -> Options:
    return (("moves", tuple(_option(context, combatant, command, *each) for each in _MOVES)),)


def _option(
    context: RulesContext,
    combatant: Combatant,
    command: do.Declare,
    move: do.Movement,
    shortcut: str,
) -> DeclareOption:
    is_on = move in command.moves
    wanted = tuple(each for each, _ in _MOVES if (each in command.moves) != (each == move))
    pressed = structs.replace(command, moves=wanted)
    return DeclareOption(
        key=move,
        text=context.texts.text_of(f"d6pool.declare.{move}"),
        amount=plain(declarations.move_cost(context, move)),
        shortcut=shortcut,
        is_on=is_on,
        why_not="" if is_on else declaring.refusal(context, combatant, pressed, _read),
        command=pressed,
    )


def _read(context: RulesContext, combatant: Combatant, command: do.Declare) -> None:
    declarations.read_moves(context, combatant, command.moves)


def _parts(context: RulesContext, combatant: Combatant, command: do.Declare) -> tuple[int, ...]:
    """Returns what is taken off every action of the turn. Source: D6P-18, D6P-28."""
    now = tuple(each.amount for each in character.effects(context, combatant, "action"))
    return (*(declarations.move_cost(context, move) for move in command.moves), *now)


def _score(context: RulesContext, combatant: Combatant) -> str:
    """Initiative is rolled after declaring. Source: D6P-13."""
    return ""


RULES: DeclareRules[do.Declare, tuple[str, ...]] = DeclareRules(
    kind=do.Declare,
    columns=_columns,
    command=_command,
    plan_of=declarations.moves_of,
    last_of=declarations.last_of,
    undeclared=(),
    read=_read,
    options=_options,
    parts=_parts,
    score=_score,
    together=_together,
)
"""How a turn is declared."""
