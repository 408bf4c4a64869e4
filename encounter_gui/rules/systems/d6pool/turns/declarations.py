"""What everybody declares before initiative: what it intends, and how it will move. Source: D6P-14, D6P-18."""

from collections.abc import Iterable, Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import character

GAIT_CONDITION = {"run": "running", "crawl": "crawling", "stand": "got_up", "prone": "prone"}
"""The condition that a way of moving brings."""

_PLAN, _LAST = "plan", "last_plan"
"""Records of what is declared for this turn, and of what somebody that nobody plays declared for the one before."""


def is_open(context: RulesContext) -> bool:
    """Returns whether initiative has not been rolled in this turn: all can be declared. Source: D6P-13."""
    return context.state.stage == "running" and not context.state.slots


def declares(combatant: Combatant) -> bool:
    """Returns whether a combatant can act in the turn that is declared. Source: D6P-45, D6P-48."""
    return not character.is_out(combatant) and not combatant.has("awake_weak")


def moves_of(combatant: Combatant) -> tuple[str, ...] | None:
    """Returns the movements a combatant has declared; None: it has declared nothing. Source: D6P-14, D6P-18."""
    match combatant.memo.get(_PLAN):
        case {"moves": tuple(moves)}:
            return moves
        case _:
            return () if combatant.memo.get("intent") else None


def last_of(combatant: Combatant) -> tuple[tuple[str, ...], str] | None:
    """Returns what a combatant that nobody plays declared last: movements and intent; None: neither."""
    match combatant.memo.get(_LAST):
        case {"moves": tuple(moves), "intent": str(intent)}:
            return moves, intent
        case _:
            return None


def declare(resolution: Resolution, command: do.Declare) -> Message:
    """Keeps what a combatant intends, and how it will move. Source: D6P-14, D6P-18.

    Raises:
        RuleError: it cannot move like that, or the turn has begun.
    """
    context = resolution.view
    combatant = context.known_combatant(command.who)
    if command.moves:
        _require_open(context)
    moves = read_moves(context, combatant, command.moves)
    resolution.record(*_declaration_events(combatant, moves, command.intent))
    plan = in_words(context, moves, command.intent)
    return say("d6pool.log.declared", who=combatant.name, intent=plan)


def declare_all(resolution: Resolution, command: do.DeclareAll) -> Message:
    """Keeps what several declare at once. Source: D6P-14, D6P-18.

    Raises:
        RuleError: nobody is named, one of them cannot move like that, or the turn has begun.
    """
    context = resolution.view
    if not command.plans:
        raise refuse("rules.nobody_named")
    _require_open(context)
    events: list[ev.Event] = []
    for each in command.plans:
        combatant = context.known_combatant(each.who)
        moves = read_moves(context, combatant, each.moves)
        events += _declaration_events(combatant, moves, each.intent)
    resolution.record(*events)
    declared = context.combatants(each.who for each in command.plans)
    return say("d6pool.log.declared_names", names=names_of(declared))


def _require_open(context: RulesContext) -> None:
    if not is_open(context):
        raise refuse("d6pool.turn_has_begun", rule="D6P-14")


def read_moves(
    context: RulesContext, combatant: Combatant, moves: Sequence[str]
) -> tuple[str, ...]:
    """Returns the movements that are declared, each once. Source: D6P-18.

    Raises:
        RuleError: one of them is not possible as the combatant is.
    """
    wanted = tuple(dict.fromkeys(moves))
    if "stand" in wanted and not combatant.has("prone"):
        raise refuse("d6pool.not_prone", rule="D6P-18", who=combatant.name)
    if "run" in wanted and combatant.has("prone") and "stand" not in wanted:
        raise refuse("d6pool.is_prone", rule="D6P-18", who=combatant.name)
    return wanted


def _declaration_events(
    combatant: Combatant, moves: tuple[str, ...], intent: str
) -> Iterator[ev.Event]:
    """Yields a declaration as it is kept for the turn; an empty intent takes back an intent alone."""
    plan: Record = {"moves": moves} if moves or not intent else ""
    if combatant.memo.get(_PLAN, "") != plan:
        yield ev.MemoSet(who=combatant.id, key=_PLAN, value=plan)
    yield ev.MemoSet(who=combatant.id, key="intent", value=intent)


def in_words(context: RulesContext, moves: Iterable[str], intent: str) -> str:
    """Returns a declaration in words: ``run, shoot the guard``."""
    ways = (context.texts.text_of(f"d6pool.declare.{move}") for move in moves)
    found = [each for each in (*ways, intent) if each]
    return ", ".join(found) or context.texts.text_of("d6pool.dash")


def drop_left(context: RulesContext, combatant: Combatant) -> str:
    """Returns a declared drop that has not been done, in words; empty: there is none. Source: D6P-14, D6P-18."""
    is_left = "prone" in (moves_of(combatant) or ()) and not combatant.has("prone")
    return in_words(context, ("prone",), "") if is_left else ""


def reveal_events(context: RulesContext) -> Iterator[ev.Event]:
    """Yields what is declared made true: what it costs to move weighs on the whole turn.

    Dropping costs nothing: it is done when its owner acts, and is cover from then on. Source: D6P-18, D6P-28.
    """
    for combatant in context.state.combatants.values():
        moves = moves_of(combatant) or ()
        yield from _last_events(combatant, moves)
        if declares(combatant):
            for move in moves:
                if move != "prone":
                    yield from gait_events(context, combatant, move)


def _last_events(combatant: Combatant, moves: tuple[str, ...]) -> Iterator[ev.Event]:
    """Yields a declaration kept for the next turn, which begins with it unless something else is declared."""
    intent = combatant.memo_text("intent")
    is_plain = combatant.side == "pc" or not (moves or intent)
    kept: Record = "" if is_plain else {"moves": moves, "intent": intent}
    if combatant.memo.get(_LAST, "") != kept:
        yield ev.MemoSet(who=combatant.id, key=_LAST, value=kept)


def gait_events(context: RulesContext, combatant: Combatant, gait: str) -> Iterator[ev.Event]:
    """Yields what a way of moving costs, to the end of the turn; nothing where it is paid for. Source: D6P-18."""
    key = GAIT_CONDITION.get(gait)
    if key and not combatant.has(key):
        until = None if key == "prone" else Expiry(round=context.state.round)
        yield ev.ConditionAdded(who=combatant.id, condition=Condition(key=key, until=until))
        yield from _dodge_shrinks(context, combatant, gait)


def move_cost(context: RulesContext, gait: str) -> int:
    """Returns what a way of moving takes from every action of the turn, 0 or less. Source: D6P-18."""
    known = context.ruleset.condition(GAIT_CONDITION.get(gait, ""))
    return sum(each.amount for each in known.effects if each.on == "action") if known else 0


def _dodge_shrinks(context: RulesContext, combatant: Combatant, gait: str) -> Iterable[ev.Event]:
    """Takes what a movement costs off the dodge dice of the turn as well, by switch. Source: D6P-18, D6P-31."""
    cost = min(-move_cost(context, gait), character.dodge_left(combatant))
    if cost > 0 and context.switch("d6pool.moveHitsDodge"):
        yield ev.GaugeChanged(who=combatant.id, gauge=character.DODGE, by=-cost)
