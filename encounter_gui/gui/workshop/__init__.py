"""The rules workshop: the game master's own rules as tables, with their history; and games of one's own."""
