"""One line of typed dice for several rolls at once."""

import pytest

from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Faces, RollRefused, RollRequest, Total
from encounter_gui.gui.log.roll_answers import read_answers


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
    ],
)
def test_answers_are_read_in_order(text: str, wanted: tuple[object, ...]) -> None:
    """Faces follow each other or are parted by strokes; blank means the app rolls."""
    assert read_answers(text, BOTH) == wanted


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
