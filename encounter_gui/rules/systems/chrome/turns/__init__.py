"""The order of turns, rounds and surprise."""
