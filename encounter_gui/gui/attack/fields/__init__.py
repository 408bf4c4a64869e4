"""The input widgets of an attack form."""
