"""What is rolled to end a condition, as the game master has typed it: ``1d20 >= 15``, ``3d6 <= 12``, ``d20 15+``."""

import re

from msgspec import Struct

from encounter_gui.encounter.values import Duration
from encounter_gui.rules.model.text_format import with_sign

_ROLL = re.compile(r"(\d{0,2})[dD](\d{1,4})([-+−]\d{1,3})?\s*(>=|≥|<=|≤)?\s*(\d{1,4})(\+)?")


class SaveRoll(Struct, frozen=True, kw_only=True):
    """Dice, what is added to them, and the number to reach; ``is_under``: to reach from below."""

    count: int
    sides: int
    bonus: int
    target: int
    is_under: bool

    def is_passed_by(self, rolled: int) -> bool:
        """Returns whether so much on the dice passes."""
        result = rolled + self.bonus
        return result <= self.target if self.is_under else result >= self.target

    @property
    def text(self) -> str:
        """The roll in words, e.g. ``1d20+2 ≥ 15``."""
        bonus = with_sign(self.bonus) if self.bonus else ""
        sign = "≤" if self.is_under else "≥"
        return f"{self.count}d{self.sides}{bonus} {sign} {self.target}"


def read_roll(text: str) -> SaveRoll | None:
    """Returns the roll that a save is said to be; None: it is said in other words."""
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        return None
    count, sides, bonus, sign, target, _plus = found.groups()
    if not int(sides) or count == "0" or (sign is None and not _plus):
        return None
    return SaveRoll(
        count=int(count or 1),
        sides=int(sides),
        bonus=int((bonus or "0").replace("−", "-")),
        target=int(target),
        is_under=sign in ("<=", "≤"),
    )


def save_text(duration: Duration) -> str:
    """Returns what is rolled for a save, in words; empty: the game master has not said it."""
    roll = read_roll(duration.save)
    return roll.text if roll else duration.save.strip()
