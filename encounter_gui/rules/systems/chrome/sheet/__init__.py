"""What a combatant amounts to, what it has left to spend, and its checks."""
