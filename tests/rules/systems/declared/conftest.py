"""A table of the small opposed game."""

import pytest

from tests.helpers.declared import alley_with, table_of
from tests.helpers.table import Table


@pytest.fixture
def alley() -> Table:
    """A table of the small opposed game."""
    return table_of(alley_with())
