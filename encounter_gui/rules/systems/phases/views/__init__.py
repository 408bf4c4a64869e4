"""The view values of the screen, made from the state."""
