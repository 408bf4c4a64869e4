"""What the bench and the odds need to know of an attack besides its plan. Source: CHR-31, CHR-46."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.chrome.sheet import action_budget
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon


def attacks_left(scene: Scene, one: Combatant, weapon: Weapon) -> int:
    """Returns how many attacks with a weapon an enemy makes in a turn, or still may; an Operator's is one.

    Source: CHR-31.
    """
    if not action_budget.goes_by_block(scene, one):
        return 1
    if one.id not in scene.state.acting:
        return weapon.attacks
    return max(action_budget.left(scene, one, weapon.key), 1)
