"""The campaign file as the program uses it: one SQLite database for each campaign, and the only SQL there is."""
