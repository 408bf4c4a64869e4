"""Playing: commands become procedures, procedures entries, entries are kept and told. No Qt, no SQL."""
