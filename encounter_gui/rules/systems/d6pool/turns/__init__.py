"""The order of turns, and what they begin and end with."""
