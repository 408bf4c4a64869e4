"""The campaign that is open: opening and closing it, its file while it is played, its backups."""
