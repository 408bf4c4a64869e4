"""What Cities Without Number brings along besides its code."""

from encounter_gui.rules.model.games.manifest import Card, Manifest

MANIFEST = Manifest(
    id="cwn",
    card=Card(place=2, picture="sides", die="d20", sample="redlines"),
    help=("cwn", "cwn-files"),
    texts=("gm", "heading.act", "roll.initiative"),
    layers="Layers inside a rule system",
)
"""What belongs to it."""
