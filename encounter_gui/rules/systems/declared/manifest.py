"""What a game that a ruleset describes brings along besides its code."""

from encounter_gui.rules.model.games.manifest import Manifest

MANIFEST = Manifest(
    id="declared",
    card=None,
    help=("declared", "rulesets", "python-game"),
    texts=("and", "gm", "heading.acts", "heading.act", "roll.initiative"),
    layers="Layers inside declared",
)
"""What belongs to it."""
