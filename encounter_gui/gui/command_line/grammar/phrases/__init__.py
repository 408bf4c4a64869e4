"""Everything that can be said in a line: one table, from which lines are read, completed, explained and tested."""
