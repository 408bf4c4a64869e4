"""What the charts of a forecast are made of (issue 15)."""

import pytest

from encounter_gui.gui.forecast.forecast_run import Chance, Forecast
from encounter_gui.gui.forecast.forecast_words import round_columns
from encounter_gui.rules.engine.battlefield.orders import Orders


def forecast_of(rounds: tuple[tuple[int, float], ...], middle: tuple[int, int]) -> Forecast:
    """A forecast of which only the rounds are looked at."""
    even = Chance(share=0.5, low=0.4, high=0.6)
    return Forecast(
        fights=1_000, orders=Orders(), pc=even, foe=even, draw=even, first_round=rounds[0][0], left=1.0,
        rounds=rounds, middle=middle, lost=(1.0,), fates=(), left_out=(),
    )  # fmt: skip


def test_a_short_fight_has_a_column_for_each_round() -> None:
    rounds = tuple((number, 0.1) for number in range(3, 13))
    columns = round_columns(forecast_of(rounds, (3, 10)))
    assert columns == [
        ("3", 0.1), ("4", 0.1), ("5", 0.1), ("6", 0.1), ("7", 0.1), ("8", 0.1), ("9+", pytest.approx(0.4))
    ]  # fmt: skip


def test_a_long_fight_has_columns_of_as_many_rounds_each() -> None:
    """Nine in ten have ended before the last column: it said 84 % in "14+" of a fight that ends in 12 to 57."""
    rounds = tuple((number, 0.02) for number in range(8, 58))
    columns = round_columns(forecast_of(rounds, (12, 52)))
    assert [name for name, _ in columns] == ["8–19", "20–31", "32–43", "44–55", "56+"]
    assert [share for _, share in columns] == pytest.approx([0.24, 0.24, 0.24, 0.24, 0.04])


def test_rounds_in_which_no_fight_ended_have_their_place() -> None:
    columns = round_columns(forecast_of(((3, 0.5), (6, 0.5)), (3, 6)))
    assert columns == [("3", 0.5), ("4", 0.0), ("5", 0.0), ("6", 0.5)]
