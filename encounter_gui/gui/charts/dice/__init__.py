"""The charts of dice expressions."""
