"""One line of typed dice as the answers to several rolls, asked for together."""

import re
from collections.abc import Sequence

from encounter_gui.dice.requests import RollRefused, RollRequest, Typed, accept, read_typed, refusal

_PARTED = re.compile(r"[/|]")
_WORDS = str.maketrans(",;+", "   ")


def read_answers(
    text: str, requests: Sequence[RollRequest], *, rolls_rest: bool = True
) -> tuple[Typed | None, ...]:
    """Returns an answer for each request, in order; None means "roll for me".

    A single roll is read as always. For several, the faces follow each other (``3 6 4 2 2`` for 3d6 and 2d6), or a
    stroke parts the rolls (``3 6 4 / =7``, and nothing between strokes leaves that roll to the app). Faces may stop
    after any roll: the app rolls the rest. Where ``rolls_rest`` is False the table types all of them, and the app rolls
    what is blank only between strokes, or where a full stop ends the line.

    Raises:
        RollRefused: The text cannot be the result of these dice, or dice of the table are missing; names the roll that
            is wrong.
    """
    line = text.rstrip()
    if rolls_rest or line.endswith("."):
        return _read(line.removesuffix("."), requests)
    try:
        answers = _read(line, requests)
    except RollRefused as refused:
        if refused.message.key == "dice.faces_count" and faces_missing(line, requests):
            raise _missing("dice.faces_missing", line, refused.request, requests) from refused
        raise
    if None in answers and not _PARTED.search(line):
        first = requests[answers.index(None)]
        key = "dice.rolls_missing" if line.strip() else "dice.table_rolls"
        raise _missing(key, line, first, requests)
    return answers


def _missing(
    key: str, text: str, request: RollRequest, requests: Sequence[RollRequest]
) -> RollRefused:
    """Returns the refusal of a line that lacks dice of the table."""
    wanted = sum(each.count for each in requests)
    missing = faces_missing(text, requests) or wanted
    dice = " / ".join(each.dice_text for each in requests)
    return refusal(key, request, given=wanted - missing, wanted=wanted, missing=missing, dice=dice)


def _read(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    if len(requests) == 1:
        return (_valid_answer(text, requests[0]),)
    if _PARTED.search(text):
        return _split_up(text, requests)
    return _in_a_row(text, requests)


def _valid_answer(text: str, request: RollRequest) -> Typed | None:
    typed = read_typed(text, request)
    if typed is not None:
        accept(request, typed)
    return typed


def _split_up(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    parts = _PARTED.split(text)
    if len(parts) > len(requests):
        last = requests[-1]
        given = sum(len(part.split()) for part in parts)
        raise refusal("dice.faces_count", last, given=given, wanted=last.count)
    parts += [""] * (len(requests) - len(parts))
    return tuple(
        _valid_answer(part, request) for part, request in zip(parts, requests, strict=True)
    )


def _in_a_row(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    words = _faces(text, requests)
    answers: list[Typed | None] = []
    for request in requests:
        mine, words = words[: request.count], words[request.count :]
        if mine and len(mine) < request.count:
            raise refusal("dice.faces_count", request, given=len(mine), wanted=request.count)
        answers.append(_valid_answer(" ".join(mine), request) if mine else None)
    if words:
        last = requests[-1]
        given = last.count + len(words)
        raise refusal("dice.faces_count", last, given=given, wanted=last.count)
    return tuple(answers)


def _faces(text: str, requests: Sequence[RollRequest]) -> list[str]:
    """Splits into faces; one run of digits is a face each where every die has one-digit faces."""
    words = text.translate(_WORDS).split()
    if len(words) == 1 and len(words[0]) > 1 and all(request.highest <= 9 for request in requests):
        return list(words[0])
    return words


def faces_missing(text: str, requests: Sequence[RollRequest]) -> int:
    """Returns how many faces are still to be typed before the line answers all requests face by face.

    0 where none is typed yet, where enough are, and where it is no line of faces: a total, or words.
    """
    if "=" in text or _PARTED.search(text):
        return 0
    wanted = sum(request.count for request in requests)
    words = text.translate(_WORDS).split()
    if len(words) == 1 and all(request.highest <= 9 for request in requests):
        words = list(words[0])
    if not words or not all(word.isdecimal() for word in words):
        return 0
    return max(0, wanted - len(words))
