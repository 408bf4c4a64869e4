"""Initiative typed and rolled in one pass: a row for each combatant, or side."""
