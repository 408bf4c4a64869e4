"""A CWN table with a plan: people are put somewhere, and what was said of it can be looked at."""

from typing import Any

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.rules.model.commands import Put, PutArea, SetPlan
from tests.rules.systems.cwn.bout import Bout


class Ground(Bout):
    """A table with a plan of 100 by 100 metres."""

    def __init__(self, *, has_plan: bool = True) -> None:
        """Sits down; without a plan it is a table like any other."""
        super().__init__()
        self.has_plan = has_plan
        if has_plan:
            self.play(SetPlan(size=(100, 100)))

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        """Nobody uses an Instant who is not told to."""
        if isinstance(asked, Choice) and not self.choose and "keep" in asked.options:
            self.asked.append(asked)
            return Chosen(option="keep")
        return super().answered(asked, left)

    def at(self, who: CombatantId, x: float, y: float, **more: Any) -> CombatantId:
        """Puts somebody somewhere by hand; nothing where there is no plan."""
        if self.has_plan:
            self.play(Put(who=(who,), at=(x, y), **more))
        return who

    def area(
        self, is_: str, at: tuple[float, float], size: tuple[float, float], **more: Any
    ) -> str:
        """Lays a rectangle, and returns its key."""
        self.play(PutArea(at=at, size=size, is_=is_, **more))  # type: ignore[arg-type]  # a kind of area
        assert self.context.state.plan is not None
        return self.context.state.plan.areas[-1].key

    def where(self, who: CombatantId) -> tuple[float, float]:
        """Where somebody stands."""
        place = self.combatant(who).place
        assert place is not None
        return place.point

    def place(self, who: CombatantId) -> Place:
        """The place of somebody."""
        place = self.combatant(who).place
        assert place is not None
        return place

    def struck(self) -> list[CombatantId]:
        """Who has attacked in the last outcome, in order."""
        assert self.last is not None
        return [
            each.who
            for each in self.last.events
            if isinstance(each, ev.Resolved) and each.what == "attack" and each.who
        ]

    def melee(self, who: CombatantId) -> tuple[CombatantId, ...]:
        """With whom somebody is in melee."""
        from encounter_gui.rules.systems.cwn.sheet import character

        return character.in_melee(self.context.state, self.combatant(who))
