"""What the lists of creatures, gear and conditions share: a search text and folded groups."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.library_history import LibraryHistory
from encounter_gui.gui.library.list.list_lines import Listing
from encounter_gui.play.prep.repository import LibraryItem, Named, Repository

T = TypeVar("T", bound=Named)


class ListController(QObject, Generic[T]):
    """Searches one repository and lists what is found. Changes are in the file before they are shown."""

    listed = Signal(object)
    """``Listing``: what is shown."""
    changed = Signal()
    """The items have changed."""

    def __init__(
        self, history: LibraryHistory, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes the history of the library and the texts; no repository is open yet."""
        super().__init__(parent)
        self.history = history
        self._texts = texts
        self._repository: Repository[T] | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._text = ""
        self._closed: frozenset[str] = frozenset()

    # ---- the repository

    def follow(self, repository: Repository[T]) -> None:
        """Lists another repository."""
        self.unfollow()
        self._repository = repository
        self._unsubscribe = repository.subscribe(self._on_changed)

    def unfollow(self) -> None:
        """Lists nothing any more."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._unsubscribe = self._repository = None

    @property
    def is_open(self) -> bool:
        """Whether there is a repository."""
        return self._repository is not None

    @property
    def repository(self) -> Repository[T]:
        """The repository that is listed.

        Raises:
            LookupError: none is open.
        """
        if self._repository is None:
            raise LookupError("no library is open")
        return self._repository

    def one(self, key: str) -> LibraryItem[T] | None:
        """Returns an item; None if it is not there, or nothing is open."""
        return self._repository.one(key) if self._repository is not None else None

    def _on_changed(self) -> None:
        self.list()
        self.changed.emit()

    # ---- the list

    @property
    def text(self) -> str:
        """The search text."""
        return self._text

    @Slot(str)
    def search(self, text: str) -> None:
        """Searches for another text."""
        if text != self._text:
            self._text = text
            self.list()

    @Slot(str, bool)
    def fold(self, group: str, is_open: bool) -> None:
        """Folds or unfolds a group."""
        self._closed = self._closed - {group} if is_open else self._closed | {group}
        self.list()

    @property
    def folded(self) -> frozenset[str]:
        """The keys of the groups that are shown folded: none while a text is searched for."""
        return frozenset() if self.text.strip() else self._closed

    def list(self) -> None:
        """Emits what is found now."""
        self.listed.emit(self._listing())

    def _listing(self) -> Listing:
        raise NotImplementedError
