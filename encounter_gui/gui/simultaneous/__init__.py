"""Those who act at once, side by side in the place of bench and log: what each rolled, what waits, and what to do."""
