"""The widgets of the open command field."""
