"""What was set by hand on a copy in the fight, offered once for the creature of the library that it is a copy of."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import ROOT, CombatantId, EntryId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Value
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import keys_of
from encounter_gui.rules.model.ruleset import CreatureDef

if TYPE_CHECKING:  # the library is made when it is first entered
    from encounter_gui.gui.library.control.library_controller import LibraryController

_OWN = ":"
"""What stands in the key of a creature of the campaign's own, and in that of none of a ruleset."""
_CORRECT = "correct"
"""The name of the command by which a value is set, as entries keep it."""


class _Edits(Struct, frozen=True, kw_only=True):
    """What was set of one copy since the offer: fields of the sheet, and values of things by their keys."""

    who: CombatantId
    key: str
    fields: Mapping[str, Value]
    values: Mapping[str, Mapping[str, Value]]

    def on(self, creature: CreatureDef) -> CreatureDef:
        """Returns the creature with the same set."""
        carried = tuple(
            replace(each, values={**each.values, **self.values.get(key, {})})
            for key, each in zip(keys_of(creature.items), creature.items, strict=True)
        )
        return replace(creature, sheet={**creature.sheet, **self.fields}, items=carried)


class LibraryOffer(QObject):
    """Offers to set in the library what was set in the fight, until something else happens there.

    Only creatures of the campaign's own are offered: those of a ruleset are as they are printed.
    """

    changed = Signal(bool)
    """Whether something is offered from now on."""

    def __init__(
        self,
        controller: EncounterController,
        open_library: Callable[[], "LibraryController | None"],
        parent: QObject | None = None,
    ) -> None:
        """Takes the controller of the open encounter, and what opens the library once it is needed; None: it cannot."""
        super().__init__(parent)
        self._controller = controller
        self._open_library = open_library
        self._edits: _Edits | None = None
        self._entry: EntryId = ROOT
        self._states: tuple[EncounterState | None, EncounterState | None] = (None, None)
        controller.context_changed.connect(self._follow)
        controller.performed.connect(self._see)
        controller.closed.connect(self.withdraw)

    @Slot()
    def accept(self) -> None:
        """Sets the same for the creature of the library; its own undo takes it back."""
        edits = self._edits
        self.withdraw()
        library = self._open_library() if edits is not None else None
        if edits is None or library is None:
            return
        item = library.creatures.one(edits.key)
        changed = edits.on(item.value.creature) if item is not None and item.is_own else None
        if item is None or changed is None or changed == item.value.creature:
            self._controller.tell(refuse("gui.status.offer.gone"))
            return
        library.edits.save(item.key, structs.replace(item.value, creature=changed))

    @Slot()
    def withdraw(self) -> None:
        """Offers nothing any more."""
        if self._edits is not None:
            self._edits, self._entry = None, ROOT
            self.changed.emit(False)

    @Slot(object)
    def _follow(self, context: RulesContext) -> None:
        if context.state is not self._states[1]:
            self._states = (self._states[1], context.state)
        if self._edits is not None and self._controller.session.log.head != self._entry:
            self.changed.emit(
                False
            )  # kept until it is known whether the next step sets more of the same

    @Slot(object)
    def _see(self, entry: Entry) -> None:
        known = self._edits if entry.parent == self._entry else None
        edits = self._edits_of(entry) if entry.command.get("do") == _CORRECT else None
        if edits is None:
            self.withdraw()
            return
        if known is not None and known.who == edits.who:
            own = {key: {**known.values.get(key, {}), **new} for key, new in edits.values.items()}
            fields, values = {**known.fields, **edits.fields}, {**known.values, **own}
            edits = structs.replace(edits, fields=fields, values=values)
        self._edits, self._entry = edits, entry.id
        self.changed.emit(True)

    def _edits_of(self, entry: Entry) -> _Edits | None:
        """Returns what an entry has set that a creature of the campaign's own may have too; None: nothing."""
        who = CombatantId(str(entry.command.get("who", "")))
        combatant = self._controller.context.state.combatants.get(who)
        if combatant is None or _OWN not in combatant.origin:
            return None
        # The first field is the one that was set; what is worked out from it comes after it.
        first = next((each for each in entry.events if isinstance(each, ev.SheetSet)), None)
        fields = {first.field: first.to} if first is not None else {}
        values = self._changed_values(entry, who)
        if not fields and not values:
            return None
        return _Edits(who=who, key=combatant.origin, fields=fields, values=values)

    def _changed_values(self, entry: Entry, who: CombatantId) -> dict[str, dict[str, Value]]:
        """Returns the values of the one thing that an entry has put; several belong to the fight alone."""
        put = [each.item for each in entry.events if isinstance(each, ev.ItemPut)]
        before = self._states[0].combatants.get(who) if self._states[0] is not None else None
        was = before.item(put[0].key) if before is not None and len(put) == 1 else None
        if was is None:
            return {}
        changed = {
            key: value for key, value in put[0].values.items() if was.values.get(key) != value
        }
        return {put[0].key: changed} if changed else {}
