"""The plans of discharges and hits as columns: how a shot goes by its lead, what a hit does by how well it hits."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.systems.phases.rules.plans import NOWHERE, ShotPlan
from encounter_gui.rules.systems.phases.rules.strike import hit, volley

LEAST, MOST = -40, 60
"""Between these leads everything that can happen does; beyond them nothing more comes of it."""

_WIDTH = MOST - LEAST + 1
_FEW, _MANY = -14, 16
"""Leads that most attacks have: their plans are made together."""

_LED = 64
"""Degrees of success, or rounds that hit, and one more: a hit that leads by more is one by so much."""


class Shots(Plans):
    """A column of discharges, and with each of them what its hits are rolled with."""

    def __init__(
        self, armory: "Armory", index: Array, landing: Array, whole: Array, passive: Array
    ) -> None:
        """Takes the number of the discharge of each row, where its hits are, and what is true of it.

        ``whole``: several hits are one. ``passive``: the target rolls no defense.
        """
        super().__init__(armory.shots, index)
        self.armory, self.where = armory, landing
        self.is_whole, self.is_passive = whole, passive

    @override
    def __getitem__(self, which: Array) -> "Shots":
        """Returns the plans of some of the rows."""
        return Shots(
            self.armory,
            self.index[which],
            self.where[which],
            self.is_whole[which],
            self.is_passive[which],
        )

    def hit(self, margin: Array, count: Array) -> Plans:
        """Returns what a hit is rolled with that leads by so much, with so many rounds or pellets."""
        led = np.where(self.is_whole & (margin > 0), np.maximum(count, 1), np.maximum(margin, 0))
        return self.armory.hit(self.where, np.minimum(led, _LED - 1))


class Armory:
    """Every discharge and every hit that has been met."""

    def __init__(self) -> None:
        """Begins without any."""
        self.shots, self._hits = Book(volley), Book(hit)
        self._rolls: list[ShotPlan] = []
        self._known: dict[tuple[Any, ...], int] = {}
        self._shot = np.full(0, -1)
        self._landings: list[ShotPlan] = []
        self._landing = np.full(0, -1)

    def rolls(self, plan: ShotPlan, *, is_passive: bool) -> int:
        """Returns the number of a kind of discharge: all with it go the same way with the same lead."""
        key = ("roll", plan.rule, plan.most, plan.critical, is_passive)
        if key not in self._known:
            self._known[key] = len(self._rolls)
            alike = replace(plan, passive=0 if is_passive else None, defense=(), defends="")
            self._rolls.append(replace(alike, landing=NOWHERE))
            self._shot = np.append(self._shot, np.full(_WIDTH, -1))
            self._make(self._known[key], range(_FEW, _MANY))
        return self._known[key]

    def _make(self, roll: int, leads: Iterable[int]) -> None:
        for lead in leads:
            attack = (Modifier(name="", amount=lead),)
            plan = replace(self._rolls[roll], attack=attack)
            self._shot[roll * _WIDTH + lead - LEAST] = self.shots.number(plan)

    def landings(self, plan: ShotPlan) -> int:
        """Returns the number of what hits of a discharge do."""
        key = ("land", plan.rule, plan.landing)
        if key not in self._known:
            self._known[key] = len(self._landings)
            self._landings.append(plan)
            self._landing = np.append(self._landing, np.full(_LED, -1))
        return self._known[key]

    def shots_at(
        self, roll: Array, lead: Array, landing: Array, whole: Array, passive: Array
    ) -> Shots:
        """Returns discharges of these kinds with these leads; see ``Shots``."""
        lead = np.minimum(np.maximum(lead, LEAST), MOST)
        flat = roll * _WIDTH + lead - LEAST
        index = self._shot.take(flat)
        if index.size and index.min() < 0:
            for each in np.unique(flat[index < 0]).tolist():
                self._make(each // _WIDTH, (each % _WIDTH + LEAST,))
            index = self._shot.take(flat)
        return Shots(self, index, landing, whole, passive)

    def hit(self, landing: Array, led: Array) -> Plans:
        """Returns what hits are rolled with that lead by so much, or of so many; 0: grazes."""
        flat = landing * _LED + led
        index = self._landing.take(flat)
        if index.size and index.min() < 0:
            for each in np.unique(flat[index < 0]).tolist():
                self._landing[each] = self._hit_number(each // _LED, each % _LED)
            index = self._landing.take(flat)
        return Plans(self._hits, index)

    def _hit_number(self, landing: int, led: int) -> int:
        plan = self._landings[landing].hit(led, led)
        return self._hits.number(plan)
