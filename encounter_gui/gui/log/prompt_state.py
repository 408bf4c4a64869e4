"""What the strip has to say, and which of it comes first: a mistake, a question, the past, what is owed, a notice."""

from typing import Literal

from msgspec import Struct

from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Side
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import Notice, ObligationView, Option

PromptKind = Literal["info", "warn", "danger"]


class Question(Struct, frozen=True, kw_only=True):
    """Something that has to be answered before the fight goes on.

    ``side`` is that of whom it is about, ``sum`` the arithmetic in mono; ``note`` stands muted behind the button (the
    chance). Either ``requests`` (rolls) or ``options`` (a choice) are set; ``names`` tells several rolls apart.
    ``is_primary``: answering is what moves the fight on. ``ids`` are those of the obligations it settles, none: it is
    no obligation. ``may_waive``: the game master may do without it. ``is_kept``: what asks stays owed when the question
    is put off; else that cancels it. ``roller`` says who rolls, None: nobody in particular.
    """

    title: str
    side: Side | None = None
    words: str = ""
    sum: str = ""
    note: str = ""
    kind: PromptKind = "warn"
    requests: tuple[RollRequest, ...] = ()
    names: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    is_primary: bool = False
    may_waive: bool = False
    is_kept: bool = True
    ids: tuple[int, ...] = ()
    roller: Roller | None = None


class OwedItem(Struct, frozen=True, kw_only=True):
    """Something that is owed, and who rolls for it; ``names`` tells several rolls apart."""

    test: ObligationView
    words: str
    roller: Roller
    names: tuple[str, ...] = ()


class OwedLine(Struct, frozen=True, kw_only=True):
    """What is owed beside the question: the first stands in the head where there is no question.

    ``ring`` are the ids of all of it in the order of asking, what the question settles included.
    ``count`` is how much is owed altogether. ``next_words`` say what N does, ``next_names`` whom that concerns.
    """

    items: tuple[OwedItem, ...] = ()
    ring: tuple[tuple[int, ...], ...] = ()
    count: int = 0
    next_words: str = ""
    next_names: str = ""


class PromptState(Struct, frozen=True, kw_only=True):
    """All that may be said at once; the strip shows the foremost and keeps the rest.

    ``held`` says, behind the words of what waits, why the next step waits for it. ``rolls`` are those the notice leads
    to: they can be typed where it stands, by ``roller``. ``told`` is what a command that waits has come to so far, the
    latest last.
    """

    question: Question | None = None
    error: str = ""
    held: str = ""
    banner: str = ""
    notice: Notice | None = None
    rolls: tuple[RollRequest, ...] = ()
    roller: Roller | None = None
    owed: OwedLine = OwedLine()
    told: tuple[str, ...] = ()

    @property
    def foremost(self) -> Literal["error", "question", "banner", "owed", "notice", "nothing"]:
        """Returns what is to be shown: what just went wrong, then what waits for an answer.

        What went wrong while something waits stands in the words of that, and covers none of its fields and buttons.
        """
        if self.error and not self.is_asking:
            return "error"
        if self.question is not None:
            return "question"
        if self.banner:
            return "banner"
        if self.owed.items:
            return "owed"
        return "nothing" if self.notice is None else "notice"

    @property
    def is_asking(self) -> bool:
        """Returns whether a question, or something owed, waits for an answer in the head."""
        return self.question is not None or bool(self.owed.items and not self.banner)

    @property
    def head(self) -> OwedItem | None:
        """Returns what is owed and stands in the head; None: a question does, or nothing is owed."""
        return self.owed.items[0] if self.foremost == "owed" else None

    @property
    def others(self) -> tuple[OwedItem, ...]:
        """Returns what is owed besides the head, in the order of asking; nothing of it while the past is shown."""
        if self.foremost in ("owed", "question"):
            return self.owed.items[1:] if self.foremost == "owed" else self.owed.items
        return ()
