"""What of a fight outlasts it: the mission's conditions do, fire and lost limbs do. Source: CHR-38, CHR-54, CHR-63."""

from encounter_gui.rules.presenters.scene.aftermath import AftermathRules
from encounter_gui.rules.systems.chrome.harm import renewal
from encounter_gui.rules.systems.chrome.rules import deaths
from encounter_gui.rules.systems.chrome.sheet import character

RULES = AftermathRules(
    gauges=(character.HEALTH, character.CONVICTION),
    over=frozenset({
        "surprised", "prone", "in_cover", "grappling", "grappled", "shocked", "disarmed", "exposed",
        "unconscious", "fainted", "slow_start", "distracted", "goaded", "frenzy", "burning",
        "favoured", "hindered",
    }),
    urgent=frozenset({"ablaze", "bleeding", "distortion_due", "panic_due"}),
    records=frozenset({character.DISTORTIONS, deaths.DIED, renewal.RESTED, renewal.RESTED_ON}),
    main_die=100,
    is_high_good=False,
    counts=(("panic_check", "panics"),),
)  # fmt: skip
"""What of a fight outlasts it."""
