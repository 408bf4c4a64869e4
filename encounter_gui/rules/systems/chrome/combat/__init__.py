"""Attacks: how they are planned and rolled, and their special cases."""
