"""A yard of D6 pools: a plan of 80 by 40 metres, and people on it."""

from typing import Any

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.rules.model.commands import Put, PutArea, SetPlan
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


class Yard(Duel):
    """The shooter at 10, 20 and the mark 20 metres to the right of it; the shooter acts."""

    def __init__(self, table: Table, *, far: float = 20, **shooter: Any) -> None:
        """Takes the table, how far the mark is, and what is particular about the shooter."""
        super().__init__(table, **shooter)
        table.play(SetPlan(size=(80, 40)))
        self.put(self.who, 10, 20)
        self.put(self.mark, 10 + far, 20)

    def put(self, who: CombatantId, x: float, y: float, **more: Any) -> None:
        """Puts somebody somewhere."""
        self.table.play(Put(who=(who,), at=(x, y), **more))

    def area(self, kind: Any, at: Point, size: Point, **more: Any) -> None:
        """Puts a rectangle on the plan."""
        self.table.play(PutArea(shape="rectangle", is_=kind, at=at, size=size, **more))

    def place(self, who: CombatantId) -> Place:
        """Returns where somebody stands."""
        found = self.table.combatant(who).place
        assert found is not None
        return found

    def point(self, who: CombatantId) -> Point:
        """Returns at which point somebody stands."""
        return self.place(who).point

    def has(self, who: CombatantId, key: str) -> bool:
        """Returns whether somebody has a condition."""
        return self.table.combatant(who).has(key)
