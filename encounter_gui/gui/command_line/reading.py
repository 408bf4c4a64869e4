"""The little language of the command field.

``3 5 7 -12`` is damage to those three, through the rules; ``-12 l.arm steam pipe`` says where, and from what. ``+4``
heals, ``=5`` sets, ``raw -7`` and ``soak =3`` change a gauge past the rules. ``3 c stunned 2`` puts a condition on for
2 rounds, ``c flashed until end 5`` to the end of the next turn of number 5; ``3 set smg 12`` sets a number of the
sheet. Numbers are those before the names in the table; without one it is about the selected.
``add 4 ganger``, ``note …``, and ``undo 3``, ``redo``, ``next``, ``back`` do what they say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.change_line import read_change_line
from encounter_gui.gui.command_line.rules_line import read_rules_line
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.presenters.conditions.line import read_condition_line

MoveKind = Literal["undo", "redo", "next", "back"]

_MOST_MOVES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A step through what has happened, so many times."""

    kind: MoveKind
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A line that can be typed, and what it does: shown while nothing better is known."""

    line: str
    key: str


EXAMPLES: tuple[Example, ...] = (
    Example(line="3 5 7 -12", key="gui.command.example.damage"),
    Example(line="3 -12 steam pipe", key="gui.command.example.source"),
    Example(line="3 raw -7", key="gui.command.example.raw"),
    Example(line="3 +4", key="gui.command.example.change"),
    Example(line="3 5 c stunned 2", key="gui.command.example.condition"),
    Example(line="add 4 ganger", key="gui.command.example.add"),
    Example(line="declare run for the door", key="gui.command.example.rules"),
    Example(line="undo 3", key="gui.command.example.undo"),
    Example(line="note …", key="gui.command.example.note"),
)


def read_line(
    text: str,
    context: RulesContext,
    selected: Sequence[CombatantId],
    commands: Sequence[type[Command]] = (),
) -> Command | Move:
    """Returns what a line asks for; ``commands`` are those of the rule system.

    Raises:
        RuleError: it is not such a line; says what was expected.
    """
    words = text.split()
    match words:
        case []:
            raise refuse("gui.command.empty")
        case ["undo" | "redo" | "next" | "back" as kind, *rest] if len(rest) < 2:
            return Move(kind=kind, count=_count(rest[0], _MOST_MOVES) if rest else 1)
        case ["note", first, *rest]:
            return do.Note(text=" ".join([first, *rest]))
        case ["add", *rest]:
            return _add(rest, context)
        case _:
            return _on_somebody(words, context, selected, commands)


def _add(words: Sequence[str], context: RulesContext) -> do.Add:
    count = 1
    if words and words[0].isdecimal():
        count, words = _count(words[0], 100), words[1:]
    if not words:
        raise refuse("gui.command.add_whom")
    name = " ".join(words)
    return do.Add(creature=_creature(name, context.ruleset.creatures).key, count=count)


def _creature(name: str, creatures: Sequence[CreatureDef]) -> CreatureDef:
    wanted = name.casefold()
    found = sorted(
        (each for each in creatures if wanted in each.name.casefold() or wanted == each.key),
        key=lambda each: (not each.name.casefold().startswith(wanted), len(each.name)),
    )
    if not found:
        raise refuse("gui.command.no_creature", name=name)
    return found[0]


def _on_somebody(
    words: Sequence[str],
    context: RulesContext,
    selected: Sequence[CombatantId],
    commands: Sequence[type[Command]],
) -> Command:
    numbers = _leading(words)
    rest = words[len(numbers) :]
    who = _find_named(numbers, context) if numbers else tuple(selected)
    change = read_change_line(rest, who, context)
    if change is not None:
        return change
    match rest:
        case ["c", *named]:
            if named:
                _somebody(who)
            return read_condition_line(named, context, who)
        case ["set", *name, to] if name:
            _somebody(who)
            return _correct(who, " ".join(name), to)
        case [word, *_]:
            ruled = read_rules_line(rest, commands, context, who)
            if ruled is None:
                raise refuse("gui.command.unknown", word=word)
            return ruled
        case _:
            raise refuse("gui.command.do_what")


def _leading(words: Sequence[str]) -> Sequence[str]:
    for at, word in enumerate(words):
        if not word.isdecimal():
            return words[:at]
    return words


def _find_named(numbers: Sequence[str], context: RulesContext) -> tuple[CombatantId, ...]:
    by_number = {combatant.number: combatant.id for combatant in context.state.combatants.values()}
    for number in numbers:
        if int(number) not in by_number:
            raise refuse("gui.command.no_number", number=int(number))
    return tuple(dict.fromkeys(by_number[int(number)] for number in numbers))


def _somebody(who: Sequence[CombatantId]) -> None:
    if not who:
        raise refuse("gui.command.nobody")


def _correct(who: Sequence[CombatantId], name: str, to: str) -> do.Correct:
    if len(who) > 1:
        raise refuse("gui.command.one_only", command="set", count=len(who))
    number = to.replace("−", "-")
    if not number.removeprefix("-").isdecimal():
        raise refuse("gui.command.set_to", word=to)
    return do.Correct(who=who[0], number=name, to=int(number))


def _count(word: str, most: int) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= most:
        raise refuse("gui.command.count", word=word, most=most)
    return int(word)
