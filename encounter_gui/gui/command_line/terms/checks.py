"""A test said in plain words, ``stealth`` or ``reflexes stealth``, as the game's own command."""

from collections.abc import Iterator, Sequence
from typing import get_type_hints

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.terms.asked import Asked
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.rules_line import options_of, read_rules_line
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import FieldDef, Ruleset

_COMMANDS = ("check", "task")
_AGAINST = ("dn", "difficulty")
_LONGEST = 3
_CHARACTERISTIC = "attribute"
"""The group of the sheet in which characteristics stand."""

_USUAL = 10
"""What a test is rolled against where nothing is said and the game itself has no usual number."""


def check_line(
    line: LineContext, who: CombatantId, words: Sequence[str], against: int | None
) -> Asked | None:
    """Returns the test that words name; None: they name none.

    Raises:
        RuleError: the game wants to know more than is said.
    """
    tag = next((each for each in _COMMANDS if line.command(each) is not None), "")
    command = line.command(tag)
    if command is None:
        return None
    fields = command.__struct_fields__
    hints = get_type_hints(command)
    given: dict[str, str] = {}
    for found in _named(words, line.context.ruleset, options_of(hints.get("test"))):
        if found is None:
            return None
        place = next((each for each in (*_places(found[0]), "skill") if each in fields), "")
        if not place or place in given:
            return None
        given[place] = found[1]
    if "characteristic" in fields and "characteristic" not in given:
        given["characteristic"] = _usual(given["skill"], line.context.ruleset)
    number = next((each for each in _AGAINST if each in fields), "")
    if against is not None and not number:
        raise refuse("gui.command.nothing_behind", change=" ".join(words), word=against)
    if number and against is not None:
        given[number] = str(against)
    elif number and command.__struct_fields__.index(number) < _needed(command):
        given[number] = str(_USUAL)
    typed = [f"{key}={value}" for key, value in given.items()]
    return read_rules_line([tag, *typed], line.commands, line.context, (who,))


def _places(group: str) -> tuple[str, ...]:
    """Returns the fields of a command that may hold a number of a group of the sheet."""
    return ("attribute", "characteristic") if group == _CHARACTERISTIC else (group,)


def _needed(command: type[Command]) -> int:
    """Returns how many of the fields of a command, from the first, must be given."""
    return len(command.__struct_fields__) - len(command.__struct_defaults__)


def _named(
    words: Sequence[str], ruleset: Ruleset, tests: Sequence[str]
) -> Iterator[tuple[str, str] | None]:
    """Yields the tests and fields of the sheet that words name, each as (field of the command, key); None: no more."""
    at = 0
    while at < len(words):
        for count in range(min(_LONGEST, len(words) - at), 0, -1):
            text = " ".join(words[at : at + count]).casefold()
            found = _test(text, tests) or _field(text, ruleset.fields)
            if found is not None:
                yield found
                at += count
                break
        else:
            yield None
            return


def _test(text: str, tests: Sequence[str]) -> tuple[str, str] | None:
    return ("test", text) if text in tests else None


def _field(text: str, fields: Sequence[FieldDef]) -> tuple[str, str] | None:
    wanted = text.replace(" ", "_")
    for each in fields:
        if each.kind == "number" and wanted in (
            each.key,
            each.name.casefold().replace(" ", "_"),
            each.short.casefold(),
        ):
            return each.group, each.key
    return None


def _usual(skill: str, ruleset: Ruleset) -> str:
    """Returns the characteristic that the tables of a ruleset set beside a skill.

    Raises:
        RuleError: they set none, so that it has to be said.
    """
    known = {each.key: each.name for each in ruleset.fields if each.group == _CHARACTERISTIC}
    for table in ruleset.tables.values():
        value = table.get(skill)
        if isinstance(value, str) and value in known:
            return value
    raise refuse("gui.command.which_characteristic", skill=skill, known=", ".join(known.values()))
