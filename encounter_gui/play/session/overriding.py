"""What a log would be had a die shown something else: the commands since then, played again with their own dice.

Nothing is kept here; the session commits what comes of it on a branch of its own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.dice.requests import (
    Choice,
    Chosen,
    Faces,
    Rolled,
    RollRequest,
    Typed,
    accept,
)
from encounter_gui.dice.typed_dice import Reading, read_typed, reading_of
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import ChainNumber, Entry, Outcome, gestures_of
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.execution import Dice
from encounter_gui.rules.engine.asking import Answer
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import RESUME
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Settle

OVERRIDE = "override"
"""The name under which an entry says that what follows it was played again with another value."""

INSTEAD_OF = "instead_of"
"""In the command of such an entry: the entry that was the head before; undo leads back to it."""

GESTURES = "gestures"
"""In the command of such an entry: how many entries each gesture has that is played again after it, in order."""

_MOST_TRIES = 500


class Override(msgspec.Struct, frozen=True, kw_only=True):
    """Another value for one step of an entry: for a roll by its place among the entry's rolls, as it was typed.

    ``roll`` None: for a number of the arithmetic, by the ``key`` of its ``ChainNumber``, or with an empty key for the
    game master's modifier; ``to`` is that number. ``note`` is the reason, for the log. ``without`` are later entries
    that are dropped because they cannot be kept.
    """

    entry: EntryId
    roll: int | None
    to: Typed | int
    key: str = ""
    note: str = ""
    without: tuple[EntryId, ...] = ()


class EntryInTheWayError(RuleError):
    """A later entry cannot be played again after a correction; without it, it may succeed."""

    def __init__(self, message: Message, entry: EntryId) -> None:
        """Takes what to say, and the entry that stands in the way."""
        super().__init__(message)
        self.entry = entry


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A command played again: what it came to with which dice.

    ``was`` is its entry before, ``gesture`` the first entry of the gesture it was played in the first time.
    """

    was: Entry
    gesture: EntryId
    command: Command
    outcome: Outcome
    rolls: tuple[Rolled, ...]
    given: Mapping[str, int]


NUMBER = "number:"
"""What the step of a number of the arithmetic begins with; its key follows."""

_NUMBER = re.compile(r"[+\-]?\d{1,3}")


def split_value(text: str) -> tuple[str, str]:
    """Returns what was typed for a step: the value, and the reason, which begins with the first word of letters."""
    words = text.split()
    count = next((place for place, word in enumerate(words) if not _is_value(word)), len(words))
    return " ".join(words[:count]).rstrip(","), " ".join(words[count:])


def _is_value(word: str) -> bool:
    has_digit = any(each.isnumeric() for each in word)
    return (has_digit or word == "=") and not any(each.isalpha() for each in word)


def reading_of_value(text: str, roll: RollRequest | None) -> Reading:
    """Returns what is read of what is typed for a step; nothing for a number of the arithmetic, which is no dice."""
    value = split_value(text)[0]
    return reading_of(value, (roll,)) if roll is not None and value else Reading()


def read_override(entry: Entry, step: str, text: str) -> Override:
    """Returns the override that was typed: the value, then the reason in words.

    ``step`` is ``gm`` for the game master's modifier, ``number:`` and a key for a number of the arithmetic, else the
    place of a roll among those of the entry.

    Raises:
        RuleError: there is no such step, or no value.
        RollRefused: the dice cannot show the value.
    """
    value, note = split_value(text)
    if not value:
        raise refuse("play.override_no_value")
    is_number = step.startswith(NUMBER)
    if step == "gm" or is_number:
        digits = value.lstrip("= ").replace("−", "-")
        amount = int(digits) if _NUMBER.fullmatch(digits) else None
        if amount is None:
            raise refuse("play.override_no_value")
        key = step.removeprefix(NUMBER) if is_number else ""
        return Override(entry=entry.id, roll=None, to=amount, key=key, note=note)
    place = int(step) if step.isdecimal() else -1
    if not 0 <= place < len(entry.rolls):
        raise refuse("play.override_no_step")
    typed = read_typed(value, entry.rolls[place].request)
    if typed is None:
        raise refuse("play.override_no_value")
    return Override(entry=entry.id, roll=place, to=typed, note=note)


def modifier_of(entry: Entry) -> int | None:
    """Returns the game master's modifier in the command of an entry; None: it has none."""
    value = entry.command.get("gm")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def chain_numbers(entry: Entry) -> Mapping[str, ChainNumber]:
    """Returns the numbers of the arithmetic of an entry that can be overridden, by their keys."""
    return {number.key: number for reason in entry.reasons for number in reason.numbers}


def told(
    entry: Entry, override: Override, texts: MessageCatalog, dropped: Sequence[Entry] = ()
) -> Message:
    """Returns the line in the log of an override: what it was, what it is, why, and what was dropped for it."""
    said = [override.note, *(_without_text(entry, texts) for entry in dropped)]
    note = {"note": "; ".join(filter(None, said))} if any(said) else {}
    key = "play.log.overridden_because" if note else "play.log.overridden"
    known = chain_numbers(entry).get(override.key)
    if known is not None:
        return say(key, what=known.name, before=str(known.value), after=str(override.to), **note)
    if override.roll is None or isinstance(override.to, int):
        what = texts.text_of("play.override.modifier")
        before, after = str(modifier_of(entry)), str(override.to)
        return say(key, what=what, before=before, after=after, **note)
    rolled = entry.rolls[override.roll]
    after = _roll_text(accept(rolled.request, override.to))
    what = texts.text(rolled.request.label)
    return say(key, what=what, before=_roll_text(rolled), after=after, **note)


def _without_text(entry: Entry, texts: MessageCatalog) -> str:
    return texts.text_of("play.override.without", entry=texts.sentence(entry.label))


def _roll_text(rolled: Rolled) -> str:
    return " ".join(map(str, rolled.faces)) if rolled.faces else f"={rolled.total}"


class Replay:
    """Plays the commands from an entry to the head again, each in the state the one before has led to."""

    def __init__(
        self,
        system: System,
        context_of: Callable[[EncounterState], RulesContext],
        log: Log,
        dice: Callable[[], Dice],
    ) -> None:
        """Takes the rules, the log as it stands, and the dice for rolls that were not made before."""
        self._system = system
        self._context_of = context_of
        self._log = log
        self._dice = dice

    def of(self, override: Override) -> tuple[Replayed, ...]:
        """Returns what the commands come to from the gesture of the overridden entry to the head.

        Settling what is not owed any more falls away.

        Raises:
            RuleError: the entry is not on the way to the head, or has no such step, or is refused with that value.
            EntryInTheWayError: a later command is refused now, or cannot be played again; names it.
            RollRefused: the dice cannot show the value.
        """
        path = list(self._log.path())
        places = [place for place, each in enumerate(path) if each.id == override.entry]
        if not places:
            raise refuse("play.override_not_here")
        first = places[0]
        while path[first].gesture:
            first -= 1
        state = self._log.state_at(path[first].parent)
        first_of = {each.id: group[0].id for group in gestures_of(path) for each in group}
        found: list[Replayed] = []
        for place, entry in enumerate(path[first:], first):
            if entry.is_of(OVERRIDE) or entry.id in override.without:
                continue
            changed = override if place == places[0] else None
            try:
                again = self._again(entry, state, changed, first_of[entry.id])
            except RuleError as error:
                if place <= places[0]:
                    raise
                raise EntryInTheWayError(error.message, entry.id) from error
            if again is not None:
                found.append(again)
                state = with_events(self._context_of(state), again.outcome.events).state
        return tuple(found)

    def _again(
        self, entry: Entry, state: EncounterState, override: Override | None, gesture: EntryId
    ) -> Replayed | None:
        """Returns what an entry's command comes to now; None: it settles what is not owed any more."""
        self._require_whole(entry)
        command, rolls, given = self._command(entry), entry.rolls, entry.given
        if override is not None:
            command, rolls, given = _overridden(entry, command, override)
        context = replace(self._context_of(state), given=given)
        if isinstance(command, Settle):
            ids = tuple(self._same_owed(entry, command, state))
            if not ids:
                return None
            command = Settle(ids=ids)
        try:
            done = self._run(context, command, rolls, self._options(entry))
        except RuleError as error:
            label, why = (context.texts.sentence(m) for m in (entry.label, error.message))
            raise refuse("play.override_refused", entry=label, why=why) from error
        if isinstance(done, Choice):
            raise refuse("play.override_choice", entry=context.texts.sentence(entry.label))
        outcome, made = done
        return Replayed(
            was=entry, gesture=gesture, command=command, outcome=outcome, rolls=made, given=given
        )

    def _require_whole(self, entry: Entry) -> None:
        added = (e.obligation.kind for e in entry.events if isinstance(e, ev.ObligationAdded))
        if RESUME in added or "do" not in entry.command:
            label = self._context_of(self._log.state_at(entry.parent)).texts.sentence(entry.label)
            raise refuse("play.override_interrupted", entry=label)

    def _command(self, entry: Entry) -> Command:
        union: Any = self._system.commands[0]
        for kind in self._system.commands[1:]:
            union |= kind
        try:
            command: Command = msgspec.convert(dict(entry.command), type=union)
        except msgspec.ValidationError as error:
            label = self._context_of(self._log.state_at(entry.parent)).texts.sentence(entry.label)
            raise refuse("play.override_interrupted", entry=label) from error
        return command

    def _same_owed(self, entry: Entry, command: Settle, state: EncounterState) -> Iterator[int]:
        """Yields the ids of what an entry settled, as they are now: the same kind, owed by the same."""
        before = self._log.state_at(entry.parent)
        settled = {e.id for e in entry.events if isinstance(e, ev.ObligationSettled)}
        wanted = command.ids or tuple(settled)
        was = [each for each in self._context_of(before).state.obligations if each.id in wanted]
        left = list(self._context_of(state).state.obligations)
        for each in was:
            same = next((o for o in left if (o.kind, o.who) == (each.kind, each.who)), None)
            if same is not None:
                left.remove(same)
                yield same.id

    def _options(self, entry: Entry) -> tuple[str, ...]:
        """Returns what was chosen on the way to an entry: the choices that lead to its events."""
        before = self._context_of(self._log.state_at(entry.parent))
        context, command = replace(before, given=entry.given), self._command(entry)
        tries: list[tuple[str, ...]] = [()]
        for _ in range(_MOST_TRIES):
            if not tries:
                break
            options = tries.pop()
            try:
                done = self._run(context, command, entry.rolls, options)
            except RuleError:
                continue
            if isinstance(done, Choice):
                tries += [(*options, each) for each in reversed(done.options)]
            elif entry.events[-len(done[0].events) :] == done[0].events or not options:
                return options
        return ()

    def _run(
        self,
        context: RulesContext,
        command: Command,
        known: Iterable[Rolled],
        options: Sequence[str],
    ) -> tuple[Outcome, tuple[Rolled, ...]] | Choice:
        """Plays a command with known dice and decisions; returns the first decision that is not known."""
        left, chosen, made = list(known), list(options), list[Rolled]()
        procedure = self._system.procedure(context, command)
        try:
            asked = next(procedure)
            while True:
                answer: Answer
                if isinstance(asked, Choice):
                    if not chosen or chosen[0] not in asked.options:
                        procedure.close()
                        return asked
                    answer = Chosen(option=chosen.pop(0))
                else:
                    answer = tuple(self._rolled(request, left) for request in asked)
                    made += answer
                asked = procedure.send(answer)
        except StopIteration as done:
            return done.value, tuple(made)

    def _rolled(self, request: RollRequest, left: list[Rolled]) -> Rolled:
        """Returns the roll as it was made before; a new one where none was."""
        wanted = (request.key, request.who)
        for place, each in enumerate(left):
            if (each.request.key, each.request.who) != wanted:
                continue
            if each.request.notation == request.notation:
                return replace(left.pop(place), request=request)
            if each.faces is not None and _same_dice(each.request, request):
                return self._more_or_fewer(request, left.pop(place))
        return self._dice().answer(request)

    def _more_or_fewer(self, request: RollRequest, before: Rolled) -> Rolled:
        """Returns a roll of another number of dice: those that lie stay, further ones are rolled, the last ones go."""
        faces = (before.faces or ())[: request.count]
        more = request.count - len(faces)
        if more > 0:
            rolled = self._dice().answer(replace(request, count=more))
            faces = (*faces, *(rolled.faces or ()))
        known = accept(request, Faces(values=faces))
        return replace(known, physical=before.physical)


def _same_dice(before: RollRequest, request: RollRequest) -> bool:
    """Returns whether two rolls are made with the same kind of dice, whatever their number."""
    return before.sides == request.sides and before.lowest == request.lowest


def _overridden(
    entry: Entry, command: Command, override: Override
) -> tuple[Command, tuple[Rolled, ...], Mapping[str, int]]:
    """Returns the command, the rolls and the given numbers of an entry with the other value.

    Raises:
        RuleError: there is no such step.
        RollRefused: the dice cannot show it.
    """
    if override.roll is None and override.key:
        if override.key not in chain_numbers(entry) or not isinstance(override.to, int):
            raise refuse("play.override_no_step")
        return command, entry.rolls, {**entry.given, override.key: override.to}
    if override.roll is None:
        if modifier_of(entry) is None or not isinstance(override.to, int):
            raise refuse("play.override_no_step")
        changed = msgspec.structs.replace(command, gm=override.to)
        return changed, entry.rolls, entry.given
    if not 0 <= override.roll < len(entry.rolls) or isinstance(override.to, int):
        raise refuse("play.override_no_step")
    rolls = list(entry.rolls)
    rolls[override.roll] = accept(rolls[override.roll].request, override.to)
    return command, tuple(rolls), entry.given
