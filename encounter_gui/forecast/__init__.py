"""Whole fights played out many times: chunks by seed, and what they add up to."""
