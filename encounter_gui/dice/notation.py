"""The dice notation: from a text such as ``2d6+3`` or ``1d20adv + REF`` to a tree.

Dice: ``NdS``, ``dS``, ``d%``; ``zS`` has the faces 0 … S−1, so ``z100`` is 00 … 99. After them:

- ``khK klK`` keep, ``dhK dlK`` drop the K highest or lowest (``k`` is ``kh``, ``d`` is ``dl``)
- ``adv dis``: of two dice instead of one, the better or the worse
- ``minF maxF``: a die counts at least, at most F
- ``!`` a highest face brings another die, ``!>=F`` so does F; ``!p`` each further die less 1
- ``>=F <=F``: the number of dice that show at least, at most F
- ``rF r<F r>F`` roll a die that shows F, at most F, at least F again, until it does not; ``ro…`` once

``{2d6, 1d10}kh1`` keeps and drops whole values as it does dice; without such a word it adds them up.
Between values: ``+ − × // % ( ) min() max() floor() ceil()``, and ``/`` inside the last two; ``//``
rounds down, and ``%`` is what it leaves. Every other word is a name.
"""

from functools import lru_cache

from lark import Lark, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedInput, VisitError

from encounter_gui.core.messages import say
from encounter_gui.dice.limits import LIMITS, check
from encounter_gui.dice.notation_errors import DiceSyntaxError, NotationError, excess
from encounter_gui.dice.tree import Expression
from encounter_gui.dice.tree_builder import Builder

# Which terminals may come is known from the parser's state, so that after 4d6 the d of d1 drops a die, not begins one.
GRAMMAR = r"""
?start: sum
?sum: product | sum (PLUS | MINUS) product -> arithmetic
?product: unary | product (TIMES | OVER | FLOOR_OVER | MODULO) unary -> arithmetic
?unary: atom | MINUS unary -> negative
?atom: INT -> number
     | dice
     | NAME -> name
     | EXTREME "(" sum ("," sum)* ")" -> extreme
     | ROUNDING "(" sum ")" -> rounded
     | "(" sum ")"
     | LBRACE sum ("," sum)* "}" keep* -> group
dice: DICE modifier*
modifier: KEEP INT? | EXPLODE | EXPLODE_FROM INT | SUCCESS INT | CLAMP INT | ADVANTAGE | REROLL INT
keep: KEEP INT? -> modifier

PLUS: "+"
MINUS: /[-–−]/
TIMES: /[*×]/
FLOOR_OVER.2: "//"
OVER: /[\/÷]/
MODULO: "%"
LBRACE: "{"
DICE.9: /[0-9]*\s*[dz]\s*([0-9]+|%)/i
KEEP.8: /[kd][hl]|[kd](?=\s*[0-9])/i
REROLL.8: /ro?(?=\s*[<>≤≥=0-9])\s*(<=|>=|[<>≤≥=])?/i
EXPLODE_FROM.8: /!p?\s*(>=|≥)/i
EXPLODE.7: /!p?/i
SUCCESS.7: />=|<=|≥|≤/
CLAMP.8: /(min|max)(?=\s*[0-9])/i
ADVANTAGE.8: /(adv|dis)(?!\w)/i
EXTREME.7: /(min|max)(?=\s*\()/i
ROUNDING.7: /(floor|ceil)(?=\s*\()/i
NAME: /[^\W\d]\w*/
INT: /[0-9]+/
%ignore /\s+/
"""

_MODIFIERS = {"KEEP", "EXPLODE", "EXPLODE_FROM", "SUCCESS", "CLAMP", "ADVANTAGE", "REROLL"}
_WORDS = (
    ({"INT"}, "a number"),
    ({"DICE"}, "a die like 2d6"),
    ({"NAME"}, "a name"),
    ({"EXTREME", "ROUNDING"}, "a function like max("),
    (_MODIFIERS, "a modifier like kh1"),
    ({"PLUS"}, "an operator like +"),
    ({"LPAR"}, "("),
    ({"COMMA"}, ","),
    ({"RPAR"}, ")"),
    ({"LBRACE"}, "{"),
    ({"RBRACE"}, "}"),
    ({"$END"}, "the end"),
)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", transformer=Builder())


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """Returns the tree of a text, checked against all limits.

    What depends on the value of a name is checked when the value is known: before rolling or
    working out.

    Raises:
        DiceSyntaxError: the text is not dice notation.
        DiceLimitError: it asks for too much.
    """
    try:
        _check_text(text)
        expression = _read(text)
        check(expression, None)
    except NotationError as error:
        raise error.placed(text) from None
    return expression


def _check_text(text: str) -> None:
    """Refuses what the parser need not see."""
    if not text.strip():
        raise DiceSyntaxError(say("dice.empty"), expected=_words({"INT", "DICE", "NAME"}))
    if len(text) > LIMITS.characters:
        raise excess(
            "dice.text_too_long", LIMITS.characters, count=len(text), limit=LIMITS.characters
        )
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "({") - (sign in ")}")
        if depth > LIMITS.depth:
            raise excess("dice.nested_too_deep", at, limit=LIMITS.depth)


def _read(text: str) -> Expression:
    try:
        return _parser().parse(text)  # type: ignore[return-value]  # the embedded transformer returns nodes, not a Tree
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None


def _syntax_error(text: str, error: UnexpectedInput) -> DiceSyntaxError:
    at, found = len(text.rstrip()), ""
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        at, found = error.token.start_pos or 0, str(error.token)
    elif isinstance(error, UnexpectedCharacters):
        at, found = error.pos_in_stream or 0, error.char
    expected = _words(_acceptable(text[:at], error))
    where = NotationError(say(""), at=at, text=text)
    key = "dice.unexpected" if found else "dice.unfinished"
    message = say(key, found=found, column=where.column, expected=" or ".join(expected))
    return DiceSyntaxError(message, at=at, expected=expected)


def _acceptable(before: str, error: UnexpectedInput) -> set[str]:
    """Returns the terminals that could have come; the parser's own list forgets whether a bracket is open."""
    names: set[str] = set()
    if isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        names = set(error.allowed)
    if before.count("(") > before.count(")") or before.count("{") > before.count("}"):
        return names - {"$END"}
    ended = {"$END"} if "PLUS" in names else set()
    return (names | ended) - {"RPAR", "RBRACE", "COMMA"}


def _words(terminals: set[str]) -> tuple[str, ...]:
    return tuple(word for group, word in _WORDS if group & terminals)
