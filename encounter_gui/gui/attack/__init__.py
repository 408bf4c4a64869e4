"""The attack bench: what is chosen, what is rolled, and the odds before it is."""
