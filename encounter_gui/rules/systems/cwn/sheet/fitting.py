"""Whom a condition fits that is put on by hand. Source: CWN-42, CWN-57, CWN-65, CWN-66."""

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.cwn.sheet import character

_OF_BODIES = {
    **dict.fromkeys(
        ("unconscious", "mortally_wounded", "stable", "frail", "traumatized"), "CWN-65"
    ),
    **dict.fromkeys(("flashed", "dazzled"), "CWN-42"),
    **dict.fromkeys(("broken", "leader"), "CWN-66"),
    **dict.fromkeys(("blinded", "one_hand", "crawling", "concussed", "cracked_ribs"), "CWN-64"),
    **dict.fromkeys(("boneshaker",), "CWN-45t"),
    **dict.fromkeys(("olympus", "psycho", "avalanche"), "CWN-45u"),
}
"""What a drone has no body, eyes or courage for, each with the rule of it: it is destroyed at 0 HP. Source: CWN-65."""


def unfit(context: RulesContext, combatant: Combatant, known: ConditionDef) -> RuleError | None:
    """Returns why a condition cannot be put on a combatant; None: it can. Source: CWN-57, CWN-65."""
    rule = _OF_BODIES.get(known.key)
    if rule and character.kind(combatant) == "drone":
        return refuse("cwn.unfit_drone", rule=rule, who=combatant.name, condition=known.name)
    if known.key == "broken" and character.is_pc(combatant):
        return refuse("cwn.pcs_never_check", rule="CWN-19", who=combatant.name)
    if character.is_dead(combatant) and known.key not in (*character.DOWN, "frail"):
        return refuse("rules.unfit_dead", rule="CWN-57", who=combatant.name, condition=known.name)
    return None
