"""A command being carried out, and what the rules then demand at once; it pauses where somebody rolls or decides."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.dice.requests import Choice, Chosen, Faces, Rolled, RollRequest, Typed, accept
from encounter_gui.encounter.entries import Entry, Outcome, Reason
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.model.commands import Command


class Dice(Protocol):
    """The program's own dice."""

    def answer(self, request: RollRequest) -> Rolled:
        """Rolls what is asked for."""
        ...


Asks = Callable[[RollRequest], bool]
"""Whether the people at the table are asked for a roll; what they are not asked for the program rolls."""


class Told(Struct, frozen=True, kw_only=True):
    """What a command that waits was told so far.

    ``answers`` are those it took, in order, ``rolls`` the dice among them. ``typed`` are dice by key that it has not
    asked for yet, or that were typed for a part of what it asks for now.
    """

    answers: tuple[Answer, ...]
    rolls: tuple[Rolled, ...]
    typed: Mapping[str, Typed | Chosen]


class Stage(Protocol):
    """One command of a gesture: the procedure that plays it, and what it commits to."""

    @property
    def command(self) -> Command:
        """The command of this stage."""
        ...

    @property
    def procedure(self) -> Procedure:
        """The procedure, not begun yet."""
        ...

    @property
    def told(self) -> Sequence[Reason]:
        """The arithmetic of the procedure so far, a line each."""
        ...

    def commit(self, outcome: Outcome, rolls: tuple[Rolled, ...]) -> Entry:
        """Commits what the procedure came to, with the rolls it asked for, in order."""
        ...

    def interrupt(self, told: Told) -> Entry:
        """Commits what a procedure was told that is not played to its end now, to be resumed."""
        ...

    def keep(self, told: Told | None) -> None:
        """Keeps what the procedure was told so far, should the program end now; None: it is over."""
        ...

    def following(self) -> "Stage | None":
        """Returns what the rules demand at once, after the commit; None: nothing."""
        ...


class Execution:
    """A gesture on its way: a command, then what the rules demand at once, each committed as an entry of its own.

    It waits while ``ask`` is not None; ``ask`` leaves out the rolls whose answers came with the command. ``entries``
    are those committed so far, ``entry`` the first of them, the command's own. Without ``ask`` it is over.
    """

    def __init__(
        self,
        stage: Stage,
        typed: Mapping[str, Typed | Chosen],
        dice: Callable[[], Dice],
        *,
        asks: Asks,
        decided: Mapping[str, str],
    ) -> None:
        """Takes the first stage, answers by key, each used once, and at which of the other rolls to pause.

        ``decided`` are options by the key of their choice, chosen whenever they are offered.

        A key may also be ``@`` and the combatant or side that rolls: whatever is rolled for it first. Faces beyond
        those dice are for what it rolls next. Where the same is rolled against several, the ``name`` of the request,
        with the target, comes before its key.
        """
        self.ask: Ask | None = None
        self.entries: tuple[Entry, ...] = ()
        self._stage = stage
        self._procedure = stage.procedure
        self._typed = dict(typed)
        self._dice = dice
        self._asks = asks
        self._decided = decided
        self._requests: tuple[RollRequest, ...] = ()
        self._given: list[Typed | None] = []
        self._missing: tuple[int, ...] = ()
        self._rolls: list[Rolled] = []
        self._answers: list[Answer] = []

    @property
    def entry(self) -> Entry | None:
        """The entry of the command; None while it is not committed."""
        return self.entries[0] if self.entries else None

    @property
    def command(self) -> Command:
        """The command that is being played now: the one that was given, or one that settles what it led to."""
        return self._stage.command

    @property
    def told(self) -> tuple[Reason, ...]:
        """The arithmetic of the gesture so far, line by line: what is committed, then what the command has come to."""
        known = (reason for entry in self.entries for reason in entry.reasons)
        return (*known, *(() if self.ask is None else self._stage.told))

    @property
    def rolled(self) -> tuple[Rolled, ...]:
        """The rolls of the gesture so far, in order."""
        known = (roll for entry in self.entries for roll in entry.rolls)
        return (*known, *(() if self.ask is None else self._rolls))

    def provide(self, typed: Mapping[str, Typed], *, instead_of: Collection[str] = ()) -> None:
        """Takes answers by key for what is asked for later, each used once; forgets those under ``instead_of``."""
        rest = {key: each for key, each in self._typed.items() if key not in instead_of}
        self._typed = {**rest, **typed}

    @property
    def is_kept(self) -> bool:
        """Whether something was told to the command that waits, so that it stays owed when it is left."""
        return bool(self._answers or self.left_over or self.command.is_kept_unanswered)

    @property
    def has_dice(self) -> bool:
        """Whether dice were told to the command that waits, be it for later, rather than decisions alone."""
        typed = (each for each in self.left_over.values() if not isinstance(each, Chosen))
        return bool(self._rolls) or any(typed)

    @property
    def told_so_far(self) -> Told:
        """What the command that waits was told so far."""
        return Told(answers=tuple(self._answers), rolls=tuple(self._rolls), typed=self.left_over)

    @property
    def left_over(self) -> Mapping[str, Typed | Chosen]:
        """The answers given beforehand that are not committed yet, as the command can be begun with them again."""
        known = zip(self._requests, self._given, strict=True)
        return {**self._typed, **{request.name: given for request, given in known if given}}

    def begin(self) -> None:
        """Plays until it has to wait, or is done. To be called once.

        Raises:
            RuleError: the rules refuse the command.
            RollRefused: an answer given beforehand is impossible.
            SaveError: the entry cannot be kept.
        """
        self._play(None)

    def reply(self, answer: Sequence[Typed | None] | Chosen) -> None:
        """Answers what it waits for: one for each request, None meaning "roll for me"; or the option chosen.

        Raises:
            RollRefused: a typed answer is impossible; it still waits (unless it was one given beforehand).
            RuleError: it waits for nothing, or the option is not one of those offered, and it still waits; or the
                rules refuse what follows, and the command is over.
            SaveError: the entry cannot be kept; the command is over.
            ValueError: not as many answers as requests, or a roll where a choice is asked for.
        """
        given = self._answer(answer)
        self.ask = None
        self._play(given)

    def cancel(self) -> None:
        """Drops the command that waits, with the answers it was given; what is committed stays."""
        self.ask = None
        self._procedure.close()
        self._stage.keep(None)

    def suspend(self, *, always: bool = False) -> None:
        """Leaves the command that waits for later: what it was told is committed and can be resumed.

        ``always``: it can be resumed even if it was told nothing.

        Raises:
            SaveError: they cannot be kept; it still waits.
        """
        if self.ask is None:
            return
        if always or self.is_kept:
            self.entries = (*self.entries, self._stage.interrupt(self.told_so_far))
        self.ask = None
        self._procedure.close()

    def _play(self, answer: Answer | None) -> None:
        try:
            while (asked := self._send(answer)) is not None:
                answer = self._at_once(asked)
                if answer is None:
                    if self.is_kept:
                        self._stage.keep(self.told_so_far)
                    return
        except Exception:
            self.cancel()
            raise

    def _send(self, answer: Answer | None) -> Ask | None:
        """Returns what is asked for next, of this stage or of one that follows; None: the gesture is done."""
        while True:
            try:
                if answer is None:
                    return next(self._procedure)
                self._answers.append(answer)
                return self._procedure.send(answer)
            except StopIteration as done:
                entry = self._stage.commit(done.value, tuple(self._rolls))
            self.entries = (*self.entries, entry)
            following = self._stage.following()
            if following is None:
                return None
            self._begin_stage(following)
            answer = None

    def _begin_stage(self, stage: Stage) -> None:
        self._stage = stage
        self._procedure = stage.procedure
        self._rolls, self._answers = [], []

    def _at_once(self, asked: Ask) -> Answer | None:
        """Returns the answer that needs nobody; None after noting what to wait for."""
        if isinstance(asked, Choice):
            return self._decide(asked)
        self._requests = asked
        self._given = [self._typed_for(request) for request in asked]
        self._missing = tuple(
            place
            for place, given in enumerate(self._given)
            if given is None and self._asks(asked[place])
        )
        if self._missing:
            self.ask = tuple(asked[place] for place in self._missing)
            return None
        return self._rolled(self._given)

    def _decide(self, choice: Choice) -> Chosen | None:
        match self._typed.pop(choice.key, None):
            case Chosen() as chosen:
                return _check(choice, chosen)
            case None if (option := self._decided.get(choice.key)) in choice.options:
                return Chosen(option=option)
            case None:
                self.ask = choice
                return None
            case _:
                raise refuse("play.choice_expected", ask=choice.key)

    def _typed_for(self, request: RollRequest) -> Typed | None:
        subject = f"@{request.who or request.side}"
        mine = self._typed.get(subject)
        if isinstance(mine, Faces) and len(mine.values) > request.count:
            self._typed[subject] = Faces(values=mine.values[request.count :])
            return Faces(values=mine.values[: request.count])
        names = (request.name, subject, request.key)
        match next((self._typed.pop(name) for name in names if self._typed.get(name)), None):
            case Chosen():
                raise refuse("play.roll_expected", ask=request.key)
            case typed:
                return typed

    def _answer(self, answer: Sequence[Typed | None] | Chosen) -> Answer:
        match self.ask, answer:
            case None, _:
                raise refuse("play.nothing_asked")
            case Choice() as choice, Chosen() as chosen:
                return _check(choice, chosen)
            case tuple() as asked, Sequence() as typed if len(asked) == len(typed):
                late = dict(zip(self._missing, typed, strict=True))
                given = (late.get(place, known) for place, known in enumerate(self._given))
                return self._rolled(tuple(given))
            case asked, _:
                raise ValueError(f"{answer} does not answer {asked}")

    def _rolled(self, given: Sequence[Typed | None]) -> tuple[Rolled, ...]:
        """Checks everything typed before the program rolls anything."""
        pairs = tuple(zip(self._requests, given, strict=True))
        real = [None if typed is None else accept(request, typed) for request, typed in pairs]
        rolled = tuple(
            self._dice().answer(request) if known is None else known
            for request, known in zip(self._requests, real, strict=True)
        )
        self._rolls.extend(rolled)
        return rolled


def _check(choice: Choice, chosen: Chosen) -> Chosen:
    if chosen.option not in choice.options:
        raise refuse(
            "play.no_such_option",
            ask=choice.key,
            option=chosen.option,
            options=", ".join(choice.options),
        )
    return chosen
