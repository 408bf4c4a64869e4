"""Input widgets for sheet fields and item values, used by editors and dock."""
