"""The rules machinery all games share."""
