"""What is shown at once, what a frame later, and what is worked out once all of it has been painted."""
