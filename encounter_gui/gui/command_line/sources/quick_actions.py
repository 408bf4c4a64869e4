"""What a combatant may do besides attacking: the quick actions of the panel, for who acts and who is selected."""

from collections.abc import Callable, Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.view import ActionOption


class QuickActions:
    """Lists the quick actions; one that is refused says why."""

    def __init__(
        self, controller: EncounterController, act: Callable[[ActionOption], object]
    ) -> None:
        """Takes the controller of the encounter, and what does a quick action."""
        self._controller = controller
        self._act = act

    def __call__(self) -> Iterator[Found]:
        """Yields the actions of whoever acts, then of the first selected; those that can be done now come first."""
        if not self._controller.is_open:
            return
        context, system = self._controller.context, self._controller.system
        acting = context.state.acting
        # Of several who act at once, the one who is selected.
        chosen = (*self._controller.selected[:1], *acting[:1])
        found: list[Found] = []
        for each in sorted(dict.fromkeys(chosen), key=lambda who: who not in acting):
            combatant = context.state.combatants.get(CombatantId(each))
            if combatant is not None:
                options = system.action_options(context, combatant.id)
                turns = system.turn_options(context, combatant.id)
                found += (self._found(combatant, option) for option in (*options, *turns))
        yield from sorted(found, key=lambda each: bool(each.why_not))

    def _found(self, combatant: Combatant, option: ActionOption) -> Found:
        return Found(
            key=f"{combatant.id}.{option.key}",
            title=option.text,
            note=" · ".join(each for each in (combatant.name, option.note) if each),
            side=combatant.side,
            why_not=option.why_not,
            ways={"do": partial(self._act, option)},
        )
