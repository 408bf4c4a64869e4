"""Requests, and what a game master types into a dice field."""

import subprocess
import sys

import pytest
from msgspec.structs import replace

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
    read_typed,
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
    ("asked", "text", "typed"),
    [
        (request(3), "", None),
        (request(3), " \t", None),
        (request(3), "3 6 4", faces(3, 6, 4)),
        (request(3), "3,6,4", faces(3, 6, 4)),
        (request(3), " 3, 6; 4 ", faces(3, 6, 4)),
        (request(3), "3+6+4", faces(3, 6, 4)),
        (request(3), "364", faces(3, 6, 4)),
        (request(3), "13", Total(value=13)),
        (request(3), "=13", Total(value=13)),
        (request(3), "= 13", Total(value=13)),
        (request(2), "36", faces(3, 6)),
        (request(2), "=12", Total(value=12)),
        (request(2), "10", Total(value=10)),
        (request(2), "7", Total(value=7)),
        (request(2, sides=10), "36", Total(value=36)),
        (request(2, sides=10, lowest=0), "36", faces(3, 6)),
        (request(1), "4", faces(4)),
        (request(1), "=4", Total(value=4)),
        (request(1, sides=20), "17", faces(17)),
        (request(1, sides=100, lowest=0), "00", faces(0)),
        (request(1, sides=100, lowest=0), "07", faces(7)),
    ],
)
def test_typed_dice_are_read_as_the_table_means_them(
    asked: RollRequest, text: str, typed: Typed | None
) -> None:
    """Blank rolls, faces are faces, a lone number is the total of several dice, digits may stand close."""
    assert read_typed(text, asked) == typed


@pytest.mark.parametrize("text", ["5", "05", "=12"])
def test_a_total_is_refused_where_the_better_of_two_counts(text: str) -> None:
    """One number for two dice says nothing there; both do."""
    asked = replace(request(2, sides=100, lowest=0), needs_faces=True)
    with pytest.raises(RollRefused) as caught:
        read_typed(text, asked)
    assert caught.value.message.key == "dice.faces_count"
    assert (caught.value.message.params["given"], caught.value.message.params["wanted"]) == (1, 2)
    assert read_typed("5 17", asked) == faces(5, 17)
    assert read_typed("", asked) is None


@pytest.mark.parametrize("text", ["x", "3 x", "3.5", "-3", "=", "=x", "3=4", "٣", "²", "9" * 5000])
def test_what_is_no_number_is_refused(text: str) -> None:
    """The refusal names the roll."""
    with pytest.raises(RollRefused) as caught:
        read_typed(text, request(2))
    assert caught.value.message.key == "dice.not_numbers"
    assert caught.value.message.params["request"] == "attack"


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
