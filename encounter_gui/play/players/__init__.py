"""What the players may know of a fight: a value built from what the game master allows, and from nothing else."""
