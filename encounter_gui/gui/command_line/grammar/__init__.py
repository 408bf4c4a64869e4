"""The little language of the command line: a line of text to a command, and what its words are."""
