"""Panels in the place of parts of the fight: a comparison, a forecast, declaring, a recap."""
