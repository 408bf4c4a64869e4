"""Damage, healing and new values by hand, on several at once: what is typed, shown beforehand, and then done."""
