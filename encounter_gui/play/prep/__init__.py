"""Repositories of creatures, custom entries, rulesets; rosters, plans, staging."""
