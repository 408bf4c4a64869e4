"""A source of things that are few enough to be listed whenever the palette is opened."""

from collections.abc import Callable, Iterable

from encounter_gui.gui.command_line.finding.ranking import Index
from encounter_gui.gui.command_line.finding.source import Findings, Found, Group, Wanted


class ListedSource:
    """Finds things among those a function lists; listed anew once they may be others, at the next search."""

    def __init__(
        self,
        group: Group,
        listed: Callable[[], Iterable[Found]],
        made_of: Callable[[], object] = object,
    ) -> None:
        """Takes what there is to find.

        Args:
            group: the group the results stand in.
            listed: lists everything that can be found.
            made_of: returns what the list is made of: as long as it is the same object, so is the list. Without it
                the list is made anew after each opening.
        """
        self._group = group
        self._listed = listed
        self._made_of = made_of
        self._is_checked = False
        self._made: object = None
        self._index: Index | None = None

    @property
    def group(self) -> Group:
        """The group its results stand in."""
        return self._group

    def begin(self) -> None:
        """Has the list compared with what it is made of before the next search."""
        self._is_checked = False

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns at most so many things that all words fit."""
        return self.index().find(wanted.words, most)

    def index(self) -> Index:
        """Returns the index of the list as it is now."""
        if self._index is None or not self._is_checked:
            made_of = self._made_of()
            if self._index is None or made_of is not self._made:
                self._made = made_of
                self._index = Index(self._listed())
            self._is_checked = True
        return self._index
