"""What a log would be had a die shown something else: the commands since then, played again with their own dice.

Nothing is kept here; the session commits what comes of it on a branch of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import (
    Choice,
    Chosen,
    Faces,
    Rolled,
    RollRequest,
    Typed,
    accept,
)
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import ChainNumber, Entry, Outcome, gestures_of
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.headings import headings, under
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.execution import Dice
from encounter_gui.play.session.left_out import LeftOut
from encounter_gui.rules.engine.asking import Answer
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import RESUME, interrupted, told_this_time
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Note, Settle, Waive

OVERRIDE = "override"
"""The name under which an entry says that what follows it was played again with another value."""

INSTEAD_OF = "instead_of"
"""In the command of such an entry: the entry that was the head before; undo leads back to it."""

GESTURES = "gestures"
"""In the command of such an entry: how many entries each gesture has that is played again after it, in order."""

WAITING = EntryId(-1)
"""What stands for the entry of the command that waits for dice: it is in no log yet."""

_MOST_TRIES = 500


class Override(msgspec.Struct, frozen=True, kw_only=True):
    """Another value for one step of an entry: for a roll by its place among the entry's rolls, as it was typed.

    ``roll`` None: for a number of the arithmetic, by the ``key`` of its ``ChainNumber``, or with an empty key for the
    game master's modifier; ``to`` is that number. ``note`` is the reason, for the log. ``without`` are later entries
    that are dropped because they cannot be kept; with one of those carried out in one go, all others of them fall away
    that cannot be kept either.
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

    ``was`` is its entry before, ``gesture`` the first entry of the gesture it was played in the first time, ``after``
    the state it leads to.
    """

    was: Entry
    gesture: EntryId
    command: Command
    outcome: Outcome
    rolls: tuple[Rolled, ...]
    given: Mapping[str, int]
    after: EncounterState


class _Stopped(msgspec.Struct, frozen=True, kw_only=True):
    """A command that asks for more dice than lie: the answers it took, and the dice among them."""

    answers: tuple[Answer, ...]
    rolls: tuple[Rolled, ...]


class _NoDice:
    """Rolls nothing: a way that asks for other dice than those that lie is not the way that was played."""

    def answer(self, request: RollRequest) -> Rolled:
        raise refuse("play.roll_expected", ask=request.key)


def modifier_of(entry: Entry) -> int | None:
    """Returns the game master's modifier in the command of an entry; None: it has none."""
    value = entry.command.get("gm")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def chain_numbers(entry: Entry) -> Mapping[str, ChainNumber]:
    """Returns the numbers of the arithmetic of an entry that can be overridden, by their keys."""
    return {number.key: number for reason in entry.reasons for number in reason.numbers}


class Replay:
    """Plays the commands from an entry to the head again, each in the state the one before has led to."""

    def __init__(
        self,
        system: System,
        context_of: Callable[[EncounterState], RulesContext],
        log: Log,
        path: Sequence[Entry],
        dice: Callable[[], Dice],
    ) -> None:
        """Takes the rules, the log, the way to the head, and the dice for rolls that were not made before.

        ``path`` may end with what a command that waits was told, which no log has yet.
        """
        self._system = system
        self._context_of = context_of
        self._log = log
        self._path = path
        self._dice = dice

    def of(self, override: Override) -> tuple[Replayed, ...]:
        """Returns what the commands come to from the gesture of the overridden entry to the head.

        Settling or waiving what is not owed any more falls away, and so does what is so already.

        Raises:
            RuleError: the entry is not on the way to the head, or has no such step, or is refused with that value.
            EntryInTheWayError: a later command is refused now, or cannot be played again; names it.
            RollRefused: the dice cannot show the value.
        """
        again = tuple(each for each in self.steps(override) if isinstance(each, Replayed))
        return tuple(self._with_lines(each, again) for each in again)

    def _with_lines(self, replayed: Replayed, again: Sequence[Replayed]) -> Replayed:
        """Returns a command played again; the heading of several says how many of them stand under it now."""
        command, was = replayed.command, replayed.was
        if not isinstance(command, Note) or was.note_part != "begins":
            return replayed
        place = next(place for place, each in enumerate(self._path) if each.id == was.id)
        known = {each.id for each in under(self._path, place)}
        lines = sum(each.was.id in known for each in again)
        return replace(replayed, command=replace(command, lines=lines))

    def steps(self, override: Override) -> Iterator[Replayed | Entry]:
        """Yields one after the other what ``of`` returns, and each entry that falls away; raises what it raises."""
        path = self._path
        places = [place for place, each in enumerate(path) if each.id == override.entry]
        if not places:
            raise refuse("play.override_not_here")
        first = places[0]
        while path[first].gesture:
            first -= 1
        state = self._log.state_at(path[first].parent)
        first_of = {each.id: group[0].id for group in gestures_of(path) for each in group}
        left_out, named = LeftOut(self._system), headings(path, first)
        for place, (entry, heading) in enumerate(zip(path[first:], named, strict=True), first):
            if entry.is_of(OVERRIDE):
                continue
            if entry.id in override.without:
                left_out.add(heading, self._command(entry), self._context_of(state))
                continue
            changed = override if place == places[0] else None
            told = left_out.told_in(entry, heading, self._context_of(state))
            try:
                again = self._again(told, state, changed, first_of[entry.id])
            except RuleError as error:
                if place <= places[0]:
                    raise
                if heading not in left_out:
                    raise EntryInTheWayError(error.message, entry.id) from error
                # One of many was given up for it: whoever else cannot do it any more is left out too.
                left_out.add(heading, self._command(entry), self._context_of(state))
                yield entry
                continue
            if again is not None:
                state = again.after
            yield entry if again is None else again

    def _again(
        self, entry: Entry, state: EncounterState, override: Override | None, gesture: EntryId
    ) -> Replayed | None:
        """Returns what an entry's command comes to now; None: what it asks for is so already."""
        command, rolls, given = self._command(entry), entry.rolls, entry.given
        if override is not None:
            command, rolls, given = _overridden(entry, command, override)
        context = replace(self._context_of(state), given=given)
        if isinstance(command, Settle | Waive):
            ids = tuple(self._same_owed(entry, command, state))
            if not ids:
                return None
            command = replace(command, ids=ids)
        try:
            done = self._played(context, command, rolls, entry)
        except RuleError as error:
            if error.is_so:
                return None
            label, why = (context.texts.sentence(m) for m in (entry.label, error.message))
            raise refuse("play.override_refused", entry=label, why=why) from error
        if isinstance(done, Choice):
            raise refuse("play.override_choice", entry=context.texts.sentence(entry.label))
        outcome, made = done
        return Replayed(
            was=entry,
            gesture=gesture,
            command=command,
            outcome=outcome,
            rolls=made,
            given=given,
            after=with_events(self._context_of(state), outcome.events).state,
        )

    def _played(
        self, context: RulesContext, command: Command, rolls: Sequence[Rolled], entry: Entry
    ) -> tuple[Outcome, tuple[Rolled, ...]] | Choice:
        """Returns what a command comes to with dice and decisions that are known.

        One that was left among its own dice is left there again, or is over where it asks for no more of them.
        """
        left = next((e.obligation for e in entry.events if _is_left_over(e)), None)
        if left is None:
            done = self._run(context, command, rolls, self._options(entry))
            if isinstance(done, _Stopped):  # only what is played in part stops
                raise refuse("play.override_no_step")
            return done
        before = self._context_of(self._log.state_at(entry.parent))
        answers, typed = told_this_time(self._system, before, self._command(entry), left)
        options = [each.option for each in answers if isinstance(each, Chosen)]
        done = self._run(context, command, rolls, options, in_part=True)
        if not isinstance(done, _Stopped):
            return done
        return interrupted(self._system, context, command, done.answers, typed), done.rolls

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

    def _same_owed(
        self, entry: Entry, command: Settle | Waive, state: EncounterState
    ) -> Iterator[int]:
        """Yields the ids of what an entry settled or waived, as they are now: the same kind, owed by the same."""
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
                done = self._run(context, command, entry.rolls, options, dice=_NoDice)
            except RuleError:
                continue
            if isinstance(done, Choice):
                tries += [(*options, each) for each in reversed(done.options)]
            elif isinstance(done, tuple) and (
                entry.events[-len(done[0].events) :] == done[0].events or not options
            ):
                return options
        return ()

    def _run(
        self,
        context: RulesContext,
        command: Command,
        known: Iterable[Rolled],
        options: Sequence[str],
        *,
        dice: Callable[[], Dice] | None = None,
        in_part: bool = False,
    ) -> tuple[Outcome, tuple[Rolled, ...]] | Choice | _Stopped:
        """Plays a command with known dice and decisions; returns the first decision that is not known.

        ``in_part``: stops at the first dice or decision that is not known.
        """
        left, chosen = list(known), list(options)
        made, answers = list[Rolled](), list[Answer]()
        procedure = self._system.procedure(context, command)
        try:
            asked = next(procedure)
            while True:
                answer: Answer
                if isinstance(asked, Choice):
                    if not chosen or chosen[0] not in asked.options:
                        procedure.close()
                        return (
                            _Stopped(answers=tuple(answers), rolls=tuple(made))
                            if in_part
                            else asked
                        )
                    answer = Chosen(option=chosen.pop(0))
                elif in_part and not _lie(asked, left):
                    procedure.close()
                    return _Stopped(answers=tuple(answers), rolls=tuple(made))
                else:
                    answer = tuple(
                        self._rolled(request, left, dice or self._dice) for request in asked
                    )
                    made += answer
                answers.append(answer)
                asked = procedure.send(answer)
        except StopIteration as done:
            return done.value, tuple(made)

    def _rolled(self, request: RollRequest, left: list[Rolled], dice: Callable[[], Dice]) -> Rolled:
        """Returns the roll as it was made before; a new one where none was."""
        for place, each in enumerate(left):
            if not _is_same_roll(each, request):
                continue
            if each.request.notation == request.notation:
                return replace(left.pop(place), request=request)
            if each.faces is not None and _same_dice(each.request, request):
                return self._more_or_fewer(request, left.pop(place), dice)
        return dice().answer(request)

    def _more_or_fewer(
        self, request: RollRequest, before: Rolled, dice: Callable[[], Dice]
    ) -> Rolled:
        """Returns a roll of another number of dice: those that lie stay, further ones are rolled, the last ones go."""
        faces = (before.faces or ())[: request.count]
        more = request.count - len(faces)
        if more > 0:
            rolled = dice().answer(replace(request, count=more))
            faces = (*faces, *(rolled.faces or ()))
        known = accept(request, Faces(values=faces))
        return replace(known, physical=before.physical)


def _is_left_over(event: ev.Event) -> TypeGuard[ev.ObligationAdded]:
    """Returns whether an event says that a command was left among its own dice."""
    return isinstance(event, ev.ObligationAdded) and event.obligation.kind == RESUME


def _is_same_roll(before: Rolled, request: RollRequest) -> bool:
    return (before.request.key, before.request.who) == (request.key, request.who)


def _lie(asked: Sequence[RollRequest], left: Sequence[Rolled]) -> bool:
    """Returns whether all the dice that are asked for lie already."""
    rest = list(left)
    for request in asked:
        found = next((each for each in rest if _is_same_roll(each, request)), None)
        if found is None or (
            found.request.notation != request.notation
            and not (_same_dice(found.request, request) and found.request.count >= request.count)
        ):
            return False
        rest.remove(found)
    return True


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
