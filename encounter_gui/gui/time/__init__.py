"""The page of the time between fights: the clock, what runs on it, and what is still open from the last fight."""
