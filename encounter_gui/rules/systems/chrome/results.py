"""The results that the CHROME rules record: what fight scripts may expect."""

from collections.abc import Mapping

RESULTS: Mapping[str, str] = {
    "attack": "band critical damage defence hit outcome raw save soak tier weapon",
    "blast": "damage raw save soak tier",
    "bolster": "aim helps roll test",
    "break_free": "free",
    "complication": "effect roll",
    "counter": "band critical damage defence hit outcome raw save soak tier weapon",
    "damage": "applied damage place raw soak",
    "dead": "",
    "death_save": "aim lives roll",
    "distract": "works",
    "first_aid": "place works",
    "grapple": "holds",
    "hack": "done locked open rating",
    "initiative": "before outcome roll",
    "lend": "gained",
    "location": "place roll",
    "move": "metres most",
    "opposed": "other roll winner",
    "panic": "name row",
    "panic_check": "conviction panics roll",
    "presence": "form",
    "rest": "aim calmed healed",
    "sever": "place roll severed",
    "soothe": "soothed",
    "special": "ability failed",
    "stray": "band critical damage defence hit outcome raw save soak tier weapon",
    "stress": "amount",
    "surprise": "surprised",
    "test": "aim base burn edge modifiers outcome roll test",
    "throw": "outcome",
    "tick": "ablaze bleeding",
    "use": "calmed healed item",
}
"""The values of each kind, separated by blanks; the same kinds stand in the help of the game."""
