"""The rules workshop: the own rules of a campaign, and games of one's own."""
