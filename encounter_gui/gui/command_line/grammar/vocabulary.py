"""The words of the grammar, and whether a line is about the fight: a command then, or none at all."""

import re
from collections.abc import Sequence
from functools import cache

from encounter_gui.gui.command_line.grammar.arguments import LEAST_BEGUN
from encounter_gui.gui.command_line.grammar.phrase import first_words
from encounter_gui.gui.command_line.grammar.phrases.table import PHRASES
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.targets import is_name, is_side, target_words
from encounter_gui.gui.command_line.terms.words import said
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import GENERAL, Command
from encounter_gui.rules.presenters.conditions.line import find_condition, split_line

_NUMBER = re.compile(r"[-+−–=]?\d.*|\d*[dw]\d+([-+]\d+)?")


@cache
def _said() -> frozenset[str]:
    return first_words(PHRASES)


def reserved_words(context: RulesContext, commands: Sequence[type[Command]]) -> frozenset[str]:
    """Returns the words of the grammar: a part of a name that is one of them does not stand for the combatant."""
    ruleset = context.ruleset
    gauges = (name for each in ruleset.gauges for name in (each.key, each.name, each.short))
    conditions = (each.name for each in ruleset.conditions)
    named = (name.casefold() for name in (*gauges, *conditions) if name)
    tags = (str(each.__struct_config__.tag) for each in commands if each not in GENERAL)
    return frozenset((*_said(), *tags, *named))


def is_about_fight(words: Sequence[str], line: LineContext) -> bool:
    """Returns whether a line has a number, a target or a condition in it: it is a command then, or none at all."""
    context = line.context
    for place, word in enumerate(words):
        plain = said(word)
        if _NUMBER.fullmatch(plain) or is_side(plain, context):
            return True
        if is_name([plain], context) or _is_condition(plain, line):
            return True
        if any(
            is_name(words[place : place + count], context)
            or _names_condition(words[place : place + count], context)
            for count in (2, 3)
        ):
            return True
    return bool(target_words(words, line))


def _is_condition(word: str, line: LineContext) -> bool:
    """Returns whether a word is a condition, whole or so far begun that nothing else is meant."""
    name, _ = split_line(word, line.context)
    known, wanted = find_condition(name, line.context), name.casefold()
    if known is None:
        return False
    if wanted in (known.name.casefold(), known.key):
        return True
    is_begun = len(wanted) >= LEAST_BEGUN and known.name.casefold().startswith(wanted)
    return is_begun and wanted not in line.tags


def _names_condition(words: Sequence[str], context: RulesContext) -> bool:
    name = " ".join(words).casefold()
    return any(each.by_hand and each.name.casefold() == name for each in context.ruleset.conditions)
