"""The life of a scene: what is still open when it is over, carrying it over, and closing it."""
