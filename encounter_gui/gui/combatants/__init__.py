"""The combatant table, and the strip that changes gauges by hand."""
