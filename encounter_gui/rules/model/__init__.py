"""Rulesets, commands and prepared things as typed values."""
