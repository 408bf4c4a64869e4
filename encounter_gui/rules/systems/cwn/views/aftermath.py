"""What of an encounter outlasts it. Source: CWN-07, CWN-13, CWN-58, CWN-60, CWN-62."""

from encounter_gui.rules.presenters.scene.aftermath import AftermathRules
from encounter_gui.rules.systems.cwn.actions.drugs import LURCH
from encounter_gui.rules.systems.cwn.harm import first_aid, injuries
from encounter_gui.rules.systems.cwn.sheet import character

RULES = AftermathRules(
    gauges=(character.HP, character.STRAIN, f"{first_aid.DOSES}{LURCH}"),
    over=frozenset({
        "surprised", "prone", "engaged", "withdrawn", "holding", "charging", "total_defense", "screening", "screened",
        "swarming", "flashed", "dazzled", "flash_guard", "suppressed", "concealed", "broken", "in_air", "helpless",
    }),
    counted=frozenset({"mortally_wounded"}),
    urgent=frozenset({"mortally_wounded"}),
    mark_name=injuries.name_of,
    main_die=20,
    counts=(("attack", "traumatic"),),
)  # fmt: skip
"""What of an encounter outlasts it."""
