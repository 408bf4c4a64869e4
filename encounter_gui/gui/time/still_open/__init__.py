"""What is still open from the last fight, as a tab beside the page of the time between fights."""
