"""Reading what is typed to hit somebody by hand: a place and damage before armor, ``la14``."""

from collections.abc import Sequence

from msgspec import Struct

from encounter_gui.core.messages import Message, say
from encounter_gui.rules.view import BodyPart

_MOST_DIGITS = 3


class Hit(Struct, frozen=True, kw_only=True):
    """So much damage before armor (0 to 999) to the place with this key."""

    place: str
    damage: int


def read_hit(text: str, parts: Sequence[BodyPart], pointed: str = "") -> Hit | Message:
    """Returns what is to be hit how hard, or what is missing, to be said where it was typed.

    A place is named by its short, its name or its key, in any case; digits alone go to ``pointed``.
    """
    found = place_in(text, parts)
    place, digits = found or (pointed, text.strip())
    if not text.strip():
        return say("gui.hit.empty")
    if not digits and found:
        return say("gui.hit.how_much", place=_name_of(place, parts), example=f"{text.strip()}14")
    if not _is_number(digits):
        return say("gui.hit.unreadable", text=text.strip(), shorts=shorts_of(parts))
    if len(digits) > _MOST_DIGITS:
        return say("gui.hit.too_much", damage=digits, most=10**_MOST_DIGITS - 1)
    if not place:
        return say("gui.hit.where", damage=digits, shorts=shorts_of(parts))
    return Hit(place=place, damage=int(digits))


def place_in(text: str, parts: Sequence[BodyPart]) -> tuple[str, str] | None:
    """Returns the key of the place that a text begins with, and what follows it; None: it names none.

    The longest word that leaves nothing but a number wins: ``a114`` is 14 to ``a1`` where there is one.
    """
    typed = text.strip().lower()
    words = sorted(_words(parts), key=lambda pair: len(pair[0]), reverse=True)
    fitting = [
        (key, rest)
        for word, key in words
        if typed.startswith(word) and (not (rest := typed[len(word) :].strip()) or _is_number(rest))
    ]
    return next((each for each in fitting if each[1]), next(iter(fitting), None))


def shorts_of(parts: Sequence[BodyPart]) -> str:
    """Returns what may be typed for a place, in the order of the body."""
    return ", ".join(part.short.lower() or part.name for part in parts)


def _words(parts: Sequence[BodyPart]) -> list[tuple[str, str]]:
    return [
        (word.lower(), part.key)
        for part in parts
        for word in (part.short, part.name, part.key)
        if word
    ]


def _name_of(key: str, parts: Sequence[BodyPart]) -> str:
    return next(part.name for part in parts if part.key == key)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
