"""The creatures of the library, found by its full-text index; where that finds nothing, by names with slips in them."""

from collections.abc import Callable
from functools import partial

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.sources.ranking import Index, folded, matching_places, words_of
from encounter_gui.gui.command_line.sources.source import Findings, Found, Group, Hit, Wanted
from encounter_gui.play.prep.creature_repository import CreatureItem, CreatureRepository

_BEST, _STEP = 0.9, 0.01
_TITLE = 1.0


class Creatures:
    """Finds creatures of the game that is played; Shift+Enter adds one, Enter shows it in the library."""

    def __init__(
        self,
        library: Callable[[], CreatureRepository | None],
        ruleset: Callable[[], str],
        add: Callable[[str, int], object],
        show: Callable[[str], object],
        texts: MessageCatalog,
    ) -> None:
        """Takes the library's parts.

        Args:
            library: returns the creatures; None: no campaign is open, or its rulesets are still being read.
            ruleset: returns the id of the ruleset that is played.
            add: adds so many copies of a creature, by its key.
            show: shows a creature in the library.
            texts: the texts.
        """
        self._library = library
        self._ruleset = ruleset
        self._add = add
        self._show = show
        self._texts = texts
        self._names: Index | None = None

    @property
    def group(self) -> Group:
        """The group of the library."""
        return "library"

    def begin(self) -> None:
        """Forgets the names, which may have changed."""
        self._names = None

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns creatures all words are found in, the best first."""
        library = self._library()
        if library is None:
            return Findings()
        ruleset = self._ruleset()
        items = [each for each in library.find(wanted.text) if each.ruleset == ruleset]
        if not items:
            return self._with_slips(library, ruleset, wanted, most)
        words = words_of(wanted.text)
        hits = (self._hit(item, place, words) for place, item in enumerate(items[:most]))
        return Findings(hits=tuple(hits), total=len(items))

    def _with_slips(
        self, library: CreatureRepository, ruleset: str, wanted: Wanted, most: int
    ) -> Findings:
        if self._names is None:
            own = (each for each in library.items if each.ruleset == ruleset)
            self._names = Index(self._found(each) for each in own)
        return self._names.find(wanted.words, most)

    def _hit(self, item: CreatureItem, place: int, words: tuple[str, ...]) -> Hit:
        title = folded(item.name)
        places = matching_places(title, words)
        score = _BEST - place * _STEP + (_TITLE if title == " ".join(words) else 0)
        return Hit(found=self._found(item), score=score, places=places)

    def _found(self, item: CreatureItem) -> Found:
        creature = item.value.creature
        note = item.value.role or creature.note or ", ".join(creature.tags)
        return Found(
            key=item.key,
            title=item.name,
            note=note,
            side=creature.side,
            cap="Shift+↵",
            says=self._texts.text_of("gui.palette.adds"),
            ways={
                "do": partial(self._show, item.key),
                "open": partial(self._show, item.key),
                "show": partial(self._show, item.key),
                "add": partial(self._add, item.key, 1),
            },
        )
