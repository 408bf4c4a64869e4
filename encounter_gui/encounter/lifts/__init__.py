"""Lifts of old events to the form events have now, on plain data. They import no class of ours: it will change."""
