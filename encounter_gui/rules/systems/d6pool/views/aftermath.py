"""What of a fight outlasts it: wounds and bleeding do. Source: D6P-43, D6P-45, D6P-46."""

from encounter_gui.rules.presenters.scene.aftermath import AftermathRules
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.sheet import character

RULES = AftermathRules(
    gauges=(character.HEALTH, "hero"),
    over=frozenset({
        "prone", "cover_50", "cover_75", "aimed", "unaware", "helpless", "in_air",
    }),
    counted=frozenset({"bleeding"}),
    urgent=frozenset({"bleeding"}),
    records=frozenset({wounds.WAKING}),
)  # fmt: skip
"""What of a fight outlasts it."""
