"""The command field: a line of text to a command, with a preview before it is performed."""
