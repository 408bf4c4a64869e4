"""What the game of phases and wounds brings along besides its code."""

from encounter_gui.rules.model.games.manifest import Card, Manifest

MANIFEST = Manifest(
    id="phases",
    card=Card(place=3, picture="figure", die="3d6", sample="night-harbour", has_tour=True),
    help=("phases", "phases-files"),
    texts=("and", "heading.acts", "heading.act", "roll.initiative"),
    layers="Layers inside a rule system",
)
"""What belongs to it."""
