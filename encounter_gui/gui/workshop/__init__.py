"""The rules workshop: the game master's own rules as tables, with their history."""
