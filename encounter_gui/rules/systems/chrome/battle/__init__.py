"""A whole CHROME fight played out many times at once, over arrays."""
