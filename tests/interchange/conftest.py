"""What tests of files of other tools share."""

import pytest

from encounter_gui.paths import catalogue
from tests.helpers.rulesets import shipped


@pytest.fixture
def words():
    """The texts of the program."""
    return catalogue()


@pytest.fixture
def cwn():
    """The ruleset most files are meant for."""
    return shipped("cwn")
