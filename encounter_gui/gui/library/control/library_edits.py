"""Edits of the creatures in the library: each is in the file at once, and can be undone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.adding_combatants import with_defaults
from encounter_gui.gui.library.control.library_history import LibraryHistory
from encounter_gui.gui.library.fields.field_text import FieldChange, read_field_change, trouble_with
from encounter_gui.gui.library.fields.portrait import read_image, small_png
from encounter_gui.play.prep.creature_repository import (
    CreatureItem,
    CreatureRepository,
    with_overlay,
    with_tags,
)
from encounter_gui.play.prep.rosters import overlays
from encounter_gui.rules.model.prepared import LibraryCreature, Overlay
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.model.value_text import value_text


class LibraryEdits(QObject):
    """Saves, copies, varies, tags and removes creatures. A creature of a ruleset is copied before it is changed."""

    def __init__(
        self,
        creatures: Callable[[], CreatureRepository],
        ruleset: Callable[[str], Ruleset | None],
        history: LibraryHistory,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes what returns the open creatures and a ruleset by its id, the history of the library, and the texts."""
        super().__init__(parent)
        self._open_creatures = creatures
        self._ruleset = ruleset
        self._history = history
        self._texts = texts

    @property
    def _creatures(self) -> CreatureRepository:
        return self._open_creatures()

    # ---- one at a time

    def save(self, key: str, entry: LibraryCreature) -> CreatureItem | None:
        """Saves an edited creature and returns it; None if the file refused it. A shipped one is copied."""
        item = self._creatures.one(key)
        if item is None or not item.is_own:
            ruleset = item.ruleset if item is not None else key.partition(":")[0]
            based = structs.replace(entry, base=entry.base or key) if item is not None else entry
            return self._history.add(self._creatures, "gui.library.did.copied", ruleset, based)
        saved = self._history.change(self._creatures, "gui.library.did.saved", {key: entry})
        return saved[0] if saved else None

    @Slot(str, str)
    def take_portrait(self, key: str, path: str) -> None:
        """Makes the picture in a file the portrait of a creature; a shipped one is copied. What is none is refused."""
        item = self._creatures.one(key)
        image = read_image(path)
        if item is None:
            return
        if image is None:
            name = path.replace("\\", "/").rpartition("/")[2]
            self._history.show_error(refuse("gui.editor.portrait.unreadable", file=name))
            return
        portrait = self._creatures.add_portrait(small_png(image))
        self.save(key, structs.replace(item.value, portrait=portrait))

    def create(self, ruleset: str) -> CreatureItem | None:
        """Adds an empty creature for a ruleset and returns it; None if the file refused it."""
        name = self._texts.text_of("gui.library.new_name")
        entry = LibraryCreature(creature=CreatureDef(key="new", name=name))
        return self._history.add(self._creatures, "gui.library.did.created", ruleset, entry)

    def duplicate(self, keys: Sequence[str]) -> tuple[CreatureItem, ...]:
        """Adds a copy of each creature and returns the copies."""
        added: list[CreatureItem | None] = []
        for item in self._creatures.known(keys):
            name = self._texts.text_of("gui.library.copy_name", name=item.name)
            entry = structs.replace(
                item.value,
                creature=replace(item.value.creature, name=name),
                base=item.value.base or ("" if item.is_own else item.key),
            )
            added.append(
                self._history.add(
                    self._creatures, "gui.library.did.duplicated", item.ruleset, entry
                )
            )
        return tuple(item for item in added if item is not None)

    def overlays(self, keys: Sequence[str]) -> tuple[Overlay, ...]:
        """Returns the variants that the ruleset of these creatures offers; none if they are of several rulesets."""
        known = self._common_ruleset(keys)
        return tuple(each for each in overlays(known) if each.sheet) if known is not None else ()

    def vary(self, keys: Sequence[str], overlay: str) -> tuple[CreatureItem, ...]:
        """Adds a variant of each creature and returns the variants."""
        added: list[CreatureItem | None] = []
        for item in self._creatures.known(keys):
            known = self._ruleset(item.ruleset)
            wanted = next((e for e in self.overlays([item.key]) if e.key == overlay), None)
            if known is None or wanted is None:
                continue
            whole = with_defaults(known, item.value.creature, wanted)
            varied = with_overlay(structs.replace(item.value, creature=whole), wanted)
            entry = structs.replace(varied, base=item.key, source=None)
            added.append(
                self._history.add(self._creatures, "gui.library.did.varied", item.ruleset, entry)
            )
        return tuple(item for item in added if item is not None)

    # ---- several at once

    @Slot(tuple)
    def remove(self, keys: Sequence[str]) -> None:
        """Removes creatures of the campaign's own."""
        own = self._own(keys)
        if own:
            self._history.remove(self._creatures, own)

    def tag(self, keys: Sequence[str], add: Iterable[str], remove: Iterable[str]) -> None:
        """Adds tags to creatures of the campaign's own, and removes others."""
        own = self._own(keys)
        more, less = tuple(add), tuple(remove)
        if own and (more or less):
            tagged = {item.key: with_tags(item.value, more, less) for item in own}
            self._history.change(self._creatures, "gui.library.did.tagged", tagged)

    def read_field(self, keys: Sequence[str], text: str) -> FieldChange | None:
        """Returns the change a text describes; None if it describes none, or the creatures share no ruleset."""
        known = self._common_ruleset(keys)
        return read_field_change(known, text) if known is not None else None

    def preview_field(self, keys: Sequence[str], change: FieldChange) -> tuple[str, bool]:
        """Returns the sentence for a change, and whether it can be done to all creatures."""
        for item in self._creatures.known(keys):
            before = item.value.creature.sheet.get(change.field.key, change.field.default)
            trouble = trouble_with(change.field, change.applied(before), self._texts)
            if trouble:
                return trouble, False
        return self._preview_text(self._creatures.known(keys), change), True

    def _preview_text(self, items: Sequence[CreatureItem], change: FieldChange) -> str:
        """Returns the field before and after; "several" where the creatures differ."""
        sheets = [item.value.creature.sheet for item in items]
        before = {sheet.get(change.field.key, change.field.default) for sheet in sheets}
        after = {change.applied(each) for each in before}
        text_of = self._texts.text_of
        who = (
            items[0].value.name
            if len(items) == 1
            else text_of("gui.library.field_many", count=len(items))
        )
        said = [
            value_text(each.pop()) if len(each) == 1 else text_of("gui.library.field_several")
            for each in (before, after)
        ]
        return text_of(
            "gui.library.field_preview",
            name=change.field.name,
            before=said[0],
            after=said[1],
            who=who,
        )

    def set_field(self, keys: Sequence[str], change: FieldChange) -> tuple[CreatureItem, ...]:
        """Sets a field of all these creatures, or of none, and returns them; shipped ones are copied."""
        items = self._creatures.known(keys)
        _, can_be_done = self.preview_field(keys, change)
        if not items or not can_be_done:
            return ()
        own = tuple(item for item in items if item.is_own)

        def act() -> tuple[CreatureItem, ...]:
            copies = self._add_copies([item for item in items if not item.is_own], change)
            self._creatures.change({item.key: _with_field(item.value, change) for item in own})
            return (*self._creatures.known([item.key for item in own]), *copies)

        return self._history.push_change(self._creatures, "gui.library.did.set", own, act) or ()

    def say_carried(self, item: str, creature: str) -> None:
        """Says that the creature in the editor has been given an item; undoing that is the editor's."""
        text = self._texts.text_of("gui.thing.carried", item=item, name=creature)
        self._history.noticed.emit(text, False)

    # ---- how

    def _add_copies(
        self, items: Iterable[CreatureItem], change: FieldChange
    ) -> tuple[CreatureItem, ...]:
        return tuple(
            added
            for item in items
            for added in self._creatures.add(
                item.ruleset, [structs.replace(_with_field(item.value, change), base=item.key)]
            )
        )

    def _common_ruleset(self, keys: Sequence[str]) -> Ruleset | None:
        rulesets = {item.ruleset for item in self._creatures.known(keys)}
        return self._ruleset(rulesets.pop()) if len(rulesets) == 1 else None

    def _own(self, keys: Iterable[str]) -> tuple[CreatureItem, ...]:
        """Returns the campaign's own creatures; if there is none among them, that is said."""
        items = self._creatures.known(keys)
        own = tuple(item for item in items if item.is_own)
        if items and not own:
            self._history.show_error(refuse("gui.library.shipped", name=items[0].name))
        return own


def _with_field(entry: LibraryCreature, change: FieldChange) -> LibraryCreature:
    before = entry.creature.sheet.get(change.field.key, change.field.default)
    sheet = {**entry.creature.sheet, change.field.key: change.applied(before)}
    return structs.replace(entry, creature=replace(entry.creature, sheet=sheet))
