"""What the charts of a forecast are made of (issue 15)."""

import pytest
from msgspec import structs

from encounter_gui.gui.forecast.forecast_run import Chance, Forecast
from encounter_gui.gui.forecast.forecast_words import (
    chip_words,
    counted_percent,
    difficulty,
    round_columns,
)
from encounter_gui.paths import message_catalog
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


def of_share(share: float, fights: int = 1_000) -> Forecast:
    """A forecast of which only the win chance is looked at."""
    chance = Chance(share=share, low=max(share - 0.02, 0.0), high=min(share + 0.02, 1.0))
    return structs.replace(forecast_of(((1, 1.0),), (1, 1)), pc=chance, fights=fights)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.8, "Easy: 80 %"),
        (0.796, "Easy: 80 %"),
        (0.794, "Fair: 79 %"),
        (0.6, "Fair: 60 %"),
        (0.595, "Fair: 60 %"),
        (0.4, "Hard: 40 %"),
        (0.2, "Deadly: 20 %"),
        (0.19, "Hopeless: 19 %"),
    ],
)
def test_on_the_line_between_two_words(share: float, words: str) -> None:
    """L12: the word is that of the number beside it, also where the number was rounded up to the border."""
    assert difficulty(of_share(share), message_catalog()).startswith(words)


def test_nought_is_not_never() -> None:
    """L10: what did not happen in n fights is less than 3 in n; what always did is not 100 %."""
    texts = message_catalog()
    assert "<0.3 %" in chip_words(of_share(0.0), texts)
    assert ">99.97 %" in difficulty(of_share(1.0, 10_000), texts)
    assert counted_percent(0.0, 100_000) == "<0.003"
    assert (counted_percent(0.0), counted_percent(1.0)) == ("<1", ">99")
    assert (counted_percent(0.001, 1_000), counted_percent(0.5, 1_000)) == ("<1", "50")
