"""What each key does where: the one table of keys, those of the game master, and the parts the keyboard goes round."""
