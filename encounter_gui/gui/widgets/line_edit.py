"""What holds for every line that is typed."""

LONGEST = 1_000
"""Characters a line takes: more is pasted by mistake, and no number of so many digits can be read."""
