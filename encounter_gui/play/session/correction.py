"""What a correction would come to, found out before it is made: played step by step, and nothing is kept of it."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.session.execution import Dice
from encounter_gui.play.session.overriding import EntryInTheWayError, Override, Replay, Replayed


class Correction(Struct, frozen=True, kw_only=True):
    """What a correction would come to.

    ``count`` entries after the corrected one are played again, ``fallen`` are those that fall away as what they are
    about is not owed any more, or is so already, or which cannot be kept as little as one of many given up before it.
    ``rolled`` is the first roll that has to be made anew: what follows it is not known, and ``after`` is None.
    Otherwise ``after`` is how the fight stands then. ``refused`` says why it cannot be made, and ``blocked`` names the
    later entry that stands in its way, if one does.
    """

    count: int = 0
    fallen: tuple[Message, ...] = ()
    rolled: RollRequest | None = None
    after: EncounterState | None = None
    refused: Message | None = None
    blocked: EntryId | None = None


class Trial:
    """Plays a correction step by step, so that nobody waits for a long fight; its dice are never rolled."""

    def __init__(
        self,
        replay_of: Callable[[Callable[[], Dice]], Replay],
        override: Override,
        later: int,
    ) -> None:
        """Takes what makes the replay with dice, the correction, and how many entries there are after its own."""
        self.result: Correction | None = None
        """What it comes to; None: it is not played to its end yet."""
        self._later = later
        self._fallen: list[Message] = []
        self._after: EncounterState | None = None
        self._steps: Iterator[Replayed | Entry] = replay_of(_Unrolled).steps(override)

    def step(self) -> bool:
        """Plays one entry; returns whether there are more."""
        if self.result is not None:
            return False
        try:
            done = next(self._steps, None)
        except _NeedsDiceError as needs:
            self._end(rolled=needs.request)
        except EntryInTheWayError as error:
            self._end(refused=error.message, blocked=error.entry)
        except AppError as error:
            self._end(refused=error.message)
        else:
            if done is None:
                self._end(after=self._after)
            elif isinstance(done, Entry):
                self._fallen.append(done.label)
            else:
                self._after = done.after
        return self.result is None

    def _end(
        self,
        *,
        rolled: RollRequest | None = None,
        after: EncounterState | None = None,
        refused: Message | None = None,
        blocked: EntryId | None = None,
    ) -> None:
        self.result = Correction(
            count=self._later - len(self._fallen),
            fallen=tuple(self._fallen),
            rolled=rolled,
            after=after,
            refused=refused,
            blocked=blocked,
        )


class _NeedsDiceError(Exception):
    """Dice would have to be rolled to know more."""

    def __init__(self, request: RollRequest) -> None:
        super().__init__(request.key)
        self.request = request


class _Unrolled:
    """Dice that are never rolled: asking for them ends the trial."""

    def answer(self, request: RollRequest) -> Rolled:
        """Ends the trial: it is the program's or the table's roll to make once it is done."""
        raise _NeedsDiceError(request)
