"""The commands that run without a window."""
