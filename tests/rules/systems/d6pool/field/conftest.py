"""People on a plan."""

import pytest

from tests.helpers.table import Table
from tests.rules.systems.d6pool.field.yard import Yard


@pytest.fixture
def yard(table: Table) -> Yard:
    """A running fight on a plan: shooter and mark 20 metres apart, the shooter's action."""
    made = Yard(table)
    table.begin(3, 3)
    return made
