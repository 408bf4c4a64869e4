"""Exact odds of a command."""
