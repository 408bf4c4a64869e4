"""The window: one room per thing on the screen, each with its model, delegate and view together."""
