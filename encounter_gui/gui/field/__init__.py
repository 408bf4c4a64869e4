"""The plan of a fight in the place of the bench: where everybody stands, by mouse and keyboard, and as a list."""
