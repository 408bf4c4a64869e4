"""A whole fight in phases played out many times at once, over arrays."""
