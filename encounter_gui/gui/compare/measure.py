"""By what variants of an attack are compared, and how that is written."""

from typing import Literal, TypeVar, get_args

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.rules.view import AttackComparison, LaterMeasures, Measures, Variant, WhatIf

MeasureKey = Literal["within", "hit", "hurt", "out", "damage"]

MEASURES: tuple[MeasureKey, ...] = get_args(MeasureKey)

MOST_ATTACKS = 10

LATER = "…"
"""What stands for a value that is still being worked out."""

_Row = TypeVar("_Row", Variant, WhatIf)


class Measure(Struct, frozen=True):
    """What counts: a chance, the damage to be expected, or to be out within so many attacks."""

    key: MeasureKey = "out"
    attacks: int = 3

    def of(self, measures: Measures | None) -> float | None:
        """Returns the value; None: it is not known exactly, or there is none."""
        if measures is None:
            return None
        if self.key == "within":
            chances = measures.within
            return chances[self.attacks - 1] if self.attacks <= len(chances) else None
        value: float | None = getattr(measures, self.key)
        return value

    def comes_later(self, measures: Measures | None) -> bool:
        """Returns whether the value is still being worked out."""
        if not isinstance(measures, LaterMeasures):
            return False
        return self.key == "within" or measures.one_of is not None

    def is_moved(self, measures: Measures, now: Measures | None) -> bool:
        """Returns whether a circumstance has a value, and changes it or something else about the same attacks."""
        if self.key == "within":
            return self.comes_later(measures) or self.of(measures) is not None
        changes = (Measure(key).of(measures) != Measure(key).of(now) for key in MEASURES[1:])
        return self.of(measures) is not None and any(changes)

    def text_of(self, measures: Measures | None) -> str:
        """Returns the value as it is written; three dots while it is being worked out."""
        return LATER if self.comes_later(measures) else self.text(self.of(measures))

    def text(self, value: float | None) -> str:
        """Returns a value as it is written: damage with a decimal, chances in per cent; none: a dash."""
        if value is None:
            return "–"
        return f"{value:.1f}" if self.key == "damage" else percent(min(max(value, 0.0), 1.0))

    def difference(self, value: float, before: float) -> str:
        """Returns by how much a value differs, with its sign: points of a per cent, or of damage."""
        by = value - before
        figure = f"{abs(by):.1f}" if self.key == "damage" else f"{abs(100 * by):.0f}"
        if not float(figure):
            return "0"
        return ("+" if by > 0 else "−") + figure

    def name(self, texts: MessageCatalog) -> str:
        """Returns what it is called, e.g. ``Out in 3``."""
        return texts.text_of(f"gui.compare.by.{self.key}", attacks=self.attacks)


BY_ONE_ATTACK = Measure("out")
"""What is compared by as long as attacks in a row are not known: it seldom has to wait."""


def is_filled(comparison: AttackComparison) -> bool:
    """Returns whether nothing of a comparison is still being worked out."""
    variants = (*comparison.ways, *comparison.aims)
    everything = (
        comparison.now,
        *(each.measures for each in variants),
        *(each for variant in variants for each in variant.against),
        *(each.measures for each in (*comparison.what_if, *comparison.undecided)),
    )
    return not any(isinstance(each, LaterMeasures) for each in everything)


def best_first(rows: tuple[_Row, ...], measure: Measure) -> tuple[_Row, ...]:
    """Returns rows with the best first, those without the value last.

    Equal ones stand by what one attack does: out, damage, hurt, hit; alike ones as they were.
    """

    def rank(row: _Row) -> tuple[bool, tuple[float, ...]]:
        value, one = measure.of(row.measures), row.measures
        best = (value, one.out, one.damage, one.hurt, one.hit)
        return value is None, tuple(-(each or 0.0) for each in best)

    return tuple(sorted(rows, key=rank))


def as_before(rows: tuple[_Row, ...], before: tuple[_Row, ...]) -> tuple[_Row, ...]:
    """Returns rows in the places that those with the same choices had; new ones last, as they are."""
    places = {frozenset(each.choices.items()): place for place, each in enumerate(before)}
    last = len(places)
    return tuple(sorted(rows, key=lambda each: places.get(frozenset(each.choices.items()), last)))
