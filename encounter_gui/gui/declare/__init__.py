"""The declare sheet: what everybody will do before a phase or turn begins, by keys or by mouse."""
