"""The library dock: search, filters, lists, inline questions."""
