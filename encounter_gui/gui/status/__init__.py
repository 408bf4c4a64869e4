"""The panel of the selected combatant: figure, sheet, notes, and what it can do."""
