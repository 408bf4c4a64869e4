"""What one begins with: the welcome screen, the samples, the tour."""
