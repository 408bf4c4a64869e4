"""Whole fights for the forecast: many at once as columns, rounds and places in them, ties, targets, what decides."""
