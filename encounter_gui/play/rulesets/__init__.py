"""Rulesets that travel: packed into one file, taken in from one, compared."""
