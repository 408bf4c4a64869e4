"""A tie side by side: cards read from the entries made in it, and what waits for whom."""
