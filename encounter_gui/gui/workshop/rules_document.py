"""The own rules for one game as a document: in the file at once, with an undo history."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.undo import UndoHistory, ValueCommand
from encounter_gui.play.workshop.workshop import DraftView, Workshop
from encounter_gui.rules.model.own_rules import OwnRules

_MOST_UNDONE = 200


class _Standing(Struct, frozen=True, kw_only=True):
    """The draft and the versions there are, newest first: what a step of the history goes back to."""

    draft: DraftView
    versions: tuple[OwnRules, ...]


class RulesDocument(QObject):
    """Keeps every change at once. What it emits is in the file already."""

    changed = Signal()
    """The draft or the versions are others."""
    refused = Signal(object)
    """``AppError``: why something could not be kept; nothing has changed."""

    def __init__(
        self, workshop: Workshop, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Takes the own rules, and the words that name a step."""
        super().__init__(parent)
        self.workshop = workshop
        self._texts = texts
        self.steps = UndoHistory(self)
        self.steps.setUndoLimit(_MOST_UNDONE)
        self._versions = workshop.versions

    @property
    def draft(self) -> DraftView:
        """The draft that is worked on."""
        return self.workshop.draft

    @property
    def is_up_to_date(self) -> bool:
        """Whether all versions there are were made, or seen, by this document."""
        return self._versions == self.workshop.versions

    def change(self, draft: DraftView, what: str, merge_key: str = "") -> bool:
        """Keeps another draft; returns whether that was possible. ``what`` says in the undo text what was changed."""
        if draft.rules == self.draft.rules:
            return True
        return self._do(lambda: self.workshop.put(draft), what, merge_key)

    def save(self) -> bool:
        """Keeps what can be used of the draft as the next version; returns whether that was possible."""
        version = self.next_version
        what = self._texts.text_of("gui.workshop.did.save", version=version)
        return self._do(self.workshop.save, what)

    def restore(self, version: OwnRules) -> bool:
        """Makes an earlier version the newest again; a draft with changes is kept as a version before."""
        note = self._texts.text_of("gui.workshop.before_restoring", version=version.version)

        def act() -> None:
            workshop = self.workshop
            if workshop.is_changed and workshop.draft.result.usable.data != workshop.start.data:
                workshop.save(note)
            workshop.restore(version)
            workshop.put(workshop.saved)

        what = self._texts.text_of("gui.workshop.did.restore", version=version.version)
        return self._do(act, what)

    @property
    def next_version(self) -> int:
        """The number that the next version gets."""
        newest = next(iter(self.workshop.versions), None)
        return (newest.version if newest else 0) + 1

    @Slot()
    def undo(self) -> None:
        """Undoes the last step."""
        self._step(self.steps.step_back)

    @Slot()
    def redo(self) -> None:
        """Redoes the step that was undone last."""
        self._step(self.steps.step_forward)

    def _step(self, step: Callable[[], str]) -> None:
        try:
            step()
        except AppError as error:
            self.refused.emit(error)
            return
        self._versions = self.workshop.versions
        self.changed.emit()

    def _do(self, act: Callable[[], object], what: str, merge_key: str = "") -> bool:
        before = self._standing()
        try:
            act()
        except AppError as error:
            self.refused.emit(error)
            return False
        after = self._standing()
        self._versions = after.versions
        command = ValueCommand(what, before, after, self._put, merge_key=merge_key, is_applied=True)
        self.steps.push(command)
        self.changed.emit()
        return True

    def _standing(self) -> _Standing:
        return _Standing(draft=self.draft, versions=self.workshop.versions)

    def _put(self, standing: _Standing) -> None:
        workshop, repository = self.workshop, self.workshop.repository
        wanted = {each.version: each for each in standing.versions}
        known = {each.version for each in workshop.versions}
        for version in sorted(known - set(wanted), reverse=True):
            repository.remove(workshop.ruleset, version)
        for version in sorted(set(wanted) - known):
            repository.put_back(workshop.ruleset, wanted[version])
        workshop.put(standing.draft)
