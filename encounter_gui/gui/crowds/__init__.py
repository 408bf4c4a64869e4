"""How many of a group are meant, and which of them: the field and the choice, for every panel that asks it."""
