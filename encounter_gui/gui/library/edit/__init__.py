"""The editors of creatures, items and conditions."""
