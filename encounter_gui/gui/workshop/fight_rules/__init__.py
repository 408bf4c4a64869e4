"""By which rules a fight is played, in what others differ, and how it takes them over."""
