"""The plan of a fight in words and marks: the same for the window, phones, print and the command line."""
