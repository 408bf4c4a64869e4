"""Names for the kinds of ids, so that one cannot be passed for another."""

from typing import NewType

CombatantId = NewType("CombatantId", str)
"""Names one combatant within one encounter; never shown, never reused."""

EncounterId = NewType("EncounterId", int)
"""Row of an encounter in its campaign file."""

EntryId = NewType("EntryId", int)
"""Row of an entry in its campaign file; later entries have larger ids. 0 is the root, before anything happened."""

RulesetId = NewType("RulesetId", str)
"""Folder name of a ruleset, e.g. ``d6pool``."""

ROOT = EntryId(0)
