"""What damage leads to."""
