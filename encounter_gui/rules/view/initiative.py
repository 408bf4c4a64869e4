"""Who has an initiative of their own: the rows of the initiative dialog."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import View


class InitiativeRow(View, frozen=True, kw_only=True):
    """A combatant, or where sides roll a side, with its initiative.

    ``members`` act by it; ``score`` None: none yet. ``dice`` is what is rolled; ``modifier`` is added to it.
    ``is_owed``: a newcomer in mid-fight still has to roll. ``by_side``: it is a side. ``keeps_one``:
    of several dice one counts.
    """

    name: str
    side: Side
    members: tuple[CombatantId, ...]
    dice: RollRequest
    score: int | None = None
    modifier: int = 0
    is_owed: bool = False
    by_side: bool = False
    keeps_one: bool = False
