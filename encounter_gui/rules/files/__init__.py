"""Reading rulesets: schema, consistency, errors, custom entries."""
