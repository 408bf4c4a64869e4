"""What of a firefight outlasts it: wounds, Fatigue, unstopped Shock. Source: PHA-18, PHA-61, PHA-70, PHA-73."""

from encounter_gui.rules.presenters.scene.aftermath import AftermathRules
from encounter_gui.rules.systems.phases.harm.first_aid import AID
from encounter_gui.rules.systems.phases.sheet import character, clocks

RULES = AftermathRules(
    gauges=(character.FATIGUE, character.SLEEPLESS, character.AWAKE),
    over=frozenset({
        "ducking", "hunkering", "snap_shot", "all_out_dodge", "aborted", "jogging", "running", "sprinting", "immobile",
        "unaware", "ambushed", "prone", "grabbed", "grabbing", "clinched", "off_balance", "stunned", "cool_held",
    }),
    counted=frozenset({"in_shock", "clinically_dead", "incapacitated", "aiding"}),
    records=frozenset({AID, clocks.SLEEPS}),
    urgent=frozenset({"in_shock", "clinically_dead"}),
)  # fmt: skip
"""What of a firefight outlasts it."""
