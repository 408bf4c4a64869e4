"""A table for the system of phases and wounds."""

from collections.abc import Callable
from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.phases import commands as do
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    """The shipped ruleset."""
    return shipped("phases")


@pytest.fixture(scope="session")
def texts() -> MessageCatalog:
    """The shipped texts."""
    return message_catalog()


@pytest.fixture
def table(ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """An empty table."""
    return Table(system_for("phases"), ruleset, texts)


class Duel:
    """A shooter and a mark on a table: the shooter rolls 18 for initiative, the mark 3, so the shooter acts first."""

    def __init__(self, table: Table, **shooter: Any) -> None:
        """Takes the table and what is particular about the shooter."""
        items = shooter.pop("items", ["heavy_pistol", "knife"])
        held = shooter.pop("held", "heavy_pistol")
        sheet: dict[str, Any] = {"reflexes": 6, "marksmanship": 4, "pistols": 1, "melee": 3}
        sheet |= {"hand_to_hand": 3, "evade": 2, "initiative": 2}
        self.table = table
        self.who: CombatantId = table.join(
            "Shooter", side="pc", items=items, held=held, **(sheet | shooter)
        )
        self.mark: CombatantId = table.join(
            "Mark",
            evade=3,
            hand_to_hand=2,
            melee=2,
            items=["leather", "knife", "light_pistol"],
            held="light_pistol",
        )

    def declare(self, who: CombatantId, actions: int, *stances: do.Stance) -> None:
        """Declares for somebody before the phase begins."""
        self.table.play(do.Declare(who=who, actions=actions, stances=stances))

    def begin(self) -> None:
        """Rolls initiative and begins the first phase, which the shooter opens."""
        self.table.play(Next(), 6, 6, 6, 1, 1, 1)
        self.table.play(Next())

    @property
    def context(self) -> RulesContext:
        """The fight as it stands."""
        return self.table.context


@pytest.fixture
def duel(table: Table) -> Duel:
    """A running duel, phase 1, one action each, the shooter's turn."""
    made = Duel(table)
    made.begin()
    return made


@pytest.fixture
def armed(table: Table) -> Callable[..., Duel]:
    """Makes a running duel with a shooter of one's own."""

    def make(**shooter: Any) -> Duel:
        made = Duel(table, **shooter)
        made.begin()
        return made

    return make
