"""How far the rules apply themselves in a fight: what is left to the game master, and how it is set."""
