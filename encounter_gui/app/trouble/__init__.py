"""What is kept and said when something goes wrong: reports of crashes, and what the system is like."""
