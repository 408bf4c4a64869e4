"""Creatures from other tools' files and into them: dropped, pasted or chosen, looked at, then kept."""
