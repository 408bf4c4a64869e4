"""The rules engine: rulesets as typed data, what every system offers, and the systems themselves."""
