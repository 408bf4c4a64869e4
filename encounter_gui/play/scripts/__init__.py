"""Encounter scripts: reading, running, expectations."""
