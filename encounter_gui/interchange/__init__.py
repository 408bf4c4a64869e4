"""Files of other tools and our own: bytes to creatures, and creatures to bytes. Nothing is fetched, nothing is run."""
