"""Import and export of a campaign's content."""
