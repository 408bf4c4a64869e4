"""What tests of files of other tools share."""

import pytest

from encounter_gui.paths import message_catalog
from tests.helpers.rulesets import shipped


@pytest.fixture
def texts():
    """The texts of the program."""
    return message_catalog()


@pytest.fixture
def cwn():
    """The ruleset most files are meant for."""
    return shipped("cwn")
