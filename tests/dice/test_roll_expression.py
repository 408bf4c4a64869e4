"""Rolling expressions with scripted and random dice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.errors import AppError
from encounter_gui.dice.bounds import bounds
from encounter_gui.dice.distribution import distribution
from encounter_gui.dice.notation import parse
from encounter_gui.dice.notation_errors import DiceLimitError, DiceSyntaxError
from encounter_gui.dice.roll_expression import Die, RollerFaces, RollResult, ScriptedFaces, roll
from encounter_gui.dice.roller import Roller
from encounter_gui.dice.tree import Expression, walk
from tests.dice.expressions import NAMES, expressions
from tests.dice.test_roller import surprise


def scripted(text: str, *faces: int, **names: int) -> RollResult:
    source = ScriptedFaces(faces)
    result = roll(parse(text), source, names)
    assert source.left == ()
    return result


def test_a_penetrating_die_takes_one_off_each_further_die() -> None:
    """6, 6, 5 is 6 + 5 + 4: explosion looks at the face, each further die loses 1, not 1 then 2."""
    result = scripted("1d6!p", 6, 6, 5)
    assert result == RollResult(
        total=15, dice=(Die(sides=6, faces=(6, 6, 5), value=15, fate="exploded"),)
    )


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("3d6+4", (1, 2, 3), 10),
        ("4d6kh3", (6, 1, 5, 4), 15),
        ("4d6kl3", (6, 1, 5, 4), 10),
        ("1d20adv + 2", (3, 17), 19),
        ("1d20dis + 2", (3, 17), 5),
        ("6d6>=5", (5, 6, 1, 2, 5, 4), 3),
        ("3d6<=2", (1, 2, 3), 2),
        ("3d6min2max5", (1, 6, 3), 10),
        ("2d6!", (6, 2, 4), 12),
        ("2d6!>=5", (5, 2, 6, 1), 14),
        ("z100", (0,), 0),
        ("floor(1d6/2 + 1/2)", (4,), 2),
        ("ceil(1d6/2)", (3,), 2),
        ("ceil(1d6/-2)", (3,), -1),
        ("1d6 // 2", (5,), 2),
        ("-1d6 // 2", (5,), -3),
        ("(1d6+1)×2 − 1d4", (5, 4), 8),
        ("max(0, 1d6 − 2d6)", (1, 6, 6), 0),
        ("min(1d6, 1d8, 7)", (6, 8), 6),
    ],
)
def test_totals_from_scripted_faces(text: str, faces: tuple[int, ...], total: int) -> None:
    assert scripted(text, *faces).total == total


def test_all_dice_fall_before_any_explosion() -> None:
    """First faces left to right over the whole expression, then the further dice, left to right."""
    dice = scripted("2d6! + 1d6!", 6, 3, 6, 4, 6, 1).dice
    assert [die.faces for die in dice] == [(6, 4), (3,), (6, 6, 1)]


def test_dropped_dice_are_shown() -> None:
    """Of equal dice the first is kept."""
    dice = scripted("3d6kh1", 2, 5, 5).dice
    assert [die.fate for die in dice] == ["dropped", "kept", "dropped"]


def test_a_die_explodes_at_most_twenty_times() -> None:
    assert scripted("1d6!", *[6] * 21).total == 126


def test_names_are_found_in_any_case() -> None:
    assert scripted("1d6 + ref + Luck", 3, REF=5, luck=1).total == 9


def test_a_name_as_written_goes_first() -> None:
    assert roll(parse("ref"), ScriptedFaces(()), {"REF": 5, "ref": 1}).total == 1


def test_an_unknown_name_is_refused_before_rolling() -> None:
    source = ScriptedFaces((3,))
    with pytest.raises(DiceSyntaxError) as caught:
        roll(parse("1d6 + luck"), source, {"REF": 5})
    assert caught.value.message.params == {"name": "luck", "known": "REF"}
    assert source.left == (3,)


@pytest.mark.parametrize(
    ("text", "value", "key"),
    [
        ("2d6 // X", 0, "dice.divisor_zero"),
        ("2d6 // (X − 1)", 1, "dice.divisor_zero"),
        ("X", 1_000_001, "dice.name_too_large"),
        ("100d6 × X", 50, "dice.result_too_wide"),
        ("X × X", 1_000_000, "dice.result_too_large"),
    ],
)
def test_limits_hold_for_the_values_of_names(text: str, value: int, key: str) -> None:
    expression = parse(text)
    for reading in (
        lambda: roll(expression, ScriptedFaces(()), {"X": value}),
        lambda: distribution(expression, {"X": value}),
    ):
        with pytest.raises(DiceLimitError) as caught:
            reading()
        assert caught.value.message.key == key


@pytest.mark.parametrize(
    ("faces", "key"),
    [((3,), "dice.faces_ran_out"), ((3, 7), "dice.face_scripted"), ((0, 3), "dice.face_scripted")],
)
def test_scripts_that_do_not_fit_are_refused(faces: tuple[int, ...], key: str) -> None:
    with pytest.raises(AppError) as caught:
        roll(parse("2d6"), ScriptedFaces(faces))
    assert caught.value.message.key == key


@given(expressions(), st.integers(0, 2**32))
def test_a_roll_lies_within_the_bounds(expression: Expression, seed: int) -> None:
    """And within the support of the distribution."""
    total = roll(expression, RollerFaces(Roller.seeded(seed)), NAMES).total
    least, most = bounds(expression, NAMES)
    assert least is None or total >= least
    assert most is None or total <= most
    assert distribution(expression, NAMES).prob(total) > 0


@given(expressions())
def test_bounds_are_reached(expression: Expression) -> None:
    """They are the ends of the distribution, where no die explodes."""
    dist = distribution(expression, NAMES)
    seen = dist.x[dist.p > 0]
    least, most = bounds(expression, NAMES)
    exploding = any(getattr(node, "explode", None) for node in walk(expression))
    if not exploding:
        assert (least, most) == (seen.min(), seen.max())


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("2d6!", (2, None)),
        ("-1d6!", (None, -1)),
        ("10 − 1d6!", (None, 9)),
        ("1d6! − 1d6!", (None, None)),
        ("min(3, 1d6!)", (1, 3)),
        ("1d6! // -2", (None, -1)),
        ("0 × 1d6!", (0, 0)),
        ("floor(1d6!/2)", (0, None)),
        ("1z6!p", (0, None)),
        ("4d6kh3", (3, 18)),
        ("6d6>=5", (0, 6)),
        ("6d6>=1", (6, 6)),
        ("3z6<=5", (3, 3)),
    ],
)
def test_exploding_dice_have_no_bound(text: str, ends: tuple[int | None, int | None]) -> None:
    assert bounds(parse(text)) == ends


@pytest.mark.parametrize(
    "text",
    ["3d6", "4d6kh3", "1d20adv", "2d6!p", "1d6!>=5 − 1d4", "6d6>=5", "3d6min2max5", "ceil(3d6/2)"],
)
def test_rolled_frequencies_follow_the_distribution(text: str) -> None:
    """Chi-square with a fixed seed."""
    expression, source, rolls = parse(text), RollerFaces(Roller.seeded(20)), 4000
    dist = distribution(expression)
    totals = np.array([roll(expression, source).total for _ in range(rolls)])
    counts = np.bincount(totals - dist.lo, minlength=dist.p.size)
    assert surprise(counts, rolls * dist.p) < 4
