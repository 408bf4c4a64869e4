"""What CHROME brings along besides its code."""

from encounter_gui.rules.model.games.manifest import Card, Manifest

MANIFEST = Manifest(
    id="chrome",
    card=Card(place=1, picture="grid", die="d100", sample="deep-static"),
    help=("chrome", "chrome-files"),
    texts=("gm", "heading.acts"),
    layers="Layers inside a rule system",
)
"""What belongs to it."""
