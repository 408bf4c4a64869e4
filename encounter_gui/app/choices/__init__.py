"""What a game master sets for good: keys, theme, preferences."""
