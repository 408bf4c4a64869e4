"""By what variants of an attack are compared, and how that is written."""

from typing import Literal, get_args

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.rules.view import Measures, Variant

MeasureKey = Literal["within", "hit", "hurt", "out", "damage"]

MEASURES: tuple[MeasureKey, ...] = get_args(MeasureKey)

MOST_ATTACKS = 10


class Measure(Struct, frozen=True):
    """What counts: a chance, the damage to be expected, or to be out within so many attacks."""

    key: MeasureKey = "within"
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


def best_first(variants: tuple[Variant, ...], measure: Measure) -> tuple[Variant, ...]:
    """Returns variants with the best first; those without the value last, alike ones as they were."""

    def rank(variant: Variant) -> tuple[bool, float]:
        value = measure.of(variant.measures)
        return value is None, -(value or 0.0)

    return tuple(sorted(variants, key=rank))
