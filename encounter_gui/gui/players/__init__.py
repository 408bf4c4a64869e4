"""What the players see, on a second screen and on the network, and the game master's panel of both."""
