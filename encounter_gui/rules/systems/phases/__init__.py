"""3d6 phases and wounds: four phases a round, declared actions, one wound per location."""
