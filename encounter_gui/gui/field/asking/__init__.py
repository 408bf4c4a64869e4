"""What the plan asks the game master: in a line, and without leaving it."""
