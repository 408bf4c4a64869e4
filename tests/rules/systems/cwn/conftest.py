"""A table for Cities Without Number."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    """The shipped ruleset."""
    return shipped("cwn")


@pytest.fixture(scope="session")
def texts() -> MessageCatalog:
    """The shipped texts."""
    return message_catalog()


@pytest.fixture
def table(ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """An empty table."""
    return Table(system_for("cwn"), ruleset, texts)


class Skirmish:
    """Two of the players and three of the Redlines in round 1; the players' initiative is 7, theirs is 4."""

    def __init__(self, table: Table) -> None:
        """Takes a table and sets everybody around it."""
        self.table = table
        self.halloran = self.join("halloran", "Halloran")
        self.vee = self.join("vee_okonjo", "Vee")
        self.cutter = self.join("gang_lieutenant", "Cutter")
        self.bruiser = self.join("gang_bruiser", "Bruiser")
        self.gunman = self.join("gang_gunman", "Gunman")
        sides = {0: (self.halloran, self.vee), 1: (self.cutter, self.bruiser, self.gunman)}
        table.happen(
            ev.SideNamed(side="foe", name="Redlines"),
            ev.StageSet(to="running"),
            ev.RoundBegan(number=1),
            ev.OrderSet(
                slots=tuple(
                    Slot(who=who, score=4 if group else 7, group=group)
                    for group, ids in sides.items()
                    for who in ids
                )
            ),
        )
        self.turn(0)

    def join(self, creature: str, name: str) -> CombatantId:
        """Adds somebody of the library."""
        known = self.table.context.ruleset.creature(creature)
        assert known is not None
        number = self.table.context.state.next_number
        combatant = self.table.system.recruit(self.table.context, known, name=name, number=number)
        self.table.happen(ev.CombatantAdded(combatant=combatant))
        return combatant.id

    def turn(self, group: int) -> None:
        """It is a side's turn: 0 the players', 1 the Redlines'."""
        self.table.happen(ev.TurnMoved(group=group))

    def afflict(self, who: CombatantId, key: str, **more: Any) -> None:
        """Puts a condition on somebody."""
        self.table.happen(ev.ConditionAdded(who=who, condition=Condition(key=key, **more)))

    def gauge(self, who: CombatantId, key: str, to: int) -> None:
        """Sets a gauge."""
        self.table.happen(ev.GaugeSet(who=who, gauge=key, to=to))


@pytest.fixture
def skirmish(table: Table) -> Skirmish:
    """A running skirmish, round 1, the players' turn."""
    return Skirmish(table)
