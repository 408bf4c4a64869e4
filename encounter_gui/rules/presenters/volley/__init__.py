"""The attacks of many in one go: who are meant, whom each attacks, and what that comes to by the exact odds."""
