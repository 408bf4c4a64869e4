"""One encounter being played: commands in, entries out, undo."""
