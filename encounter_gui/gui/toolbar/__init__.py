"""The tool bar: what moves the fight on, where it stands, and the command field."""
