"""Whole fights over arrays, for the forecast: a state as numbers, and turns of many fights at once."""
