"""Games that a ruleset describes in full: no rule of any of them is written here."""
