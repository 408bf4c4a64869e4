"""The left of the workshop: tables and history."""
