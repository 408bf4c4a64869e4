"""Damage by hand: how much reaches whom, and how every game takes it through its rules."""
