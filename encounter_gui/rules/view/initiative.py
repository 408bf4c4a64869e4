"""Who has an initiative of their own: the rows of the initiative dialog."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import View


class InitiativeRow(View, frozen=True, kw_only=True):
    """A combatant, or where sides roll a side, with its initiative.

    ``members`` act by it; ``score`` None: none yet. ``dice`` is what is rolled, e.g. ``3d6``; ``modifier`` is added to
    it. ``is_owed``: a newcomer in mid-fight still has to roll. ``by_side``: it is a side.
    """

    name: str
    side: Side
    members: tuple[CombatantId, ...]
    score: int | None = None
    dice: str = ""
    modifier: int = 0
    is_owed: bool = False
    by_side: bool = False
