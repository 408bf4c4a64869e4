"""What else a turn is spent on."""
