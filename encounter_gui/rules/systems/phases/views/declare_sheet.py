"""The declare sheet of a phase: actions or a Full Action, stances, intent. Source: PHA-23, PHA-24, PHA-28, PHA-29."""

from collections.abc import Iterator, Sequence

from msgspec import structs
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Declaring
from encounter_gui.rules.model.text_format import plain, with_sign
from encounter_gui.rules.presenters import declaring
from encounter_gui.rules.presenters.declaring import DeclareRules, Options
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.turns import declarations
from encounter_gui.rules.systems.phases.views import table
from encounter_gui.rules.view import DeclareColumn, DeclareOption, DeclareSheet

_STANCES: tuple[tuple[do.Stance, str], ...] = (
    ("ducking", "D"), ("hunkering", "H"), ("snap_shot", "S")
)  # fmt: skip
_FULL: tuple[do.Full, ...] = ("run", "sprint", "recover", "all_out_dodge")
_LOWERED = ("ducking", "hunkering")
"""Stances of which one takes the place of the other. Source: PHA-28."""


def declare_sheet(context: RulesContext, draft: Declaring | None) -> DeclareSheet | None:
    """Returns what everybody able to act declares for the phase; None: it has begun. Source: PHA-24."""
    if not declarations.is_open(context):
        return None
    _, phase = character.phase_in_round(context.state.round)
    moment = context.texts.text_of(
        "phases.declare.moment", phase=phase, phases=mechanics.PHASES_A_ROUND
    )
    everybody = (context.state.combatants[who] for who in table.ordered_ids(context))
    able = (each for each in everybody if declarations.declares(context, each))
    return declaring.sheet(context, RULES, able, draft, moment)


def _columns(context: RulesContext) -> tuple[DeclareColumn, ...]:
    text_of = context.texts.text_of
    most = 0 if character.is_escalating(context) else context.number(mechanics.MOST_ACTIONS)
    digits = tuple(str(count) for count in range(1, most + 1))
    return (
        DeclareColumn(
            key="actions",
            title=text_of("phases.declare.actions"),
            look="segments",
            shortcuts=(*digits, "F"),
        ),
        DeclareColumn(
            key="stances",
            title=text_of("phases.declare.stances"),
            look="pills",
            shortcuts=tuple(key for _, key in _STANCES),
        ),
    )


def _command(combatant: Combatant, plan: character.Declaration, intent: str) -> do.Declare:
    full: do.Full = next((each for each in _FULL if each == plan.full), "")
    stances = tuple(each for each, _ in _STANCES if each in plan.stances)
    return do.Declare(
        who=combatant.id, actions=plan.actions, full=full, stances=stances, intent=intent
    )


def _together(all_of_them: Sequence[do.Declare]) -> do.DeclareAll:
    return do.DeclareAll(
        plans=tuple(
            do.Declared(
                who=each.who,
                actions=each.actions,
                full=each.full,
                stances=each.stances,
                intent=each.intent,
            )
            for each in all_of_them
        )
    )


# ---- what can be declared


def _options(context: RulesContext, combatant: Combatant, command: do.Declare) -> Options:
    return (
        ("actions", tuple(_action_options(context, combatant, command))),
        ("stances", tuple(_stance_options(context, combatant, command))),
    )


def _action_options(
    context: RulesContext, combatant: Combatant, command: do.Declare
) -> Iterator[DeclareOption]:
    escalates = character.is_escalating(context)
    most = 0 if escalates else context.number(mechanics.MOST_ACTIONS)
    is_aiding = combatant.has("aiding")
    for count in range(1, most + 1):
        pressed = structs.replace(command, actions=count, full="")
        yield DeclareOption(
            key=str(count),
            text=str(count),
            shortcut=str(count),
            is_on=command.actions == count and not command.full and not is_aiding,
            why_not=_refusal(context, combatant, pressed),
            command=pressed,
        )
    yield _full_option(context, combatant, command, escalates=escalates)


def _full_option(
    context: RulesContext, combatant: Combatant, command: do.Declare, *, escalates: bool
) -> DeclareOption:
    """Returns the Full Action: pressed once more it is the next kind that can be taken. Source: PHA-26."""
    text_of = context.texts.text_of
    if combatant.has("aiding"):
        text = text_of("phases.declare.aid")
        return DeclareOption(key="full", text=text, shortcut="F", is_on=True, command=command)
    kinds: tuple[do.Full, ...] = (*_FULL, "") if escalates else _FULL
    at = kinds.index(command.full) + 1 if command.full else 0
    following = [
        structs.replace(command, full=kind, actions=1) for kind in (*kinds[at:], *kinds[:at])
    ]
    refusals = [_refusal(context, combatant, each) for each in following]
    pressed = next(
        (each for each, why in zip(following, refusals, strict=True) if not why), command
    )
    return DeclareOption(
        key="full",
        text=text_of(
            f"phases.declare.full.{command.full}" if command.full else "phases.declare.full"
        ),
        shortcut="F",
        is_on=bool(command.full),
        why_not=refusals[0] if all(refusals) else "",
        command=pressed,
    )


def _stance_options(
    context: RulesContext, combatant: Combatant, command: do.Declare
) -> Iterator[DeclareOption]:
    for stance, shortcut in _STANCES:
        is_on = stance in command.stances
        others = tuple(each for each in command.stances if each != stance)
        if stance in _LOWERED:
            others = tuple(each for each in others if each not in _LOWERED)
        wanted = tuple(
            each for each, _ in _STANCES if each in others or (each == stance and not is_on)
        )
        yield DeclareOption(
            key=stance,
            text=context.texts.text_of(f"phases.declare.{stance}"),
            amount=_stance_amount(context, stance),
            shortcut=shortcut,
            is_on=is_on,
            command=structs.replace(command, stances=wanted),
        )


def _stance_amount(context: RulesContext, stance: str) -> str:
    """Returns the number of a stance: on attacks, or for a Snap Shot on initiative. Source: PHA-28, PHA-29."""
    if stance == "snap_shot":
        return with_sign(character.table_number(context, "initiative", "snap_shot", 3))
    known = context.ruleset.condition(stance)
    return (
        plain(next((each.amount for each in known.effects if each.on == "attack"), 0))
        if known
        else ""
    )


def _read(context: RulesContext, combatant: Combatant, command: do.Declare) -> None:
    declarations.read_declaration(
        context, combatant, command.actions, command.full, command.stances
    )
    if command.full == "recover" and not character.own_fatigue(combatant):
        raise refuse("phases.not_tired", rule="PHA-18", who=combatant.name)


def _refusal(context: RulesContext, combatant: Combatant, command: do.Declare) -> str:
    return declaring.refusal(context, combatant, command, _read)


# ---- what it comes to


def _parts(
    context: RulesContext, combatant: Combatant, command: do.Declare
) -> tuple[int, ...] | str:
    """Returns what is taken off each action once this is true. Source: PHA-18, PHA-23, PHA-28, PHA-29, PHA-66."""
    if command.full or combatant.has("aiding"):
        return context.texts.text_of("phases.declare.whole")
    stances = tuple(Condition(key=stance) for stance in command.stances)
    fields = {**combatant.gauges, character.ACTIONS: command.actions, character.USED: 0}
    then = replace(combatant, gauges=fields, conditions=(*combatant.conditions, *stances))
    return tuple(each.amount for each in table.penalty_parts(context, then))


def _score(context: RulesContext, combatant: Combatant) -> str:
    if character.INITIATIVE not in combatant.gauges:
        return context.texts.text_of("phases.dash")
    return str(character.edge_score(context, combatant))


RULES = DeclareRules(
    kind=do.Declare,
    columns=_columns,
    command=_command,
    plan_of=character.declaration_of,
    last_of=declarations.last_of,
    undeclared=declarations.UNDECLARED,
    read=_read,
    options=_options,
    parts=_parts,
    score=_score,
    together=_together,
)
"""How a phase is declared."""
