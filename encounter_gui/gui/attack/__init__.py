"""The attack panel: the form on the left, the odds on the right."""
