"""What a combatant may do besides attacking: the quick actions of the panel, for who acts and who is selected."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.command_line.finding.ranking import Index
from encounter_gui.gui.command_line.finding.source import Findings, Found, Group, Wanted
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.view import ActionOption


class QuickActions:
    """Finds quick actions; one that is refused says why. Where a line names combatants, they are theirs alone."""

    def __init__(
        self, controller: EncounterController, act: Callable[[ActionOption], object]
    ) -> None:
        """Takes the controller of the encounter, and what does a quick action."""
        self._controller = controller
        self._act = act
        self._indexes: dict[tuple[CombatantId, ...], Index] = {}

    @property
    def group(self) -> Group:
        """The group of actions."""
        return "actions"

    def begin(self) -> None:
        """Has the actions listed anew at the next search."""
        self._indexes.clear()

    def find(self, wanted: Wanted, most: int) -> Findings:
        """Returns the actions that all words fit, of those who are named or else of who acts and is selected."""
        if not self._controller.is_open:
            return Findings()
        index = self._indexes.get(wanted.who)
        if index is None:
            index = self._indexes[wanted.who] = Index(self.listed(wanted.who))
        return index.find(wanted.words, most)

    def listed(self, named: Sequence[CombatantId] = ()) -> Iterator[Found]:
        """Yields the actions of those who are named, else of whoever acts, then of the first selected.

        Those that can be done now come first.
        """
        if not self._controller.is_open:
            return
        context, system = self._controller.context, self._controller.system
        acting = context.state.acting
        # Of several who act at once, the one who is selected.
        chosen = named or (*self._controller.selected[:1], *acting[:1])
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
            whose=combatant.id,
            ways={"do": partial(self._act, option)},
        )
