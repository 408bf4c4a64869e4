"""The welcome screen: which game, samples, what can be opened, and the tour that begins there."""
