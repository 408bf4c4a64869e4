"""What a ruleset has to have so that a system can be played by it: each fault with its dotted pointer."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.messages import Message, say
from encounter_gui.rules.model.ruleset import Ruleset

Fault = tuple[str, Message]
"""Where in the ruleset something is amiss, and what it is."""


def needs(ruleset: Ruleset, name: str) -> Message:
    """Returns that a ruleset lacks something its system cannot do without."""
    return say("ruleset.system_needs", system=ruleset.system, name=name)


def missing(
    ruleset: Ruleset, part: str, there: Iterable[str], wanted: Iterable[str]
) -> Iterator[Fault]:
    """Yields which of the wanted keys are not there, in a part of the ruleset."""
    found = set(there)
    for key in wanted:
        if key not in found:
            yield part, needs(ruleset, key)


def missing_numbers(ruleset: Ruleset, name: str, keys: Iterable[str]) -> Iterator[Fault]:
    """Yields that a table is not there, or which of its rows are no numbers."""
    table = ruleset.tables.get(name)
    if table is None:
        yield "tables", needs(ruleset, name)
        return
    for key in keys:
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            yield f"tables.{name}", needs(ruleset, key)


def falling(ruleset: Ruleset, name: str, keys: Iterable[str]) -> Iterator[Fault]:
    """Yields that the numbers of a table go down where they have to go up; rows that are no numbers are passed over."""
    table, rows = ruleset.tables.get(name, {}), tuple(keys)
    known = [value for key in rows if isinstance(value := table.get(key), int)]
    if known != sorted(known):
        yield f"tables.{name}", say("ruleset.bands_fall", bands=", ".join(rows))
