"""Times and moments as people type them, and how they are told."""

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.rules.engine.time import clock
from tests.helpers.between import between

HOUR, DAY = clock.HOUR, clock.DAY
NOW = 2 * DAY + 9 * HOUR + 30 * 60
"""Day 3, 09:30."""


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("+2h", 2 * HOUR),
        ("+30m", 1_800),
        ("+d", DAY),
        ("1h30m", 5_400),
        ("1 h, 30 min and 5 s", 5_405),
        ("3 days", 3 * DAY),
        ("1 week", 7 * DAY),
        ("12 turns", 60),
        ("a turn", None),
        ("h", HOUR),
        ("", None),
        ("2", None),
        ("2 h 3", None),
        ("-2 h", None),
        ("−2 h", None),
        ("0 s", None),
        ("367 d", None),
    ],
)
def test_a_time_is_what_is_typed_or_is_refused(typed: str, seconds: int | None) -> None:
    table, _ = between("d6pool", clock=NOW)
    if seconds is None:
        with pytest.raises(RuleError):
            clock.read_span(table.context, typed)
    else:
        assert clock.read_span(table.context, typed) == seconds


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("23:30", 2 * DAY + 23 * HOUR + 1_800),
        ("9:30", 3 * DAY + 9 * HOUR + 1_800),  # it is 9:30: the next one
        ("09:30:01", NOW + 1),
        ("day 4", 3 * DAY),
        ("day 4 08:00", 3 * DAY + 8 * HOUR),
        ("Day 3, 12:00", 2 * DAY + 12 * HOUR),
        ("next day 8:00", 3 * DAY + 8 * HOUR),
        ("tomorrow", 3 * DAY + 8 * HOUR),
        ("morning", 3 * DAY + 8 * HOUR),
        ("dawn", 3 * DAY + 8 * HOUR),
        ("noon", 2 * DAY + 12 * HOUR),
        ("dusk", 2 * DAY + 20 * HOUR),
        ("midnight", 3 * DAY),
        ("day 3 08:00", None),
        ("day 0", None),
        ("day", None),
        ("24:00", None),
        ("12:60", None),
        ("next", None),
        ("morning tea", None),
        ("day 1000000000", None),
    ],
)
def test_a_moment_is_the_next_of_its_kind_or_is_refused(typed: str, at: int | None) -> None:
    table, _ = between("d6pool", clock=NOW)
    if at is None:
        with pytest.raises(RuleError):
            clock.read_moment(table.context, typed)
    else:
        assert clock.read_moment(table.context, typed) == at


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (600, "10 min"),
        (601, "10 min 1 s"),
        (3_600, "1 h"),
        (3_601, "1 h"),  # two units say enough, and there are no minutes
        (DAY, "1 day"),
        (2 * DAY + 3 * HOUR + 59, "2 days 3 h"),
    ],
)
def test_a_time_is_told_in_two_units(seconds: int, said: str) -> None:
    table, _ = between("d6pool")
    assert clock.span_text(table.context, seconds) == said
