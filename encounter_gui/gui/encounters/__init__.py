"""What is prepared for a fight: who, when, and what is said; and what of it is due while it is played."""
