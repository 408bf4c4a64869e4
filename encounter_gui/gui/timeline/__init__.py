"""The turn order as a strip, what lasts under it, and the fight's history to scrub through."""
