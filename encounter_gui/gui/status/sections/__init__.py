"""The drawn sections of the status panel."""
