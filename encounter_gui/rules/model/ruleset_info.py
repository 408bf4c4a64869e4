"""A ruleset as people choose it, before anything else of it is read."""

import msgspec


class ListedRuleset(msgspec.Struct, frozen=True, kw_only=True):
    """Its id, its name and its line of explanation; one that is broken has its id for a name."""

    id: str
    name: str
    text: str = ""
