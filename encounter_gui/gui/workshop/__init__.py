"""The rules workshop: the game master's own rules in the window."""
