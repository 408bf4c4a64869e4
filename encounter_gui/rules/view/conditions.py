"""What a condition put on by hand would come to, and what the next step will do by itself."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import Chip, View


class ConditionPreview(View, frozen=True, kw_only=True):
    """What a condition put on by hand would come to on one combatant: the chips that are new or changed by it."""

    who: CombatantId
    number: int
    name: str
    side: Side
    chips: tuple[Chip, ...] = ()


class NextEffect(View, frozen=True, kw_only=True):
    """Something the next step does by itself: a condition ends, a number changes, a test becomes owed, a clock runs on.

    ``rank``: the smaller, the more it matters.
    """

    text: str
    rank: int = 0
