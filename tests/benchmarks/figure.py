"""One measured figure beside its limit."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure, its unit, and the limit it has to keep (None: only for comparison); ``note`` is printed behind it."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    more_is_better: bool = False
    note: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether the limit is kept."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.more_is_better else self.value <= self.limit

    def __str__(self) -> str:
        """Returns the figure as a line of the bench."""
        note = f"  ({self.note})" if self.note else ""
        if self.limit is None:
            return f"  {self.name:<58} {self.value:>10.3f} {self.unit}{note}"
        sign = "≥" if self.more_is_better else "≤"
        word = "kept" if self.is_kept else "MISSED"
        return f"  {self.name:<58} {self.value:>10.3f} {self.unit:<4} {sign} {self.limit:g}  {word}{note}"
