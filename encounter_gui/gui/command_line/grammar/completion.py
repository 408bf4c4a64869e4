"""What a command line may go on with: the word that is begun, and lines worth trying in this fight."""

from collections.abc import Iterator, Sequence
from typing import get_type_hints

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.grammar.arguments import ARGUMENTS
from encounter_gui.gui.command_line.grammar.matching import beginnings
from encounter_gui.gui.command_line.grammar.phrase import WORD
from encounter_gui.gui.command_line.grammar.phrases.table import PHRASES
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.rules_line import options_of
from encounter_gui.gui.command_line.terms.words import said, texts_of
from encounter_gui.rules.engine.context import RulesContext

_MOST_TARGETS = 3
_HIDDEN = ("hidden",)
_LONGEST = 3
"""The longest name that is completed, in words."""

_MOST_WORDS = 60
"""Words of the longest line that is completed: what may follow more is too much to look for at every letter."""

_LIKELY = ("condition", "place", "way", "tag", "creature", "who", "one")
"""The kinds of argument whose names are offered first."""


class Completion(Struct, frozen=True, kw_only=True):
    """A line that can be typed, and what it does in words."""

    line: str
    says: str = ""


def ghost(text: str, line: LineContext) -> str:
    """Returns what Tab adds to a line: the rest of the word that is begun; empty: nothing is known.

    The words before it are the beginning of a phrase; what may stand in its place is told by the phrase.
    """
    begun = text.rpartition(" ")[2]
    if not begun:
        return ""
    words = texts_of(text)
    if len(words) > _MOST_WORDS:
        return ""
    for behind in range(min(_LONGEST, len(words)), 0, -1):
        part = " ".join(words[-behind:]).casefold()
        for each in _continuations(words[:-behind], line):
            if len(each) > len(part) and each.startswith(part):
                return each[len(part) :]
    return ""


def _continuations(before: Sequence[str], line: LineContext) -> Iterator[str]:
    """Yields, in small letters, what may stand behind some words, the likeliest first: words, then arguments."""
    arguments: dict[str, None] = {}
    for phrase in PHRASES:
        for left in beginnings(phrase, before, line):
            for place in left:
                part = phrase.parts[place]
                if part.kind == WORD:
                    yield from (" ".join(each) for each in part.words)
                else:
                    arguments[part.kind] = None
    arguments |= dict.fromkeys(_marked(before, line))
    for kind in sorted(arguments, key=_order):
        yield from ARGUMENTS[kind].names(line)
    head = next((each for each in before if said(each) in line.tags), "")
    command = line.command(said(head))
    for hint in get_type_hints(command).values() if command is not None else ():
        yield from (str(each) for each in options_of(hint) if each)


def _marked(before: Sequence[str], line: LineContext) -> Iterator[str]:
    """Yields the kinds of argument that the last of some words stands before: ``to`` before a place."""
    mark = said(before[-1]) if before else ""
    for phrase in PHRASES if mark else ():
        if not any(mark in part.marks for part in phrase.parts):
            continue
        for left in beginnings(phrase, before[:-1], line):
            parts = (phrase.parts[each] for each in left)
            yield from (part.kind for part in parts if mark in part.marks)


def _order(kind: str) -> int:
    return _LIKELY.index(kind) if kind in _LIKELY else len(_LIKELY)


def examples(context: RulesContext) -> tuple[Completion, ...]:
    """Returns lines that can be typed in this fight as it stands: its own numbers, conditions and creatures."""
    texts = context.texts
    numbers = _targets(context)
    one, several = numbers[:1], numbers[:_MOST_TARGETS]
    condition = _condition(context)
    creature = _creature(context)
    lines: list[tuple[str, str]] = []
    if several:
        place = next((f" {each.name.casefold()}" for each in context.ruleset.locations), "")
        lines.append((f"{' '.join(several)} -12{place}", "gui.command.example.damage"))
        lines.append((f"{one[0]} -7 half steam pipe", "gui.command.example.source"))
        lines.append((f"{one[0]} +4", "gui.command.example.change"))
        if condition:
            line = f"{one[0]} c {condition.casefold()} 2"
            lines.append((line, "gui.command.example.condition"))
        lines.append((f"{one[0]} declare run", "gui.command.example.declare"))
    if creature:
        lines.append((f"add 4 {creature.casefold()}", "gui.command.example.add"))
    lines.append(("undo 3", "gui.command.example.undo"))
    lines.append(("note ", "gui.command.example.note"))
    return tuple(Completion(line=line, says=_words(texts, key)) for line, key in lines)


def _words(texts: MessageCatalog, key: str) -> str:
    return texts.text(say(key))


def _targets(context: RulesContext) -> list[str]:
    """Returns the numbers of those one may want to hit, foes first."""

    def is_friend(combatant: Combatant) -> bool:
        return combatant.side in ("pc", "ally")

    shown = [
        each for each in context.state.combatants.values() if not set(each.flags) & set(_HIDDEN)
    ]
    return [str(each.number) for each in sorted(shown, key=is_friend)]


def _condition(context: RulesContext) -> str:
    """Returns a condition that is often put on: one that is bad for its bearer, by preference; empty: there is none."""
    known = [each for each in context.ruleset.conditions if each.by_hand]
    bad = (each.name for each in known if each.kind == "warn")
    return next(bad, known[0].name if known else "")


def _creature(context: RulesContext) -> str:
    """Returns the creature most are already there of, else the first foe of the ruleset; empty: there is none."""
    origins = [each.origin for each in context.state.combatants.values() if each.side == "foe"]
    known = {each.key: each.name for each in context.ruleset.creatures}
    here = [known[each] for each in origins if each in known]
    first = (each.name for each in context.ruleset.creatures if each.side == "foe")
    return max(here, key=here.count) if here else next(first, "")
