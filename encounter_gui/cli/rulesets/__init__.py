"""The command ``ruleset``: checks, shows, compares, packs and takes in rulesets."""
