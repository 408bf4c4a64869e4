"""The little language of the command field.

``3 5 7 -12`` is damage to those three, through the rules; ``-12 l.arm ap steam pipe`` says where, how, and from what.
``+4`` heals, ``=5`` sets, ``raw -7`` and ``soak =3`` change a gauge past the rules. ``3 c stunned 2`` puts a condition
on for 2 rounds, ``c flashed until end 5`` to the end of the next turn of number 5; behind numbers the ``c`` may be left
out. ``3 set smg 12`` sets a number of the sheet. ``3 declare run`` declares, or where the game has no declarations
writes it into the log; ``3 reload`` is a quick action of number 3. Numbers are those before the names in the table;
without one it is about the selected. ``add 4 ganger``, ``note …``, and ``undo 3``, ``redo``, ``next``, ``back`` do what
they say.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.grammar.change_line import read_change_line
from encounter_gui.gui.command_line.grammar.rules_line import read_rules_line
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.presenters.conditions.line import (
    find_condition,
    read_condition_line,
    split_line,
)
from encounter_gui.rules.view import ActionOption

MoveKind = Literal["undo", "redo", "next", "back"]

_MOST_MOVES = 100
_MOST_NEAR = 3


class Move(Struct, frozen=True, kw_only=True):
    """A step through what has happened, so many times."""

    kind: MoveKind
    count: int = 1


class Recruits(Struct, frozen=True, kw_only=True):
    """So many of a creature of the campaign's own join; ``key`` is the library's. ``is_group``: as one row."""

    key: str
    name: str
    count: int = 1
    is_group: bool = False


OwnCreature = Callable[[str], tuple[str, str] | None]
"""Returns key and name of the creature of the campaign's own that is called like a text; None: there is none."""

Actions = Callable[[CombatantId], Sequence[ActionOption]]
"""Returns the quick actions of a combatant."""

INCOMPLETE = frozenset(
    {
        "gui.command.empty",
        "gui.command.do_what",
        "gui.command.add_whom",
        "gui.command.note_what",
        "gui.command.declare_what",
        "rules.which_condition",
    }
)
"""The keys of refusals that only say what comes next: the line so far is right."""


def _no_creature(_name: str) -> None:
    return None


def _no_actions(_who: CombatantId) -> tuple[ActionOption, ...]:
    return ()


def read_line(
    text: str,
    context: RulesContext,
    selected: Sequence[CombatantId],
    commands: Sequence[type[Command]] = (),
    *,
    own_creature: OwnCreature = _no_creature,
    actions: Actions = _no_actions,
) -> Command | Move | Recruits:
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
        case ["note"]:
            raise refuse("gui.command.note_what")
        case ["note", first, *rest]:
            return do.Note(text=" ".join([first, *rest]))
        case ["add", *rest]:
            return _add(rest, context, own_creature)
        case _:
            return _on_somebody(words, context, selected, commands, actions)


def _add(
    words: Sequence[str], context: RulesContext, own_creature: OwnCreature
) -> do.Add | Recruits:
    count = 1
    if words and words[0].isdecimal():
        count, words = _count(words[0], 100), words[1:]
    is_group = count > 1 and len(words) > 1 and words[-1] == "group"
    words = words[:-1] if is_group else words
    if not words:
        raise refuse("gui.command.add_whom")
    name = " ".join(words)
    found = find_creature(name, context.ruleset.creatures)
    own = own_creature(name)
    if own is not None and (found is None or own[1].casefold() == name.casefold()):
        return Recruits(key=own[0], name=own[1], count=count, is_group=is_group)
    if found is None:
        near = _nearest(name, [each.name for each in context.ruleset.creatures])
        raise refuse("gui.command.no_creature", name=name, near=near)
    return do.Add(creature=found.key, count=count, is_group=is_group)


def find_creature(name: str, creatures: Sequence[CreatureDef]) -> CreatureDef | None:
    """Returns the creature a name, or a part of one, means: the shortest name that begins so; None: there is none."""
    wanted = name.casefold()
    found = sorted(
        (each for each in creatures if wanted in each.name.casefold() or wanted == each.key),
        key=lambda each: (not each.name.casefold().startswith(wanted), len(each.name)),
    )
    return found[0] if found else None


def _nearest(text: str, names: Sequence[str]) -> str:
    """Returns the names most like a text, for a refusal."""
    from rapidfuzz import fuzz, process

    found = process.extract(text, names, scorer=fuzz.WRatio, limit=_MOST_NEAR)
    return ", ".join(name for name, _, _ in found) or "–"


def _on_somebody(
    words: Sequence[str],
    context: RulesContext,
    selected: Sequence[CombatantId],
    commands: Sequence[type[Command]],
    actions: Actions,
) -> Command:
    numbers = leading_numbers(words)
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
        case ["group" | "ungroup" as word]:
            _somebody(who)
            return do.Group(who=tuple(who), on=word == "group")
        case ["set", *name, to] if name:
            _somebody(who)
            return _correct(who, " ".join(name), to)
        case ["declare", *intent] if not any(map(is_declaring, commands)):
            return _declare(intent, who, context)
        case [_, *_]:
            return _by_the_rules(rest, context, who, commands, actions, is_named=bool(numbers))
        case _:
            raise refuse("gui.command.do_what")


def is_declaring(kind: type[Command]) -> bool:
    """Returns whether a command is the declaration of one combatant."""
    return issubclass(kind, do.Declaring)


def _declare(intent: Sequence[str], who: Sequence[CombatantId], context: RulesContext) -> do.Note:
    """Returns the note that keeps what somebody declares in a game whose rules have no declarations."""
    if not intent:
        raise refuse("gui.command.declare_what")
    _somebody(who)
    if len(who) > 1:
        raise refuse("gui.command.one_only", command="declare", count=len(who))
    text = context.texts.text_of("gui.command.declares", intent=" ".join(intent))
    return do.Note(text=text, who=who[0])


def _by_the_rules(
    words: Sequence[str],
    context: RulesContext,
    who: tuple[CombatantId, ...],
    commands: Sequence[type[Command]],
    actions: Actions,
    *,
    is_named: bool,
) -> Command:
    """Returns a command of the rules, a quick action, or a condition, whichever the words name."""
    known = find_condition(" ".join(words), context) if is_named else None
    if known is not None and known.name.casefold() == " ".join(words).casefold():
        return read_condition_line(words, context, who)
    ruled = read_rules_line(words, commands, context, who)
    if ruled is not None:
        return ruled
    option = _quick_action(" ".join(words), actions(who[0])) if len(who) == 1 else None
    if option is not None and option.command is not None:
        return option.command
    name, _ = split_line(" ".join(words), context)
    if is_named and find_condition(name, context) is not None:
        return read_condition_line(words, context, who)
    raise refuse("gui.command.unknown", word=words[0])


def _quick_action(text: str, options: Sequence[ActionOption]) -> ActionOption | None:
    """Returns the quick action with this name, or the only one whose name begins so; None: there is none."""
    wanted = text.casefold()
    whole = [each for each in options if each.text.casefold() == wanted]
    begun = [each for each in options if each.text.casefold().startswith(wanted)]
    found = whole or begun
    return found[0] if len(found) == 1 else None


def leading_numbers(words: Sequence[str]) -> Sequence[str]:
    """Returns the numbers that a line begins with."""
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
