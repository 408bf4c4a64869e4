"""Where the parts of a row of the palette stand: logical pixels from its left edge."""

SIDE = 12.0
GROUP = 108.0
"""The name of the group stands left of this."""

TITLE = 26.0
"""From ``GROUP``: the icon stands left of this, title and note behind it."""
