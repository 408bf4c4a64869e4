"""Typed digits as dice, by the table of shapes; and one line of them for several rolls."""

import pytest

from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Faces, RollRefused, RollRequest, Total, Typed, accept
from encounter_gui.dice.typed_dice import read_answers, read_typed, reading_of
from tests.dice.typed_shapes import BURST, SHAPES, THREE, TWO, Shape


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name[:24])
def test_digits_are_read_as_the_table_means_them(shape: Shape) -> None:
    """Totals where one can be meant, faces where the rule needs them, and what is shown beside the field says which."""
    if shape.refused:
        with pytest.raises(RollRefused) as caught:
            read_typed(shape.text, shape.roll)
        assert caught.value.message.key == shape.refused
        assert caught.value.request == shape.roll
    else:
        assert read_typed(shape.text, shape.roll) == shape.read


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name[:24])
def test_the_reading_beside_a_field_says_what_is_taken(shape: Shape) -> None:
    """Words for an answer, a refusal for none; an answer can always be the result of its dice."""
    reading = reading_of(shape.text, (shape.roll,))
    assert reading.words == shape.words
    assert (reading.refused.message.key if reading.refused else "") == shape.refused
    if shape.read is not None:
        assert reading.answers == (shape.read,)
        assert accept(shape.roll, shape.read).physical


@pytest.mark.parametrize(
    ("text", "roll", "may_grow"),
    [
        ("1", TWO, True),
        ("77", TWO, False),
        ("3 6", THREE, True),
        ("3 7", THREE, False),
        ("2", THREE, True),
        ("12", BURST, True),
        ("18", BURST, False),
        ("=1", THREE, True),
        ("=19", THREE, False),
        ("x", THREE, False),
    ],
)
def test_a_line_that_is_begun_is_not_wrong_yet(
    text: str, roll: RollRequest, may_grow: bool
) -> None:
    """While further digits can make an answer of it, it is unfinished; else it is wrong at once."""
    reading = reading_of(text, (roll,))
    assert reading.refused is not None
    assert reading.may_grow == may_grow


def request(key: str, count: int, sides: int = 6) -> RollRequest:
    """Returns a roll nobody in particular makes."""
    return RollRequest(key=key, label=say(key), who=None, count=count, sides=sides)


ATTACK, DODGE = request("attack", 3), request("dodge", 2)
BOTH = (ATTACK, DODGE)
A, D = Faces(values=(3, 6, 4)), Faces(values=(2, 5))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", (None, None)),
        ("3 6 4 2 5", (A, D)),
        ("3,6,4,2,5", (A, D)),
        ("36425", (A, D)),
        ("3 6 4 / 2 5", (A, D)),
        ("364/25", (A, D)),
        ("3 6 4", (A, None)),
        ("/ 2 5", (None, D)),
        ("=13 / =7", (Total(value=13), Total(value=7))),
        ("3 6 4 /", (A, None)),
        ("12", (Total(value=12), None)),
        ("364", (A, None)),
        ("12 / 11", (Total(value=12), Total(value=11))),
        ("12 / 1 1", (Total(value=12), Faces(values=(1, 1)))),
    ],
)
def test_answers_are_read_in_order(text: str, wanted: tuple[Typed | None, ...]) -> None:
    """Faces follow each other or are parted by strokes; blank means the app rolls."""
    assert read_answers(text, BOTH) == wanted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        ("36425", "3 + 6 + 4 = 13 / 2 + 5 = 7"),
        ("12", "= 12 / –"),
        ("/ 25", "– / 2 + 5 = 7"),
        ("12 / 11", "= 12 / = 11"),
    ],
)
def test_the_words_of_a_line_name_each_roll(text: str, words: str) -> None:
    """Rolls are parted by strokes; a dash stands for one that the program rolls."""
    assert reading_of(text, BOTH).words == words


def test_a_single_roll_is_read_as_always() -> None:
    """Faces, a total, or nothing."""
    assert read_answers("=13", (ATTACK,)) == (Total(value=13),)
    assert read_answers("364", (ATTACK,)) == (A,)
    assert read_answers(" ", (ATTACK,)) == (None,)


def test_larger_dice_are_read_by_words() -> None:
    """``12`` on a d20 is one face, not two."""
    dice = (request("one", 1, 20), request("two", 1, 20))
    assert read_answers("12 7", dice) == (Faces(values=(12,)), Faces(values=(7,)))
    assert read_answers("12", dice) == (Faces(values=(12,)), None)


@pytest.mark.parametrize(
    ("text", "key", "wrong"),
    [
        ("3 6", "dice.faces_count", ATTACK),
        ("3 6 4 2", "dice.faces_count", DODGE),
        ("3 6 4 2 5 1", "dice.faces_count", DODGE),
        ("3 6 7", "dice.face_impossible", ATTACK),
        ("3 6 4 2 9", "dice.face_impossible", DODGE),
        ("3 x 4", "dice.not_numbers", ATTACK),
        ("364 / =13", "dice.total_impossible", DODGE),
        ("1/2/3", "dice.faces_count", DODGE),
    ],
)
def test_what_cannot_be_names_its_roll(text: str, key: str, wrong: RollRequest) -> None:
    """The game master is told which of the rolls is wrong."""
    with pytest.raises(RollRefused) as refusal:
        read_answers(text, BOTH)
    assert (refusal.value.message.key, refusal.value.request) == (key, wrong)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("14 10 9", (Total(value=14), Total(value=10), Total(value=9))),
        ("14, 10, 9", (Total(value=14), Total(value=10), Total(value=9))),
        (
            "364 111 221",
            (Faces(values=(3, 6, 4)), Faces(values=(1, 1, 1)), Faces(values=(2, 2, 1))),
        ),
        ("364 111 9", (Faces(values=(3, 6, 4)), Faces(values=(1, 1, 1)), Total(value=9))),
        ("654 3 6 4 11", None),
        (
            "3 6 4 1 1 1 2 2 2",
            (Faces(values=(3, 6, 4)), Faces(values=(1, 1, 1)), Faces(values=(2, 2, 2))),
        ),
        ("364 / 111 / 9", (Faces(values=(3, 6, 4)), Faces(values=(1, 1, 1)), Total(value=9))),
    ],
)
@pytest.mark.parametrize("rolls_rest", [True, False])
def test_several_rolls_take_one_number_each(
    text: str, read: tuple[Typed, ...] | None, rolls_rest: bool
) -> None:
    """Where as many numbers as rolls cannot be faces in a row: initiative of three as ``14 10 9``."""
    three = tuple(request(name, 3) for name in ("Ann", "Ben", "Cid"))
    if read is None:
        with pytest.raises(RollRefused):
            read_answers(text, three, rolls_rest=rolls_rest)
    else:
        assert read_answers(text, three, rolls_rest=rolls_rest) == read
