"""The rules of a fight, each once: read at the table, exactly by the odds, and over many fights by the forecast."""
