"""What is written of the campaign's encounters, found by its full-text index: Enter opens the encounter."""

from collections.abc import Callable, Iterable
from functools import partial

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.ranking import folded, matching_places, words_of
from encounter_gui.gui.command_line.finding.source import Findings, Found, Group, Hit, Wanted
from encounter_gui.play.prep.note_links import EncounterNote, NoteSearch

_BEST, _STEP = 0.6, 0.01


class EncounterNotes:
    """Finds notes, texts to read aloud, reminders and handouts; they are indexed anew when the palette opens."""

    def __init__(
        self,
        notes: Callable[[], Iterable[EncounterNote]],
        show: Callable[[EncounterNote], object],
        texts: MessageCatalog,
    ) -> None:
        """Takes what returns all that is written, and what opens the encounter at it."""
        self._notes = notes
        self._show = show
        self._texts = texts
        self._search = NoteSearch()

    @property
    def group(self) -> Group:
        """The group of encounters."""
        return "encounters"

    def begin(self) -> None:
        """Reads what is written now."""
        self._search.follow(self._notes())

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns the notes that all words stand in, the best first."""
        words = words_of(wanted.text)
        found = self._search.find(wanted.text, most)
        hits = (self._hit(note, _BEST - place * _STEP, words) for place, note in enumerate(found))
        return Findings(hits=tuple(hits), total=len(found))

    def _hit(self, note: EncounterNote, score: float, words: tuple[str, ...]) -> Hit:
        word = "gui.palette.note_of" if note.handout is None else "gui.palette.handout"
        title = self._texts.text_of(word, name=note.name)
        show = partial(self._show, note)
        found = Found(
            key=f"note:{note.key}",
            title=title,
            note=note.line_with(words),
            icon="notes",
            says=self._texts.text_of("gui.palette.opens"),
            ways={"do": show, "open": show, "show": show},
        )
        return Hit(found=found, score=score, places=matching_places(folded(title), words))
