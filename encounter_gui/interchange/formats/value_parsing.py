"""Numbers and texts as people and programs write them, read as far as they can be."""

import html
import re
from collections.abc import Sequence

from encounter_gui.interchange.documents import Json
from encounter_gui.rules.files.ruleset_errors import LARGEST
from encounter_gui.rules.model.dice_sum import DiceSum, read_dice

# A tag that is not closed is no tag, and its words stay: a parser of HTML would drop all that follows. None of these
# looks further than the next mark of its kind, so that a text of nothing but marks takes no longer than another.
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"<\s*(?:br|/p|/div|/li|/h[1-6]|/tr)\b[^<>]*>", re.IGNORECASE)
_HIDDEN = re.compile(r"<\s*(?:(/)\s*)?(script|style)\b[^<>]*>", re.IGNORECASE)
_LINK = re.compile(r"@\w+\[[^\[\]]*\](?:\{([^{}]*)\})?")
_NUMBER = re.compile(r"[-+−–]?\d+(?:[.,]\d+)?")
_VARIABLE = re.compile(r"[-+−]? ?@[\w.]+")
_BLANKS = re.compile(r"[^\S\t]+")
_FLAT = re.compile(r"[-+]?\d{1,9}(?:[-+]\d{1,9})*")

NOTHING = ("", "-", "–", "—", "none", "null", "n/a", "undefined")
"""What cells and fields say that say nothing."""


def text(value: Json) -> str:
    """Returns a value as plain text: no markup, no links, no scripts; what is no text or number is empty."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    words = _without_hidden(str(value))
    words = _LINK.sub(lambda link: link[1] or "", words)
    words = html.unescape(_TAG.sub("", _BREAK.sub("\n", words)))
    lines = (" ".join(line.replace("\0", "").split()) for line in words.splitlines())
    return "\n".join(line for line in lines if line)


def _without_hidden(words: str) -> str:
    """Returns a text without scripts and styles; of one that is not closed only the tag goes."""
    shown, at = [], 0
    opening: re.Match[str] | None = None
    for tag in _HIDDEN.finditer(words):
        if opening is None and not tag[1]:
            opening = tag
        elif opening is not None and tag[1] and tag[2].casefold() == opening[2].casefold():
            shown.append(words[at : opening.start()])
            at, opening = tag.end(), None
    return " ".join([*shown, words[at:]])


def is_nothing(value: Json) -> bool:
    """Returns whether a value says nothing."""
    return value is None or (isinstance(value, str) and value.strip().casefold() in NOTHING)


def whole(value: Json) -> int | None:
    """Returns a value as a whole number: ``5``, ``5.0``, ``"+5"``, ``"−2"``; None: it is none, or is beyond keeping."""
    number = _whole(value)
    return number if number is not None and abs(number) <= LARGEST else None


def _whole(value: Json) -> int | None:
    if isinstance(value, bool) or is_nothing(value):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        plain = value.strip().replace("−", "-").replace("–", "-").replace(",", ".")
        number = float(plain)
        return int(number) if number.is_integer() else None
    return None


def first_whole(value: Json) -> int | None:
    """Returns the first whole number in a text: 30 of ``30 ft.``; None: there is none."""
    known = whole(value)
    if known is not None or not isinstance(value, str):
        return known
    match = re.search(r"[-−]?\d+", value)
    return whole(match[0]) if match else None


def pair(value: Json) -> tuple[int, int] | None:
    """Returns the two numbers of ``7/10``; None: there are not two."""
    if not isinstance(value, str) or value.count("/") != 1:
        return None
    left, right = (whole(part) for part in value.split("/"))
    return (left, right) if left is not None and right is not None else None


def dice(value: Json) -> tuple[DiceSum | None, bool]:
    """Returns the dice of a text such as ``1d8 + 2 + @attributeMod``, and whether a variable was taken as 0.

    Several flat numbers add up. None: it is no dice of our notation (``Grenade``, nothing).
    """
    if is_nothing(value) or not isinstance(value, str):
        number = whole(value)
        return (DiceSum(count=0, flat=number), False) if number is not None else (None, False)
    words = one_blank(value)
    plain = _VARIABLE.sub("", words)
    return _dice_sum(plain.replace(" ", "")), plain != words


def without_variables(value: str) -> str:
    """Returns the dice of a text as they stand, each variable taken as 0: ``1d2+1d8`` of ``1d2 + 1d8 + @mod``."""
    return _VARIABLE.sub("", one_blank(value)).replace(" ", "")


def one_blank(words: str) -> str:
    """Returns a text in which blanks stand alone: patterns would try each of thousands with each other."""
    return _BLANKS.sub(" ", words)


def _dice_sum(words: str) -> DiceSum | None:
    """The short notation of weapons, with percentile dice and every dash there is; or a number alone."""
    plain = words.replace("−", "-").replace("–", "-").replace("%", "100")
    if _FLAT.fullmatch(plain):
        return DiceSum(count=0, flat=sum(int(each) for each in re.findall(r"[-+]?\d+", plain)))
    return read_dice(plain)


def average(of: DiceSum) -> int:
    """Returns the mean of dice, rounded down, 1 at the least."""
    if of.notation:
        from encounter_gui.dice.distribution import distribution

        return max(int(distribution(of.expression).mean + of.flat), 1)
    twice = sum(count * (sides + 1) for count, sides in of.kinds) + 2 * of.flat
    return max(twice // 2, 1)


def numbers(values: Sequence[int | None]) -> tuple[int, ...]:
    """Returns those that are numbers."""
    return tuple(value for value in values if value is not None)
