"""The log, found by its full-text index, newest first."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.core.ids import EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.ranking import folded, matching_places, words_of
from encounter_gui.gui.command_line.finding.source import Findings, Found, Group, Hit, Wanted
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.play.session.log_search import LogSearch

_AT_ONCE = 150
"""Entries that are indexed in one go: a few milliseconds."""

_SCORE, _STEP = 0.55, 0.005


class LogEntries(QObject):
    """Finds entries of the log.

    The index is filled bit by bit while nothing else happens, once; what comes later is indexed when it is looked for.
    """

    def __init__(
        self,
        controller: EncounterController,
        show: Callable[[EntryId], object],
        texts: MessageCatalog,
        parent: QObject,
    ) -> None:
        """Takes the controller of the encounter, and what shows an entry in the log."""
        super().__init__(parent)
        self._controller = controller
        self._show = show
        self._texts = texts
        self._search = LogSearch()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        controller.opened.connect(self._start_over)
        controller.closed.connect(self._forget)
        self._follow()

    @property
    def is_indexing(self) -> bool:
        """Whether entries are still to be indexed: until then only the others are found."""
        return self._timer.isActive()

    @property
    def group(self) -> Group:
        """The group of the log."""
        return "log"

    def begin(self) -> None:
        """Indexes what is new, as far as that is little."""
        self._follow()
        self._go_on()

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns the newest entries that all words stand in."""
        if not self._controller.is_open:
            return Findings()
        if not self.is_indexing:
            self.begin()
        entries, total = self._search.find(wanted.text, self._controller.session.log, most)
        words = words_of(wanted.text)
        hits = (
            self._hit(entry, _SCORE - place * _STEP, words) for place, entry in enumerate(entries)
        )
        return Findings(hits=tuple(hits), total=total)

    def _hit(self, entry: EntryId, score: float, words: tuple[str, ...]) -> Hit:
        log = self._controller.session.log
        title = self._controller.context.texts.sentence(log.entry(entry).label)
        place = log.depth(entry)
        show = partial(self._show, entry)
        found = Found(
            key=str(entry),
            title=title,
            icon="log",
            says=self._texts.text_of("gui.palette.entry", number=place),
            ways={"do": show, "show": show},
        )
        return Hit(found=found, score=score, places=matching_places(folded(title), words))

    @Slot()
    def _start_over(self) -> None:
        self._forget()
        self._follow()

    @Slot()
    def _forget(self) -> None:
        self._timer.stop()
        self._search.clear()

    def _follow(self) -> None:
        if self._controller.is_open and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        if not self._controller.is_open:
            self._timer.stop()
            return
        session = self._controller.session
        if not self._search.follow(session.log.path(), session.game.texts, _AT_ONCE):
            self._timer.stop()
