"""The few questions that take a window of their own; none of them stands in the way of a turn."""
