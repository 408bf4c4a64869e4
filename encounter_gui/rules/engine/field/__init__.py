"""Where everybody stands: distances, what a line crosses, who is near, and how people move. Games say what follows."""
