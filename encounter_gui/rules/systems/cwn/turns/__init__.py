"""The order of turns, rounds and morale."""
