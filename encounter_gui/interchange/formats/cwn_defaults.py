"""What a value of Cities Without Number counts as where a file leaves it out: the defaults of the games, not 0."""

from encounter_gui.interchange.imported import Flat

DEFAULTS = {
    "skill": 0,
    "save": 15,
    "morale": 6,
    "move": 10,
    "trauma_target": 6,
    "soak": 0,
    "ac": 10,
}


def with_defaults(values: dict[str, Flat]) -> dict[str, Flat]:
    """Returns values with everything a sheet of the game needs; melee is as ranged where only one is there."""
    made = {**DEFAULTS, **values}
    made.setdefault("soak_max", made["soak"])
    made.setdefault("ac_melee", made["ac"])
    if "attack_bonus" in made:
        made.setdefault("attack_bonus_melee", made["attack_bonus"])
    return made
