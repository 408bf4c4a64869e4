"""The widgets of the odds panel."""
