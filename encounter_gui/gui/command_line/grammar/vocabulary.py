"""The words of the grammar, and whether a line is about the fight: a command then, or none at all."""

import re
from collections.abc import Collection, Sequence

from encounter_gui.gui.command_line.grammar.plain_words import VERBS
from encounter_gui.gui.command_line.grammar.targets import is_name, is_side, target_count
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import GENERAL, Command
from encounter_gui.rules.presenters.conditions.line import find_condition, split_line

HEADS = ("undo", "redo", "next", "back", "note", "add")
_HEADS_OF_SOMEBODY = ("c", "set", "declare", "group", "ungroup", "raw", "past")
LACKING = ("not", "no", "remove", "without")
READYING = ("ready", "draw", "hold", "equip", "wield")
THROWING = ("throw", "throws", "lob", "lobs", "toss")
_NUMBER = re.compile(r"[-+−–=]?\d.*|\d*[dw]\d+.*")

_LEAST_CONDITION = 4
"""The shortest beginning of a condition's name that stands for it where nobody says that one is meant."""


def reserved_words(context: RulesContext, commands: Sequence[type[Command]]) -> frozenset[str]:
    """Returns the words of the grammar: a part of a name that is one of them does not stand for the combatant."""
    ruleset = context.ruleset
    gauges = (name for each in ruleset.gauges for name in (each.key, each.name, each.short))
    conditions = (each.name for each in ruleset.conditions)
    named = (name.casefold() for name in (*gauges, *conditions) if name)
    own = (*HEADS, *_HEADS_OF_SOMEBODY, *VERBS, *LACKING, *READYING, *THROWING)
    return frozenset((*own, *tags_of(commands), *named))


def tags_of(commands: Sequence[type[Command]]) -> frozenset[str]:
    """Returns the names of the commands of a rule system that can be typed."""
    return frozenset(str(each.__struct_config__.tag) for each in commands if each not in GENERAL)


def is_condition(words: Sequence[str], context: RulesContext, tags: Collection[str]) -> bool:
    """Returns whether words are a condition, whole or so far begun that nothing else is meant."""
    name, _ = split_line(" ".join(words), context)
    known, wanted = find_condition(name, context), name.casefold()
    if known is None:
        return False
    if wanted in (known.name.casefold(), known.key):
        return True
    is_begun = len(wanted) >= _LEAST_CONDITION and known.name.casefold().startswith(wanted)
    return is_begun and wanted not in tags


def is_about_fight(text: str, context: RulesContext, commands: Sequence[type[Command]]) -> bool:
    """Returns whether a line has a number, a target or a condition in it: it is a command then, or none at all."""
    words, tags = text.split(), tags_of(commands)
    for place, word in enumerate(words):
        plain = word.rstrip(",.!")
        if _NUMBER.fullmatch(plain) or is_side(plain, context):
            return True
        if is_name([plain], context) or is_condition([plain], context, tags):
            return True
        if any(
            is_name(words[place : place + count], context)
            or _names_condition(words[place : place + count], context)
            for count in (2, 3)
        ):
            return True
    return target_count(words, context, reserved_words(context, commands)) > 0


def _names_condition(words: Sequence[str], context: RulesContext) -> bool:
    name = " ".join(words).casefold()
    return any(each.by_hand and each.name.casefold() == name for each in context.ruleset.conditions)
