"""Facts, notices and offers in the words of a system: their texts are found by its name and a key."""
