"""The log of a fight, the explanation of an entry, and the strip for what waits."""
