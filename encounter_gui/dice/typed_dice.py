"""How typed digits are read as dice: the one reading of every field, dialog and phone, with the words that show it.

Standard library and core only: importing this module loads neither numpy nor lark.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from encounter_gui.dice.requests import (
    Faces,
    RollRefused,
    RollRequest,
    Total,
    Typed,
    accept,
    refusal,
)

_SEPARATORS = str.maketrans(",;+", "   ")
_PARTED = re.compile(r"[/|]")
_LONGEST_NUMBER = 9
_PERCENTILE = 100
_TENS = re.compile(r"\d0?")
_UNIT = re.compile(r"\d")
_LEFT_TO_PROGRAM = "–"


class Reading(Struct, frozen=True, kw_only=True):
    """What a typed line is taken for: one answer for each roll, in order; None: the program rolls.

    ``words`` show it (``= 12``, ``1 + 2 = 3``), empty for a blank line; ``short`` is for where they have no room.
    ``refused`` says why it is no answer: then nothing is taken. ``may_grow``: with more digits it can still become one.
    """

    answers: tuple[Typed | None, ...] = ()
    words: str = ""
    short: str = ""
    refused: RollRefused | None = None
    may_grow: bool = False


def reading_of(text: str, requests: Sequence[RollRequest], *, rolls_rest: bool = True) -> Reading:
    """Returns what a typed line is taken for, to be shown while it is typed. Never raises for what was typed."""
    try:
        answers = read_answers(text, requests, rolls_rest=rolls_rest)
    except RollRefused as refused:
        return Reading(refused=refused, may_grow=_may_grow(text, requests))
    if not text.strip():
        return Reading(answers=answers)
    pairs = tuple(zip(answers, requests, strict=True))
    words, short = (
        " / ".join(
            _LEFT_TO_PROGRAM if typed is None else say(typed, request) for typed, request in pairs
        )
        for say in (typed_words, short_words)
    )
    return Reading(answers=answers, words=words, short=short)


# ---- one roll


def read_typed(text: str, request: RollRequest) -> Typed | None:
    """Returns the answer that a person typed for a roll; None, for a blank text, means "roll for me".

    With blanks or commas they are faces: ``3 6 4``. Digits alone are the face of a single die; of several dice the
    total if they can be one, else the faces: of 2d6, ``12`` is a total and ``66`` two sixes. Where the rule needs
    faces they are always faces. ``=19`` names the total. A d100 may be typed as its two dice: ``4 7``; the 00 of one
    that begins with 1 is 100.

    Raises:
        RollRefused: the text is not made of whole numbers, these dice cannot show it, or it is a total where faces
            are needed.
    """
    typed = _read(text, request)
    if typed is not None:
        accept(request, typed)
    return typed


def _read(text: str, request: RollRequest) -> Typed | None:
    words = text.translate(_SEPARATORS).split()
    if not words:
        return None
    if words[0].startswith("="):
        return _read_total(text, request)
    if len(words) == 1 and _is_digits(words[0]):
        return _read_digits(words[0], request)
    numbers = tuple(_number(word, text, request) for word in words)
    return Faces(values=_percentiles(words, request) or numbers)


def _read_total(text: str, request: RollRequest) -> Typed:
    number = read_number(text, request)
    if request.count == 1:
        return Faces(values=(number,))
    if request.needs_faces:
        raise refusal("dice.faces_needed", request, wanted=request.count)
    return Total(value=number)


def _read_digits(word: str, request: RollRequest) -> Typed:
    """Reads digits without blanks."""
    if request.count == 1:
        return Faces(values=(_face(word, request),))
    is_short = len(word) <= _LONGEST_NUMBER
    if is_short and not request.needs_faces and request.least <= int(word) <= request.most:
        return Total(value=int(word))
    faces = _close_faces(word, request)
    if faces is None:
        raise _no_reading(word, request)
    return Faces(values=faces)


def _face(word: str, request: RollRequest) -> int:
    """Returns the face of a single die; two zeros of a d100 that begins with 1 are 100."""
    is_hundred = (request.lowest, request.sides, word) == (1, _PERCENTILE, "00")
    return _PERCENTILE if is_hundred else _number(word, word, request)


def _close_faces(word: str, request: RollRequest) -> tuple[int, ...] | None:
    """Returns faces typed without blanks between them, each with as many digits; None: these dice cannot show them."""
    for width in (1, len(str(request.highest))):
        if len(word) == request.count * width:
            each = [word[place : place + width] for place in range(0, len(word), width)]
            faces = tuple(_face(digits, request) for digits in each)
            if all(request.lowest <= face <= request.highest for face in faces):
                return faces
    return None


def _percentiles(words: Sequence[str], request: RollRequest) -> tuple[int, ...]:
    """Returns the faces of d100s that were typed as pairs of dice, tens and units; empty: they were not."""
    if request.sides != _PERCENTILE or len(words) != 2 * request.count:
        return ()
    tens, units = words[::2], words[1::2]
    if not all(map(_TENS.fullmatch, tens)) or not all(map(_UNIT.fullmatch, units)):
        return ()
    return tuple(_face(ten[0] + unit, request) for ten, unit in zip(tens, units, strict=True))


def _no_reading(word: str, request: RollRequest) -> RollRefused:
    """Returns the refusal of digits that are neither the total of several dice nor their faces."""
    ends = {"least": request.lowest, "most": request.highest, "wanted": request.count}
    if not request.needs_faces:
        totals = {"from_total": request.least, "to_total": request.most}
        return refusal("dice.neither", request, text=word[:40], **ends, **totals)
    width = len(str(request.highest))
    if 1 < width < len(word):
        return refusal("dice.faces_apart", request, text=word[:40], **ends)
    faces = [int(word)] if width > 1 else [int(digit) for digit in word]
    wrong = [face for face in faces if not request.lowest <= face <= request.highest]
    if wrong:
        return refusal("dice.face_impossible", request, face=wrong[0], **ends)
    return refusal("dice.faces_count", request, given=len(faces), wanted=request.count)


def _number(word: str, text: str, request: RollRequest) -> int:
    if not _is_digits(word) or len(word) > _LONGEST_NUMBER:
        raise refusal("dice.not_numbers", request, text=text.strip()[:40])
    return int(word)


def _is_digits(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def read_number(text: str, request: RollRequest) -> int:
    """Returns a whole number typed in the place of dice: what they and their modifier come to, say.

    Raises:
        RollRefused: it is none.
    """
    return _number(text.strip().removeprefix("=").strip(), text, request)


# ---- several rolls in one line


def read_answers(
    text: str, requests: Sequence[RollRequest], *, rolls_rest: bool = True
) -> tuple[Typed | None, ...]:
    """Returns an answer for each request, in order; None means "roll for me".

    A single roll is read as always. For several, a stroke parts the rolls, each read as always (``3 6 4 / 7``, and
    nothing between strokes leaves that roll to the app); without strokes the faces follow each other (``3 6 4 2 2``
    for 3d6 and 2d6), and digits alone are the first roll, or the faces of several; where they cannot be faces, as many
    numbers as rolls are one each (``14 10 9`` for three times 3d6). Faces may stop after any roll: the app rolls the
    rest. Where ``rolls_rest`` is False the table types all of them, and the app rolls what is blank only between
    strokes, or where a full stop ends the line.

    Raises:
        RollRefused: The text cannot be the result of these dice, or dice of the table are missing; names the roll that
            is wrong.
    """
    line = text.rstrip()
    if rolls_rest or line.endswith("."):
        return _read_line(line.removesuffix("."), requests)
    try:
        answers = _read_line(line, requests)
    except RollRefused as refused:
        if refused.message.key in _TOO_FEW and faces_missing(line, requests):
            raise _missing("dice.faces_missing", line, refused.request, requests) from refused
        raise
    if None in answers and not _PARTED.search(line):
        first = requests[answers.index(None)]
        key = "dice.rolls_missing" if line.strip() else "dice.table_rolls"
        raise _missing(key, line, first, requests)
    return answers


_TOO_FEW = ("dice.faces_count", "dice.neither")


def _missing(
    key: str, text: str, request: RollRequest, requests: Sequence[RollRequest]
) -> RollRefused:
    """Returns the refusal of a line that lacks dice of the table."""
    wanted = sum(each.count for each in requests)
    missing = faces_missing(text, requests) or wanted
    dice = " / ".join(each.dice_text for each in requests)
    return refusal(key, request, given=wanted - missing, wanted=wanted, missing=missing, dice=dice)


def _read_line(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    if len(requests) == 1:
        return (read_typed(text, requests[0]),)
    if _PARTED.search(text):
        return _split_up(text, requests)
    words = text.translate(_SEPARATORS).split()
    if len(words) != 1:
        return _in_a_row(words, requests)
    if not words[0].startswith("=") and _are_faces_of_several(words[0], requests):
        return _in_a_row(list(words[0]), requests)
    return (read_typed(words[0], requests[0]), *(None for _ in requests[1:]))


def _are_faces_of_several(word: str, requests: Sequence[RollRequest]) -> bool:
    """Whether digits without blanks are the faces of more rolls than the first, which cannot be all of them."""
    if any(request.highest > 9 for request in requests) or not word.isdecimal():
        return False
    try:
        read_typed(word, requests[0])
    except RollRefused:
        return len(word) > requests[0].count
    return False


def _split_up(text: str, requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    parts = _PARTED.split(text)
    if len(parts) > len(requests):
        last = requests[-1]
        given = sum(len(part.split()) for part in parts)
        raise refusal("dice.faces_count", last, given=given, wanted=last.count)
    parts += [""] * (len(requests) - len(parts))
    return tuple(read_typed(part, request) for part, request in zip(parts, requests, strict=True))


def _in_a_row(words: Sequence[str], requests: Sequence[RollRequest]) -> tuple[Typed | None, ...]:
    """Reads faces that follow each other; where they are none, and there is a number for each roll, one each."""
    try:
        return _faces_in_a_row(words, requests)
    except RollRefused:
        if len(words) != len(requests) or not _are_no_faces(words, requests):
            raise
        try:
            return tuple(map(read_typed, words, requests))
        except RollRefused:
            pass  # the reading as faces says what is wrong
        raise


def _are_no_faces(words: Sequence[str], requests: Sequence[RollRequest]) -> bool:
    """Returns whether any of these numbers is on none of the dice: then they are what the dice come to."""
    highest = max(request.highest for request in requests)
    return any(_is_digits(word) and int(word[:_LONGEST_NUMBER]) > highest for word in words)


def _faces_in_a_row(
    words: Sequence[str], requests: Sequence[RollRequest]
) -> tuple[Typed | None, ...]:
    answers: list[Typed | None] = []
    for request in requests:
        mine, words = words[: request.count], words[request.count :]
        if mine and len(mine) < request.count:
            raise refusal("dice.faces_count", request, given=len(mine), wanted=request.count)
        answers.append(read_typed(" ".join(mine), request) if mine else None)
    if words:
        last = requests[-1]
        given = last.count + len(words)
        raise refusal("dice.faces_count", last, given=given, wanted=last.count)
    return tuple(answers)


def faces_missing(text: str, requests: Sequence[RollRequest]) -> int:
    """Returns how many faces are still to be typed before the line answers all requests face by face.

    0 where none is typed yet, where enough are, and where it is no line of faces: a total, or words.
    """
    if "=" in text or _PARTED.search(text):
        return 0
    wanted = sum(request.count for request in requests)
    words = text.translate(_SEPARATORS).split()
    if len(words) == 1 and words[0].isdecimal() and (given := _faces_in(words[0], requests)):
        return max(0, wanted - given)
    if not words or not all(word.isdecimal() for word in words):
        return 0
    if _are_no_faces(words, requests):
        return 0  # totals, one for each roll
    return max(0, wanted - len(words))


def _faces_in(word: str, requests: Sequence[RollRequest]) -> int:
    """Returns for how many dice digits without blanks stand; 0: for as many as there are words."""
    first = requests[0]
    try:
        read_typed(word, first)
    except RollRefused:
        return len(word) if all(request.highest <= 9 for request in requests) else 0
    return first.count


# ---- how it is shown


def typed_words(typed: Typed, request: RollRequest) -> str:
    """Returns the words that show one answer; where each die counts by itself, its faces without a sum."""
    match typed:
        case Total(value=value):
            return f"= {value}"
        case Faces(values=(face,)):
            return f"= {face_text(face, request)}"
        case Faces(values=faces):
            shown = [face_text(face, request) for face in faces]
            return (
                ", ".join(shown) if request.needs_faces else f"{' + '.join(shown)} = {sum(faces)}"
            )


def typed_text(typed: Typed) -> str:
    """Returns what would be typed for an answer."""
    match typed:
        case Total(value=value):
            return f"={value}"
        case Faces(values=values):
            return " ".join(map(str, values))


def short_words(typed: Typed, request: RollRequest) -> str:
    """Returns the words that show one answer where there is little room: of faces the dice and their sum."""
    if isinstance(typed, Total) or request.count == 1:
        return typed_words(typed, request)
    return (
        request.dice_text if request.needs_faces else f"{request.dice_text} = {sum(typed.values)}"
    )


def face_text(face: int, request: RollRequest) -> str:
    """Returns a face as it is written; those of a d100 from 00 have two digits."""
    digits = 2 if (request.lowest, request.sides) == (0, _PERCENTILE) else 1
    return f"{face:0{digits}d}"


# ---- what more digits can make of it


def _may_grow(text: str, requests: Sequence[RollRequest]) -> bool:
    """Whether a line that is no answer can become one when typing goes on."""
    line = text.rstrip()
    return any(_is_answer(line + more, requests) for more in _further(requests))


def _further(requests: Sequence[RollRequest]) -> Iterator[str]:
    """Yields what could be typed behind a line: further digits, or further faces after a blank."""
    for count in range(1, sum(request.count for request in requests) + 1):
        for digit in "10":
            yield digit * count
            yield f" {digit}" * count


def _is_answer(text: str, requests: Sequence[RollRequest]) -> bool:
    try:
        read_answers(text, requests)
    except RollRefused:
        return False
    return True
