"""The command field: one line to do things and to find them, with a preview before anything is done."""
