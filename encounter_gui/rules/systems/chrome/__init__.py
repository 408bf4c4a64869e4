"""CHROME: d100 under a Stat or Save, doubles are critical; Conviction, Panic, and a Presence after death."""
