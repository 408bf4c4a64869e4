"""Shared builders from context to view values."""
