"""Rulesets as typed values, the rules machinery all games share, and the games."""
