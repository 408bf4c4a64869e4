"""The body of a combatant as a figure that can be read, clicked and walked through with keys."""
