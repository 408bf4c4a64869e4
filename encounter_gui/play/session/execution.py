"""A command being played out: it pauses where somebody has to roll or decide."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from encounter_gui.core.errors import refuse
from encounter_gui.dice.requests import Choice, Chosen, Rolled, RollRequest, Typed, accept
from encounter_gui.encounter.entries import Entry, Outcome
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure


class Dice(Protocol):
    """The app's own dice."""

    def answer(self, request: RollRequest) -> Rolled:
        """Rolls what is asked for."""
        ...


Commit = Callable[[Outcome, tuple[Rolled, ...]], Entry]
"""Keeps what a procedure came to, with the rolls it asked for, in order."""


class Execution:
    """One command on its way. It waits while ``ask`` is not None; once done, ``entry`` is what was committed.

    ``ask`` leaves out the rolls whose answers came with the command. Neither set: cancelled, or refused by the rules.
    """

    def __init__(
        self,
        procedure: Procedure,
        typed: Mapping[str, Typed | Chosen],
        dice: Callable[[], Dice],
        commit: Commit,
        *,
        asks: bool,
    ) -> None:
        """Takes answers by key, each used once, and whether to pause at rolls that have none."""
        self.ask: Ask | None = None
        self.entry: Entry | None = None
        self._procedure = procedure
        self._typed = dict(typed)
        self._dice = dice
        self._commit = commit
        self._asks = asks
        self._requests: tuple[RollRequest, ...] = ()
        self._given: list[Typed | None] = []
        self._rolls: list[Rolled] = []

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
        given = self._answered(answer)
        self.ask = None
        self._play(given)

    def cancel(self) -> None:
        """Drops the command; nothing has happened. Does nothing once it is done."""
        self.ask = None
        self._procedure.close()

    def _play(self, answer: Answer | None) -> None:
        try:
            while (asked := self._send(answer)) is not None:
                answer = self._at_once(asked)
                if answer is None:
                    return
        except Exception:
            self.cancel()
            raise

    def _send(self, answer: Answer | None) -> Ask | None:
        try:
            return next(self._procedure) if answer is None else self._procedure.send(answer)
        except StopIteration as done:
            self.entry = self._commit(done.value, tuple(self._rolls))
            return None

    def _at_once(self, asked: Ask) -> Answer | None:
        """Returns the answer that needs nobody; None after noting what to wait for."""
        if isinstance(asked, Choice):
            return self._decided(asked)
        self._requests = asked
        self._given = [self._typed_for(request) for request in asked]
        missing = tuple(
            request for request, given in zip(asked, self._given, strict=True) if given is None
        )
        if missing and self._asks:
            self.ask = missing
            return None
        return self._rolled(self._given)

    def _decided(self, choice: Choice) -> Chosen | None:
        match self._typed.pop(choice.key, None):
            case Chosen() as chosen:
                return _checked(choice, chosen)
            case None:
                self.ask = choice
                return None
            case _:
                raise refuse("play.choice_expected", ask=choice.key)

    def _typed_for(self, request: RollRequest) -> Typed | None:
        match self._typed.pop(request.key, None):
            case Chosen():
                raise refuse("play.roll_expected", ask=request.key)
            case typed:
                return typed

    def _answered(self, answer: Sequence[Typed | None] | Chosen) -> Answer:
        match self.ask, answer:
            case None, _:
                raise refuse("play.nothing_asked")
            case Choice() as choice, Chosen() as chosen:
                return _checked(choice, chosen)
            case tuple() as asked, Sequence() as typed if len(asked) == len(typed):
                late = iter(typed)
                return self._rolled([next(late) if one is None else one for one in self._given])
            case asked, _:
                raise ValueError(f"{answer} does not answer {asked}")

    def _rolled(self, given: Sequence[Typed | None]) -> tuple[Rolled, ...]:
        """Checks everything typed before the app rolls anything."""
        pairs = tuple(zip(self._requests, given, strict=True))
        real = [None if typed is None else accept(request, typed) for request, typed in pairs]
        rolled = tuple(
            self._dice().answer(request) if known is None else known
            for request, known in zip(self._requests, real, strict=True)
        )
        self._rolls.extend(rolled)
        return rolled


def _checked(choice: Choice, chosen: Chosen) -> Chosen:
    if chosen.option not in choice.options:
        raise refuse(
            "play.no_such_option",
            ask=choice.key,
            option=chosen.option,
            options=", ".join(choice.options),
        )
    return chosen
