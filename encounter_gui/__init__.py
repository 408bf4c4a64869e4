"""Encounter GUI: an encounter manager for cyberpunk role-playing games."""

__version__ = "0.1.0"
