"""What the words of a line stand for: people, things, numbers, tests, commands of the game."""
