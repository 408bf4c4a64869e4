"""A source of things that are few enough to be listed whenever the palette is opened."""

from collections.abc import Callable, Iterable

from encounter_gui.gui.command_line.sources.ranking import Index
from encounter_gui.gui.command_line.sources.source import Findings, Found, Group, Wanted


class ListedSource:
    """Finds things among those a function lists; they are listed anew at the first search after each opening."""

    def __init__(self, group: Group, listed: Callable[[], Iterable[Found]]) -> None:
        """Takes the group the results stand in, and what lists everything that can be found."""
        self._group = group
        self._listed = listed
        self._index: Index | None = None

    @property
    def group(self) -> Group:
        """The group its results stand in."""
        return self._group

    def begin(self) -> None:
        """Forgets what was listed when the palette was opened before."""
        self._index = None

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns at most so many things that all words fit."""
        if self._index is None:
            self._index = Index(self._listed())
        return self._index.find(wanted.words, most)
