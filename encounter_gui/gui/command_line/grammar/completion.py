"""What a command line may go on with: the word that is begun, and lines worth trying in this fight."""

from collections.abc import Iterable, Iterator, Sequence
from typing import get_type_hints

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.grammar.change_line import CHANGE, OPTIONS
from encounter_gui.gui.command_line.grammar.rules_line import options_of
from encounter_gui.gui.command_line.grammar.targets import target_count
from encounter_gui.gui.command_line.grammar.vocabulary import reserved_words
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import GENERAL, Command

_ANYWHERE = ("add", "undo", "redo", "next", "back", "note")
_ON_SOMEBODY = ("c", "set", "declare", "group", "ungroup")
_MOST_TARGETS = 3
_HIDDEN = ("hidden",)


class Completion(Struct, frozen=True, kw_only=True):
    """A line that can be typed, and what it does in words."""

    line: str
    says: str = ""


def ghost(text: str, context: RulesContext, commands: Sequence[type[Command]]) -> str:
    """Returns what Tab adds to a line: the rest of the word that is begun; empty: nothing is known."""
    begun = text.rpartition(" ")[2]
    if not begun:
        return ""
    words = text.split()
    for behind in range(min(3, len(words)), 0, -1):
        part = " ".join(words[-behind:])
        for each in _continuations(words[:-behind], context, commands):
            if len(each) > len(part) and each.startswith(part.casefold()):
                return each[len(part) :]
    return ""


def _continuations(
    before: Sequence[str], context: RulesContext, commands: Sequence[type[Command]]
) -> Iterable[str]:
    """Yields, in small letters, what may stand behind some words, the likeliest first."""
    ruleset = context.ruleset
    reserved = reserved_words(context, commands)
    rest = list(before)[target_count(before, context, reserved) :]
    is_named = len(rest) < len(before)
    conditions = [each.name.casefold() for each in ruleset.conditions if each.by_hand]
    match rest:
        case []:
            yield from _ON_SOMEBODY if is_named else (*_ANYWHERE, *_ON_SOMEBODY)
            yield from conditions if is_named else ()
            yield from _tags(commands)
        case ["c"]:
            yield from conditions
        case ["add"] | ["add", _]:
            yield from (each.name.casefold() for each in ruleset.creatures)
        case [*_, change] if CHANGE.fullmatch(change):
            yield from (each.name.casefold() for each in ruleset.locations)
            yield from OPTIONS
        case [head, *_]:
            yield from _options(head, commands)
            if any(CHANGE.fullmatch(word) for word in rest):
                yield from OPTIONS


def _tags(commands: Sequence[type[Command]]) -> Iterator[str]:
    return (str(each.__struct_config__.tag) for each in commands if each not in GENERAL)


def _options(head: str, commands: Sequence[type[Command]]) -> Iterator[str]:
    """Yields the words that fields of a command may hold."""
    kind = next((each for each in commands if each.__struct_config__.tag == head), None)
    for hint in get_type_hints(kind).values() if kind is not None else ():
        yield from (str(each) for each in options_of(hint) if each)


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
