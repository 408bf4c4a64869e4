"""How a procedure asks for dice and decisions. Every rule system asks through these functions."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Choice, Chosen, Rolled, RollRequest
from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.dice_sum import DiceSum

if TYPE_CHECKING:
    from encounter_gui.dice.tree import Expression

Ask = tuple[RollRequest, ...] | Choice
"""What a procedure asks for: rolls to be made together (initiative of everybody, say), or a decision."""

Answer = tuple[Rolled, ...] | Chosen
"""The answer: one ``Rolled`` for each request, in order; or the option chosen."""

_T = TypeVar("_T")

Rolling = Generator[Ask, Answer, _T]
"""A part of a procedure: it may ask for dice or decisions, and returns a value."""

Procedure = Generator[Ask, Answer, Outcome]
"""A command being carried out. Closing it half-way costs nothing: no event has happened yet.

Raises ``RuleError`` where the rules refuse; then nothing has changed either.
"""


def request(
    context: RulesContext,
    key: str,
    who: CombatantId | None = None,
    *,
    count: int = 1,
    sides: int = 6,
    lowest: int = 1,
    label: Message | None = None,
) -> RollRequest:
    """Returns a request for dice; without a label it is called by the text ``<system>.roll.<key>``."""
    return RollRequest(
        key=key,
        label=label or say(f"{context.ruleset.system}.roll.{key}"),
        who=who,
        count=count,
        sides=sides,
        lowest=lowest,
    )


def requests_of(
    context: RulesContext, key: str, who: CombatantId | None, dice: DiceSum
) -> tuple[RollRequest, ...]:
    """Returns the requests for the dice that fall first, one for each kind or term; none for a mere number.

    What they come to is said by ``worth``. The first is called by the key, the others ``<key>_2``, ``<key>_3`` …: each
    can be typed by itself. Of dice in the full notation the faces are needed: some are kept, or explode.
    """
    label = say(f"{context.ruleset.system}.roll.{key}")
    return tuple(
        by_faces(rolls) if dice.notation else rolls
        for rolls in (
            request(context, name, who, count=count, sides=sides, lowest=lowest, label=label)
            for name, count, sides, lowest in numbered(key, dice)
        )
    )


def by_faces(wanted: RollRequest) -> RollRequest:
    """Returns a request whose faces are needed: some dice are kept, or explode, and a total does not say which."""
    return replace(wanted, needs_faces=wanted.count > 1)


def numbered(key: str, dice: DiceSum) -> tuple[tuple[str, int, int, int], ...]:
    """Returns the dice that fall first as (key, count, sides, lowest face), the keys of the further numbered from 2."""
    return tuple(
        (key if place == 1 else f"{key}_{place}", *pool) for place, pool in enumerate(dice.pools, 1)
    )


def worth(dice: DiceSum, rolled: Sequence[Rolled]) -> Rolling[int]:
    """Returns what dice come to whose ``requests_of`` were answered so, the flat number included."""
    if not dice.notation:
        return sum(each.total for each in rolled) + dice.flat
    return (yield from evaluate(dice.expression, rolled)) + dice.flat


def evaluate(expression: "Expression", rolled: Sequence[Rolled]) -> Rolling[int]:
    """Returns the value of an expression whose terms fell so; asks for each further die it brings, one after the other.

    Where only a sum was typed the dice are asked for again: which are kept or explode cannot be told from it.
    """
    from encounter_gui.dice.roll_expression import FacesRanOut, ScriptedFaces, roll

    shown: list[int] = []
    for each in rolled:
        shown += each.faces or (yield from faces(each.request))[0]
    while True:
        try:
            return roll(expression, ScriptedFaces(shown)).total
        except FacesRanOut as missing:
            further = replace(
                rolled[0].request, count=1, sides=missing.sides, lowest=missing.lowest
            )
            shown.append((yield from face(further)))


def ask(*requests: RollRequest) -> Rolling[tuple[Rolled, ...]]:
    """Asks for rolls made together and returns their results in order; for none it does not ask."""
    if not requests:
        return ()
    answer = yield requests
    if not isinstance(answer, tuple):
        raise TypeError(f"{answer} does not answer {requests}")
    return answer


def total(wanted: RollRequest) -> Rolling[int]:
    """Asks for one roll and returns its total."""
    (rolled,) = yield from ask(wanted)
    return rolled.total


def totals(*requests: RollRequest) -> Rolling[tuple[int, ...]]:
    """Asks for rolls made together and returns their totals in order."""
    rolls = yield from ask(*requests)
    return tuple(rolled.total for rolled in rolls)


def faces(*requests: RollRequest) -> Rolling[tuple[tuple[int, ...], ...]]:
    """Asks for rolls made together and returns the faces of each; asks again where only a sum was given."""
    known: dict[int, tuple[int, ...]] = {}
    wanted = [by_faces(each) for each in requests]
    while missing := [place for place in range(len(requests)) if place not in known]:
        rolls = yield from ask(*(wanted[place] for place in missing))
        for place, rolled in zip(missing, rolls, strict=True):
            if rolled.faces is not None:
                known[place] = rolled.faces
    return tuple(known[place] for place in range(len(requests)))


def face(wanted: RollRequest) -> Rolling[int]:
    """Asks for one die and returns its face."""
    ((shown,),) = yield from faces(wanted)
    return shown


def choose(
    context: RulesContext,
    key: str,
    who: CombatantId | None,
    options: Sequence[str],
    /,
    *,
    label: Message | None = None,
    **params: str,
) -> Rolling[str]:
    """Asks for a decision and returns the option chosen; a single option is returned without asking.

    Without a label the question is the text ``<system>.choose.<key>``, with ``params``.
    """
    if len(options) == 1:
        return options[0]
    text = label or say(f"{context.ruleset.system}.choose.{key}", **params)
    answer = yield Choice(key=key, label=text, who=who, options=tuple(options))
    if not isinstance(answer, Chosen):
        raise TypeError(f"{answer} does not answer the choice {key}")
    return answer.option
