"""What is said of whole games: by a ruleset that describes its own, and by the program of those it brings."""
