"""One module for each foreign format, and the parsing they share."""
