"""How a fight went, told at its end: one value for the screen, worked out from the log."""
