"""The order of turns, declarations, phases, surprise and the clock."""
