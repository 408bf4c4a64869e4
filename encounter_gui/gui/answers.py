"""Typed dice for several rolls that are asked for at once, in one line: initiative for everybody, say."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.dice.requests import Faces, RollRequest, Total, Typed, accept, read_typed

ROLL_FOR_ME = frozenset(".*?")
"""Stands for one roll in a line of several that the app is to make."""


def read_answers(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    """Returns an answer for each roll; None, and all of them for a blank line, means "roll for me".

    Several rolls take one number each (a face, or the total of several dice) or, of several dice each, every face in
    order. ``.`` leaves one roll to the app, and at the end of a shorter line all that are left.

    Raises:
        RollRefused: what was typed cannot be the result of these dice.
        RuleError: the line has too many or too few numbers.
    """
    answers = _read(text, requests)
    for request, answer in zip(requests, answers, strict=True):
        if answer is not None:
            accept(request, answer)
    return answers


def _read(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    if len(requests) == 1:
        blank = text.strip() in ROLL_FOR_ME
        return (None if blank else read_typed(text, requests[0]),)
    words = text.replace(",", " ").replace(";", " ").split()
    if not words:
        return (None,) * len(requests)
    if len(words) == 1 and words[0].isdigit() and len(words[0]) == len(requests):
        words = list(words[0])
    if words[-1] in ROLL_FOR_ME:
        words += [words[-1]] * (len(requests) - len(words))
    if len(words) == sum(request.count for request in requests) != len(requests):
        return _by_faces(words, requests)
    if len(words) != len(requests):
        raise refuse("gui.ask.count", given=len(words), wanted=len(requests))
    return tuple(_one(word, request) for word, request in zip(words, requests, strict=True))


def _one(word: str, request: RollRequest) -> Typed | None:
    if word in ROLL_FOR_ME:
        return None
    typed = read_typed(word, request)
    if isinstance(typed, Faces) and len(typed.values) != request.count:
        return Total(value=sum(typed.values))
    return typed


def _by_faces(words: Sequence[str], requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    answers: list[Typed | None] = []
    at = 0
    for request in requests:
        mine = words[at : at + request.count]
        at += request.count
        is_left = all(word in ROLL_FOR_ME for word in mine)
        answers.append(None if is_left else read_typed(" ".join(mine), request))
    return tuple(answers)
