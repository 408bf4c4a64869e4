"""What the game of D6 pools brings along besides its code."""

from encounter_gui.rules.model.games.manifest import Card, Manifest

MANIFEST = Manifest(
    id="d6pool",
    card=Card(place=4, picture="dice", die="d6", sample="canal-bridge"),
    help=("d6pool", "d6pool-files"),
    texts=("and", "gm", "heading.acts", "heading.act", "roll.initiative"),
    layers="Layers inside d6pool: what an action allows stands below attacks",
)
"""What belongs to it."""
