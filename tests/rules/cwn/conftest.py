"""A table for Cities Without Number."""

import pytest

from encounter_gui.core.messages import Catalogue
from encounter_gui.paths import catalogue
from encounter_gui.rules.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    """The shipped ruleset."""
    return shipped("cwn")


@pytest.fixture(scope="session")
def words() -> Catalogue:
    """The shipped texts."""
    return catalogue()


@pytest.fixture
def table(ruleset: Ruleset, words: Catalogue) -> Table:
    """An empty table."""
    return Table(system_for("cwn"), ruleset, words)
