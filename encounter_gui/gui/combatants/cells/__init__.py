"""The delegates that paint the cells of the combatant table."""
