"""What strikes an area."""
