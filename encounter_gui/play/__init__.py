"""The open campaign, and what its parts in the folders below are used on. No Qt, no SQL."""
