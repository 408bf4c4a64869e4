"""The campaign's clock: what runs on it, what falls due when, and how time passes between fights."""
