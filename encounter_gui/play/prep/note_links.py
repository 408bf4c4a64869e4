"""What is written of encounters and creatures, and handouts: the links in it, and a search over it."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from encounter_gui.core.ids import EncounterId
from encounter_gui.rules.model.prepared import LINK, EncounterPlan
from encounter_gui.storage.campaign import Listed
from encounter_gui.storage.prepared_store import PreparedStore
from encounter_gui.storage.search import Indexed, SearchIndex


def linked_names(text: str) -> tuple[str, ...]:
    """Returns the names that a text links to as ``[[Name]]`` or ``[[Name|other words]]``, each once."""
    names = (match[1].strip() for match in LINK.finditer(text))
    return tuple(dict.fromkeys(name for name in names if name))


def links_to(text: str, name: str) -> bool:
    """Returns whether a text links to somebody or something of this name, in any case."""
    wanted = name.casefold()
    return "[[" in text and any(each.casefold() == wanted for each in linked_names(text))


def plan_text(plan: EncounterPlan) -> str:
    """Returns all that is written of an encounter: what is read aloud, notes and reminders."""
    reminders = (each.text for each in plan.reminders)
    return "\n".join(filter(None, (plan.read_aloud, plan.notes, *reminders)))


def linking_text(plan: EncounterPlan) -> str:
    """Returns all in an encounter that may link to something: what is written of it, and its handouts."""
    return "\n".join((plan_text(plan), *(each.text for each in plan.handouts)))


def find_handout(
    store: PreparedStore, encounters: Iterable[Listed], title: str
) -> tuple[EncounterId, int] | None:
    """Returns the encounter that has a handout of this title, in any case, and its place there; None: none has.

    Raises:
        SaveError: a plan cannot be read.
    """
    wanted = title.casefold()
    for listed in encounters:
        for place, each in enumerate(store.plan(listed.id).handouts):
            if each.title.casefold() == wanted:
                return listed.id, place
    return None


class EncounterNote(Struct, frozen=True, kw_only=True):
    """What is written of an encounter, or the handout at a place (from 0) of it; None: it is no handout."""

    encounter: EncounterId
    name: str
    text: str
    handout: int | None = None

    @property
    def key(self) -> str:
        """What tells it from the others."""
        return f"{self.encounter}" if self.handout is None else f"{self.encounter}:{self.handout}"

    def line_with(self, words: Iterable[str]) -> str:
        """Returns the first line in which one of these stands, else the first."""
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        wanted = [word.casefold() for word in words]
        found = (line for line in lines if any(word in line.casefold() for word in wanted))
        return next(found, lines[0] if lines else "")


def encounter_notes(store: PreparedStore, encounters: Iterable[Listed]) -> Iterator[EncounterNote]:
    """Yields what is written of each encounter of which something is, and its handouts.

    Raises:
        SaveError: a plan cannot be read.
    """
    for listed in encounters:
        plan = store.plan(listed.id)
        if text := plan_text(plan):
            yield EncounterNote(encounter=listed.id, name=listed.name, text=text)
        for place, each in enumerate(plan.handouts):
            yield EncounterNote(encounter=listed.id, name=each.title, text=each.text, handout=place)


class NoteSearch:
    """Finds what is written of encounters, and handouts, by the beginnings of words."""

    def __init__(self) -> None:
        """Makes an empty index."""
        self._index = SearchIndex()
        self._notes: dict[str, EncounterNote] = {}

    def follow(self, notes: Iterable[EncounterNote]) -> None:
        """Indexes these; the same as before are left."""
        known = {each.key: each for each in notes}
        if known != self._notes:
            self._notes = known
            self._index.fill(
                Indexed(key=key, name=each.name, words=each.text) for key, each in known.items()
            )

    def find(self, text: str, most: int) -> tuple[EncounterNote, ...]:
        """Returns the notes that every word of a text is found in, best first."""
        return tuple(self._notes[key] for key in self._index.find(text, most))
