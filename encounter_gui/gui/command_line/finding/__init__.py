"""How things are found in the palette: what a source offers, how words are matched, which rows are shown."""
