"""Whole fights of D6 pools for the forecast: who does what, and when. No rule is written here."""
