"""A table for the D6-pool system."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    """The shipped ruleset."""
    return shipped("d6pool")


@pytest.fixture(scope="session")
def texts() -> MessageCatalog:
    """The shipped texts."""
    return message_catalog()


@pytest.fixture
def table(ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """An empty table."""
    return Table(system_for("d6pool"), ruleset, texts)


class Duel:
    """A shooter and a mark on a table, initiative 7 and 4: the shooter acts."""

    def __init__(self, table: Table, **shooter: Any) -> None:
        """Takes the table and what is particular about the shooter."""
        items = shooter.pop("items", ["baretta_96f", "knife", "grenade"])
        held = shooter.pop("held", "baretta_96f")
        sheet: dict[str, Any] = {
            "strength": 3,
            "dexterity": 4,
            "firearms": 4,
            "throwing": 4,
            "armed": 4,
            "dodge": 4,
        }
        sheet |= {"unarmed": 2, "pain_resistance": 3, "medicine": 3}
        self.table = table
        self.who: CombatantId = table.join(
            "Shooter", side="pc", items=items, held=held, **(sheet | shooter)
        )
        self.mark: CombatantId = table.join(
            "Mark",
            strength=4,
            dexterity=1,
            dodge=4,
            pain_resistance=3,
            armed=3,
            items=["light_kevlar", "knife"],
        )


@pytest.fixture
def duel(table: Table) -> Duel:
    """A running duel, turn 1, the shooter's action."""
    made = Duel(table)
    table.begin(3, 3)
    return made
