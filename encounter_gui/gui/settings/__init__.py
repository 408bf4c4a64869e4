"""The settings page: preferences of the program, applied at once."""
