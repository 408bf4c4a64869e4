"""A new game from a sheet of paper: a few words and formulas, its odds beside them while they are typed."""
