"""The import and export dialogs."""
