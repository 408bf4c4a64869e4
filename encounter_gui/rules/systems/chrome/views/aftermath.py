"""What of a fight outlasts it: the mission's conditions do, lost limbs do. Source: CHR-54, CHR-55, CHR-63, CHR-69."""

from encounter_gui.rules.presenters.aftermath import AftermathRules
from encounter_gui.rules.systems.chrome.sheet import character

RULES = AftermathRules(
    gauges=(character.HEALTH, character.CONVICTION),
    over=frozenset({
        "surprised", "prone", "in_cover", "grappling", "grappled", "ablaze", "shocked", "disarmed", "exposed",
        "unconscious", "fainted", "slow_start", "distracted", "goaded", "adrenaline", "grit", "frenzy", "burning",
        "favoured", "hindered", "panic_due",
    }),
    urgent=frozenset({"bleeding", "distortion_due"}),
    records=frozenset({character.DISTORTIONS}),
    main_die=100,
    is_high_good=False,
    counts=(("panic_check", "panics"),),
)  # fmt: skip
"""What of a fight outlasts it."""
