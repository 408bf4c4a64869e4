"""What the game makes of where people stand on the plan."""
