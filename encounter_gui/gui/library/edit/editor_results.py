"""What follows from a creature while it is edited: its sheet worked out, and its odds against a chosen opponent."""

from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.gui.library.control.library_controller import LibraryController
from encounter_gui.gui.library.control.sandbox import odds_between, worked_out
from encounter_gui.gui.library.edit.draft import Draft
from encounter_gui.gui.library.edit.sheet_page import SheetPage
from encounter_gui.play.prep.creature_repository import CreatureItem
from encounter_gui.play.trial_fight import Sandbox
from encounter_gui.rules.model.prepared import LibraryCreature

_PAUSE_MS = 60
_MOST_OPPONENTS = 200
_FRIENDS = ("pc", "ally")


class EditorResults(QObject):
    """Works everything out again once the keys rest for a moment."""

    def __init__(
        self,
        controller: LibraryController,
        draft: Draft[LibraryCreature],
        page: SheetPage,
        parent: QObject,
    ) -> None:
        """Takes the controller of the library, the draft, and the page that shows the results."""
        super().__init__(parent)
        self._controller = controller
        self._draft = draft
        self._page = page
        self._bench: Sandbox | None = None
        self._opponent = ""
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.work_out)
        page.odds.opponent_chosen.connect(self._choose)

    def begin(self, bench: Sandbox, item: CreatureItem) -> None:
        """Takes what another creature is tried out with."""
        self._bench = bench
        others = self._others(item)
        before = self._controller.one(self._opponent) if self._opponent else None
        if before is None or before.ruleset != item.ruleset:
            self._opponent = next((each.key for each in others if each.key != item.key), "")
        offered = others[:_MOST_OPPONENTS]
        chosen = self._controller.one(self._opponent) if self._opponent else None
        if chosen is not None and chosen not in offered:
            offered.insert(0, chosen)
        names = [(each.key, each.value.name) for each in offered]
        self._page.odds.show_opponents(names, self._opponent)
        self.work_out()

    def _others(self, item: CreatureItem) -> list[CreatureItem]:
        """Whoever has the same ruleset, those of the other side first."""
        is_friend = item.value.creature.side in _FRIENDS
        same = (each for each in self._controller.creatures.items if each.ruleset == item.ruleset)
        return sorted(same, key=lambda e: (e.value.creature.side in _FRIENDS) == is_friend)

    @Slot()
    def follow(self) -> None:
        """Something has been typed."""
        self._pause.start()

    @Slot()
    def work_out(self) -> None:
        """Works everything out now."""
        self._pause.stop()
        if not self._draft.is_open or self._bench is None:
            return
        self._page.show_result(worked_out(self._bench, self._draft.value.creature))
        other = self._controller.one(self._opponent)
        if other is None or not self._page.isVisible():
            self._page.odds.show_odds(None, None)
            return
        here, there = self._draft.value.creature, other.value.creature
        attack = odds_between(self._bench, here, there)
        self._page.odds.show_odds(attack, odds_between(self._bench, there, here))

    @Slot(str)
    def _choose(self, key: str) -> None:
        self._opponent = key
        self.work_out()
