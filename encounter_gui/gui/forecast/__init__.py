"""The forecast of the fight in the window: a chip in the tool bar, and a dialog with all of it."""
