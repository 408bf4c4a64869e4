"""What all views share: immutable values, the kinds of chip, and the chip itself."""

from typing import Literal

import msgspec

ChipKind = Literal["danger", "warn", "good", "info", "neutral"]


LABEL = "label:"
"""Before the words of a label in the key of its chip."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The shape views share: immutable values. Structs, because dozens of classes are made before the first paint."""


class Chip(View, frozen=True, kw_only=True):
    """A condition in a few words; ``duration`` stands behind a rule in it. ``key`` removes it; "" : derived.

    A label of the game master's own is one, too: its key begins with ``LABEL``, behind which its words stand.

    ``remaining`` is how long it still lasts, in the unit of the system; None: nobody knows, or it does not matter.
    ``rule`` is the id of its rule; empty: none.
    """

    text: str
    kind: ChipKind = "neutral"
    duration: str = ""
    icon: str = ""
    tip: str = ""
    key: str = ""
    remaining: float | None = None
    rule: str = ""

    @property
    def is_label(self) -> bool:
        """Whether it is a label of the game master's own, that no rule reads."""
        return self.key.startswith(LABEL)

    def words(self) -> str:
        """Returns the condition in one line, its duration in brackets: ``Stunned (this turn)``."""
        return f"{self.text} ({self.duration})" if self.duration else self.text

    def explanation(self) -> str:
        """Returns what its tool tip says: what it means, and the id of its rule. Empty: there is nothing to say."""
        return " ".join(part for part in (self.tip, f"({self.rule})" if self.rule else "") if part)
