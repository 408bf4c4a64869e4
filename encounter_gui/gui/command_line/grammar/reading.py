"""The little language of the command field.

``3 5 7 -12`` is damage to those three, through the rules; ``-12 l.arm ap steam pipe`` says where, how, and from what.
``+4`` heals, ``=5`` sets, ``raw -7`` and ``soak =3`` change a gauge past the rules. ``3 c stunned 2`` puts a condition
on for 2 rounds, ``c flashed until end 5`` to the end of the next turn of number 5; behind numbers the ``c`` may be left
out; ``3 not stunned`` takes it off. ``3 set smg 12`` sets a number of the sheet. ``3 declare run`` declares, or where
the game has no declarations writes it into the log; ``3 reload`` is a quick action of number 3, ``3 ready frag`` takes
what it carries in hand, ``throw frag grenade`` sets the attack bench. Numbers are those before the names in the table;
names, parts of names and sides stand for them (``ash -3``, ``foes prone``); without any it is about the selected.
``add 4 ganger``, ``note …``, and ``undo 3``, ``redo``, ``next``, ``back`` do what they say.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.finding.ranking import words_of
from encounter_gui.gui.command_line.grammar.carried import item_called, items_called
from encounter_gui.gui.command_line.grammar.change_line import read_change_line
from encounter_gui.gui.command_line.grammar.plain_words import in_grammar
from encounter_gui.gui.command_line.grammar.rules_line import read_rules_line
from encounter_gui.gui.command_line.grammar.targets import (
    IsOut,
    Targets,
    combatant_called,
    is_name,
    is_side,
    nobody_is_out,
    read_targets,
    target_count,
)
from encounter_gui.gui.command_line.grammar.vocabulary import (
    HEADS,
    LACKING,
    READYING,
    THROWING,
    is_condition,
    reserved_words,
    tags_of,
)
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
_LEAST_LIKE = 70
"""How alike a word is at least, of 100, to what is named in its place."""


_ENDED = ("off", "over", "gone", "ends")
_TAKEN_IN_HAND = frozenset({"ready", "draw", "hold"})
_DICE = re.compile(r"[-+−–]?\d*[dw]\d+([-+]\d+)?", re.IGNORECASE)


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


class OnBench(Struct, frozen=True, kw_only=True):
    """What a combatant carries is chosen on the attack bench, and perhaps a target; nothing is rolled yet."""

    who: CombatantId
    item: str
    target: CombatantId | None = None


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


Asked = Command | Move | Recruits | OnBench
"""What a line asks for."""


class _Grammar(Struct, frozen=True, kw_only=True):
    """What lines are read with: the fight, whom it is about where nobody is named, and what can be asked for."""

    context: RulesContext
    selected: tuple[CombatantId, ...]
    commands: tuple[type[Command], ...]
    actions: Actions
    is_out: IsOut

    def targets(self, words: Sequence[str]) -> Targets:
        """Returns whom words begin with."""
        return read_targets(words, self.context, self.reserved(), self.is_out)

    def reserved(self) -> frozenset[str]:
        """Returns the words that are no parts of names."""
        return reserved_words(self.context, self.commands)


def read_line(
    text: str,
    context: RulesContext,
    selected: Sequence[CombatantId],
    commands: Sequence[type[Command]] = (),
    *,
    own_creature: OwnCreature = _no_creature,
    actions: Actions = _no_actions,
    is_out: IsOut = nobody_is_out,
) -> Asked:
    """Returns what a line asks for; ``commands`` are those of the rule system.

    Raises:
        RuleError: it is not such a line; says what was expected.
    """
    words: Sequence[str] = text.split()
    if words and words[0] not in ("note", "add"):
        words = plain_line(words, context, commands)
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
            grammar = _Grammar(
                context=context,
                selected=tuple(selected),
                commands=tuple(commands),
                actions=actions,
                is_out=is_out,
            )
            return _on_somebody(words, grammar)


def plain_line(
    words: Sequence[str], context: RulesContext, commands: Sequence[type[Command]]
) -> Sequence[str]:
    """Returns a line in the words of the grammar, with its targets in front."""
    reserved = reserved_words(context, commands)
    tags = tags_of(commands)

    def targets(some: Sequence[str]) -> int:
        return target_count(some, context, reserved)

    def is_named(some: Sequence[str]) -> bool:
        return is_condition(some, context, tags)

    return in_grammar(words, targets, is_named)


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


def _meant_by(word: str, names: Iterable[str]) -> str:
    """Returns the names that may have been meant by a word with slips, the likeliest first; empty: none."""
    from rapidfuzz import fuzz

    wanted = word.casefold()
    scored = [
        (max(fuzz.ratio(wanted, each) for each in (name.casefold(), *words_of(name))), name)
        for name in dict.fromkeys(names)
    ]
    likely = sorted((each for each in scored if each[0] >= _LEAST_LIKE), key=lambda each: -each[0])
    return ", ".join(name for _, name in likely[:_MOST_NEAR])


def _on_somebody(words: Sequence[str], grammar: _Grammar) -> Command | OnBench:
    context = grammar.context
    targets = Targets() if _is_own_action(words, grammar) else grammar.targets(words)
    rest = words[targets.count :]
    who = targets.who if targets.count else grammar.selected
    change = read_change_line(rest, who, context)
    if change is not None:
        _require_nobody_behind(change, context, is_named=bool(targets.count))
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
        case ["declare", *intent] if not any(map(is_declaring, grammar.commands)):
            return _declare(intent, who, context)
        case [_, *_]:
            return _by_the_rules(rest, grammar, who, is_named=bool(targets.count))
        case _:
            raise refuse("gui.command.do_what")


def _is_own_action(words: Sequence[str], grammar: _Grammar) -> bool:
    """Returns whether a line is, word for word, a quick action of the one who is selected."""
    if len(grammar.selected) != 1 or words[0][:1].isdecimal():
        return False
    wanted = words_of(" ".join(words))
    return any(words_of(each.text) == wanted for each in grammar.actions(grammar.selected[0]))


def _require_nobody_behind(change: Command, context: RulesContext, *, is_named: bool) -> None:
    """Refuses damage to the selected behind which somebody else is named."""
    if is_named or not isinstance(change, do.Damage) or not change.source:
        return
    words = change.source.split()
    if words[0].isdecimal() or any(
        is_side(each, context) or is_name([each], context) for each in words
    ):
        raise refuse("gui.command.whom_first", text=change.source, amount=change.amount)


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
    words: Sequence[str], grammar: _Grammar, who: tuple[CombatantId, ...], *, is_named: bool
) -> Command | OnBench:
    """Returns a command of the rules, a quick action, or a condition, whichever the words name."""
    context = grammar.context
    name, behind = split_line(" ".join(words), context)
    known = find_condition(name, context) if is_named else None
    if known is not None and known.name.casefold() == name.casefold():
        return read_condition_line(words, context, who)
    asked = _with_item(words, grammar, who) or read_rules_line(
        words, grammar.commands, context, who, is_named=is_named
    )
    if asked is not None:
        return asked
    option = _quick_action(" ".join(words), grammar.actions(who[0])) if len(who) == 1 else None
    if option is not None and option.command is not None:
        return option.command
    if is_named and (lost := _lost_condition(words, context)):
        return do.Relieve(who=who, condition=lost)
    if known is not None:
        return read_condition_line(words, context, who)
    if not is_named and behind and is_condition(words, context, tags_of(grammar.commands)):
        raise refuse("gui.command.whose_condition", line=" ".join(words))
    raise _not_understood(words, grammar, who if is_named else ())


def _with_item(
    words: Sequence[str], grammar: _Grammar, who: Sequence[CombatantId]
) -> Command | OnBench | None:
    """Returns what is done with a thing somebody carries: it is thrown, or taken in hand; None: nothing of the kind."""
    verb, *named = words
    if not named or named[0][:1].isdecimal() or any("=" in each for each in named):
        return None
    if verb in THROWING:
        at = next((place for place, word in enumerate(named) if word == "at" and place), len(named))
        named, aimed = named[:at], named[at + 1 :]
        combatant = _bearer(named, grammar, who)
        return OnBench(
            who=combatant.id,
            item=item_called(named, combatant).key,
            target=combatant_called(" ".join(aimed), grammar.context) if aimed else None,
        )
    if verb in READYING and verb not in tags_of(grammar.commands):
        combatant = _bearer(named, grammar, who)
        return _taken_in_hand(named, combatant, grammar.actions(combatant.id))
    return None


def _bearer(named: Sequence[str], grammar: _Grammar, who: Sequence[CombatantId]) -> Combatant:
    """Returns who carries a thing: the one it is about, or where that one does not, one who acts now."""
    context = grammar.context
    if len(who) > 1:
        raise refuse("gui.command.one_only", command=named[0], count=len(who))
    is_selected = tuple(who) == grammar.selected
    meant = (*who, *context.state.acting) if is_selected else who
    _somebody(meant)
    combatants = context.combatants(tuple(meant))
    bearing = (each for each in combatants if items_called(named, each.items))
    return next(bearing, combatants[0])


def _taken_in_hand(
    named: Sequence[str], combatant: Combatant, options: Sequence[ActionOption]
) -> Command:
    """Returns the quick action that takes a thing in hand, as the game calls it."""
    item = item_called(named, combatant)
    for each in options:
        command = each.command
        if command is None or command.__struct_config__.tag not in _TAKEN_IN_HAND:
            continue
        if item.key in (getattr(command, "item", ""), getattr(command, "weapon", "")):
            return command
    raise refuse("gui.command.not_readied", who=combatant.name, item=item.name)


def _lost_condition(words: Sequence[str], context: RulesContext) -> str:
    """Returns the key of the condition that is taken off; empty: none is."""
    match words:
        case [lacking, *named] if lacking in LACKING and named:
            known = find_condition(" ".join(named), context)
        case [*named, ended] if ended in _ENDED and named:
            known = find_condition(" ".join(named), context)
        case _:
            return ""
    return known.key if known is not None else ""


def _quick_action(text: str, options: Sequence[ActionOption]) -> ActionOption | None:
    """Returns the quick action with this name, or the only one whose name begins so; None: there is none."""
    wanted = " ".join(words_of(text)) or text
    named = [(" ".join(words_of(each.text)), each) for each in options]
    whole = [each for name, each in named if name == wanted]
    begun = [each for name, each in named if name.startswith(wanted)]
    found = whole or begun
    return found[0] if len(found) == 1 else None


def _not_understood(
    words: Sequence[str], grammar: _Grammar, named: Sequence[CombatantId]
) -> RuleError:
    """Returns the refusal of a line: the word that is not understood, and what is nearest to it."""
    dice = next((word for word in words if _DICE.fullmatch(word)), None)
    if dice is not None:
        return refuse("gui.command.dice", dice=dice)
    near = _meant_by(words[0], _known(grammar, named))
    if near:
        return refuse("gui.command.unknown_near", word=words[0], near=near)
    return refuse("gui.command.unknown", word=words[0])


def _known(grammar: _Grammar, named: Sequence[CombatantId]) -> Iterator[str]:
    """Yields what may stand in a line: behind a name what that one can do, else names and the words of the grammar."""
    context = grammar.context
    if not named:
        yield from HEADS
        yield from (f"{each.number} {each.name}" for each in context.state.combatants.values())
    yield from (each.name.casefold() for each in context.ruleset.conditions if each.by_hand)
    yield from sorted(tags_of(grammar.commands))
    if len(named) == 1:
        yield from (each.text for each in grammar.actions(named[0]))


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
