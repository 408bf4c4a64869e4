"""What the game master changes by hand."""
