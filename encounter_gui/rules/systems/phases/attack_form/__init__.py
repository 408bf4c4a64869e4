"""The attack form: its fields, and how what is chosen in them becomes a command."""
