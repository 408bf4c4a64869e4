"""What the bench and the odds need to know of an attack besides its plan. Source: CHR-31, CHR-46."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.system import Scene
from encounter_gui.rules.systems.chrome import budget, character
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.gear import Weapon
from encounter_gui.rules.systems.chrome.plan import (
    TestPlan,
    gm_edge,
    grenade_in,
    plan_test,
    situation,
    unnoticed,
)


def attacks_left(scene: Scene, one: Combatant, weapon: Weapon) -> int:
    """Returns how many attacks with a weapon an enemy makes in a turn, or still may; an Operator's is one.

    Source: CHR-31.
    """
    if not budget.goes_by_block(scene, one):
        return 1
    if one.id not in scene.state.acting:
        return weapon.attacks
    return max(budget.left(scene, one, weapon.key), 1)


def plan_throw(scene: Scene, command: do.Throw) -> TestPlan | None:
    """Returns the Combat Check of a throw; None for an enemy, whose grenades just land. Source: CHR-39, CHR-46.

    Raises:
        RuleError: there is no such grenade, or a modifier is not known.
    """
    one = scene.one(command.who)
    if not character.is_operator(one):
        return None
    return plan_test(
        scene,
        one,
        "combat",
        skill=grenade_in(one, command.weapon).skill,
        burn=command.burn,
        edges=(
            *unnoticed(scene, one, scene.one(command.target)),
            *situation(scene, command.modifiers),
            *gm_edge(scene, command.edge),
        ),
        kinds=("attack",),
    )
