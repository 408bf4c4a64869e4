"""The creatures of the library, found by its full-text index; where that finds nothing, by names with slips in them."""

from collections.abc import Callable, Sequence
from functools import partial

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.ranking import (
    alike,
    folded,
    matching_places,
    words_of,
)
from encounter_gui.gui.command_line.finding.source import Findings, Found, Group, Hit, Wanted
from encounter_gui.play.prep.creature_repository import CreatureItem, CreatureRepository

_BEST, _STEP = 0.9, 0.01
_TITLE = 1.0
_SLIP, _LEAST_SLIP = 0.4, 4
_SPARE = 40
"""So many more are read than are wanted: some may be of other games."""


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
        self._words: dict[str, list[CreatureItem]] = {}
        self._items: Sequence[CreatureItem] = ()

    @property
    def group(self) -> Group:
        """The group of the library."""
        return "library"

    def begin(self) -> None:
        """Does nothing: whether the names have changed is seen when they are needed."""

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns creatures all words are found in, the best first."""
        library = self._library()
        if library is None:
            return Findings()
        ruleset = self._ruleset()
        best, total = library.best(wanted.text, most + _SPARE)
        items = [each for each in best if each.ruleset == ruleset]
        if not items:
            return self._with_slips(library, ruleset, wanted, most)
        words = words_of(wanted.text)
        hits = (self._hit(item, place, words) for place, item in enumerate(items[:most]))
        return Findings(hits=tuple(hits), total=total - len(best) + len(items))

    def warm_up(self) -> None:
        """Makes ready what the first name with a slip would otherwise wait for."""
        library = self._library()
        if library is not None:
            self._follow(library)

    def _follow(self, library: CreatureRepository) -> None:
        """Takes the words of the names, where they are others than before."""
        if library.items is not self._items:
            self._items, self._words = library.items, {}
            for item in library.items:
                for word in words_of(item.name):
                    self._words.setdefault(word, []).append(item)

    def _with_slips(
        self, library: CreatureRepository, ruleset: str, wanted: Wanted, most: int
    ) -> Findings:
        """Returns creatures of whose names one word is, with slips, the last that is looked for."""
        self._follow(library)
        (last,) = words_of(wanted.text)[-1:] or ("",)
        near = alike(last, tuple(self._words)) if len(last) >= _LEAST_SLIP else ()
        found = [
            (likeness * _SLIP, item)
            for word, likeness in near
            for item in self._words[word]
            if item.ruleset == ruleset
        ]
        hits = (Hit(found=self._found(item), score=score) for score, item in found[:most])
        return Findings(hits=tuple(hits), total=len(found))

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
