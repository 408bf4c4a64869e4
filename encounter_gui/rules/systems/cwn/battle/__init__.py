"""A whole CWN fight played out many times at once, over arrays."""
