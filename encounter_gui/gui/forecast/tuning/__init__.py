"""How hard an encounter will be: over number and quality of its foes, before it begins."""
