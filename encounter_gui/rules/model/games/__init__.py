"""What is said of whole games: by a ruleset that describes its own, by the program of its own, and in lists of them."""
