"""Conditions by hand: what is typed, what would come of it, and what the next step ends."""
