"""What a ruleset must have, told by every game in the same way."""

from dataclasses import replace

from encounter_gui.rules.engine.requirements import falling, missing, missing_numbers, needs
from tests.helpers.rulesets import shipped

RULESET = replace(shipped("d6pool"), tables={"ladder": {"short": 10, "long": 5, "far": "x"}})


def test_what_is_missing_is_named() -> None:
    """Only what is wanted and not there, in its order, with the part of the ruleset."""
    found = missing(RULESET, "gauges", ("th",), ("dodge", "th", "hero"))
    assert list(found) == [("gauges", needs(RULESET, "dodge")), ("gauges", needs(RULESET, "hero"))]
    assert needs(RULESET, "dodge").params["system"] == "d6pool"


def test_rows_of_a_table_are_numbers() -> None:
    """A table that is not there is one fault, not one a row."""
    rows = missing_numbers(RULESET, "ladder", ("short", "far", "extreme"))
    wanted = ("far", "extreme")
    assert list(rows) == [("tables.ladder", needs(RULESET, name)) for name in wanted]
    assert list(missing_numbers(RULESET, "none", wanted)) == [("tables", needs(RULESET, "none"))]


def test_bands_go_up() -> None:
    """A row that is no number is told of elsewhere."""
    assert list(falling(RULESET, "ladder", ("long", "far", "short"))) == []
    ((pointer, message),) = falling(RULESET, "ladder", ("short", "long"))
    assert pointer == "tables.ladder"
    assert message.key == "ruleset.bands_fall"
