"""Hits as a column of plans: the four ways in which a hit may go have numbers one after the other."""

from itertools import product
from typing import Any

from typing_extensions import override

from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan


def hit_number(book: Book, plan: HarmPlan) -> int:
    """Returns the number of a plain hit in a book; those of its other ways follow it."""
    first, *_ = (
        book.number(plan.variant(is_doubled, save_fumbled), (plan, is_doubled, save_fumbled))
        for is_doubled, save_fumbled in product((False, True), (False, True))
    )
    return first


class Hits(Plans):
    """A column of plain hits."""

    def variant(self, is_doubled: Any, save_fumbled: Any) -> Plans:  # noqa: ANN401 - truths, or columns of them
        """Returns the plans of hits that go so."""
        return Plans(self.book, self.index + 2 * is_doubled + save_fumbled)

    @override
    def __getitem__(self, which: Array) -> "Hits":
        """Returns the plans of some of the rows."""
        return Hits(self.book, self.index[which])
