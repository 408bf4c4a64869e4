"""What is said about the campaign file above everything else in the window."""
