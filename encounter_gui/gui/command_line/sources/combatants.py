"""The combatants of the fight: found by name, by number and by what is the matter with them."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.control.encounter_controller import EncounterController

_DIGITS = 9


class Combatants:
    """Lists everybody in the fight; Enter selects, Alt+Enter opens the sheet."""

    def __init__(
        self,
        controller: EncounterController,
        select: Callable[[CombatantId], object],
        show: Callable[[CombatantId], object],
    ) -> None:
        """Takes the controller of the encounter, and what selects a combatant and shows its sheet."""
        self._controller = controller
        self._select = select
        self._show = show

    def __call__(self) -> Iterator[Found]:
        """Yields the combatants."""
        if not self._controller.is_open:
            return
        context = self._controller.context
        names = {each.key: each.name for each in context.ruleset.conditions}
        for combatant in context.state.combatants.values():
            yield self._found(combatant, names, context.texts)

    def _found(
        self, combatant: Combatant, names: Mapping[str, str], texts: MessageCatalog
    ) -> Found:
        conditions = (names.get(each.key, each.key) for each in combatant.conditions)
        text = texts.text_of
        return Found(
            key=combatant.id,
            title=combatant.name,
            note=", ".join(dict.fromkeys((text(f"gui.side.{combatant.side}"), *conditions))),
            also=f"{combatant.number} {' '.join(item.name for item in combatant.items)}",
            side=combatant.side,
            cap=str(combatant.number) if combatant.number <= _DIGITS else "",
            says=text("gui.palette.selects"),
            ways={
                "do": partial(self._select, combatant.id),
                "show": partial(self._show, combatant.id),
            },
        )
