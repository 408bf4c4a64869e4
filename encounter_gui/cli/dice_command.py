"""``encounter-gui dice EXPR``: the odds of an expression, and one roll of it.

What needs numpy or lark is imported when the command runs, so that registering it costs nothing.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from msgspec import Struct
from msgspec.structs import asdict

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog, say

if TYPE_CHECKING:  # numpy comes with them
    from encounter_gui.dice.exact import Dist
    from encounter_gui.dice.roll_expression import Die, RollResult
    from encounter_gui.dice.tree import Expression

_MOST_ROWS = 30
_BAR = 40
_RARE = 0.0005
"""What is less likely at either end is summed up."""
_REFUSED = 2


class Reading(Struct, frozen=True, kw_only=True):
    """All there is to say about an expression. ``least`` or ``most`` is None where there is no bound."""

    text: str
    least: int | None
    most: int | None
    dist: "Dist"
    roll: "RollResult"


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``dice``; the parsed arguments are ``expr``, ``json``, ``seed`` and ``faces``."""
    parser = subparsers.add_parser(
        "dice", help="odds and a roll of a dice expression such as 3d6+2"
    )
    parser.add_argument("expr", metavar="EXPR", help="for example 3d6+2, 4d6kh3, 2d6!p, 1d20adv+4")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, help="roll the same every time")
    parser.add_argument("--faces", type=_faces, metavar="5,2,4", help="the faces of your own dice")


def _faces(text: str) -> tuple[int, ...]:
    """Reads the faces of real dice, separated by commas or spaces; argparse reports what is not a number."""
    return tuple(int(word) for word in text.replace(",", " ").split())


def run(
    expr: str,
    *,
    as_json: bool,
    seed: int | None,
    faces: Sequence[int] | None,
    texts: MessageCatalog,
    out: TextIO,
) -> int:
    """Writes the odds of an expression, and one roll of it.

    Args:
        expr: the expression.
        as_json: one JSON object instead of text.
        seed: repeats the same roll; None for any.
        faces: real dice, those of all dice first, then those of exploding ones; None to let the app roll.
        texts: the texts.
        out: where the answer goes; what is wrong goes to standard error.

    Returns:
        The exit code: 0, or 2 if the expression or the faces were refused.
    """
    try:
        reading = _read(expr, seed, faces)
    except AppError as error:
        print(_explanation(error, texts), file=sys.stderr)
        return _REFUSED
    text = json.dumps(_as_data(reading)) if as_json else _as_text(reading, texts)
    print(text, file=out)
    return 0


def _explanation(error: AppError, texts: MessageCatalog) -> str:
    from encounter_gui.dice.notation_errors import NotationError

    words = texts.text(error.message)
    caret = error.caret if isinstance(error, NotationError) else ""
    return f"{words}\n\n{caret}" if caret else words


def _read(text: str, seed: int | None, faces: Sequence[int] | None) -> Reading:
    from encounter_gui.dice.bounds import bounds
    from encounter_gui.dice.distribution import distribution
    from encounter_gui.dice.notation import parse

    expression = parse(text)
    dist = distribution(expression)
    least, most = bounds(expression)
    rolled = _roll(expression, seed, faces)
    return Reading(text=text, least=least, most=most, dist=dist, roll=rolled)


def _roll(expression: "Expression", seed: int | None, faces: Sequence[int] | None) -> "RollResult":
    from encounter_gui.dice.roll_expression import RollerFaces, ScriptedFaces, roll
    from encounter_gui.dice.roller import Roller

    if faces is None:
        return roll(expression, RollerFaces(Roller.seeded(seed)))
    script = ScriptedFaces(faces)
    result = roll(expression, script)
    if script.left:
        raise AppError(say("dice.faces_left", given=len(faces), left=len(script.left)))
    return result


def _as_data(reading: Reading) -> dict[str, object]:
    pmf = zip(reading.dist.x.tolist(), reading.dist.p.tolist(), strict=True)
    return {
        "expr": reading.text,
        "min": reading.least,
        "max": reading.most,
        "mean": reading.dist.mean,
        "pmf": {str(value): chance for value, chance in pmf if chance > 0},
        "roll": {"total": reading.roll.total, "dice": [asdict(die) for die in reading.roll.dice]},
    }


def _as_text(reading: Reading, texts: MessageCatalog) -> str:
    summary = say(
        "dice.cli.summary",
        expr=reading.text,
        least="−∞" if reading.least is None else _with_sign(reading.least),
        most="∞" if reading.most is None else _with_sign(reading.most),
        mean=_with_sign(round(reading.dist.mean, 3)),
    )
    dice = " ".join(_die_text(die) for die in reading.roll.dice)
    rolled = say("dice.cli.roll", total=_with_sign(reading.roll.total), dice=dice or "–")
    return "\n".join([texts.text(summary), "", *_bars(reading.dist), "", texts.text(rolled)])


def _with_sign(number: float) -> str:
    """Returns a number with a true minus sign."""
    return str(number).replace("-", "−")


def _die_text(die: "Die") -> str:
    """Returns the faces of a die: ``4``, ``6+6+5`` if it exploded, ``(1)`` if it was dropped."""
    faces = "+".join(str(face) for face in die.faces)
    return f"({faces})" if die.fate == "dropped" else faces


class _Line(Struct, frozen=True, kw_only=True):
    """A line of the bar chart: some values and their chance."""

    label: str
    chance: float


def _bars(dist: "Dist") -> list[str]:
    """Returns the bar chart of a distribution."""
    lines = _lines(dist)
    width, tallest = max(len(line.label) for line in lines), max(line.chance for line in lines)
    return [
        f"{line.label:>{width}}  {line.chance:7.3%}  {'█' * round(_BAR * line.chance / tallest)}".rstrip()
        for line in lines
    ]


def _lines(dist: "Dist") -> list[_Line]:
    """Cuts a distribution into one line for each value or, of many, for equal steps; rare ends share a line."""
    first = next(value for value in range(dist.lo, dist.hi + 1) if dist.at_most(value) >= _RARE)
    last = next(value for value in range(dist.hi, dist.lo - 1, -1) if dist.at_least(value) >= _RARE)
    step = -(-(last - first + 1) // _MOST_ROWS)
    lines = [_line(dist, low, min(low + step - 1, last)) for low in range(first, last + 1, step)]
    if first > dist.lo:
        lines.insert(0, _Line(label=f"< {_with_sign(first)}", chance=dist.at_most(first - 1)))
    if last < dist.hi:
        lines.append(_Line(label=f"> {_with_sign(last)}", chance=dist.at_least(last + 1)))
    return lines


def _line(dist: "Dist", low: int, high: int) -> _Line:
    label = _with_sign(low) if low == high else f"{_with_sign(low)} … {_with_sign(high)}"
    return _Line(label=label, chance=sum(dist.prob(value) for value in range(low, high + 1)))
