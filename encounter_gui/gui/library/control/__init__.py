"""Controllers of the library: repository in, signals out, undo commands."""
