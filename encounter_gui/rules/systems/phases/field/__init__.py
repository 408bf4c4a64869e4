"""What the game in phases makes of where people stand, in feet."""
