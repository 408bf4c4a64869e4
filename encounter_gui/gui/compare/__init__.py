"""Comparing attacks: every weapon, mode, place and target of whoever acts side by side, best first, by exact odds."""
