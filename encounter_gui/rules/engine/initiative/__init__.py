"""Initiative as commands: rolled for all, for the NPCs or one, set by hand, owed by newcomers; turns put off."""
