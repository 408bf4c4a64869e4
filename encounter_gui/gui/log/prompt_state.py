"""What the strip has to say, and which of it comes first: a question, a mistake, the past, a notice."""

from dataclasses import dataclass
from typing import Literal

from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view import Notice, Option

PromptKind = Literal["info", "warn", "danger"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something that has to be answered before the fight goes on.

    ``side`` is that of whom it is about, ``sum`` the arithmetic in mono; ``note`` stands muted at the right (odds, how
    many wait). Either ``requests`` (rolls) or ``options`` (a choice) are set. ``is_primary``: answering is what moves
    the fight on. ``may_waive``: it is owed, and the game master may do without it.
    """

    title: str
    side: Side | None = None
    words: str = ""
    sum: str = ""
    note: str = ""
    kind: PromptKind = "warn"
    requests: tuple[RollRequest, ...] = ()
    options: tuple[Option, ...] = ()
    is_primary: bool = False
    may_waive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptState:
    """All that may be said at once; the strip shows the foremost and keeps the rest.

    ``rolls`` are those the notice leads to: they can be typed where it stands.
    """

    question: Question | None = None
    error: str = ""
    banner: str = ""
    notice: Notice | None = None
    rolls: tuple[RollRequest, ...] = ()

    @property
    def foremost(self) -> Literal["error", "question", "banner", "notice", "nothing"]:
        """Returns what is to be shown: what just went wrong, then what waits for an answer."""
        if self.error:
            return "error"
        if self.question is not None:
            return "question"
        if self.banner:
            return "banner"
        return "nothing" if self.notice is None else "notice"
