"""A ruleset as people choose it, before anything else of it is read."""

import msgspec


class ListedRuleset(msgspec.Struct, frozen=True, kw_only=True):
    """Its id, its name and its line of explanation; one that is broken has its id for a name.

    ``is_template``: it is there to be copied, and no game to be chosen.
    """

    id: str
    name: str
    text: str = ""
    is_template: bool = False
