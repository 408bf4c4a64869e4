"""Requests, and what a game master types into a dice field."""

import subprocess
import sys

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import (
    Faces,
    Rolled,
    RollRefused,
    RollRequest,
    Total,
    Typed,
    accept,
)


def request(count: int, sides: int = 6, lowest: int = 1) -> RollRequest:
    return RollRequest(
        key="attack",
        label=say("x.attack"),
        who=CombatantId("c1"),
        count=count,
        sides=sides,
        lowest=lowest,
    )


def faces(*values: int) -> Faces:
    return Faces(values=values)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        (faces(1, 2), "dice.faces_count"),
        (faces(1, 2, 3, 4), "dice.faces_count"),
        (faces(1, 2, 7), "dice.face_impossible"),
        (faces(0, 2, 6), "dice.face_impossible"),
        (Total(value=2), "dice.total_impossible"),
        (Total(value=19), "dice.total_impossible"),
    ],
)
def test_impossible_answers_are_refused(typed: Typed, key: str) -> None:
    """The refusal names the label, who rolls and the dice, and holds the request."""
    with pytest.raises(RollRefused) as caught:
        accept(request(3), typed)
    params = caught.value.message.params
    assert caught.value.message.key == key
    assert (params["label"], params["who"], params["notation"]) == ("x.attack", "c1", "3d6")
    assert caught.value.request == request(3)


def test_faces_are_accepted_with_their_sum() -> None:
    asked = request(3)
    rolled = Rolled(request=asked, faces=(3, 6, 4), total=13, physical=True)
    assert accept(asked, faces(3, 6, 4)) == rolled


def test_a_total_leaves_the_faces_of_several_dice_unknown() -> None:
    assert accept(request(3), Total(value=13)).faces is None


def test_the_total_of_one_die_is_its_face() -> None:
    assert accept(request(1), Total(value=4)).faces == (4,)


def test_a_request_knows_its_notation_and_range() -> None:
    """z-dice begin with 0."""
    z100 = request(1, sides=100, lowest=0)
    assert (z100.notation, z100.least, z100.most) == ("1z100", 0, 99)
    assert (request(5).notation, request(5).least, request(5).most) == ("5d6", 5, 30)


@pytest.mark.parametrize(("count", "sides", "lowest"), [(0, 6, 1), (1, 0, 1), (1, 6, 2)])
def test_a_request_without_dice_is_a_bug(count: int, sides: int, lowest: int) -> None:
    with pytest.raises(ValueError, match="not a roll"):
        request(count, sides, lowest)


@pytest.mark.parametrize(
    "module", ["dice.requests", "dice.roll_expression", "dice.tree", "cli.dice_command"]
)
def test_plain_values_load_neither_numpy_nor_lark(module: str) -> None:
    """The window is painted before either is needed."""
    code = (
        f"import sys, encounter_gui.{module}; print('numpy' in sys.modules, 'lark' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize(
    ("count", "sides", "lowest", "text"),
    [
        (5, 6, 1, "5d6"),
        (1, 20, 1, "d20"),
        (1, 100, 0, "d100 (00–99)"),
        (2, 100, 0, "2d100 (00–99)"),
    ],
)
def test_dice_are_called_as_people_call_them(count, sides, lowest, text):
    """The notation ``z100`` is for files; nobody at a table says it."""
    request = RollRequest(
        key="x", label=say("x"), who=None, count=count, sides=sides, lowest=lowest
    )
    assert request.dice_text == text
