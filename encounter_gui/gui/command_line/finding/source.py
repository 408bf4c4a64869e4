"""What a kind of thing has to offer to be found in the palette, and what was found of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side

Group = Literal[
    "command", "actions", "fight", "library", "conditions", "rules", "help", "log", "encounters"
]
"""The groups of results; a result's group is written before the first of its rows."""

Way = Literal["do", "show", "add", "open"]
"""What can be done with a result: Enter, Alt+Enter, Shift+Enter, Ctrl+Enter."""


class Found(Struct, frozen=True, kw_only=True):
    """One thing that can be found.

    ``note`` stands muted behind the title; both are searched, and so is ``also``, which is never shown. ``cap`` is the
    key that does the same without the palette, e.g. ``Ctrl+P``; ``says`` is what Enter does where there is none.
    ``why_not``: it cannot be done now, and why. ``line`` is what Enter writes into the field in place of doing
    something; empty: ``ways`` says what is done. ``aliases`` are other words for the whole of it: ``dark mode``.
    ``is_setting``: it changes how the program or the fight is set, not who is in it. ``whose``: the combatant that does
    it; None: nobody in particular.
    """

    key: str
    title: str
    note: str = ""
    also: str = ""
    icon: str = ""
    side: Side | None = None
    cap: str = ""
    says: str = ""
    why_not: str = ""
    line: str = ""
    aliases: tuple[str, ...] = ()
    is_setting: bool = False
    whose: CombatantId | None = None
    ways: Mapping[Way, Callable[[], object]] = field(default_factory=dict)


class Hit(Struct, frozen=True, kw_only=True):
    """Something found: how well it fits (larger is better), and the places in its title of what was typed.

    ``is_exact``: what was typed is its title, or another word for all of it.
    """

    found: Found
    score: float = 0
    places: tuple[int, ...] = ()
    is_exact: bool = False


class Wanted(Struct, frozen=True, kw_only=True):
    """What is looked for: words in the order typed, and the combatants named before them.

    Where some are named, actions of others, settings and what is done to the selected are not meant. ``is_whole``:
    nothing of the line is left out of the words.

    ``scope`` is ``actions`` after ``>``, ``rules`` (and help) after ``?``, else empty: everything.
    """

    words: tuple[str, ...] = ()
    who: tuple[CombatantId, ...] = ()
    is_whole: bool = True
    scope: Literal["", "actions", "rules"] = ""

    @property
    def text(self) -> str:
        """The words as one text."""
        return " ".join(self.words)


class Findings(Struct, frozen=True, kw_only=True):
    """The best of what was found, best first, and how many there are in all."""

    hits: tuple[Hit, ...] = ()
    total: int = 0


class Source(Protocol):
    """Finds things of one kind."""

    @property
    def group(self) -> Group:
        """The group its results stand in."""
        ...

    def begin(self) -> None:
        """Takes note that the palette is opened: what was remembered of another moment no longer counts."""
        ...

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns at most so many results for words; never asked without any."""
        ...


Listed = Sequence[Found]
