"""The campaign file: one SQLite database for each campaign, and the only SQL there is."""
