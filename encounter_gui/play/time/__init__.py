"""The party between fights: out of a fight into the campaign's time, and from there into the next one."""
