"""One line of typed dice as the answers to several rolls, asked for together."""

import re
from collections.abc import Sequence

from encounter_gui.dice.requests import RollRequest, Typed, accept, read_typed, refusal

_PARTED = re.compile(r"[/|]")
_WORDS = str.maketrans(",;+", "   ")


def read_answers(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    """Returns an answer for each request, in order; None means "roll for me".

    A single roll is read as always. For several, the faces follow each other (``3 6 4 2 2`` for 3d6 and 2d6), or a
    stroke parts the rolls (``3 6 4 / =7``, and nothing between strokes leaves that roll to the app). Faces may stop
    after any roll: the app rolls the rest.

    Raises:
        RollRefused: The text cannot be the result of these dice; names the roll that is wrong.
    """
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
