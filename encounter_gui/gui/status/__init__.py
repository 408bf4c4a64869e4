"""The panel of the selected combatant."""
